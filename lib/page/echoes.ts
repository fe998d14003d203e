import type { PlacedBlock } from './region.ts';

const image = /^(?:[-*+] )?(?:!\[((?:[^\]\\]|\\.)*)\](?:\([^)\s]*\))?|\[!\[((?:[^\]\\]|\\.)*)\]\]\(([^)\s]*)\))$/;

const isAscii = /^[\0-\x7F]*$/;

/**
 * Leaves out pictures that say nothing of their own: a card's picture leads where its title leads, a caption repeats
 * what the picture is called. Takes and returns blocks in reading order.
 */
export function withoutEchoes(blocks: readonly PlacedBlock[]): PlacedBlock[] {
  return blocks.filter((block, index) => {
    const match = image.exec(block.markdown);
    if (!match) return true;
    const [, plainAlt, linkedAlt, url] = match;
    const near = [blocks[index - 1], blocks[index + 1], blocks[index + 2]];
    return !near.some((other) => {
      if (!other || image.test(other.markdown)) return false;
      if (url !== undefined) return other.markdown.includes(`](${url})`);
      return words(other.markdown).startsWith(words(plainAlt ?? linkedAlt ?? ''));
    });
  });
}

function words(markdown: string): string {
  const text = markdown.toLowerCase().replace(/\]\([^)]*\)/g, ' ');
  // Sets of Unicode properties are dear where a page does not need them otherwise.
  return text.replace(isAscii.test(text) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, ' ').trim();
}

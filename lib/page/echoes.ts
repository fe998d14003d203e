import type { PlacedBlock } from './region.ts';

const image = /^(?:[-*+] )?(?:!\[((?:[^\]\\]|\\.)*)\](?:\([^)\s]*\))?|\[!\[((?:[^\]\\]|\\.)*)\]\]\(([^)\s]*)\))$/;

/**
 * Leaves out pictures that say nothing of their own: a card's picture leads where its title leads, a caption repeats
 * what the picture is called. Takes and returns blocks in reading order.
 */
export function withoutEchoes(blocks: readonly PlacedBlock[]): PlacedBlock[] {
  return blocks.filter((block, index) => {
    const match = image.exec(block.markdown);
    if (!match) return true;
    const [, plainAlt, linkedAlt, url] = match;
    const alt = words(plainAlt ?? linkedAlt ?? '');
    const near = [blocks[index - 1], blocks[index + 1], blocks[index + 2]];
    return !near.some((other) => {
      if (!other || image.test(other.markdown)) return false;
      return url === undefined ? words(other.markdown).startsWith(alt) : other.markdown.includes(`](${url})`);
    });
  });
}

function words(markdown: string): string {
  return markdown
    .toLowerCase()
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

import type { PageBlock } from '../../contracts/index.ts';
import { unwrapLinks } from '../../text/index.ts';
import { headingText } from './region-kind.ts';

/** Only arrows, lines and dots, which sites use as icons. Stars are excluded, since they are a rating. */
const SIGNS = /^[\s*+\-–—|·•×✕✖‹›«»\\\u2190-\u21ff\u25a0-\u25ff\u2b00-\u2b4f\u2b58-\u2bff]+$/;

/** Maximum number of pictures in a card. */
const MAX_PICTURES = 20;

const ASCII = /^[\0-\x7F]*$/;

/**
 * Removes blocks that add nothing: a card's picture with the same target as its title, a picture with the same name as
 * its caption, a duplicate heading, single characters. Takes and returns blocks in reading order.
 */
export function withoutRepeatedBlocks(blocks: readonly PageBlock[]): PageBlock[] {
  return blocks.filter((block, index) => {
    const { markdown, headingLevel, kind } = block;
    if (kind !== 'code' && SIGNS.test(markdown) && markdown !== '---') return false;
    if (headingLevel !== null && markdown === blocks[index - 1]?.markdown) return false;
    const picture = pictureIn(markdown);
    if (!picture) return true;
    return !near(blocks, index).some((other) => {
      if (picture.leadsTo !== null) return other.markdown.includes(`](${picture.leadsTo})`);
      return words(other.markdown).startsWith(words(picture.alt));
    });
  });
}

/** The block before a picture and the two after it, ignoring other pictures of the same card. */
function near(blocks: readonly PageBlock[], index: number): PageBlock[] {
  const after = blocks.slice(index + 1, index + 1 + MAX_PICTURES).filter(({ markdown }) => !pictureIn(markdown));
  return [
    ...blocks.slice(Math.max(0, index - 1), index).filter(({ markdown }) => !pictureIn(markdown)),
    ...after.slice(0, 2),
  ];
}

function words(markdown: string): string {
  const text = markdown.toLowerCase().replace(/\]\([^()]*\)/g, ' ');
  // Unicode property classes are slow, so ASCII text is matched without them.
  return text.replace(ASCII.test(text) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** If there are fewer pictures of the same thing, all are kept. */
const MIN_RUN = 4;
/** Pictures show the same thing if their names begin with this many equal words. */
const SAME_WORDS = 2;

/**
 * Replaces many consecutive pictures of the same thing, such as a product from all sides, by the first one and the
 * number of the others. Their names can make up half of a product list.
 */
export function foldPictures(blocks: readonly PageBlock[]): PageBlock[] {
  const folded: PageBlock[] = [];
  for (let index = 0; index < blocks.length; ) {
    const end = endOfRun(blocks, index);
    const run = blocks.slice(index, end);
    const [first] = run;
    if (first && run.length >= MIN_RUN) folded.push(first, note(first, run.length - 1));
    else folded.push(...run);
    index = end;
  }
  return folded;
}

function endOfRun(blocks: readonly PageBlock[], start: number): number {
  const thing = thingIn(blocks[start]);
  let end = start + 1;
  if (thing !== null) while (end < blocks.length && thingIn(blocks[end]) === thing) end += 1;
  return end;
}

function thingIn(block: PageBlock | undefined): string | null {
  const alt = block && pictureIn(block.markdown)?.alt;
  const words = alt?.toLowerCase().split(/\s+/).slice(0, SAME_WORDS) ?? [];
  return words.length < SAME_WORDS ? null : words.join(' ');
}

function note(first: PageBlock, count: number): PageBlock {
  return { ...first, kind: 'note', markdown: `(${count} more pictures of it)` };
}

const PICTURE = /^(?:\s*[-*+] )*(?:!\[((?:[^\]\\]|\\.)*)\]\([^)\s]*\)|\[!\[((?:[^\]\\]|\\.)*)\]\(\)\]\(([^)\s]*)\))$/;

/** The picture that is the only content of a block, with its name and target, or null. */
function pictureIn(markdown: string): { alt: string; leadsTo: string | null } | null {
  const [, plainAlt, linkedAlt, url] = PICTURE.exec(markdown) ?? [];
  const alt = plainAlt ?? linkedAlt;
  return alt === undefined ? null : { alt, leadsTo: url ?? null };
}

/** A shorter passage may occur twice by chance, and removing it saves nothing. Characters. */
const MIN_PASSAGE = 40;
/** How much of a repeated passage is kept as a reference to the original. Characters. */
const KEPT_LENGTH = 80;
/** Maximum number of quoted passages to search for, each in the whole text. */
const MAX_PASSAGES = 500;

/**
 * Shortens quotes of text that appears in full elsewhere on the page, as in threads where each reply quotes the message
 * it answers. Keeps the name, text that is not found elsewhere, and the beginning of text that is.
 */
export function shortenRepeatedQuotes(blocks: readonly PageBlock[]): PageBlock[] {
  if (!blocks.some(({ kind }) => kind === 'quote')) return [...blocks];
  const content = blocks.flatMap(({ kind, markdown }) => (kind === 'quote' ? [] : foldLetters(markdown))).join(' ');
  let remainingPassages = MAX_PASSAGES;
  return blocks.map((block) => {
    if (block.kind !== 'quote') return block;
    const passages = block.markdown.split(/\n>\s*\n/);
    remainingPassages -= passages.length;
    if (remainingPassages < 0) return block;
    const isRepeated = passages.map((passage) => {
      const letters = foldLetters(passage);
      return letters.length >= MIN_PASSAGE && content.includes(letters);
    });
    const first = isRepeated.indexOf(true);
    if (first < 0) return block;
    const newPassages = passages.flatMap((passage, index) => {
      if (!isRepeated[index]) return [passage];
      return index === first ? [shortenPassage(passage)] : [];
    });
    const markdown = newPassages.join('\n>\n');
    return markdown.length < block.markdown.length ? { ...block, markdown } : block;
  });
}

function shortenPassage(passage: string): string {
  // Links are replaced by their text, because a truncated link is broken.
  const line = unwrapLinks(passage.replace(/\n>\s*/g, ' '));
  if (line.length <= KEPT_LENGTH) return passage;
  const end = line.lastIndexOf(' ', KEPT_LENGTH);
  return `${line.slice(0, end > KEPT_LENGTH / 2 ? end : KEPT_LENGTH)} […]`;
}

/** Letters and digits in lower case. */
function foldLetters(markdown: string): string {
  return headingText(markdown.replace(/^(?:>\s?)+/gm, ''))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

import type { BlockKind } from '../../contracts/index.ts';
import { addCounts, type Counts, noCounts, type PlacedBlock, type Region } from '../dom/region.ts';
import { joinBlocks } from './join-blocks.ts';

/** Longer quotes stay separate blocks, so that paging can stop between their paragraphs. */
const longQuote = 2000;

/** Merges several blocks into one. */
export function mergeBlocks(
  blocks: readonly PlacedBlock[],
  region: Region,
  markdown: string,
  kind: BlockKind,
): PlacedBlock {
  const counts: Counts = noCounts();
  for (const block of blocks) addCounts(counts, block.counts);
  return { markdown, kind, headingLevel: null, region, counts };
}

/**
 * The blocks of a list item: the first after its marker, the rest indented. They become one block, unless the item contains
 * headings (a card, a post), which would not be found in it.
 */
export function itemBlocks(blocks: readonly PlacedBlock[], marker: string, region: Region): PlacedBlock[] {
  if (blocks.length === 0) return [];
  if (blocks.some((block) => block.headingLevel !== null)) {
    return blocks.map((block, index) => ({ ...block, markdown: behindMarker(block.markdown, marker, index === 0) }));
  }
  return [mergeBlocks(blocks, region, behindMarker(tightJoin(blocks), marker, true), 'list')];
}

function behindMarker(markdown: string, marker: string, isFirst: boolean): string {
  const indent = ' '.repeat(marker.length);
  const lines = markdown.split('\n').map((line) => (line === '' ? line : indent + line));
  return isFirst ? marker + lines.join('\n').slice(indent.length) : lines.join('\n');
}

/** Joins the text of an item and the list under it without a blank line. */
function tightJoin(blocks: readonly PlacedBlock[]): string {
  const [first, ...rest] = blocks.map((block) => block.markdown);
  if (first === undefined) return '';
  const nested = joinBlocks(rest);
  if (nested === '') return first;
  return /^(?:[-*+]|\d{1,9}[.)]) /.test(nested) ? `${first}\n${nested}` : `${first}\n\n${nested}`;
}

/** Formats blocks as a quote: one block, or several if it is long. */
export function quoteBlocks(blocks: readonly PlacedBlock[], region: Region): PlacedBlock[] {
  if (blocks.length === 0) return [];
  const whole = joinBlocks(blocks.map((block) => block.markdown));
  if (whole.length <= longQuote) return [mergeBlocks(blocks, region, quoteLines(whole), 'quote')];
  return blocks.map((block) => mergeBlocks([block], region, quoteLines(block.markdown), 'quote'));
}

function quoteLines(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

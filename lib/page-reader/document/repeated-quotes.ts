import type { PageBlock } from '../../contracts/index.ts';
import { headingText } from './region-kind.ts';

/** A shorter passage may occur twice by chance, and saves nothing. Characters. */
const minPassage = 40;
/** How much of a repeated passage is kept, so that it can be recognized. Characters. */
const keptLength = 80;
/** Each is looked for in the whole text, so that a page of nothing but quotes would take long. */
const maxPassages = 500;

/**
 * Shortens quotes of what stands elsewhere on the page in full, as in threads where each reply quotes the message it answers.
 * Keeps the name, what is not found elsewhere, and the beginning of what is.
 */
export function shortenRepeatedQuotes(blocks: readonly PageBlock[]): PageBlock[] {
  if (!blocks.some(({ kind }) => kind === 'quote')) return [...blocks];
  const said = blocks.flatMap(({ kind, markdown }) => (kind === 'quote' ? [] : lettersOf(markdown))).join(' ');
  let left = maxPassages;
  return blocks.map((block) => {
    if (block.kind !== 'quote') return block;
    const passages = block.markdown.split(/\n>\s*\n/);
    left -= passages.length;
    if (left < 0) return block;
    const isRepeated = passages.map((passage) => {
      const letters = lettersOf(passage);
      return letters.length >= minPassage && said.includes(letters);
    });
    const first = isRepeated.indexOf(true);
    if (first < 0) return block;
    const kept = passages.flatMap((passage, index) => {
      if (!isRepeated[index]) return [passage];
      return index === first ? [beginningOf(passage)] : [];
    });
    const markdown = kept.join('\n>\n');
    return markdown.length < block.markdown.length ? { ...block, markdown } : block;
  });
}

function beginningOf(passage: string): string {
  // A cut link would be no link.
  const line = passage.replace(/\n>\s*/g, ' ').replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1');
  if (line.length <= keptLength) return passage;
  const end = line.lastIndexOf(' ', keptLength);
  return `${line.slice(0, end > keptLength / 2 ? end : keptLength)} […]`;
}

/** Letters and digits in lower case. */
function lettersOf(markdown: string): string {
  return headingText(markdown.replace(/^(?:>\s?)+/gm, ''))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

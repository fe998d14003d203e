import { HIGHLIGHT_NAMES } from '../contracts/index.ts';
import { foldLetters } from '../text/index.ts';
import { indexDocument } from './document-letters.ts';
import { classifyPlace, highlightRanges } from './highlight-ranges.ts';
import type { LetterIndex, LetterSpan } from './letter-index.ts';

/** Maximum number of occurrences of a text that are tried. */
const MAX_TRIES = 50;

/** The currently highlighted passage, and the letter at which the search for its next occurrence begins. */
let shown: { key: string; next: number; timer: ReturnType<typeof setTimeout> } | null = null;

/**
 * Finds `pieces` of a passage in the text of this document, scrolls to the first one found and highlights all of them
 * for `ms`. If they are still highlighted, goes to their next occurrence. Returns how many were found. Text of
 * navigation is used only if there is no other.
 */
export function showPassageHere(pieces: readonly string[], ms: number): number {
  const text = indexDocument(document);
  const key = pieces.join('\n');
  const from = shown?.key === key ? shown.next : 0;
  const searched = pieces.map(foldLetters).filter((piece) => piece !== '');
  const all = { letters: text.letters, toSpan: (span: LetterSpan) => span };
  const { ranges, next } = [all, text.withoutNotes ?? all]
    .map((letters) => findPieces(text, letters, searched, from))
    .reduce((best, other) => (other.ranges.length > best.ranges.length ? other : best));
  const [first] = ranges;
  if (!first) return 0;
  scrollTo(first);
  highlightRanges(HIGHLIGHT_NAMES.shown, ranges);
  clearTimeout(shown?.timer);
  const timer = setTimeout(() => {
    highlightRanges(HIGHLIGHT_NAMES.shown, []);
    shown = null;
  }, ms);
  shown = { key, next, timer };
  return ranges.length;
}

type Letters = NonNullable<LetterIndex['withoutNotes']>;

function findPieces(
  text: LetterIndex,
  letters: Letters,
  pieces: readonly string[],
  from: number,
): { ranges: Range[]; next: number } {
  const ranges: Range[] = [];
  let next = 0;
  let after = from;
  for (const piece of pieces) {
    const match =
      find(text, letters, piece, after) ?? (after > 0 && ranges.length === 0 ? find(text, letters, piece, 0) : null);
    const range = match && text.createRange(letters.toSpan(match));
    if (!match || !range) continue;
    if (ranges.length === 0) next = match.start + 1;
    ranges.push(range);
    after = match.end;
  }
  return { ranges, next };
}

function find(text: LetterIndex, { letters, toSpan }: Letters, piece: string, from: number): LetterSpan | null {
  let aside: LetterSpan | null = null;
  let start = letters.indexOf(piece, from);
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries += 1) {
    const span = { start, end: start + piece.length };
    const kind = classifyPlace(text, toSpan(span));
    if (kind === 'text') return span;
    if (kind === 'aside') aside ??= span;
    start = letters.indexOf(piece, start + 1);
  }
  return aside;
}

function scrollTo(range: Range): void {
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { top, height } = range.getBoundingClientRect();
  // In a long element, the passage may still be out of view.
  if (top < 0 || top + Math.min(height, innerHeight) > innerHeight)
    scrollBy({ top: top - innerHeight / 3, behavior: 'instant' });
}

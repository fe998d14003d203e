import { HIGHLIGHT_NAMES } from '../contracts/index.ts';
import { foldLetters } from '../text/index.ts';
import { indexDocument } from './document-letters.ts';
import { classifyPlace, highlightRanges } from './highlight-ranges.ts';
import type { LetterIndex, LetterSpan } from './letter-index.ts';

/** Places of one text that are tried. */
const MAX_TRIES = 50;

/** The passage that is highlighted now, and the letter at which the search for its next place begins. */
let shown: { key: string; next: number; timer: ReturnType<typeof setTimeout> } | null = null;

/**
 * Finds `pieces` of a passage in the text of this document, scrolls to the first one found and highlights all of them for `ms`; the
 * next place of them if they are still highlighted. Returns how many were found. Text of navigation is used only if there is no other.
 */
export function showPassageHere(pieces: readonly string[], ms: number): number {
  const text = indexDocument(document);
  const key = pieces.join('\n');
  const ranges: Range[] = [];
  let next = 0;
  let after = shown?.key === key ? shown.next : 0;
  for (const piece of pieces.map(foldLetters)) {
    if (piece === '') continue;
    const match = find(text, piece, after) ?? (after > 0 && ranges.length === 0 ? find(text, piece, 0) : null);
    const range = match && text.createRange(match);
    if (!match || !range) continue;
    if (ranges.length === 0) next = match.start + 1;
    ranges.push(range);
    after = match.end;
  }
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

function find(text: LetterIndex, piece: string, from: number): LetterSpan | null {
  let aside: LetterSpan | null = null;
  let start = text.letters.indexOf(piece, from);
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries += 1) {
    const span = { start, end: start + piece.length };
    const kind = classifyPlace(text, span);
    if (kind === 'text') return span;
    if (kind === 'aside') aside ??= span;
    start = text.letters.indexOf(piece, start + 1);
  }
  return aside;
}

function scrollTo(range: Range): void {
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { top, height } = range.getBoundingClientRect();
  // In a long element the passage may still be out of view.
  if (top < 0 || top + Math.min(height, innerHeight) > innerHeight)
    scrollBy({ top: top - innerHeight / 3, behavior: 'instant' });
}

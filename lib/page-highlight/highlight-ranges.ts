import { HIGHLIGHT_NAMES } from '../contracts/index.ts';
import type { LetterIndex, LetterSpan } from './letter-index.ts';
import type { PlaceKind } from './locate-passage.ts';

/** Takes precedence over the highlights of the page itself. */
const PRIORITY = 2 ** 31 - 1;

/** Highlights ranges under a name, without changing the document. An empty list removes the highlight. */
export function highlightRanges(name: string, ranges: readonly Range[]): void {
  if (ranges.length === 0) {
    CSS.highlights.delete(name);
    return;
  }
  const highlight = new Highlight(...ranges);
  highlight.priority = PRIORITY;
  CSS.highlights.set(name, highlight);
}

/** The ranges that each panel highlights: two panels can show answers about the same page. */
const litRanges = new Map<object, readonly Range[]>();

/** Highlights the ranges of one session in addition to those of the others. */
export function lightRanges(session: object, ranges: readonly Range[]): void {
  litRanges.delete(session);
  if (ranges.length > 0) litRanges.set(session, ranges);
  highlightRanges(HIGHLIGHT_NAMES.lit, [...litRanges.values()].flat());
}

/** How letters of a page count as the place of a passage. */
export function classifyPlace(text: LetterIndex, span: LetterSpan): PlaceKind {
  const range = text.createRange(span);
  if (range === null || !isVisible(range)) return 'invisible';
  const parent = range.startContainer.parentElement;
  return parent?.closest('nav, footer, [role="navigation"]') == null ? 'text' : 'aside';
}

function isVisible(range: Range): boolean {
  return [...range.getClientRects()].some(({ width, height }) => width > 1 && height > 1);
}

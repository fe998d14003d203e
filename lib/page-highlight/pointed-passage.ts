import type { LetterIndex, LetterSpan } from './letter-index.ts';

/** A watched passage that was found on the page. */
export type WatchedPlace = { index: number; spans: readonly LetterSpan[] };

/** How far the pointer may be from the text, in CSS pixels. */
const TOLERANCE = 2;

/** The watched passage at a point of the window, by its index; null if there is none. The shortest one if there are several. */
export function findPointedPassage(
  text: LetterIndex,
  places: readonly WatchedPlace[],
  { x, y }: { x: number; y: number },
): number | null {
  const caret = caretAt(x, y);
  if (!(caret?.node instanceof Text)) return null;
  const letter = text.findLetter(caret.node, caret.offset);
  if (letter === null) return null;
  const spans = places.flatMap(({ index, spans: all }) =>
    all.flatMap((span) => (span.start <= letter && letter <= span.end ? [{ index, span }] : [])),
  );
  spans.sort((one, other) => one.span.end - one.span.start - (other.span.end - other.span.start));
  // The nearest caret can be far from the pointer.
  return spans.find(({ span }) => isAt(text.createRange(span), x, y))?.index ?? null;
}

function isAt(range: Range | null, x: number, y: number): boolean {
  if (range === null) return false;
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      x >= left - TOLERANCE && x <= right + TOLERANCE && y >= top - TOLERANCE && y <= bottom + TOLERANCE,
  );
}

type Caret = { node: Node; offset: number };

/** Chromium before 128 has only the older function. */
function caretAt(x: number, y: number): Caret | null {
  const prototype = Document.prototype as Partial<Document> & {
    caretRangeFromPoint?: (x: number, y: number) => Range | null;
  };
  if (prototype.caretPositionFromPoint !== undefined) {
    const position = prototype.caretPositionFromPoint.call(document, x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  const range = prototype.caretRangeFromPoint?.call(document, x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

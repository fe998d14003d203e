import { getOpenShadowRoot, type LetterIndex, type LetterSpan } from './letter-index.ts';

/** A watched passage that was found on the page. */
export type WatchedPlace = { index: number; spans: readonly LetterSpan[] };

/** Elements without a caret, such as buttons, are examined if they have at most this many text nodes. */
const MAX_TEXT_NODES = 60;

/** Maximum distance between the pointer and the text, in CSS pixels. */
const TOLERANCE = 2;

/**
 * The index of the watched passage at a point of the window. Null if there is none. The shortest one if there are
 * several.
 */
export function findPointedPassage(
  text: LetterIndex,
  places: readonly WatchedPlace[],
  { x, y }: { x: number; y: number },
): number | null {
  const pointed = findPointedLetters(text, x, y);
  if (pointed === null) return null;
  const spans = places.flatMap(({ index, spans: all }) =>
    all.flatMap((span) => (span.start <= pointed.end && pointed.start <= span.end ? [{ index, span }] : [])),
  );
  spans.sort((one, other) => one.span.end - one.span.start - (other.span.end - other.span.start));
  // The nearest caret can be far from the pointer.
  return spans.find(({ span }) => isAt(text.createRange(span), x, y))?.index ?? null;
}

/** The letter at a point, or the letters of the element there if its text has no caret, like that of a button. */
function findPointedLetters(text: LetterIndex, x: number, y: number): LetterSpan | null {
  const caret = caretAt(x, y, text.roots.slice(1));
  const letter = caret?.node instanceof Text ? text.findLetter(caret.node, caret.offset) : null;
  if (letter !== null) return { start: letter, end: letter };
  let element = Document.prototype.elementFromPoint.call(document, x, y);
  for (let inner = element; inner !== null; ) {
    element = inner;
    const shadow = getOpenShadowRoot(element);
    inner = shadow === null ? null : ShadowRoot.prototype.elementFromPoint.call(shadow, x, y);
    if (inner === element) inner = null;
  }
  return element && text.findSpan(element, MAX_TEXT_NODES);
}

function isAt(range: Range | null, x: number, y: number): boolean {
  if (range === null) return false;
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      x >= left - TOLERANCE && x <= right + TOLERANCE && y >= top - TOLERANCE && y <= bottom + TOLERANCE,
  );
}

type Caret = { node: Node; offset: number };

/** Chromium before 128 has only the older function, which ignores `shadowRoots`. */
function caretAt(x: number, y: number, shadowRoots: readonly Node[]): Caret | null {
  const prototype = Document.prototype as Partial<Document> & {
    caretRangeFromPoint?: (x: number, y: number) => Range | null;
  };
  if (prototype.caretPositionFromPoint !== undefined) {
    const position = prototype.caretPositionFromPoint.call(document, x, y, {
      shadowRoots: shadowRoots as ShadowRoot[],
    });
    return position && { node: position.offsetNode, offset: position.offset };
  }
  const range = prototype.caretRangeFromPoint?.call(document, x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

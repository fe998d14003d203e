import { measureBox, property } from '../dom/dom.ts';
import type { View } from './view.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** The reference of positions: the document, the viewport for fixed boxes, or a scrolling box. */
export type Origin = 'document' | 'viewport' | Element;

/** If a box begins this far to the left, in CSS pixels, the position of its text is measured. */
const FAR_LEFT = -500;

/** Whether the box exists and is not so far left that its text may be elsewhere. */
export function isConclusive(box: DOMRect): boolean {
  return hasRoom(box) && box.left > FAR_LEFT;
}

/** The box of the text, measured if the element's box is not conclusive; null if nothing is visible. */
export function measureTextBox(element: Element, text: Text): DOMRect | null {
  const box = measureBox(element);
  if (isConclusive(box)) return box;
  const textBox = boxOfText(text);
  return hasRoom(textBox) ? textBox : null;
}

export function boxOfText(text: Text): DOMRect {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}

/** Whether the box lies outside the area that scrolling can reach. Pages extend to the right and downwards. */
export function isOutside(box: DOMRect, origin: Origin, element: Element, view: View): boolean {
  if (origin === 'viewport') {
    const { innerWidth, innerHeight } = view.window;
    return box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight;
  }
  if (box.right > 0 && box.bottom > 0 && origin === 'document') return false;
  let right = box.right + view.scrolled.x;
  let bottom = box.bottom + view.scrolled.y;
  if (origin !== 'document') {
    const frame = measureBox(origin);
    right = box.right - frame.left + property(Element.prototype, origin, 'scrollLeft');
    bottom = box.bottom - frame.top + property(Element.prototype, origin, 'scrollTop');
  }
  // Right-to-left pages scroll to the left.
  return bottom <= 0 || (right <= 0 && view.window.getComputedStyle(element).direction !== 'rtl');
}

export function contains(outer: DOMRect, inner: DOMRect): boolean {
  return (
    outer.left <= inner.left + 1 &&
    outer.right >= inner.right - 1 &&
    outer.top <= inner.top + 1 &&
    outer.bottom >= inner.bottom - 1
  );
}

function hasRoom(box: DOMRect): boolean {
  return box.width >= VISIBILITY_THRESHOLDS.minWidthPx && box.height >= VISIBILITY_THRESHOLDS.minLineHeightPx;
}

import { boxOf, property } from '../dom/dom.ts';
import type { View } from './view.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** What positions are measured from: the document, the viewport for fixed boxes, or a scrolling box. */
export type Origin = 'document' | 'viewport' | Element;

/** Boxes that begin this far to the left, in CSS pixels, are asked where their text is. */
const farLeft = -500;

/** Whether there is a box at all, and one whose text cannot be far from where it begins. */
export function isTelling(box: DOMRect): boolean {
  return hasRoom(box) && box.left > farLeft;
}

/** Where text is: its own box, where that of its element says nothing; null when there is nothing to see. */
export function textBoxOf(element: Element, text: Text): DOMRect | null {
  const box = boxOf(element);
  if (isTelling(box)) return box;
  const textBox = boxOfText(text);
  return hasRoom(textBox) ? textBox : null;
}

export function boxOfText(text: Text): DOMRect {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}

/** Beyond the edge that scrolling can reach. To the right and below, pages go on. */
export function isOutside(box: DOMRect, origin: Origin, element: Element, view: View): boolean {
  if (origin === 'viewport') {
    const { innerWidth, innerHeight } = view.window;
    return box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight;
  }
  if (box.right > 0 && box.bottom > 0 && origin === 'document') return false;
  let right = box.right + view.scrolled.x;
  let bottom = box.bottom + view.scrolled.y;
  if (origin !== 'document') {
    const frame = boxOf(origin);
    right = box.right - frame.left + property(Element.prototype, origin, 'scrollLeft');
    bottom = box.bottom - frame.top + property(Element.prototype, origin, 'scrollTop');
  }
  // Pages that run from right to left scroll to the left.
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

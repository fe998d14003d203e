import { attribute, getChildren, getParent, getTagName, getTextContent, measureBox } from '../dom/dom.ts';
import type { View } from './view.ts';

/** Shorter text may legitimately occur twice. Characters. */
const MIN_LENGTH = 15;
/** More siblings than this are a list, not slides. */
const MAX_SIBLINGS = 60;

/**
 * Whether this is a copy that a carousel or a ticker keeps for its animation: a sibling has the same text, and this one
 * is hidden from screen readers, lies outside the window of its track (`isInTrack`), or moves through it. If all copies
 * are out of view, the first one is read.
 */
export function isCopy(element: Element, isInTrack: boolean, view: View): boolean {
  const isHidden = attribute(element, 'aria-hidden') === 'true';
  const parent = isHidden || (isInTrack && view.hasLayout) ? getParent(element) : null;
  const siblings = parent ? getChildren(parent) : [];
  if (siblings.length < 2 || siblings.length > MAX_SIBLINGS) return false;
  const text = getTextContent(element).trim();
  if (text.length < MIN_LENGTH) return false;
  if (!isHidden && !isOutOfWindow(element, view.window) && !isMoving(element, view.window)) return false;
  const alike = [...siblings].filter(
    (other) => getTagName(other) === getTagName(element) && getTextContent(other).trim() === text,
  );
  const isBetter = (other: Element) =>
    attribute(other, 'aria-hidden') !== 'true' && !(isInTrack && isOutOfWindow(other, view.window));
  // Content before the start of a page cannot be scrolled into view, so such a copy is not visible.
  const best = alike.find(isBetter) ?? alike.find((other) => measureBox(other).left >= 0) ?? alike[0];
  return best !== element;
}

/** Whether an animation runs on an element with this computed style. */
export function isAnimated({ animationName = '' }: CSSStyleDeclaration): boolean {
  return animationName !== '' && animationName !== 'none';
}

/** Whether a running animation moves the element, itself or with the row around it. */
function isMoving(element: Element, window: Window): boolean {
  return [element, getParent(element)].some((each) => each && isAnimated(window.getComputedStyle(each)));
}

/** Whether the box lies outside the nearest box around it that clips. */
function isOutOfWindow(element: Element, window: Window): boolean {
  let frame = getParent(element);
  for (let steps = 0; frame && steps < 3 && window.getComputedStyle(frame).overflowX === 'visible'; steps += 1) {
    frame = getParent(frame);
  }
  if (!frame) return false;
  const box = measureBox(element);
  const around = measureBox(frame);
  return box.right <= around.left + 1 || box.left >= around.right - 1;
}

import { type RefObject, useEffect, useRef } from 'react';
import { APPROVAL_ARMING_MS } from '../../lib/security/index.ts';

/** How often the place is read, in milliseconds. The check itself notices what moved since. */
const READ_EVERY_MS = 100;
/** A user's own scrolling moves the page until this long after its last event, in milliseconds. */
const SCROLLING_MS = 400;
/** Rounding moves elements by less. CSS pixels. */
const TOLERANCE = 4;

/**
 * Returns a check of whether an element has been in its place long enough for a click on it to be meant for it. What is
 * above it may vanish or grow at a time that a page or a server chooses, such as just before a click on something else.
 * Moves by the user's own scrolling do not count.
 */
export function useSettledPlace(element: RefObject<Element | null>): () => boolean {
  const check = useRef<() => boolean>(() => true);
  useEffect(() => {
    let place = readPlace(element.current);
    let movedAt = Number.NEGATIVE_INFINITY;
    let scrolledAt = Number.NEGATIVE_INFINITY;
    const look = () => {
      const next = readPlace(element.current);
      if (Math.abs(next.x - place.x) <= TOLERANCE && Math.abs(next.y - place.y) <= TOLERANCE) return;
      place = next;
      const now = performance.now();
      if (now - scrolledAt > SCROLLING_MS) movedAt = now;
    };
    const noteScrolling = () => {
      scrolledAt = performance.now();
    };
    const timer = setInterval(look, READ_EVERY_MS);
    for (const type of SCROLLING) document.addEventListener(type, noteScrolling, { capture: true, passive: true });
    check.current = () => {
      look();
      return performance.now() - movedAt >= APPROVAL_ARMING_MS;
    };
    return () => {
      clearInterval(timer);
      for (const type of SCROLLING) document.removeEventListener(type, noteScrolling, { capture: true });
    };
  }, [element]);
  return () => check.current();
}

const SCROLLING = ['wheel', 'touchmove'] as const;

/** The centre of an element in the window. */
function readPlace(element: Element | null): { x: number; y: number } {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
  return { x: left + width / 2, y: top + height / 2 };
}

import { useEffect, useReducer, useRef } from 'react';

/** The number of characters added per frame, which takes a few milliseconds. */
const SLICE = 8000;

/**
 * Renders a long text that is available immediately, such as a restored answer, in slices, because 200 KB in one frame
 * would block the panel for a third of a second. A text that grows by less than a slice is always returned whole.
 */
export function useGradual(text: string): string {
  const visibleLength = useRef(SLICE);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  if (text.length <= visibleLength.current + SLICE) visibleLength.current = Math.max(SLICE, text.length);
  const isWhole = text.length <= visibleLength.current;
  useEffect(() => {
    if (isWhole) return;
    // A timer and not requestAnimationFrame, which does not run in hidden pages.
    const timer = setTimeout(() => {
      visibleLength.current += SLICE;
      drawAgain();
    });
    return () => clearTimeout(timer);
  });
  return isWhole ? text : text.slice(0, visibleLength.current);
}

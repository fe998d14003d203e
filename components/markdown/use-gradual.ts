import { useEffect, useReducer, useRef } from 'react';

/** Characters added per frame: a few milliseconds of work. */
const SLICE = 8000;

/**
 * Renders a long text that is available at once, such as a restored answer, in slices: 200 KB in one frame would block the panel
 * for a third of a second. A text that grows by less than a slice is always returned whole.
 */
export function useGradual(text: string): string {
  const shown = useRef(SLICE);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  if (text.length <= shown.current + SLICE) shown.current = Math.max(SLICE, text.length);
  const isWhole = text.length <= shown.current;
  useEffect(() => {
    if (isWhole) return;
    // A timer and not requestAnimationFrame, which does not run in hidden pages.
    const timer = setTimeout(() => {
      shown.current += SLICE;
      drawAgain();
    });
    return () => clearTimeout(timer);
  });
  return isWhole ? text : text.slice(0, shown.current);
}

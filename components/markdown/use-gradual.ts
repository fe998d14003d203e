import { useEffect, useReducer, useRef } from 'react';

/** Characters that are added in one frame: a few milliseconds of work. */
const SLICE = 8000;

/**
 * A long text that is there at once, such as a restored answer, a slice more with every frame: drawn in one go, 200 KB hold
 * up the panel for a third of a second. A text that grows by less than a slice is always given whole.
 */
export function useGradual(text: string): string {
  const shown = useRef(SLICE);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  if (text.length <= shown.current + SLICE) shown.current = Math.max(SLICE, text.length);
  const isWhole = text.length <= shown.current;
  useEffect(() => {
    if (isWhole) return;
    // Not a frame: hidden pages get none.
    const timer = setTimeout(() => {
      shown.current += SLICE;
      drawAgain();
    });
    return () => clearTimeout(timer);
  });
  return isWhole ? text : text.slice(0, shown.current);
}

import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The distance from the end, in pixels, that still counts as being there. */
const NEAR_END = 40;

type Scrolled = { top: number; height: number; box: number };

/**
 * Whether the conversation scrolls along. Any scroll towards its beginning stops it, and only returning to the end
 * resumes it. Scrolling caused by changed content does not count.
 */
export function follows(follow: boolean, before: Scrolled, now: Scrolled): boolean {
  if (now.top < before.top && now.height >= before.height && now.box <= before.box) return false;
  return follow || (distance(now) < NEAR_END && now.top > before.top);
}

/**
 * Keeps a scroller at its end while content grows, unless the user has scrolled up. An empty chat starts at the top.
 * Another `key`, or a new message (counted by `sentCount`), scrolls to the end.
 */
export function useStickToEnd(key: string, isEmpty: boolean, sentCount: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [atEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    sticks.current = true;
    setAtEnd(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);

  const toMessage = useCallback((place: number) => {
    sticks.current = false;
    content.current?.querySelectorAll('.message')[place]?.scrollIntoView({ block: 'start' });
    const box = scroller.current;
    setAtEnd(box === null || distance(measure(box)) < NEAR_END);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread, and what was sent, start at the end
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !content.current || isEmpty) return;
    toEnd();
    let before = measure(box);
    const onScroll = () => {
      const now = measure(box);
      sticks.current = follows(sticks.current, before, now);
      before = now;
      setAtEnd(sticks.current);
    };
    const observer = new ResizeObserver(() => {
      if (sticks.current) box.scrollTo({ top: box.scrollHeight });
      // Its scroll event comes later, possibly combined with the user's.
      before = measure(box);
    });
    observer.observe(content.current);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, [key, isEmpty, sentCount, toEnd]);

  return { scroller, content, atEnd, toEnd, toMessage };
}

function distance({ top, height, box }: Scrolled): number {
  return height - top - box;
}

function measure({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Scrolled {
  return { top: scrollTop, height: scrollHeight, box: clientHeight };
}

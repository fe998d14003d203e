import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Distance in pixels that still counts as being at the end. */
const NEAR_END = 40;

type Scrolled = { top: number; height: number; box: number };

/**
 * Whether the conversation follows what is being written. Any move towards its beginning lets go of the end, however small;
 * only coming near the end again takes hold of it. Content that grew or shrank has moved the reader, not they themselves.
 */
export function follows(follow: boolean, before: Scrolled, now: Scrolled): boolean {
  if (now.top < before.top && now.height >= before.height && now.box <= before.box) return false;
  return follow || (distance(now) < NEAR_END && now.top > before.top);
}

/**
 * Keeps a scroller at its end while content grows, unless the reader has left it. An empty chat is read from its top; another
 * `key`, or what the reader has just sent (`sent` counts that), begins at the end.
 */
export function useStickToEnd(key: string, isEmpty: boolean, sent: number) {
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
      // Its scroll event comes later, perhaps together with a move of the reader's.
      before = measure(box);
    });
    observer.observe(content.current);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, [key, isEmpty, sent, toEnd]);

  return { scroller, content, atEnd, toEnd, toMessage };
}

function distance({ top, height, box }: Scrolled): number {
  return height - top - box;
}

function measure({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Scrolled {
  return { top: scrollTop, height: scrollHeight, box: clientHeight };
}

import type { FramePlace } from '../../contracts/index.ts';

/**
 * Where a window is among the frames of its tab, the same seen from itself and from the windows around it: the number of
 * each frame on the way down, as `window.parent[0]` counts them, joined by dots. '' for the tab's own window, null for a
 * frame that its parent does not count, as those in shadow trees.
 */
export function frameKey(window: Window): string | null {
  const key: number[] = [];
  for (let inner = window; inner !== inner.parent; inner = inner.parent) {
    const index = Array.from({ length: inner.parent.length }, (_, at) => at).find((at) => inner.parent[at] === inner);
    if (index === undefined) return null;
    key.unshift(index);
  }
  return key.join('.');
}

/** Which frame this element shows, or null where it shows none. */
export function framePlace(frame: HTMLIFrameElement): FramePlace | null {
  const { contentWindow } = frame;
  return contentWindow && { key: frameKey(contentWindow), url: frame.src };
}

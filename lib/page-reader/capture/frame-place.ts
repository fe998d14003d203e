import type { FramePlace } from '../../contracts/index.ts';

/**
 * The place of a window among the frames of its tab, the same seen from inside and outside: the index of each frame on the path,
 * as in `window.parent[0]`, joined by dots. '' for the top window, null for a frame that its parent does not index, as in shadow
 * trees.
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

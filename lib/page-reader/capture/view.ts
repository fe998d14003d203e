import { boxOf } from '../dom/dom.ts';
import type { Colour, Looks } from './contrast.ts';
import { bodyOf, type Toggles } from './flat-tree.ts';
import type { Labelled } from './generated-text.ts';

/** The window that computes styles, and whether it has layout: a DOM in tests has no boxes to measure. */
export type View = {
  window: Window & typeof globalThis;
  /** Of the document. */
  address: string;
  hasLayout: boolean;
  /** Scroll position of the document, which does not change while it is read. */
  scrolled: { x: number; y: number };
  looks: Looks;
  /** Whether text of a CSS colour is visible on a background; cached. */
  distinct: Map<Colour | null, Map<string, boolean>>;
  labelled: Labelled;
  /** Computed when the first element without display is read. */
  toggles: Toggles | null;
};

export function viewOf(document: Document, window: Window & typeof globalThis): View {
  const boxes = [document.documentElement, bodyOf(document)].flatMap((element) => (element ? boxOf(element) : []));
  return {
    window,
    address: document.location?.href ?? '',
    hasLayout: boxes.some((box) => box.width > 0 && box.height > 0),
    scrolled: { x: window.scrollX, y: window.scrollY },
    looks: { left: 20_000, boxes: new Map() },
    distinct: new Map(),
    labelled: new Map(),
    toggles: null,
  };
}

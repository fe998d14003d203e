import type { AncestorState } from './ancestors.ts';
import type { CapturedRegion } from './capture-recorder.ts';
import type { Children } from './children.ts';
import type { LineBox } from './line-box.ts';
import type { Traits } from './traits.ts';
import type { View } from './view.ts';

/** State that an element passes on to its children. */
export type InheritedState = {
  surroundings: AncestorState;
  view: View;
  region: CapturedRegion;
  lines: LineBox;
  inTable: boolean;
  inRow: boolean;
  inCode: boolean;
  /** Among the controls of an application, not in a text. */
  inWidget: boolean;
  /** In a link whose words are read as one line, however it is laid out. */
  inShortLink: boolean;
};

/** An element that is being read. */
export type Entry = InheritedState & {
  element: Element;
  children: Children;
  traits: Traits;
  /** Can text directly in this element be seen? Found out when the first text comes. */
  showsText: boolean | null;
  /** Do line breaks in its text show as such? Found out when the first one comes. */
  keepsLines: boolean | null;
  close: () => void;
};

/** Where lines of code are laid out as a grid, the white space that separates them in the source is not shown. */
export function isBetweenLines({ inCode, traits }: Entry): boolean {
  return inCode && /grid|flex/.test(traits.display);
}

/** Line breaks between elements are most of the text nodes of a page: their parent is asked once for all of them. */
export function keepsLines(entry: Entry): boolean {
  if (entry.keepsLines === null) {
    const { whiteSpace } = entry.traits.style;
    entry.keepsLines = whiteSpace !== 'normal' && /^(?:pre|break)/.test(whiteSpace);
  }
  return entry.keepsLines;
}

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
  /** In a link that is read as one line, whatever its layout. */
  inShortLink: boolean;
};

/** An element that is being read. */
export type Entry = InheritedState & {
  element: Element;
  children: Children;
  traits: Traits;
  /** Whether text directly in this element is visible. Computed when the first text is read. */
  showsText: boolean | null;
  /** Whether line breaks in its text are displayed. Computed when the first one is read. */
  keepsLines: boolean | null;
  close: () => void;
};

/** Whether white space between lines of code is not displayed, because they are laid out as a grid. */
export function isBetweenLines({ inCode, traits }: Entry): boolean {
  return inCode && /grid|flex/.test(traits.display);
}

/** Most text nodes of a page are line breaks between elements, so the style of their parent is queried once for all of them. */
export function keepsLines(entry: Entry): boolean {
  if (entry.keepsLines === null) {
    const { whiteSpace } = entry.traits.style;
    entry.keepsLines = whiteSpace !== 'normal' && /^(?:pre|break)/.test(whiteSpace);
  }
  return entry.keepsLines;
}

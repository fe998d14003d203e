import type { AncestorState } from './ancestors.ts';
import type { CapturedRegion } from './capture-recorder.ts';
import type { Children } from './flat-tree.ts';
import { hasOnlyDigits } from './inline-shape.ts';
import type { Traits, View } from './view.ts';
import type { LineBox } from './visibility.ts';

/** State that an element passes on to its children. */
export type InheritedState = {
  ancestors: AncestorState;
  view: View;
  region: CapturedRegion;
  lines: LineBox;
  inTable: boolean;
  inRow: boolean;
  inCode: boolean;
  /** Whether it is among the controls of an application and not in a text. */
  inWidget: boolean;
  /** The type of the children, in a table made of boxes. */
  boxTable: 'rows' | 'cells' | null;
  /** Whether it is in the row of a carousel or a ticker, which is clipped by itself or by the box around it. */
  inTrack: boolean;
  /** Whether it is in a box of code whose lines a style sheet indents. */
  indentsLines: boolean;
  /** Whether it is in a link or row of few words that is read as one line, regardless of its layout. */
  inShortLine: boolean;
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
  /** Whether it holds only digits and signs. Computed when white space in a flex row is read. */
  isNumber: boolean | null;
  /** The rows of a table without a box of its own that is open among the children. */
  rows: ReadonlySet<Node> | null;
  close: () => void;
};

/**
 * Whether white space between boxes is not displayed: lines of code in boxes or in a grid, and digits in a flex row.
 */
export function isBetweenBoxes(entry: Entry): boolean {
  const { inCode, indentsLines, traits } = entry;
  if (inCode) return indentsLines || /grid|flex/.test(traits.display);
  if (!traits.display.endsWith('flex')) return false;
  entry.isNumber ??= hasOnlyDigits(entry.element);
  return entry.isNumber;
}

/**
 * Most text nodes of a page are line breaks between elements, so their parent's style is queried once for all of them.
 */
export function keepsLines(entry: Entry): boolean {
  if (entry.keepsLines === null) {
    const { whiteSpace } = entry.traits.style;
    entry.keepsLines = whiteSpace !== 'normal' && /^(?:pre|break)/.test(whiteSpace);
  }
  return entry.keepsLines;
}

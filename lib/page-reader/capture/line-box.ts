import { boxOf, isDotted } from '../dom/dom.ts';
import type { AncestorState } from './ancestors.ts';
import { isConclusive, isOutside } from './place.ts';
import type { Traits } from './traits.ts';
import type { View } from './view.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** The block that contains lines of text. What it does to all of them is computed once. */
export type LineBox = {
  element: Element;
  style: CSSStyleDeclaration;
  /** Whether it lies where it is visible. */
  isSeen: boolean | null;
  isIndentedAway: boolean | null;
  /** Whether text directly in it, without inline elements around it, is hidden. */
  hidesLetters: boolean | null;
};

export function lineBox(element: Element, style: CSSStyleDeclaration): LineBox {
  return { element, style, isSeen: null, isIndentedAway: null, hidesLetters: null };
}

/** Measuring is expensive: words in a visible block count as visible unless something can have moved them out of their line. */
export function isInSeenLine(
  element: Element,
  { style, display, position }: Traits,
  at: AncestorState,
  view: View,
  lines: LineBox,
): boolean {
  const isMoved =
    element !== lines.element &&
    (display !== 'inline' ||
      position !== 'static' ||
      style.marginLeft !== '0px' ||
      style.marginRight !== '0px' ||
      isRaised(style.verticalAlign));
  if (isMoved) return false;
  lines.isSeen ??= isBlockSeen(lines.element, at, view);
  return lines.isSeen;
}

/** By a length, not by a keyword such as `super`. */
function isRaised(verticalAlign: string): boolean {
  return verticalAlign !== 'baseline' && /px|%/.test(verticalAlign);
}

function isBlockSeen(block: Element, at: AncestorState, view: View): boolean {
  const box = boxOf(block);
  return isConclusive(box) && !isOutside(box, at.origin, block, view);
}

/** Whether the first line of the block is indented out of sight. */
export function isIndentedAway(lines: LineBox): boolean {
  lines.isIndentedAway ??= isFarIndent(lines.style.textIndent);
  return lines.isIndentedAway;
}

function isFarIndent(indent: string): boolean {
  if (indent === '' || indent === '0px') return false;
  return indent.endsWith('%') ? Math.abs(Number.parseFloat(indent)) >= 90 : Number.parseFloat(indent) <= -200;
}

/**
 * Whether letters are shown as dots or on top of each other. Inline elements without attributes look like their block and are not
 * tested.
 */
export function hidesLetters(element: Element, { style, hasAttributes }: Traits, lines: LineBox): boolean {
  if (element !== lines.element && hasAttributes) return isUnreadable(style);
  lines.hidesLetters ??= isUnreadable(lines.style);
  return lines.hidesLetters;
}

function isUnreadable(style: CSSStyleDeclaration): boolean {
  if (isDotted(style)) return true;
  const { letterSpacing = '' } = style;
  return (
    letterSpacing.startsWith('-') &&
    Number.parseFloat(letterSpacing) < -Number.parseFloat(style.fontSize) * VISIBILITY_THRESHOLDS.minAdvance
  );
}

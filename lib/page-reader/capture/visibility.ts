import { boxOf } from '../dom/dom.ts';
import type { AncestorState } from './ancestors.ts';
import { isDistinct } from './distinct.ts';
import { hidesLetters, isIndentedAway, isInSeenLine, type LineBox } from './line-box.ts';
import { contains, isOutside, textBoxOf } from './place.ts';
import type { Traits } from './traits.ts';
import type { View } from './view.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** Whether this image, drawing or field is visible, given its box. */
export function isShown(element: Element, style: CSSStyleDeclaration, at: AncestorState, view: View): boolean {
  if (at.clip !== 'none' || !isVisible(style)) return false;
  if (!view.hasLayout) return true;
  const box = boxOf(element);
  return (
    box.width > VISIBILITY_THRESHOLDS.minBoxSizePx &&
    box.height > VISIBILITY_THRESHOLDS.minBoxSizePx &&
    !isOutside(box, at.origin, element, view)
  );
}

/** Whether the text directly in `element` is visible. `lines` is the block whose lines it is part of. */
export function isTextShown(
  element: Element,
  traits: Traits,
  at: AncestorState,
  view: View,
  text: Text,
  lines: LineBox,
): boolean {
  const { style } = traits;
  if (at.clip !== 'none' || !isVisible(style)) return false;
  if (!isLegible(style) || isIndentedAway(lines) || hidesLetters(element, traits, lines)) return false;
  if (view.hasLayout && (at.covers.length > 0 || !isInSeenLine(element, traits, at, view, lines))) {
    const box = textBoxOf(element, text);
    if (!box || isOutside(box, at.origin, element, view)) return false;
    if (at.covers.some((cover) => contains(cover, box))) return false;
  }
  return isDistinct(element, style, at.background, view, text);
}

function isVisible({ visibility }: CSSStyleDeclaration): boolean {
  return visibility === 'visible' || visibility === '';
}

function isLegible({ fontSize }: CSSStyleDeclaration): boolean {
  return fontSize === '' || Number.parseFloat(fontSize) >= VISIBILITY_THRESHOLDS.minFontSizePx;
}

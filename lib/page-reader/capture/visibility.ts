import { boxOf } from '../dom/dom.ts';
import type { Surroundings } from './ancestors.ts';
import { isDistinct } from './distinct.ts';
import { hidesLetters, isIndentedAway, isInSeenLine, type LineBox } from './line-box.ts';
import { contains, isOutside, textBoxOf } from './place.ts';
import type { Traits } from './traits.ts';
import type { View } from './view.ts';
import { least } from './visibility-thresholds.ts';

/** Can this image, drawing or field be seen, with the box it has? */
export function isShown(element: Element, style: CSSStyleDeclaration, at: Surroundings, view: View): boolean {
  if (at.clip !== 'none' || !isVisible(style)) return false;
  if (!view.hasLayout) return true;
  const box = boxOf(element);
  return box.width > least.boxSize && box.height > least.boxSize && !isOutside(box, at.origin, element, view);
}

/** Can the text that stands directly in `element` be seen? `lines` is the block whose lines it is part of. */
export function isTextShown(
  element: Element,
  traits: Traits,
  at: Surroundings,
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
  return fontSize === '' || Number.parseFloat(fontSize) >= least.fontSize;
}

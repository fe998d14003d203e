import { boxOf, isRoot, property, textOf } from '../dom/dom.ts';
import { backgroundUnder } from './background.ts';
import { isClippedAway } from './clipping.ts';
import { type Colour, white } from './contrast.ts';
import { coversIn } from './covers.ts';
import { facesAway, isBehind, isLow } from './depth.ts';
import { isOutside, type Origin } from './place.ts';
import { type Traits, traitsOf } from './traits.ts';
import type { View } from './view.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** What an element's ancestors do to its content; computed once per element from its parent's state. */
export type AncestorState = {
  /** Product of the opacities on the way down. */
  opacity: number;
  /** The colour behind text, or null where an image or a gradient makes it unknown. */
  background: Colour | null;
  /** Inside a box too small to show anything, which is the containing block of what is positioned in it or is not. */
  clip: 'none' | 'static' | 'positioned';
  origin: Origin;
  /** Opaque empty boxes that lie over everything here that is not positioned itself. */
  covers: readonly DOMRect[];
};

const noCovers: readonly DOMRect[] = [];

/**
 * The ancestors of a document's body, or null where nothing of it can be seen. The canvas is white, or unknown in the dark
 * scheme.
 */
export function documentAncestorState(document: Document, view: View): AncestorState | null {
  const { documentElement } = document;
  const traits = traitsOf(documentElement, view.window);
  const background = traits.style.colorScheme?.includes('dark') ? null : white;
  const canvas: AncestorState = { opacity: 1, background, clip: 'none', origin: 'document', covers: noCovers };
  return enterElement(documentElement, traits, canvas, view);
}

/** What `element` is to its content, or null when nothing in it can be seen. */
export function enterElement(element: Element, traits: Traits, outer: AncestorState, view: View): AncestorState | null {
  const { style, display, position } = traits;
  // Inline boxes cannot hide what is in them by size: fewer questions for the most frequent elements.
  const isInline = display === 'inline';
  if (display === 'none' || (!isInline && style.contentVisibility === 'hidden')) return null;
  const own = style.opacity;
  const opacity = own === '1' || own === '' ? outer.opacity : outer.opacity * Number(own);
  const isPositioned = position !== '' && position !== 'static';
  if (
    opacity < VISIBILITY_THRESHOLDS.minOpacity ||
    isClippedAway(style, isPositioned, () => textOf(element).trim() !== '')
  )
    return null;
  if (isPositioned && (facesAway(element, style, view.window) || isBehind(element, style, view.window))) return null;
  const background = backgroundUnder(style, outer.background);
  const overflow = isInline && !isPositioned ? 'visible' : style.overflow;
  const clip = view.hasLayout ? clipOf(element, position, overflow, outer, view) : 'none';
  const origin = position === 'fixed' ? 'viewport' : isScroller(element, overflow, view) ? element : outer.origin;
  const isLayer = opacity !== outer.opacity || isPaintedLast(style, isPositioned, outer);
  const covers = view.hasLayout ? coversOf(element, isPositioned, isLayer, outer, view) : noCovers;
  if (
    opacity === outer.opacity &&
    background === outer.background &&
    clip === outer.clip &&
    origin === outer.origin &&
    covers === outer.covers
  ) {
    return outer;
  }
  return { opacity, background, clip, origin, covers };
}

function clipOf(
  element: Element,
  position: string,
  overflow: string,
  outer: AncestorState,
  view: View,
): AncestorState['clip'] {
  // A box escapes the clip of a parent that is not its containing block.
  const escapes = position === 'fixed' || (position === 'absolute' && outer.clip === 'static');
  const inherited = escapes ? 'none' : outer.clip;
  if (inherited !== 'none' || overflow === 'visible' || overflow === '' || isRoot(element)) return inherited;
  const box = boxOf(element);
  const origin = position === 'fixed' ? 'viewport' : outer.origin;
  const isOpen =
    box.width > VISIBILITY_THRESHOLDS.minBoxSizePx &&
    box.height > VISIBILITY_THRESHOLDS.minBoxSizePx &&
    !isOutside(box, origin, element, view);
  if (isOpen) return 'none';
  return position === 'static' ? 'static' : 'positioned';
}

function isScroller(element: Element, overflow: string, { scrolled }: View): boolean {
  if (overflow === '' || overflow === 'visible') return false;
  const top = property(Element.prototype, element, 'scrollTop');
  // The document's own scrolling shows as that of the body in quirks mode.
  if (isRoot(element)) return top > 0 && scrolled.y === 0;
  return /auto|scroll/.test(overflow) || top > 0 || property(Element.prototype, element, 'scrollLeft') > 0;
}

/** After what is not positioned around it, so above its covers? Asked for transforms only where there are any. */
function isPaintedLast(style: CSSStyleDeclaration, isPositioned: boolean, outer: AncestorState): boolean {
  return isPositioned ? !isLow(style) : outer.covers.length > 0 && style.transform !== 'none';
}

/** A layer is painted above the covers around it, and what is positioned may have its own. */
function coversOf(
  element: Element,
  isPositioned: boolean,
  isLayer: boolean,
  outer: AncestorState,
  view: View,
): readonly DOMRect[] {
  const inherited = isLayer ? noCovers : outer.covers;
  const own = isPositioned ? coversIn(element, view.window) : noCovers;
  return own.length > 0 ? [...inherited, ...own] : inherited;
}

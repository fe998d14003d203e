import { getChildren, getParent, getTagName, getTextContent, isRoot, measureBox, property } from '../dom/dom.ts';
import { isClippedAway } from './clipping.ts';
import { type Colour, coloursIn, isOpaque, PICTURES, paintOver, parseColour, WHITE } from './contrast.ts';
import { hasFewWords, hasOnlyDigits } from './inline-shape.ts';
import { isOutside, type Origin } from './place.ts';
import { lookUpStyle, readTraits, type Traits, type View } from './view.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** How an element's ancestors affect its content; computed once per element from its parent's state. */
export type AncestorState = {
  /** Product of the opacities of all ancestors. */
  opacity: number;
  /** The colour behind text, or null if an image or a gradient makes it unknown. */
  background: Colour | null;
  /**
   * Whether it is inside a box too small to show anything. `positioned`: that box is also the containing block of
   * positioned descendants.
   */
  clip: 'none' | 'static' | 'positioned';
  origin: Origin;
  /**
   * A box one line high through which longer content scrolls, such as the digits of a counter: only what is inside it
   * is visible.
   */
  lineWindow: DOMRect | null;
  /** Opaque empty boxes that cover all non-positioned content here. */
  covers: readonly DOMRect[];
};

const NO_COVERS: readonly DOMRect[] = [];

/**
 * State of the ancestors of a document's body, or null if nothing in it is visible. The canvas is white, or unknown in
 * the dark scheme.
 */
export function documentAncestorState(document: Document, view: View): AncestorState | null {
  const { documentElement } = document;
  const traits = readTraits(documentElement, view);
  const background = traits.style.colorScheme?.includes('dark') ? null : WHITE;
  const canvas: AncestorState = {
    opacity: 1,
    background,
    clip: 'none',
    origin: 'document',
    lineWindow: null,
    covers: NO_COVERS,
  };
  return enterElement(documentElement, traits, canvas, view);
}

/** The state that `element` passes to its content, or null if nothing in it is visible. */
export function enterElement(element: Element, traits: Traits, outer: AncestorState, view: View): AncestorState | null {
  const { style, display, position } = traits;
  // Inline boxes cannot hide content by their size, so the most frequent elements need fewer style queries.
  const isInline = display === 'inline';
  if (display === 'none' || (!isInline && style.contentVisibility === 'hidden')) return null;
  const own = style.opacity;
  const opacity = own === '1' || own === '' ? outer.opacity : outer.opacity * Number(own);
  const isPositioned = position !== '' && position !== 'static';
  if (
    opacity < VISIBILITY_THRESHOLDS.minOpacity ||
    isClippedAway(style, isPositioned, () => getTextContent(element).trim() !== '')
  )
    return null;
  if (isPositioned && (isTurnedAway(element, style, view.window) || isBehind(element, style, view.window))) return null;
  const background = backgroundUnder(style, outer.background);
  const overflow = isInline && !isPositioned ? 'visible' : style.overflow;
  const clip = view.hasLayout ? computeClip(element, position, overflow, outer, view) : 'none';
  const origin = position === 'fixed' ? 'viewport' : isScroller(element, overflow, view) ? element : outer.origin;
  const lineWindow =
    outer.lineWindow ?? (view.hasLayout && isLineWindow(element, overflow, style) ? measureBox(element) : null);
  const isLayer = opacity !== outer.opacity || isPaintedLast(style, isPositioned, outer);
  const covers = view.hasLayout ? collectCovers(element, isPositioned, isLayer, outer, view) : NO_COVERS;
  if (
    opacity === outer.opacity &&
    background === outer.background &&
    clip === outer.clip &&
    origin === outer.origin &&
    lineWindow === outer.lineWindow &&
    covers === outer.covers
  ) {
    return outer;
  }
  return { opacity, background, clip, origin, lineWindow, covers };
}

function computeClip(
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
  const box = measureBox(element);
  const origin = position === 'fixed' ? 'viewport' : outer.origin;
  const isOpen =
    box.width > VISIBILITY_THRESHOLDS.minBoxSizePx &&
    box.height > VISIBILITY_THRESHOLDS.minBoxSizePx &&
    !isOutside(box, origin, element, view);
  if (isOpen) return 'none';
  return position === 'static' ? 'static' : 'positioned';
}

/** Maximum height of a line window, in font sizes, and minimum height of its content, in window heights. */
const LINE_WINDOW_HEIGHTS = { max: 2, minContent: 2 };

function isLineWindow(element: Element, overflow: string, style: CSSStyleDeclaration): boolean {
  if (overflow === 'visible' || !/hidden|clip/.test(overflow) || !(hasFewWords(element) || hasOnlyDigits(element)))
    return false;
  const height = property(Element.prototype, element, 'clientHeight') || measureBox(element).height;
  // Content scrolled out at the top is unreachable and not part of the scroll height.
  const column = property(Element.prototype, element, 'firstElementChild');
  const content = Math.max(
    property(Element.prototype, element, 'scrollHeight'),
    column ? measureBox(column).height : 0,
  );
  return (
    height > VISIBILITY_THRESHOLDS.minLineHeightPx &&
    height <= Number.parseFloat(style.fontSize) * LINE_WINDOW_HEIGHTS.max &&
    content >= height * LINE_WINDOW_HEIGHTS.minContent
  );
}

function isScroller(element: Element, overflow: string, { scrolled }: View): boolean {
  if (overflow === '' || overflow === 'visible') return false;
  const top = property(Element.prototype, element, 'scrollTop');
  // In quirks mode the document's own scroll position is reported on the body.
  if (isRoot(element)) return top > 0 && scrolled.y === 0;
  return /auto|scroll/.test(overflow) || top > 0 || property(Element.prototype, element, 'scrollLeft') > 0;
}

/**
 * Whether the element is painted after the non-positioned content around it, and therefore above its covers. Transforms
 * are only queried if there are covers.
 */
function isPaintedLast(style: CSSStyleDeclaration, isPositioned: boolean, outer: AncestorState): boolean {
  return isPositioned ? !hasNegativeZIndex(style) : outer.covers.length > 0 && style.transform !== 'none';
}

/** A layer is painted above the covers around it; positioned content may have covers of its own. */
function collectCovers(
  element: Element,
  isPositioned: boolean,
  isLayer: boolean,
  outer: AncestorState,
  view: View,
): readonly DOMRect[] {
  const inherited = isLayer ? NO_COVERS : outer.covers;
  const own = isPositioned ? coversIn(element, view) : NO_COVERS;
  return own.length > 0 ? [...inherited, ...own] : inherited;
}

/** The background colour behind the text of an element with this computed style, or null if it is unknown. */
function backgroundUnder(style: CSSStyleDeclaration, outer: Colour | null): Colour | null {
  const image = style.backgroundImage;
  const isPlain = image === 'none' || image === '';
  const css = isPlain ? style.backgroundColor : findOnlyColour(image, style);
  if (css === null) return null;
  if (css === '' || css === 'rgba(0, 0, 0, 0)' || css === 'transparent') return outer;
  const colour = parseColour(css);
  if (colour === null || (outer === null && colour.alpha < 1)) return null;
  return paintOver(outer ?? WHITE, colour);
}

/** The color of a gradient that is one opaque color over the whole box, else null. */
function findOnlyColour(image: string, style: CSSStyleDeclaration): string | null {
  const [first, ...others] = image.includes('url(') ? [] : coloursIn(image);
  const isWhole = style.backgroundSize.startsWith('auto') && style.backgroundClip !== 'text';
  if (first === undefined || !isWhole || parseColour(first)?.alpha !== 1) return null;
  return others.every((other) => other === first) ? first : null;
}

/** Empty opaque boxes laid over `element`. Only its own children are considered, since deeper covers hide less. */
function coversIn(element: Element, view: View): readonly DOMRect[] {
  const covers: DOMRect[] = [];
  for (const child of getChildren(element)) {
    // The cheapest test comes first: nearly every child begins with text, even if only a line break, and the remaining
    // tests may have to examine the whole page.
    if (beginsWithText(child) || PICTURES.has(getTagName(child))) continue;
    const style = lookUpStyle(child, view);
    if (style.position !== 'absolute' || getTextContent(child) !== '') continue;
    if (Number(style.opacity) < VISIBILITY_THRESHOLDS.opaqueFrom || Number(style.zIndex) < 0) continue;
    if (isOpaque(style.backgroundColor)) covers.push(measureBox(child));
  }
  return covers;
}

function beginsWithText(element: Element): boolean {
  let first: Node | null = element;
  while (first !== null && first.nodeType !== 3) first = property(Node.prototype, first, 'firstChild');
  return first !== null && (first as Text).data !== '';
}

/**
 * Whether this is the back of a flip card, which is hidden while it is turned away. Card faces overlap, so only
 * positioned elements are tested.
 */
function isTurnedAway(element: Element, style: CSSStyleDeclaration, window: Window & typeof globalThis): boolean {
  if (style.backfaceVisibility !== 'hidden') return false;
  let matrix = buildMatrix(style, window);
  for (let around = getParent(element); around; around = getParent(around)) {
    const outer = window.getComputedStyle(around);
    if (outer.transformStyle !== 'preserve-3d') break;
    matrix = buildMatrix(outer, window).multiply(matrix);
  }
  return matrix.m33 < 0;
}

function buildMatrix({ rotate, transform }: CSSStyleDeclaration, window: Window & typeof globalThis): DOMMatrix {
  const turned = /^([xy]) ([-\d.]+deg)$/.exec(rotate);
  const own = turned ? `rotate${turned[1]?.toUpperCase()}(${turned[2]}) ` : '';
  return new window.DOMMatrix(own + (transform === 'none' ? '' : transform));
}

function hasNegativeZIndex({ zIndex }: CSSStyleDeclaration): boolean {
  return Number(zIndex) < 0;
}

/** Whether an element with negative z-index lies behind the background of an ancestor (CSS 2, appendix E). */
function isBehind(element: Element, own: CSSStyleDeclaration, window: Window): boolean {
  if (!hasNegativeZIndex(own)) return false;
  for (let around = getParent(element); around; around = getParent(around)) {
    if (isRoot(around)) return false;
    const style = window.getComputedStyle(around);
    if (isStackingContext(style)) return false;
    if (isOpaque(style.backgroundColor)) return true;
  }
  return false;
}

/** Initial values of the properties that create a stacking context when they have any other value. */
const INITIAL_STYLE = {
  zIndex: 'auto',
  opacity: '1',
  transform: 'none',
  rotate: 'none',
  scale: 'none',
  translate: 'none',
  filter: 'none',
  backdropFilter: 'none',
  perspective: 'none',
  clipPath: 'none',
  maskImage: 'none',
  mixBlendMode: 'normal',
  isolation: 'auto',
  contain: 'none',
  willChange: 'auto',
} satisfies Partial<CSSStyleDeclaration>;

/** Returns true if unsure, so that the content counts as visible. */
function isStackingContext(style: CSSStyleDeclaration): boolean {
  if (style.position === 'fixed' || style.position === 'sticky') return true;
  return Object.entries(INITIAL_STYLE).some(([name, value]) => style[name as keyof typeof INITIAL_STYLE] !== value);
}

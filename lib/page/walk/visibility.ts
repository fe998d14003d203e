import { boxOf, property, tagOf, textOf } from '../dom.ts';
import { isDotted } from '../dotted.ts';
import { hasBackdrop, type Looks } from './backdrop.ts';
import { isClippedAway } from './clipped.ts';
import type { Toggles } from './collapsed.ts';
import { type Colour, coloursIn, contrast, paintOver, parseColour, white } from './colour.ts';
import { coversIn } from './covers.ts';
import { facesAway, isBehind } from './depth.ts';
import { bodyOf } from './flat-tree.ts';
import type { Labelled } from './generated-text.ts';
import { type Traits, traitsOf } from './traits.ts';

/** What an element's surroundings do to whatever is inside; computed once per element from its parent's. */
export type Surroundings = {
  /** Product of the opacities on the way down. */
  opacity: number;
  /** The colour behind text, or null where an image or a gradient makes it unknown. */
  background: Colour | null;
  /** Inside a box too small to show anything, which is the containing block of what is positioned in it or is not. */
  clip: 'none' | 'static' | 'positioned';
  /** What positions are measured from: the document, the viewport for fixed boxes, or a scrolling box. */
  origin: 'document' | 'viewport' | Element;
  /** Opaque empty boxes that lie over everything here that is not positioned itself. */
  covers: readonly DOMRect[];
};

/** The window that computes styles, and whether it lays pages out at all: a DOM in tests has no boxes to measure. */
export type View = {
  window: Window & typeof globalThis;
  /** Of the document. */
  address: string;
  hasLayout: boolean;
  /** How far the document is scrolled, which does not change while it is read. */
  scrolled: { x: number; y: number };
  looks: Looks;
  /** Whether text of a CSS colour stands out from a background, as found before. */
  distinct: Map<Colour | null, Map<string, boolean>>;
  labelled: Labelled;
  /** Found when the first element comes that is not displayed. */
  toggles: Toggles | null;
};

/** The block that holds lines of text. Whether it lies where it can be seen is found out once for all of them. */
export type LineBox = {
  element: Element;
  style: CSSStyleDeclaration;
  isSeen: boolean | null;
  isIndentedAway: boolean | null;
  /** Of letters that stand in it with nothing around them that could make them look otherwise. */
  hidesLetters: boolean | null;
};

export function lineBox(element: Element, style: CSSStyleDeclaration): LineBox {
  return { element, style, isSeen: null, isIndentedAway: null, hidesLetters: null };
}

const noCovers: readonly DOMRect[] = [];

/** Below these, in CSS pixels and as shares, nothing is legible. */
const least = { fontSize: 3, lineHeight: 3, width: 1, opacity: 0.05, contrast: 1.12, boxSize: 2, advance: 0.4 };
/** Boxes that begin this far to the left, in CSS pixels, are asked where their text is. */
const farLeft = -500;

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

/** The surroundings of a document's body, or null where nothing of it can be seen. The canvas is white, or unknown in the dark scheme. */
export function documentSurroundings(document: Document, view: View): Surroundings | null {
  const { documentElement } = document;
  const traits = traitsOf(documentElement, view.window);
  const background = traits.style.colorScheme?.includes('dark') ? null : white;
  const canvas: Surroundings = { opacity: 1, background, clip: 'none', origin: 'document', covers: noCovers };
  return enter(documentElement, traits, canvas, view);
}

/** What `element` is to its content, or null when nothing in it can be seen. */
export function enter(element: Element, traits: Traits, outer: Surroundings, view: View): Surroundings | null {
  const { style, display, position } = traits;
  // Inline boxes cannot hide what is in them by size: fewer questions for the most frequent elements.
  const isInline = display === 'inline';
  if (display === 'none' || (!isInline && style.contentVisibility === 'hidden')) return null;
  const own = style.opacity;
  const opacity = own === '1' || own === '' ? outer.opacity : outer.opacity * Number(own);
  const isPositioned = position !== '' && position !== 'static';
  if (opacity < least.opacity || isClippedAway(style, isPositioned, () => textOf(element).trim() !== '')) return null;
  const isLow = isPositioned && Number(style.zIndex) < 0;
  if (isPositioned && (facesAway(element, style, view.window) || (isLow && isBehind(element, view.window))))
    return null;
  const background = backgroundUnder(style, outer.background);
  const overflow = isInline && !isPositioned ? 'visible' : style.overflow;
  const clip = view.hasLayout ? clipOf(element, position, overflow, outer, view) : 'none';
  const origin = position === 'fixed' ? 'viewport' : isScroller(element, overflow, view) ? element : outer.origin;
  const covers = view.hasLayout ? coversOf(element, style, isPositioned, isLow, opacity, outer, view) : noCovers;
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
  return isDistinct(element, style, at, view, text);
}

/** Measuring is dear: the words of a seen block are seen where nothing can have moved them out of their line. */
function isInSeenLine(
  element: Element,
  { style, display, position }: Traits,
  at: Surroundings,
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

function isVisible({ visibility }: CSSStyleDeclaration): boolean {
  return visibility === 'visible' || visibility === '';
}

/** By a length, and not by a word such as `super`. */
function isRaised(verticalAlign: string): boolean {
  return verticalAlign !== 'baseline' && /px|%/.test(verticalAlign);
}

function isBlockSeen(block: Element, at: Surroundings, view: View): boolean {
  const box = boxOf(block);
  return isTelling(box) && !isOutside(box, at.origin, block, view);
}

/** Is there a box at all, and one whose text cannot be far from where it begins? */
function isTelling(box: DOMRect): boolean {
  return box.width >= least.width && box.height >= least.lineHeight && box.left > farLeft;
}

function backgroundUnder(style: CSSStyleDeclaration, outer: Colour | null): Colour | null {
  const image = style.backgroundImage;
  const isPlain = image === 'none' || image === '';
  const css = isPlain ? style.backgroundColor : onlyColourOf(image, style);
  if (css === null) return null;
  if (css === '' || css === 'rgba(0, 0, 0, 0)' || css === 'transparent') return outer;
  const colour = parseColour(css);
  if (colour === null || (outer === null && colour.alpha < 1)) return null;
  return paintOver(outer ?? white, colour);
}

/** Of a gradient from an opaque colour to the same over all of the box, else null. */
function onlyColourOf(image: string, style: CSSStyleDeclaration): string | null {
  const [first, ...others] = image.includes('url(') ? [] : coloursIn(image);
  const isWhole = style.backgroundSize.startsWith('auto') && style.backgroundClip !== 'text';
  if (first === undefined || !isWhole || parseColour(first)?.alpha !== 1) return null;
  return others.every((other) => other === first) ? first : null;
}

function clipOf(
  element: Element,
  position: string,
  overflow: string,
  outer: Surroundings,
  view: View,
): Surroundings['clip'] {
  // A box escapes the clip of a parent that is not its containing block.
  const escapes = position === 'fixed' || (position === 'absolute' && outer.clip === 'static');
  const inherited = escapes ? 'none' : outer.clip;
  if (inherited !== 'none' || overflow === 'visible' || overflow === '' || isRoot(element)) return inherited;
  const box = boxOf(element);
  const origin = position === 'fixed' ? 'viewport' : outer.origin;
  const isOpen = box.width > least.boxSize && box.height > least.boxSize && !isOutside(box, origin, element, view);
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

function isRoot(element: Element): boolean {
  const tag = tagOf(element);
  return tag === 'body' || tag === 'html';
}

/** What is positioned or a layer of its own is painted above the covers around it, and may have its own. */
function coversOf(
  element: Element,
  style: CSSStyleDeclaration,
  isPositioned: boolean,
  isLow: boolean,
  opacity: number,
  outer: Surroundings,
  view: View,
): readonly DOMRect[] {
  const isLayer =
    (isPositioned && !isLow) ||
    opacity !== outer.opacity ||
    (outer.covers.length > 0 && !isPositioned && style.transform !== 'none');
  const inherited = isLayer ? noCovers : outer.covers;
  const own = isPositioned ? coversIn(element, view.window) : noCovers;
  return own.length > 0 ? [...inherited, ...own] : inherited;
}

function isLegible({ fontSize }: CSSStyleDeclaration): boolean {
  return fontSize === '' || Number.parseFloat(fontSize) >= least.fontSize;
}

/** Dots, or letters over each other. Inline elements without attributes look like their block: they are not asked. */
function hidesLetters(element: Element, { style, hasAttributes }: Traits, lines: LineBox): boolean {
  if (element !== lines.element && hasAttributes) return isUnreadable(style);
  lines.hidesLetters ??= isUnreadable(lines.style);
  return lines.hidesLetters;
}

function isUnreadable(style: CSSStyleDeclaration): boolean {
  if (isDotted(style)) return true;
  const { letterSpacing = '' } = style;
  return (
    letterSpacing.startsWith('-') &&
    Number.parseFloat(letterSpacing) < -Number.parseFloat(style.fontSize) * least.advance
  );
}

/** Is the first line of the block moved out of sight? */
function isIndentedAway(lines: LineBox): boolean {
  lines.isIndentedAway ??= isFarIndent(lines.style.textIndent);
  return lines.isIndentedAway;
}

function isFarIndent(indent: string): boolean {
  if (indent === '' || indent === '0px') return false;
  return indent.endsWith('%') ? Math.abs(Number.parseFloat(indent)) >= 90 : Number.parseFloat(indent) <= -200;
}

/** Where text is: its own box, where that of its element says nothing; null when there is nothing to see. */
function textBoxOf(element: Element, text: Text): DOMRect | null {
  const box = boxOf(element);
  if (isTelling(box)) return box;
  const textBox = boxOfText(text);
  return textBox.width >= least.width && textBox.height >= least.lineHeight ? textBox : null;
}

function boxOfText(text: Text): DOMRect {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}

/** Beyond the edge that scrolling can reach. To the right and below, pages go on. */
function isOutside(box: DOMRect, origin: Surroundings['origin'], element: Element, view: View): boolean {
  if (origin === 'viewport') {
    const { innerWidth, innerHeight } = view.window;
    return box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight;
  }
  if (box.right > 0 && box.bottom > 0 && origin === 'document') return false;
  let right = box.right + view.scrolled.x;
  let bottom = box.bottom + view.scrolled.y;
  if (origin !== 'document') {
    const frame = boxOf(origin);
    right = box.right - frame.left + property(Element.prototype, origin, 'scrollLeft');
    bottom = box.bottom - frame.top + property(Element.prototype, origin, 'scrollTop');
  }
  // Pages that run from right to left scroll to the left.
  return bottom <= 0 || (right <= 0 && view.window.getComputedStyle(element).direction !== 'rtl');
}

function contains(outer: DOMRect, inner: DOMRect): boolean {
  return (
    outer.left <= inner.left + 1 &&
    outer.right >= inner.right - 1 &&
    outer.top <= inner.top + 1 &&
    outer.bottom >= inner.bottom - 1
  );
}

/** Does the text stand out from what is behind it? */
function isDistinct(element: Element, style: CSSStyleDeclaration, at: Surroundings, view: View, text: Text): boolean {
  const css = style.webkitTextFillColor || style.color;
  if (differsFrom(at.background, css, view)) return true;
  if (coloursIn(style.textShadow ?? '').some((shadow) => differsFrom(at.background, shadow, view))) return true;
  if (Number.parseFloat(style.webkitTextStrokeWidth || '0') > 0) return true;
  return hasBackdrop(element, view.hasLayout ? boxOfText(text) : null, parseColour(css) ?? white, view);
}

function differsFrom(background: Colour | null, css: string, { distinct }: View): boolean {
  const known = distinct.get(background)?.get(css);
  if (known !== undefined) return known;
  const differs = isSetOff(parseColour(css), background);
  distinct.set(background, (distinct.get(background) ?? new Map<string, boolean>()).set(css, differs));
  return differs;
}

function isSetOff(colour: Colour | null, behind: Colour | null): boolean {
  if (colour === null) return true;
  if (behind === null) return colour.alpha >= least.opacity;
  return contrast(paintOver(behind, colour), behind) >= least.contrast;
}

import { attribute, isDotted, measureBox } from '../dom/dom.ts';
import type { AncestorState } from './ancestors.ts';
import {
  type Colour,
  channelGap,
  coloursIn,
  contrast,
  hasBackdrop,
  paintOver,
  parseColour,
  WHITE,
} from './contrast.ts';
import { boxOfText, contains, isConclusive, isOutside, measureTextBox } from './place.ts';
import { collectToggles, findToggleName, type Toggles } from './toggles.ts';
import type { Traits, View } from './view.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** Whether this image, drawing or field is visible, based on its box. */
export function isShown(element: Element, style: CSSStyleDeclaration, at: AncestorState, view: View): boolean {
  if (at.clip !== 'none' || !isVisible(style, view)) return false;
  if (!view.hasLayout) return true;
  const box = measureBox(element);
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
  if (at.clip !== 'none' || !isVisible(style, view)) return false;
  if (!isLegible(style) || isIndentedAway(lines) || hidesLetters(element, traits, lines)) return false;
  if (at.lineWindow && !isInLineWindow(boxOfText(text), at.lineWindow)) return false;
  if (view.hasLayout && (at.covers.length > 0 || !isInSeenLine(element, traits, at, view, lines))) {
    const box = measureTextBox(element, text);
    if (!box || isOutside(box, at.origin, element, view)) return false;
    if (at.covers.some((cover) => contains(cover, box))) return false;
  }
  return isDistinct(element, style, at.background, view, text);
}

/** Whether most of the line is inside the window. */
function isInLineWindow(box: DOMRect, window: DOMRect): boolean {
  const height = Math.min(box.bottom, window.bottom) - Math.max(box.top, window.top);
  return height > Math.min(box.height, window.height) / 2;
}

function isVisible({ visibility }: CSSStyleDeclaration, { isRevealed }: View): boolean {
  return visibility === 'visible' || visibility === '' || isRevealed;
}

function isLegible({ fontSize }: CSSStyleDeclaration): boolean {
  return fontSize === '' || Number.parseFloat(fontSize) >= VISIBILITY_THRESHOLDS.minFontSizePx;
}

/** Whether text with this computed style is visible on `background`, which is null if unknown. */
function isDistinct(
  element: Element,
  style: CSSStyleDeclaration,
  background: Colour | null,
  view: View,
  text: Text,
): boolean {
  const css = style.webkitTextFillColor || style.color;
  if (differsFrom(background, css, view)) return true;
  if (coloursIn(style.textShadow ?? '').some((shadow) => differsFrom(background, shadow, view))) return true;
  if (Number.parseFloat(style.webkitTextStrokeWidth || '0') > 0) return true;
  return hasBackdrop(element, view.hasLayout ? boxOfText(text) : null, parseColour(css) ?? WHITE, view);
}

function differsFrom(background: Colour | null, css: string, { distinct }: View): boolean {
  const cachedResult = distinct.get(background)?.get(css);
  if (cachedResult !== undefined) return cachedResult;
  const differs = isSetOff(parseColour(css), background);
  distinct.set(background, (distinct.get(background) ?? new Map<string, boolean>()).set(css, differs));
  return differs;
}

function isSetOff(colour: Colour | null, behind: Colour | null): boolean {
  if (colour === null) return true;
  if (behind === null) return colour.alpha >= VISIBILITY_THRESHOLDS.minOpacity;
  const painted = paintOver(behind, colour);
  return (
    contrast(painted, behind) >= VISIBILITY_THRESHOLDS.minContrast ||
    channelGap(painted, behind) >= VISIBILITY_THRESHOLDS.minChannelGap
  );
}

/**
 * The note for a hidden element, and the view with which to read its content; or null. Applies if a visible control or
 * a search on the page opens the element, or if it fades in on scrolling. `isClipped`: it is a box without height.
 */
export function revealableContent(
  element: Element,
  { display, style }: Traits,
  view: View,
  isClipped = false,
): { remark: string; view: View } | null {
  // The browser shows such content when a user's search on the page finds it.
  const isFindable = attribute(element, 'hidden')?.toLowerCase() === 'until-found';
  if (display === 'none' || isClipped || isFindable || style.contentVisibility === 'hidden') {
    const name = findToggleName(element, togglesAround(element, view));
    if (name === null && !isFindable) return null;
    const isRevealed = style.visibility === 'hidden' || view.isRevealed;
    return { remark: name ? `(collapsed: ${name})` : '(collapsed)', view: { ...withoutLayout(view), isRevealed } };
  }
  const fades =
    view.hasLayout &&
    Number(style.opacity) < VISIBILITY_THRESHOLDS.minOpacity &&
    awaitsAnimation(element, style, view.window);
  return fades ? { remark: '(fades in on scrolling)', view } : null;
}

/** The toggles of the document or shadow tree that contains the element. */
function togglesAround(element: Element, { toggles }: View): Toggles {
  const tree = Node.prototype.getRootNode.call(element);
  const known = toggles.get(tree) ?? collectToggles(tree as Document | ShadowRoot);
  toggles.set(tree, known);
  return known;
}

/** Boxes of collapsed content are not conclusive, so only styles are used. */
export function withoutLayout(view: View): View {
  return { ...view, hasLayout: false };
}

/**
 * Whether this is transparent only until it is scrolled into view. Many pages fade their sections in and would
 * otherwise read as nearly empty. The element must be in the flow below the fold and about to move or fade. `style`:
 * the computed style of an element with an opacity near 0.
 */
function awaitsAnimation(element: Element, style: CSSStyleDeclaration, window: Window): boolean {
  if (style.visibility !== 'visible' || (style.position !== 'static' && style.position !== 'relative')) return false;
  const fades = /(?:^|,\s*)(?:all|opacity)/.test(style.transitionProperty) && /[1-9]/.test(style.transitionDuration);
  const moves = style.transform !== 'none' || style.translate !== 'none' || style.scale !== 'none';
  const isAnimated = style.animationName !== 'none' || /opacity/.test(style.willChange);
  if (!fades && !moves && !isAnimated) return false;
  const box = measureBox(element);
  return box.top >= window.innerHeight && box.width > 100 && box.height > 10 && box.left < window.innerWidth;
}

/** The block that contains lines of text. Effects on all of its lines are computed once. */
export type LineBox = {
  element: Element;
  style: CSSStyleDeclaration;
  /** Whether it lies in a visible place. */
  isSeen: boolean | null;
  isIndentedAway: boolean | null;
  /** Whether text directly in it, without inline elements around it, is hidden. */
  hidesLetters: boolean | null;
};

export function lineBox(element: Element, style: CSSStyleDeclaration): LineBox {
  return { element, style, isSeen: null, isIndentedAway: null, hidesLetters: null };
}

/**
 * Measuring is expensive, so words in a visible block count as visible unless something can have moved them out of
 * their line.
 */
function isInSeenLine(
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

/** Whether the text is raised by a length, and not by a keyword such as `super`. */
function isRaised(verticalAlign: string): boolean {
  return verticalAlign !== 'baseline' && /px|%/.test(verticalAlign);
}

function isBlockSeen(block: Element, at: AncestorState, view: View): boolean {
  const box = measureBox(block);
  return isConclusive(box) && !isOutside(box, at.origin, block, view);
}

/** Whether the first line of the block is indented out of sight. */
function isIndentedAway(lines: LineBox): boolean {
  lines.isIndentedAway ??= isFarIndent(lines.style.textIndent);
  return lines.isIndentedAway;
}

function isFarIndent(indent: string): boolean {
  if (indent === '' || indent === '0px') return false;
  return indent.endsWith('%') ? Math.abs(Number.parseFloat(indent)) >= 90 : Number.parseFloat(indent) <= -200;
}

/**
 * Whether letters are shown as dots or on top of each other. Inline elements without attributes look like their block
 * and are not tested.
 */
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
    Number.parseFloat(letterSpacing) < -Number.parseFloat(style.fontSize) * VISIBILITY_THRESHOLDS.minAdvance
  );
}

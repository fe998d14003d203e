import { hasLetterOrDigit } from '../../text/index.ts';
import { attribute, getParent, getTagName, measureBox } from '../dom/dom.ts';
import { isClippedAway } from './clipping.ts';
import { isMonospaced } from './code-box.ts';
import type { BackdropSearch, Colour } from './contrast.ts';
import { Counters, counterText } from './counters.ts';
import { getDocumentBody } from './flat-tree.ts';
import { diffSign, iconSign, isSignPlace, isTick } from './signs.ts';
import type { Toggles } from './toggles.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** The window that computes styles, and whether it has layout. A DOM in tests has no boxes to measure. */
export type View = {
  window: Window & typeof globalThis;
  /** The document's address. */
  address: string;
  hasLayout: boolean;
  /** Whether this reads content that is collapsed by `visibility: hidden`, among other styles. */
  isRevealed: boolean;
  /** Scroll position of the document, which does not change while it is read. */
  scrolled: { x: number; y: number };
  backdrops: BackdropSearch;
  /** Whether text of a CSS colour is visible on a background; cached. */
  distinct: Map<Colour | null, Map<string, boolean>>;
  labelled: Labelled;
  /**
   * Computed styles of elements that will be entered next, since looking up a style takes longer than reading a
   * property.
   */
  stylesAhead: Map<Element, CSSStyleDeclaration>;
  /** Computed when the first counter is read. */
  counters: Counters | null;
  /** Of each document and shadow tree. Computed when the first element without display is read. */
  toggles: Map<Node, Toggles>;
};

export function createView(document: Document, window: Window & typeof globalThis): View {
  const boxes = [document.documentElement, getDocumentBody(document)].flatMap((element) =>
    element ? measureBox(element) : [],
  );
  return {
    window,
    address: document.location?.href ?? '',
    hasLayout: boxes.some((box) => box.width > 0 && box.height > 0),
    isRevealed: false,
    scrolled: { x: window.scrollX, y: window.scrollY },
    backdrops: { left: 20_000, boxes: new Map() },
    distinct: new Map(),
    labelled: new Map(),
    stylesAhead: new Map(),
    counters: null,
    toggles: new Map(),
  };
}

/** Properties of an element that many rules need. Each is queried once, since a query takes 0.5 to 1 µs. */
export type Traits = {
  tag: string;
  /** Its ARIA role. */
  role: string | null;
  hasAttributes: boolean;
  /** Its id, or '' if it has none. */
  id: string;
  /** Its class names, or '' if it has none. */
  classNames: string;
  /** Its computed style, and the properties needed most. */
  style: CSSStyleDeclaration;
  display: string;
  position: string;
};

/** The computed style of an element that is not entered yet, kept until the element is entered. */
export function lookUpStyle(element: Element, { window, stylesAhead }: View): CSSStyleDeclaration {
  let style = stylesAhead.get(element);
  if (!style) {
    style = window.getComputedStyle(element);
    stylesAhead.set(element, style);
  }
  return style;
}

function takeStyle(element: Element, { window, stylesAhead }: View): CSSStyleDeclaration {
  const style = stylesAhead.size > 0 ? stylesAhead.get(element) : undefined;
  if (!style) return window.getComputedStyle(element);
  stylesAhead.delete(element);
  return style;
}

export function readTraits(element: Element, view: View, tag = getTagName(element)): Traits {
  const style = takeStyle(element, view);
  const { display } = style;
  const hasAttributes = Element.prototype.hasAttributes.call(element);
  return {
    tag,
    role: hasAttributes ? attribute(element, 'role') : null,
    hasAttributes,
    id: hasAttributes ? (attribute(element, 'id') ?? '') : '',
    classNames: hasAttributes ? (attribute(element, 'class') ?? '') : '',
    style,
    display,
    // If an element is not displayed, nothing else matters.
    position: display === 'none' ? '' : style.position,
  };
}

/** How many elements of a kind are tested before the kind counts as having no generated text. */
const TRIES = 2;
const MAX_LENGTH = 80;

/** How many elements were tested, and whether any had generated text. */
type ContentStats = Record<keyof Texts, { asked: number; has: boolean }>;
/** Results for elements with the same tag and classes. */
type Labelled = Map<string, Map<string, ContentStats>>;

type Texts = { before: string; after: string };
/** Texts before and after an element, and whether a line is drawn across it. */
type Generated = Texts & { isCrossedOut: boolean };
export const NO_TEXTS: Generated = { before: '', after: '', isCrossedOut: false };

/**
 * The text that a style sheet puts before and after an element ("Step 4: "), or ''. Text without a separator from the
 * element's own is ignored, since it is an icon, a quote or a trick. Exceptions are ticks, counters, the labels of
 * stacked cells, and in code the signs of changed lines. Only a sample of the elements is tested, since two more style
 * queries per element would double the time of a reading.
 */
export function generatedTexts(
  element: Element,
  { tag, classNames, hasAttributes }: Pick<Traits, 'tag' | 'classNames' | 'hasAttributes'>,
  view: View,
  inCode: boolean,
): Generated {
  const { window, labelled } = view;
  const name = classNames === '' && NUMBERED.test(tag) ? nameOfUnnamed(element, hasAttributes) : classNames;
  const contentStats = findStats(inCode ? `${tag} of code` : tag, name, labelled);
  let isCrossedOut = false;
  const ask = (place: keyof Texts) => {
    const state = contentStats[place];
    if (state.asked >= TRIES && !state.has) return '';
    const style = window.getComputedStyle(element, `::${place}`);
    const { content } = style;
    let text = '';
    // Nearly all elements have no content here, and each further query would take longer than this test.
    if (content !== 'none' && content !== 'normal' && content !== '') {
      isCrossedOut ||= !inCode && content === '""' && isLineAcross(element, style);
      text = inCode ? readSign(style, place, element) : readGeneratedText(style, content, place, element, view);
    }
    // An unchanged line may have a space where others have a sign.
    if (!/^"\s+"$|^attr/.test(content)) state.asked += 1;
    state.has ||= text !== '' || isCrossedOut;
    return text;
  };
  const before = ask('before');
  const after = ask('after');
  return before === '' && after === '' && !isCrossedOut ? NO_TEXTS : { before, after, isCrossedOut };
}

/** Two maps, since joining the names into one key would take longer than both lookups. */
function findStats(tag: string, name: string, labelled: Labelled): ContentStats {
  let byName = labelled.get(tag);
  if (!byName) {
    byName = new Map();
    labelled.set(tag, byName);
  }
  let contentStats = byName.get(name);
  if (!contentStats) {
    contentStats = { before: { asked: 0, has: false }, after: { asked: 0, has: false } };
    byName.set(name, contentStats);
  }
  return contentStats;
}

/** Elements that style sheets number or label without giving them a class. */
const NUMBERED = /^(?:li|td|th|dd|h[1-6])$/;

/**
 * The key by which style sheets select elements without a class: the class of the element around them, and their
 * attributes.
 */
function nameOfUnnamed(element: Element, hasAttributes: boolean): string {
  const parent = getParent(element);
  const names = hasAttributes ? Element.prototype.getAttributeNames.call(element).join(' ') : '';
  return `in ${parent && attribute(parent, 'class')} with ${names}`;
}

/** Maximum thickness of a line across a text, in CSS pixels, and minimum share of the text's width that it covers. */
const LINE_ACROSS = { maxPx: 4, minShare: 0.8 };

/**
 * Whether a style sheet draws a line through the middle of this number with empty content of this style, as shops do
 * with old prices. Lines beside or
 * behind words are dividers or decoration. So the element must hold a number and nothing else in boxes, and be no wider
 * than its line.
 */
function isLineAcross(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== 'absolute' || element.childElementCount > 0) return false;
  if (!/\d/.test(element.textContent ?? '') || !isLine(style)) return false;
  const { width, height } = measureBox(element);
  const top = Number.parseFloat(style.top);
  return (
    width > 0 &&
    Number.parseFloat(style.width) >= width * LINE_ACROSS.minShare &&
    Math.abs(Number.parseFloat(style.left)) < width * (1 - LINE_ACROSS.minShare) &&
    top > height * 0.2 &&
    top < height * 0.8
  );
}

function isLine(style: CSSStyleDeclaration): boolean {
  const border = Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.borderBottomWidth);
  const thickness = Number.parseFloat(style.height) + border;
  const isPainted = border > 0 || !/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor);
  return thickness > 0 && thickness <= LINE_ACROSS.maxPx && isPainted && isSeen(style);
}

function readSign({ content, display, visibility }: CSSStyleDeclaration, place: keyof Texts, element: Element): string {
  if (place === 'after' || display === 'none' || visibility === 'hidden') return '';
  return diffSign(stringIn(content, element));
}

/** Strings and `attr()` functions in sequence. */
const CONTENT_PARTS = /^(?:(?:attr\([\w-]+\)|"(?:[^"\\]|\\.)*")\s*)+$/;

/** The string of generated content. Firefox keeps `attr()` in computed values, Chromium resolves it. */
function stringIn(content: string, element: Element): string {
  if (!CONTENT_PARTS.test(content)) return '';
  const parts = content.matchAll(/attr\(([\w-]+)\)|"((?:[^"\\]|\\.)*)"/g);
  const texts = [...parts].map(([, name, text = '']) =>
    name === undefined ? text.replace(/\\(.)/g, '$1') : (attribute(element, name) ?? ''),
  );
  return texts.join('');
}

function readGeneratedText(
  style: CSSStyleDeclaration,
  content: string,
  place: keyof Texts,
  element: Element,
  view: View,
): string {
  const isCounted = place === 'before' && content.includes('counter');
  if (isCounted) view.counters ??= new Counters(element.ownerDocument.documentElement, view.window);
  const text = isCounted ? counterText(content, view.counters?.get(element)) : stringIn(content, element);
  if (!text || text.length > MAX_LENGTH) return '';
  if (/^[\ue000-\uf8ff]$/.test(text)) {
    const sign = place === 'before' && isSeen(style) ? iconSign(element) : '';
    return sign !== '' && isSignPlace(element) ? `${sign} ` : '';
  }
  if (isTick(text)) return isSeen(style) ? (place === 'before' ? `${text} ` : ` ${text}`) : '';
  const isInCode = style.whiteSpace?.startsWith('pre') || isMonospaced(style.fontFamily);
  if (isInCode && diffSign(text) !== '') return readSign(style, place, element);
  if (!hasLetterOrDigit(text)) return '';
  if (place === 'before' && isLabelOfCell(element, text)) return `${text}: `;
  const isSetOff = place === 'before' ? /[\s:.)\]–—-]$/.test(text) : /^[\s:,;([–—-]/.test(text);
  const isPositioned = style.position === 'absolute' || style.position === 'fixed';
  return isSetOff && !isPositioned && isSeen(style) ? text : '';
}

/** Whether the text is the value of a data attribute of this cell, as in tables that are stacked in narrow windows. */
function isLabelOfCell(element: Element, text: string): boolean {
  if (!/^(?:td|th|dd)$/.test(getTagName(element)) || /[:：]\s*$/.test(text)) return false;
  return [...element.attributes].some(({ name, value }) => name.startsWith('data-') && value.trim() === text.trim());
}

function isSeen(style: CSSStyleDeclaration): boolean {
  return (
    style.display !== 'none' &&
    style.visibility === 'visible' &&
    Number(style.opacity) > VISIBILITY_THRESHOLDS.minOpacity &&
    Number.parseFloat(style.fontSize) >= VISIBILITY_THRESHOLDS.minFontSizePx &&
    !/^rgba\(.*, 0\)$/.test(style.color) &&
    !isClippedAway(style, false, () => true)
  );
}

/** Whether a style sheet inserts text into an empty element, such as the sign of a changed line. */
export function isLabelled(element: Element, tag: string, view: View, inCode: boolean): boolean {
  if (!view.hasLayout || (tag !== 'span' && tag !== 'i')) return false;
  const classNames = attribute(element, 'class') ?? '';
  if (classNames === '') return false;
  return generatedTexts(element, { tag, classNames, hasAttributes: true }, view, inCode) !== NO_TEXTS;
}

/** Whether an empty element may show a sign or a rating. */
export function showsSomething(
  element: Element,
  { tag, hasAttributes }: Pick<Traits, 'tag' | 'hasAttributes'>,
  view: View,
  inCode: boolean,
): boolean {
  if (!hasAttributes || !view.hasLayout) return false;
  const names = ['title', 'aria-label'].map((name) => attribute(element, name) ?? '');
  return names.some((name) => /\d/.test(name)) || isLabelled(element, tag, view, inCode);
}

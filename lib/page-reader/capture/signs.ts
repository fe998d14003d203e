import { oneLine } from '../../text/index.ts';
import { attribute, find, findAll, getParent, getTagName, getTextContent, isRendered, measureBox } from '../dom/dom.ts';

/** Ticks, crosses and boxes with them. */
const TICK = /^[\u2610-\u2612\u2705\u2713-\u2718\u274C\u274E]\uFE0F?$/;
const STARS = /^[\s\u2605\u2606\u2729\u272D\u272E\u2B50]*$/;
const MAX_NAME_LENGTH = 80;
/**
 * Maximum length of hidden text that can be the name of a sign, in characters, and maximum number of elements to
 * examine.
 */
const UNSEEN = { maxLength: 30, maxElements: 8 };

/** Whether generated text is a sign that means yes or no. */
export function isTick(text: string): boolean {
  return TICK.test(text.trim());
}

/** The tick or cross that a style sheet puts before an item instead of a bullet, or ''. */
export function markerSign({ listStyleType = '' }: CSSStyleDeclaration): string {
  const text = /^"(.{1,3})"$/u.exec(listStyleType)?.[1] ?? '';
  return isTick(text) ? `${text.trim()} ` : '';
}

/** The sign that a style sheet puts before an added or removed line, or ''. */
export function diffSign(content: string): string {
  return /^\s*[+\-−]\s*$/.test(content) ? content.trim() : '';
}

/** The name of a drawing that is marked as a picture, such as a row of stars, or '' if it shows its own words. */
export function drawingName(element: Element): string {
  if (!STARS.test(getTextContent(element))) return '';
  return readName(element, MAX_NAME_LENGTH);
}

function readName(element: Element, maxLength: number): string {
  return oneLine(attribute(element, 'aria-label') || (attribute(element, 'title') ?? ''), maxLength);
}

/** Names that icon sets give to ticks and crosses. */
const TICK_NAMES = /(?:^|[\s_#/:-])(?:check(?:mark|ed)?|tick|yes|included)(?:$|[\s_-])/i;
const CROSS_NAMES =
  /(?:^|[\s_#/:-])(?:x-?mark|times|cross|close|not-?included|excluded)(?:$|[\s_-])|(?:^|[\s_-])no(?:$|\s)|(?:^|\s|icons?-|lucide-|bi-|ti-|ri-)x(?:$|\s|-(?:circle|lg|mark))/i;

/** Results by names, since most icons share theirs with others. */
const signsByNames = new Map<string, string>();

function signByNames(names: string): string {
  if (names === '') return '';
  let sign = signsByNames.get(names);
  if (sign === undefined) {
    const words = names.replace(/([a-z])([A-Z])/g, '$1-$2');
    sign = CROSS_NAMES.test(words) ? '✗' : TICK_NAMES.test(words) ? '✓' : '';
    signsByNames.set(names, sign);
  }
  return sign;
}

/** The tick or cross that an icon without text shows, by its own class names or those of the symbol it uses, or ''. */
export function iconSign(element: Element): string {
  const own = signByNames(attribute(element, 'class') ?? '');
  if (own !== '' || element.localName !== 'svg') return own;
  const useElement = element.firstElementChild?.localName === 'use' ? element.firstElementChild : null;
  const names = ['data-icon', 'data-testid'].map((name) => attribute(element, name) ?? '');
  return signByNames([...names, (useElement && attribute(useElement, 'href')) ?? ''].join(' ').trim());
}

/** Maximum depth of an icon in its item or cell. */
const MAX_DEPTH = 4;
const ENTRIES = /^(?:li|td|th|dd|dt)$/;

/**
 * Whether an icon in this place carries meaning and does not belong to a control: in an item, in a cell, or in a box of
 * a row without text.
 */
export function isSignPlace(element: Element): boolean {
  let at = getParent(element);
  const row = at && getTextContent(at).trim() === '' ? getParent(at) : null;
  let isEntry =
    row !== null && row.childElementCount >= 3 && getTagName(row) !== 'body' && getTextContent(row).trim() !== '';
  for (let depth = 0; at && depth < MAX_DEPTH; depth += 1, at = getParent(at)) {
    const role = attribute(at, 'role') ?? '';
    if (/^(?:a|button|summary|label)$/.test(getTagName(at)) || /^(?:button|tab|link|menuitem)$/.test(role))
      return false;
    isEntry ||= ENTRIES.test(getTagName(at)) || /^(?:cell|gridcell|listitem)$/.test(role);
  }
  return isEntry;
}

/**
 * The meaning of the sign in an empty cell: text that a style sheet inserts, or the name of its drawing, which may be a
 * few words for screen readers; else ''.
 */
export function signInCell(cell: Element, window: Window): string {
  const inside = [...findAll(cell, '*')].slice(0, UNSEEN.maxElements);
  for (const element of [cell, ...inside]) {
    for (const place of ['::before', '::after']) {
      const text = /^"(.{1,3})"$/u.exec(window.getComputedStyle(element, place).content)?.[1] ?? '';
      if (isTick(text) || /^[+\-−–—×]$/.test(text)) return text;
    }
  }
  const drawings = inside.filter(isDrawing);
  if (drawings.length === 0) return '';
  const names = inside.filter(
    (element) =>
      element.firstElementChild === null && getTagName(element) !== 'title' && getTextContent(element).trim() !== '',
  );
  if (names.some(isRendered)) {
    const text = getTextContent(cell).trim();
    return names.every(isRendered) && text.length <= UNSEEN.maxLength ? oneLine(text, UNSEEN.maxLength) : '';
  }
  const title = inside.find((element) => getTagName(element) === 'title');
  const drawingNames = drawings.map((element) => readName(element, UNSEEN.maxLength) || iconSign(element));
  return (
    (title && oneLine(getTextContent(title), UNSEEN.maxLength)) || (drawingNames.find((name) => name !== '') ?? '')
  );
}

const STAR_NAME = /(?:^|[\s_-])stars?(?:$|[\s_-])/i;
const HALF_NAME = /half/i;
const EMPTY_NAME =
  /(?:^|[\s_-])(?:o|far|regular|empty|outlined?|off|inactive|unfilled|gray|grey|muted|border)(?:$|[\s_-])/i;
const RATING_BOUNDS = { min: 3, max: 10 };

/**
 * The stars drawn by icons without text, as `★★★☆☆`, if `icon` is the first of such a row, or ''. Icons of controls are
 * not ratings.
 */
export function starsFrom(icon: Element): string {
  if (!isStar(icon) || isStar(icon.previousElementSibling)) return '';
  const row: string[] = [];
  for (let at: Element | null = icon; at && isStar(at); at = at.nextElementSibling)
    row.push(attribute(at, 'class') ?? '');
  if (row.length < RATING_BOUNDS.min || row.length > RATING_BOUNDS.max || icon.closest('button, label, form') !== null)
    return '';
  // A rating ends in empty stars that all have the same name, or consists of full stars.
  const first = row[0] ?? '';
  const last = row.at(-1) ?? '';
  const half = row.findIndex((names) => HALF_NAME.test(names));
  const other = row.findIndex((names) => names !== first);
  const full = EMPTY_NAME.test(first) ? 0 : half >= 0 ? half : other < 0 ? row.length : other;
  const empty = row.slice(full + (half >= 0 ? 1 : 0));
  if (empty.some((names) => names !== last) || row.slice(0, full).some((names) => names !== first)) return '';
  return '★'.repeat(full) + (half >= 0 ? '½' : '') + '☆'.repeat(empty.length);
}

const starsByNames = new Map<string, boolean>();

function isStar(element: Element | null): boolean {
  if (element === null || !/^(?:i|span|svg)$/.test(element.localName)) return false;
  const names = attribute(element, 'class') ?? '';
  if (names === '') return false;
  let is = starsByNames.get(names);
  if (is === undefined) {
    is = STAR_NAME.test(names);
    starsByNames.set(names, is);
  }
  return is && getTextContent(element).trim() === '';
}

/**
 * For two rows of stars on top of each other: the rating, for the upper row, which is clipped where the rating ends; ''
 * for the lower row. Null for anything else.
 */
export function starLayer(element: Element): string | null {
  const first = element.firstChild;
  const data = first?.nodeType === 3 ? (first as Text).data : '';
  // Most texts contain no star, and this test is much faster than the pattern.
  if (!data.includes('\u2605') && !data.includes('\u2606')) return null;
  const text = data.trim();
  if (!/^[\u2605\u2606]{3,10}$/.test(text)) return null;
  const other = [element.previousElementSibling, element.nextElementSibling].find(
    (sibling) => sibling && getTextContent(sibling).trim() === text,
  );
  if (!other) return null;
  const [own, others] = [measureBox(element), measureBox(other)];
  if (Math.abs(own.left - others.left) > 1 || Math.abs(own.top - others.top) > own.height / 2) return null;
  const isLower = own.width === others.width ? other === element.nextElementSibling : own.width > others.width;
  if (isLower) return '';
  const count = Math.round((own.width / Math.max(1, others.width)) * text.length * 2) / 2;
  const half = count % 1 === 0 ? '' : '½';
  return '★'.repeat(Math.floor(count)) + half + '☆'.repeat(text.length - Math.ceil(count));
}

/** Maximum length of a rating in words. Characters. */
const MAX_RATING = 40;
/** A number with decimals or a percent sign, or a number out of another one: `4.5`, `90 %`, `4 out of 5`. */
const RATING = /^\D*\d{1,3}(?:[.,]\d{1,2}(?!\d)|\s?%|\D{1,12}\d{1,3}(?!\d))\D*(?:\d{1,3}\D*)?$/;

/**
 * The text for a drawing of a number, such as a row of stars: its name, or its text for screen readers. `element` shows
 * no text.
 */
export function ratingIn(element: Element): string {
  if (element.childElementCount > UNSEEN.maxElements || isControlLike(element)) return '';
  const text = oneLine(getTextContent(element), MAX_RATING + 1);
  if (text === '' && !isDrawn(element)) return '';
  const inside = text === '' ? [] : [...findAll(element, '*')];
  if (text !== '' && !inside.some((part) => getTextContent(part).trim() === '' && isDrawn(part))) return '';
  const name = text || readName(element, MAX_RATING + 1);
  return name.length <= MAX_RATING && RATING.test(name) ? name : '';
}

function isControlLike(element: Element): boolean {
  return (
    /^(?:a|button|li|td|th|tr|table|ul|ol|label|progress|meter)$/.test(getTagName(element)) ||
    element.closest('a, button') !== null
  );
}

function isDrawn(element: Element): boolean {
  const { width, height } = measureBox(element);
  return width >= MIN_DRAWN_PX && height >= MIN_DRAWN_PX;
}

/** Boxes smaller than this show nothing. CSS pixels. */
const MIN_DRAWN_PX = 6;

/** The state of a control, such as disabled or selected, as a note, or ''. */
export function describeControlState(control: Element): string {
  if (attribute(control, 'disabled') !== null || attribute(control, 'aria-disabled') === 'true') return '(unavailable)';
  const isChosen = ['aria-pressed', 'aria-checked'].some((name) => attribute(control, name) === 'true');
  return isChosen ? '(selected)' : '';
}

/** The name of a control that shows only a color, such as a product's color swatch, or ''. */
export function swatchName(control: Element, window: Window): string {
  if (find(control, 'svg, img, i, canvas, input') !== null || getTextContent(control).trim() !== '') return '';
  const name = readName(control, UNSEEN.maxLength);
  if (name === '' || !isDrawn(control)) return '';
  const parts = [control, ...findAll(control, '*')].slice(0, UNSEEN.maxElements);
  const hasIcon = parts.some((part) => /^"/.test(window.getComputedStyle(part, '::before').content));
  return !hasIcon && parts.some((part) => isColored(window.getComputedStyle(part))) ? name : '';
}

function isColored({ backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean {
  return backgroundImage !== 'none' || !/^rgba\(.*, 0\)$|^transparent|^rgb\(239, 239, 239\)/.test(backgroundColor);
}

function isDrawing(element: Element): boolean {
  const { width, height } = measureBox(element);
  const isIcon = /^(?:span|div|b|em|u)$/.test(element.localName) && element.firstChild === null;
  return (isIcon || /^(?:svg|img|i)$/.test(element.localName)) && width > 2 && height > 2;
}

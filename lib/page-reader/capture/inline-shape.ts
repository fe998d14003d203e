import type { Mark } from '../document/inline.ts';
import { measureBox, property } from '../dom/dom.ts';
import { boxOfText } from './place.ts';
import type { Traits } from './view.ts';

/** The text of an element that contains only one text node of at most `maxLength` characters, else ''. */
function onlyText(element: Node | null, maxLength: number): string {
  const text = element?.nodeType === 1 ? (element as Element).firstChild : null;
  if (text?.nodeType !== 3 || text.nextSibling !== null) return '';
  const { data } = text as Text;
  return data.length <= maxLength ? data : '';
}

/** Digits are read as raised if their font size is below this share of the size of the text before them. */
const SMALL_SHARE = 0.75;

/** Maximum length of raised or lowered text, such as an exponent with its sign: `n+1`. Characters. */
const MAX_SCRIPT = 8;

/**
 * The mark for digits that style sheets raise or shrink after a number, such as the cents of a price, and for short
 * terms that they raise or lower like `sup` and `sub`; or null.
 */
export function raisedMark(element: Element, { style, position }: Traits): Mark | null {
  const text = onlyText(element, MAX_SCRIPT);
  if (text === '' || element.previousSibling === null) return null;
  const { verticalAlign } = style;
  if (!/^\d{1,3}$/.test(text)) {
    if (!/^[\p{L}\d,+−–-]+$|^\d\/\d$/u.test(text)) return null;
    return verticalAlign === 'super' ? { type: 'superscript' } : verticalAlign === 'sub' ? { type: 'subscript' } : null;
  }
  if (verticalAlign === 'sub') return { type: 'subscript' };
  const isRaised =
    (/^(?:super|top|text-top)$|^\d.*(?:px|%)$/.test(verticalAlign) && verticalAlign !== '0px') ||
    (position === 'relative' && Number.parseFloat(style.top) < 0) ||
    (style.transform !== 'none' && isMovedUp(style.transform));
  if (!isRaised && !isSmallBehindNumber(element, style)) return null;
  return { type: 'superscript' };
}

/** Whether a computed transform only moves the element, upwards. */
function isMovedUp(transform: string): boolean {
  const [a, b, c, d, , y = 0] = /^matrix\((.*)\)$/.exec(transform)?.[1]?.split(',').map(Number) ?? [];
  return a === 1 && b === 0 && c === 0 && d === 1 && y < 0;
}

function isSmallBehindNumber(element: Element, style: CSSStyleDeclaration): boolean {
  const number = element.previousElementSibling;
  if (!number || !/\d[.,]?\s*$/.test(onlyText(number, 12))) return false;
  const size = element.ownerDocument.defaultView?.getComputedStyle(number).fontSize ?? '';
  return Number.parseFloat(style.fontSize) < Number.parseFloat(size) * SMALL_SHARE;
}

/** Elements that style sheets cross out by a class on the box around them. */
const STRUCK_TAGS = /^(?:span|label|p|li|td|a|b|strong|bdi)$/;

/** Whether the text of the element is crossed out by a style sheet. */
export function isStruck(element: Element, { tag, hasAttributes, style }: Traits): boolean {
  if (!hasAttributes && !(STRUCK_TAGS.test(tag) && element.firstChild?.nodeType === 3)) return false;
  const { textDecorationLine } = style;
  return textDecorationLine !== 'none' && textDecorationLine?.includes('line-through') === true;
}

/**
 * Whether this is a letter next to another one: a drop cap, or a letter of a word that is laid out letter by letter.
 */
export function isLetterOfWord(element: Element): boolean {
  if (element.localName === 'button' || !/^\p{L}$/u.test(onlyText(element, 2))) return false;
  const { nextSibling, previousSibling } = element;
  if (nextSibling?.nodeType === 3) return /^\p{L}/u.test((nextSibling as Text).data);
  return [nextSibling, previousSibling].some((sibling) => /^\p{L}$/u.test(onlyText(sibling, 2)));
}

/** Whether this is the decimal point or comma of a number whose digits are in boxes beside it. */
export function isSignInNumber(element: Element): boolean {
  if (!/^\s*[.,:'’]\s*$/.test(onlyText(element, 5))) return false;
  return [element.previousElementSibling, element.nextElementSibling].every(
    (sibling) => sibling !== null && hasOnlyDigits(sibling),
  );
}

const NUMBER_PART = /^[\d.,'’]{1,8}$/;

/** Whether this is a part of a number, such as its thousands, that touches another part although both are boxes. */
export function isPartOfNumber(element: Element): boolean {
  if (!NUMBER_PART.test(onlyText(element, 8))) return false;
  return [element.previousElementSibling, element.nextElementSibling].some(
    (sibling) => sibling !== null && NUMBER_PART.test(onlyText(sibling, 8)) && touch(element, sibling),
  );
}

/** Whether the texts of two elements, without padding, lie beside each other without a gap. */
function touch(one: Element, other: Element): boolean {
  const [a, b] = [one, other].map((element) => boxOfText(element.firstChild as Text));
  if (!a || !b || a.width === 0 || b.width === 0 || a.bottom <= b.top || b.bottom <= a.top) return false;
  return Math.min(Math.abs(a.right - b.left), Math.abs(b.right - a.left)) < MAX_GAP_PX;
}

/** Minimum margin and padding between words that count as a space, in font sizes. Narrower ones group digits. */
const SPACE_BETWEEN = { words: 0.2, digits: 0.8 };
const SIDES = [
  { sibling: 'previousSibling', own: 'Left', other: 'Right' },
  { sibling: 'nextSibling', own: 'Right', other: 'Left' },
] as const;

/** Whether only margin or padding separates this inline element from the words that touch it in the tree. */
export function isSetApart(element: Element, { style }: Pick<Traits, 'style'>): boolean {
  let isApart = false;
  for (const { sibling, own, other } of SIDES) {
    const node = element[sibling];
    const first = node ? lastLetter(node, other) : '';
    const second = first === '' ? '' : lastLetter(element, own);
    if (second === '') continue;
    const gap = widthAt(style, own) + (node?.nodeType === 1 ? widthAt(styleAt(node as Element), other) : 0);
    const areDigits = /^\d\d$/.test(first + second);
    if (gap < Number.parseFloat(style.fontSize) * SPACE_BETWEEN[areDigits ? 'digits' : 'words']) return false;
    isApart = true;
  }
  return isApart;
}

/** The letter, digit or symbol at one end of the text of a node, or ''. */
function lastLetter(node: Node, side: 'Left' | 'Right'): string {
  const text = (node.nodeType === 3 ? (node as Text).data : node.nodeType === 1 ? node.textContent : '') ?? '';
  if (side === 'Left') return /^[\p{L}\p{Nd}\p{S}%]/u.exec(text)?.[0] ?? '';
  // A character has at most two code units. A search through the whole text would examine each of its characters.
  return /[\p{L}\p{Nd}\p{S}%]$/u.exec(text.slice(-2))?.[0] ?? '';
}

function widthAt(style: CSSStyleDeclaration | undefined, side: 'Left' | 'Right'): number {
  if (!style) return 0;
  return (Number.parseFloat(style[`margin${side}`]) || 0) + (Number.parseFloat(style[`padding${side}`]) || 0);
}

function styleAt(element: Element): CSSStyleDeclaration | undefined {
  return element.ownerDocument.defaultView?.getComputedStyle(element);
}

/** A gap wider than this is a space. CSS pixels. */
const MAX_GAP_PX = 1;

/** Maximum number of characters, and of nodes examined. */
const FEW_WORDS = { maxLength: 40, maxNodes: 60 };
const STRUCTURE = /^(?:button|input|select|textarea|a|h[1-6]|li|svg|img|table)$/;

/**
 * Whether the element has only text, and at most a few words, such as a price or a score that is laid out in a flex
 * row.
 */
export function hasFewWords(element: Element): boolean {
  let length = 0;
  let count = 0;
  for (let node = nextIn(element, element); node !== null; node = nextIn(element, node)) {
    count += 1;
    if (node.nodeType === 3) length += (node as Text).data.trim().length;
    if (count > FEW_WORDS.maxNodes || length > FEW_WORDS.maxLength) return false;
    if (node.nodeType === 1 && STRUCTURE.test((node as Element).localName)) return false;
  }
  return length > 0;
}

/** A grid with more boxes is not a price. */
const MAX_IN_GRID = 6;

/**
 * Whether this grid has at most a few words in one line, such as a price whose currency, number and cents are cells.
 */
export function isShortGridLine(element: Element): boolean {
  const boxes = [...property(Element.prototype, element, 'children')].map(measureBox);
  if (boxes.length < 2 || boxes.length > MAX_IN_GRID || !hasFewWords(element)) return false;
  return boxes.every((box, index) => {
    const before = boxes[index - 1];
    if (!before) return box.height > 0;
    const height = Math.min(box.bottom, before.bottom) - Math.max(box.top, before.top);
    return (
      height > Math.min(box.height, before.height) / 2 && (box.left >= before.right - 1 || box.right <= before.left + 1)
    );
  });
}

/** Whether the element holds nothing but digits and the signs between them, like a counter with rolling digits. */
export function hasOnlyDigits(element: Element): boolean {
  const { textContent } = element;
  return (
    textContent !== null && textContent.length <= MAX_DIGITS && /^[\s\d.,:%+−-]*\d[\s\d.,:%+−-]*$/.test(textContent)
  );
}

/** Longer text is a table of numbers. Characters. */
const MAX_DIGITS = 800;

/** The next node inside `root` in the order of the tree. */
function nextIn(root: Node, node: Node): Node | null {
  // Most nodes are text nodes, which have no children.
  const first = node.nodeType === 3 ? null : property(Node.prototype, node, 'firstChild');
  if (first) return first;
  let at: Node | null = node;
  while (at && at !== root && at.nextSibling === null) at = at.parentNode;
  return at === root ? null : (at?.nextSibling ?? null);
}

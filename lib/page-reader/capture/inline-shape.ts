import type { Mark } from '../document/inline.ts';
import { property } from '../dom/dom.ts';
import type { Traits } from './view.ts';

/** The text of an element that holds nothing but one text node of at most `maxLength` characters, else ''. */
function onlyText(element: Node | null, maxLength: number): string {
  const text = element?.nodeType === 1 ? (element as Element).firstChild : null;
  if (text?.nodeType !== 3 || text.nextSibling !== null) return '';
  const { data } = text as Text;
  return data.length <= maxLength ? data : '';
}

/** The font size, as a share of what stands before it, below which digits are read as raised. */
const smallShare = 0.75;

/** The mark of digits that style sheets raise or make small behind a number, such as the cents of a price, or null. */
export function raisedMark(element: Element, { hasAttributes, style, position }: Traits): Mark | null {
  if (!hasAttributes || !/^\d{1,3}$/.test(onlyText(element, 3))) return null;
  const before = element.previousSibling;
  if (before === null) return null;
  const isRaised =
    (/^(?:super|top|text-top)$|^\d.*(?:px|%)$/.test(style.verticalAlign) && style.verticalAlign !== '0px') ||
    (position === 'relative' && Number.parseFloat(style.top) < 0);
  if (!isRaised && !isSmallBehindNumber(element, style)) return null;
  return { type: 'superscript' };
}

function isSmallBehindNumber(element: Element, style: CSSStyleDeclaration): boolean {
  const number = element.previousElementSibling;
  if (!number || !/\d[.,]?\s*$/.test(onlyText(number, 12))) return false;
  const size = element.ownerDocument.defaultView?.getComputedStyle(number).fontSize ?? '';
  return Number.parseFloat(style.fontSize) < Number.parseFloat(size) * smallShare;
}

/** Whether the text of the element is crossed out by a style sheet. Elements without attributes are marked by their tag. */
export function isStruck({ hasAttributes, style }: Traits): boolean {
  return hasAttributes && style.textDecorationLine?.includes('line-through') === true;
}

/** Whether this is a letter beside another one, such as a drop cap, or a letter of a word that is laid out letter by letter. */
export function isLetterOfWord(element: Element): boolean {
  if (!/^\p{L}$/u.test(onlyText(element, 2))) return false;
  const { nextSibling, previousSibling } = element;
  if (nextSibling?.nodeType === 3) return /^\p{L}/u.test((nextSibling as Text).data);
  return [nextSibling, previousSibling].some((sibling) => /^\p{L}$/u.test(onlyText(sibling, 2)));
}

/** Characters, and nodes that are looked at. */
const fewWords = { maxLength: 40, maxNodes: 60 };
const structure = /^(?:button|input|select|textarea|a|h[1-6]|li|svg|img|table)$/;

/** Whether the element has at most a few words, and nothing but text, as a price or a score that is laid out in a flex row. */
export function hasFewWords(element: Element): boolean {
  let length = 0;
  let count = 0;
  for (let node = nextIn(element, element); node !== null; node = nextIn(element, node)) {
    count += 1;
    if (node.nodeType === 3) length += (node as Text).data.trim().length;
    if (count > fewWords.maxNodes || length > fewWords.maxLength) return false;
    if (node.nodeType === 1 && structure.test((node as Element).localName)) return false;
  }
  return length > 0;
}

/** The next node inside `root` in the order of the tree. */
function nextIn(root: Node, node: Node): Node | null {
  const first = property(Node.prototype, node, 'firstChild');
  if (first) return first;
  let at: Node | null = node;
  while (at && at !== root && at.nextSibling === null) at = at.parentNode;
  return at === root ? null : (at?.nextSibling ?? null);
}

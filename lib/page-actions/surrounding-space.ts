import { hasUnspacedText } from '../text/index.ts';
import type { FieldSelection } from './field-selection.ts';

/** Fields for one value, in which a space would be wrong. */
const SINGLE_VALUE = /^(?:url|email|tel)$/;

/**
 * Returns a text to be inserted at the cursor with a space at each end that would otherwise touch a word. Unchanged if
 * it would then be too long for the field, or in a code editor, where spaces have a meaning.
 */
export function withSurroundingSpace(selection: FieldSelection, text: string): string {
  const { field } = selection;
  if (field.type === 'proxy') return text;
  if (field.type === 'editable')
    return selection.range === null ? text : pad(text, charactersBeside(field.element, selection.range));
  const { value, type, inputMode, maxLength } = field.element;
  if (SINGLE_VALUE.test(type) || SINGLE_VALUE.test(inputMode)) return text;
  const padded = pad(text, [lastCharacter(value.slice(0, selection.end)), firstCharacter(value.slice(selection.end))]);
  return maxLength >= 0 && value.length + padded.length > maxLength ? text : padded;
}

function pad(text: string, [before, after]: readonly [string, string]): string {
  // Within a word, the text is meant to become a part of it.
  if (isWord(before) && isWord(after)) return text;
  const start = areWords(before, firstCharacter(text)) ? ' ' : '';
  const end = areWords(lastCharacter(text), after) ? ' ' : '';
  return `${start}${text}${end}`;
}

/** Whether two characters belong to words between which the script has a space. */
function areWords(left: string, right: string): boolean {
  if (hasUnspacedText(left) || hasUnspacedText(right)) return false;
  return /^[\p{L}\p{M}\p{N}.,;:!?…%)\]}»”،؛؟।]$/u.test(left) && /^[\p{L}\p{N}([{«“¿¡]$/u.test(right);
}

function isWord(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}]$/u.test(character);
}

function firstCharacter(text: string): string {
  return [...text.slice(0, 2)].at(0) ?? '';
}

function lastCharacter(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}

/** The characters beside a place in an editable element. '' where a line begins or ends. */
function charactersBeside(element: HTMLElement, { endContainer, endOffset }: Range): readonly [string, string] {
  const place = element.ownerDocument.createRange();
  place.setStart(endContainer, endOffset);
  const line = findLine(endContainer);
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let before = '';
  let after = '';
  for (let node = walker.nextNode(); node !== null && after === ''; node = walker.nextNode()) {
    const isBefore = place.comparePoint(node, 0) < 0;
    if (!(node instanceof Text)) {
      if (isInline(node)) continue;
      if (!isBefore) break;
      before = '';
    } else if (node === endContainer) {
      before = node.data.slice(0, endOffset) || before;
      after = node.data.slice(endOffset);
    } else if (findLine(node) !== line) {
      if (!isBefore) break;
      before = '';
    } else if (isBefore) before = node.data || before;
    else after = node.data;
  }
  return [lastCharacter(before), firstCharacter(after)];
}

/** The element whose text flows around a node. */
function findLine(node: Node): Node | null {
  let element = node instanceof Text ? node.parentNode : node;
  while (element !== null && isInline(element)) element = element.parentNode;
  return element;
}

/** Whether a node continues the line: an element like `<b>`, not a block, a line break or a picture. */
function isInline(node: Node): boolean {
  if (!(node instanceof HTMLElement) || /^(?:br|img|video|button|input|select)$/.test(node.localName)) return false;
  return getComputedStyle(node).display === 'inline';
}

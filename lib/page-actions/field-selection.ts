import { type EditorInput, focusedElement, type TextField } from './focused-field.ts';

/**
 * The selection of a field. `start` and `end` count UTF-16 units of its text (`fieldText`), and are unknown (0) in an
 * editor that draws its text. `range`: its place in an editable element, else null.
 */
export type FieldSelection = {
  field: TextField;
  selected: string;
  start: number;
  end: number;
  range: Range | null;
};

/** The text of a field, for comparison: its value, or the letters of an editable element or an editor. */
export function fieldText(field: TextField): string {
  if (field.type === 'control') return field.element.value;
  return stripWhitespace((field.type === 'proxy' ? field.root : field.element).textContent ?? '');
}

/** A text without white space, which editors write as elements or as other characters. */
export function stripWhitespace(text: string): string {
  return text.replace(/[\s\u200B-\u200D\u2060\uFEFF]+/g, '');
}

/** The current selection of a field, or its end if nothing is selected. */
export function readFieldSelection(field: TextField): FieldSelection {
  if (field.type === 'control') {
    const { value, selectionStart, selectionEnd } = field.element;
    // The selection of an e-mail field cannot be read.
    const start = selectionStart ?? value.length;
    const end = selectionEnd ?? value.length;
    return { field, selected: value.slice(start, end), start, end, range: null };
  }
  if (field.type === 'proxy') return { field, selected: selectedIn(field.element), start: 0, end: 0, range: null };
  const { element } = field;
  const selection = selectionIn(element);
  if (selection !== null && selection.rangeCount > 0) {
    const range = selection.getRangeAt(0).cloneRange();
    if (element.contains(range.startContainer) && element.contains(range.endContainer)) {
      return {
        field,
        selected: range.collapsed ? '' : selection.toString(),
        range,
        ...measureLetterOffsets(element, range),
      };
    }
  }
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  range.collapse(false);
  return { field, selected: '', range, ...measureLetterOffsets(element, range) };
}

/** The selection, collapsed to its end. */
export function collapseSelection(selection: FieldSelection): FieldSelection {
  const range = selection.range?.cloneRange() ?? null;
  range?.collapse(false);
  return { ...selection, selected: '', start: selection.end, range };
}

/**
 * Focuses the field. An editor that draws its text ignores input while the panel's window has the focus, and relies on
 * the last event (quirk: editor-window-focus).
 */
export function focusField({ type, element }: TextField): void {
  if (focusedElement(element.ownerDocument) !== element) element.focus({ preventScroll: true });
  if (type === 'proxy' && !element.ownerDocument.hasFocus()) element.dispatchEvent(new FocusEvent('focus'));
}

/** Focuses the field and sets this selection. */
export function placeSelection({ field, start, end, range }: FieldSelection): void {
  const { element } = field;
  focusField(field);
  if (field.type === 'control') {
    if (field.element.selectionStart !== null) field.element.setSelectionRange(start, end);
    return;
  }
  const selection = field.type === 'proxy' ? null : selectionIn(element);
  if (range === null || selection === null) return;
  const current = selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  // Setting it again would make an editor lose formatting that applies to the next letter.
  if (current !== null && isSameRange(current, range)) return;
  selection.removeAllRanges();
  selection.addRange(range);
}

/** The part of an editable element between two letter offsets. Null if it has fewer letters. */
export function rangeOfLetters(element: HTMLElement, start: number, end: number): Range | null {
  const range = element.ownerDocument.createRange();
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let count = 0;
  let hasStart = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { data } = node as Text;
    for (let at = 0; at < data.length; at += 1) {
      if (stripWhitespace(data.charAt(at)) === '') continue;
      if (count === start && !hasStart) {
        range.setStart(node, at);
        hasStart = true;
      }
      count += 1;
      if (hasStart && count === end) {
        range.setEnd(node, at + 1);
        return range;
      }
    }
  }
  return null;
}

/**
 * The selection with the space after it, if it ends where an inline element does: Firefox loses that space when the
 * selection is replaced (quirk: space-after-inline). Null if there is none.
 */
export function withNextSpace(selection: FieldSelection): FieldSelection | null {
  const { range, field } = selection;
  const node = range?.endContainer;
  if (range === null || !(node instanceof Text) || range.endOffset < node.length) return null;
  const walker = field.element.ownerDocument.createTreeWalker(field.element, NodeFilter.SHOW_TEXT);
  walker.currentNode = node;
  const next = walker.nextNode() as Text | null;
  if (next === null || !/^[ \u00A0]\S/.test(next.data) || findBlock(next) !== findBlock(node)) return null;
  const wider = range.cloneRange();
  wider.setEnd(next, 1);
  return { ...selection, range: wider };
}

function findBlock(node: Text): Element | null {
  let element = node.parentElement;
  while (element && getComputedStyle(element).display === 'inline') element = element.parentElement;
  return element;
}

/** The start and end of a range, as letter offsets. */
export function measureLetterOffsets(element: HTMLElement, range: Range): { start: number; end: number } {
  const before = element.ownerDocument.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const start = stripWhitespace(before.toString()).length;
  return { start, end: start + stripWhitespace(range.toString()).length };
}

function isSameRange(one: Range, other: Range): boolean {
  return (
    one.startContainer === other.startContainer &&
    one.startOffset === other.startOffset &&
    one.endContainer === other.endContainer &&
    one.endOffset === other.endOffset
  );
}

/** The selected part of the text that an editor has put into its input element. */
function selectedIn(element: EditorInput): string {
  if (element instanceof HTMLTextAreaElement) return element.value.slice(element.selectionStart, element.selectionEnd);
  const { text = '', selectionStart = 0, selectionEnd = 0 } = element.editContext ?? {};
  return text.slice(selectionStart, selectionEnd);
}

/** Chrome returns the selection inside a shadow tree only from its root. */
function selectionIn(element: HTMLElement): Selection | null {
  const root = element.getRootNode() as { getSelection?: () => Selection | null };
  return root.getSelection?.() ?? element.ownerDocument.getSelection();
}

import type { FieldAnswer, FieldErrorCode, FieldRequest, FrameFocus } from '../contracts/index.ts';
import { frameKey } from '../page-reader/capture/index.ts';
import { oneLine } from '../page-reader/dom/index.ts';
import {
  collapseSelection,
  type FieldSelection,
  fieldText,
  focusField,
  measureLetterOffsets,
  placeSelection,
  rangeOfLetters,
  readFieldSelection,
  stripWhitespace,
  withNextSpace,
} from './field-selection.ts';
import { focusedElement, isMultiline, isSecretField, labelOfField, textFieldAt } from './focused-field.ts';
import { withSurroundingSpace } from './surrounding-space.ts';

/** Which element of this document has the focus. Reads none of its content. */
export function locateFocus(document: Document): FrameFocus {
  const view = document.defaultView as Window;
  const element = focusedElement(document);
  const isFrame = element?.localName === 'iframe' || element?.localName === 'frame';
  const inner = isFrame ? (element as HTMLIFrameElement).contentWindow : null;
  const host = view.location.host || (URL.parse(view.origin)?.host ?? '');
  return { key: frameKey(view), host, isOpaque: view.origin === 'null', focusedFrame: inner && frameKey(inner) };
}

/** The field last found in this document, and what was written into it. */
type Found = { fieldId: string; selection: FieldSelection; written: Written | null };
let lastField: Found | null = null;

/** Finds the focused field of this document, writes into the field that was found, or undoes that. */
export async function answerFieldRequest(request: FieldRequest): Promise<FieldAnswer> {
  if (request.type === 'find') return find(request.fieldId);
  if (lastField === null || lastField.fieldId !== request.fieldId) return failed('gone');
  return request.type === 'write' ? write(lastField, request) : undo(lastField);
}

function find(fieldId: string): FieldAnswer {
  const field = textFieldAt(focusedElement(document));
  if (field === null) return failed('no-field');
  if (isSecretField(field)) return failed('secret');
  const selection = readFieldSelection(field);
  lastField = { fieldId, selection, written: null };
  return {
    type: 'found',
    label: oneLine(labelOfField(field), 60),
    isMultiline: isMultiline(field),
    selected: selection.selected,
  };
}

async function write(
  target: Found,
  { text, replaces }: Extract<FieldRequest, { type: 'write' }>,
): Promise<FieldAnswer> {
  const error = whyClosed(target.selection);
  if (error !== null) return failed(error);
  const selection = currentSelection(target.selection);
  if (selection === null || (replaces !== '' && selection.selected !== replaces)) return failed('changed');
  // In an editor that draws its text, the cursor cannot be moved to the end of the selection.
  if (selection.field.type === 'proxy' && selection.selected !== replaces) return failed('not-inserted');
  const cursor = replaces === '' ? collapseSelection(selection) : null;
  const insertion =
    cursor === null ? await insertText(selection, text) : await insertText(cursor, withSurroundingSpace(cursor, text));
  if (typeof insertion === 'string') return failed(insertion);
  target.written = insertion;
  return { type: 'done' };
}

async function undo(target: Found): Promise<FieldAnswer> {
  const error = whyClosed(target.selection);
  if (error !== null) return failed(error);
  const undone = target.written === null ? 'not-undone' : await undoInsertion(target.written);
  target.written = null;
  return undone === null ? { type: 'done' } : failed(undone);
}

/** Why the field no longer accepts text: pages can remove it, lock it, or turn it into a password field. */
function whyClosed({ field }: FieldSelection): FieldErrorCode | null {
  if (!field.element.isConnected) return 'gone';
  if (isSecretField(field)) return 'secret';
  return textFieldAt(field.element) === null ? 'gone' : null;
}

/** The earlier selection if it still has the same text, else the field's current selection if that has it. */
function currentSelection(earlierSelection: FieldSelection): FieldSelection | null {
  const { field, selected, start, end, range } = earlierSelection;
  if (field.type === 'control') {
    const { value } = field.element;
    if (value.slice(start, end) === selected && end <= value.length) return earlierSelection;
  } else if (range !== null && field.element.contains(range.commonAncestorContainer)) {
    // The page may have changed the text before the selection.
    if (stripWhitespace(range.toString()) === stripWhitespace(selected))
      return { ...earlierSelection, ...measureLetterOffsets(field.element, range) };
  }
  const now = readFieldSelection(field);
  return now.selected === selected ? now : null;
}

function failed(error: FieldErrorCode): FieldAnswer {
  return { type: 'failed', error };
}

/** How long an editor may take to show inserted text, in milliseconds. */
const TAKEN_WITHIN_MS = 1_000;
/**
 * The same limit for an editor that draws its text, which does so on its own schedule. There is no other way to write
 * into it.
 */
const DRAWN_WITHIN_MS = 3_000;
/** How long the text must remain: some pages restore the previous text. */
const STAYS_MS = 150;
const LOOK_MS = 25;
/** How many letters of a text must be visible in an editor that draws only the lines in view. */
const DRAWN_LETTERS = 40;

/**
 * What was written, for undoing it. `before` and `after`: the texts of the whole field. `hasOwnHistory`: the field is
 * in an editor with its own undo.
 */
type Written = {
  selection: FieldSelection;
  text: string;
  before: string;
  after: string;
  hasOwnHistory: boolean;
};

/**
 * Replaces a selection (which may be empty) and checks that the text has arrived. Sends nothing and presses no key.
 * `canStillInsert` is called after the page was notified of the selection, and before each technique.
 */
export async function insertText(
  selection: FieldSelection,
  text: string,
  canStillInsert: () => boolean = () => true,
): Promise<Written | FieldErrorCode> {
  const before = fieldText(selection.field);
  const expectedText = textAfter(selection, before, text);
  const isTaken = () =>
    selection.field.type === 'proxy' ? isDrawn(selection, before, text) : isSame(selection, expectedText);
  if (isTooLong(selection, expectedText)) return 'too-long';
  const takenWithinMs = selection.field.type === 'proxy' ? DRAWN_WITHIN_MS : TAKEN_WITHIN_MS;
  const wider = selection.selected === '' ? null : withNextSpace(selection);
  for (const technique of techniquesFor(selection)) {
    const withSpace = technique === byCommand ? wider : null;
    placeSelection(withSpace ?? selection);
    // Editors are notified of a changed selection by an event, which is dispatched later.
    await sleep(LOOK_MS);
    if (!canStillInsert()) return 'changed';
    const isHandled = technique(selection, withSpace === null ? text : `${text} `);
    await waitUntil(isTaken, isHandled ? takenWithinMs : LOOK_MS);
    if (isTaken()) {
      await sleep(STAYS_MS);
      const after = fieldText(selection.field);
      const hasOwnHistory = technique === byPaste;
      return isTaken() ? { selection, text, before, after, hasOwnHistory } : 'not-inserted';
    }
    if (fieldText(selection.field) !== before) return 'altered';
    // Text that the page has handled may still appear, and a second technique would insert it twice.
    if (isHandled) break;
  }
  return 'not-inserted';
}

/**
 * Restores the previous content of the field. Uses the page's own undo, which keeps formatting, if nothing has been
 * typed since.
 */
async function undoInsertion(insertion: Written): Promise<FieldErrorCode | null> {
  const { selection, text, before, after, hasOwnHistory } = insertion;
  const { field, selected } = selection;
  if (fieldText(field) === after) {
    focusField(field);
    if (hasOwnHistory) pressUndo(field.element);
    else field.element.ownerDocument.execCommand('undo');
    const undoneWithinMs = field.type === 'proxy' ? DRAWN_WITHIN_MS : TAKEN_WITHIN_MS / 2;
    await waitUntil(() => fieldText(field) === before, undoneWithinMs);
    if (fieldText(field) === before) return null;
    if (fieldText(field) !== after) return 'not-undone';
  }
  const inserted = insertedPart(selection, text);
  if (inserted === null) return 'not-undone';
  if (selected !== '') {
    const undone = await insertText(inserted, selected);
    return typeof undone === 'string' ? 'not-undone' : null;
  }
  const expectedText = textAfter(inserted, fieldText(field), '');
  placeSelection(inserted);
  await sleep(LOOK_MS);
  field.element.ownerDocument.execCommand('delete');
  await waitUntil(() => isSame(inserted, expectedText), TAKEN_WITHIN_MS);
  return isSame(inserted, expectedText) ? null : 'not-undone';
}

/** The inserted text as a selection, if it is still where it was inserted. */
function insertedPart(selection: FieldSelection, text: string): FieldSelection | null {
  const { field, start } = selection;
  if (field.type === 'proxy') return null;
  if (field.type === 'control') {
    const end = start + text.length;
    return field.element.value.slice(start, end) === text ? { ...selection, end, selected: text } : null;
  }
  const letters = stripWhitespace(text);
  const end = start + letters.length;
  const range = fieldText(field).slice(start, end) === letters ? rangeOfLetters(field.element, start, end) : null;
  return range && { ...selection, end, selected: text, range };
}

function textAfter({ field, start, end }: FieldSelection, before: string, text: string): string {
  return before.slice(0, start) + (field.type === 'control' ? text : stripWhitespace(text)) + before.slice(end);
}

function isSame({ field }: FieldSelection, expectedText: string): boolean {
  return fieldText(field) === expectedText;
}

/** Whether an editor that draws its text has changed and shows the inserted text. Long texts are drawn only in part. */
function isDrawn({ field }: FieldSelection, before: string, text: string): boolean {
  const now = fieldText(field);
  return now !== before && now.includes(stripWhitespace(text).slice(0, DRAWN_LETTERS));
}

function isTooLong({ field }: FieldSelection, expectedText: string): boolean {
  return field.type === 'control' && field.element.maxLength >= 0 && expectedText.length > field.element.maxLength;
}

/** Inserts a text into the field. Returns whether the page accepted it, as far as that can be known. */
type Technique = (selection: FieldSelection, text: string) => boolean;

/**
 * The techniques for inserting text, best first. `insertText` is part of the browser's undo history, but changes the
 * document of an editor without its knowledge (quirk: editor-document). An editor handles a paste event itself; without
 * an editor, the event changes nothing.
 */
function techniquesFor({ field }: FieldSelection): Technique[] {
  switch (field.type) {
    case 'control':
      return [byCommand];
    case 'editable':
      return [byPaste, byCommand];
    case 'proxy':
      return [byPaste];
    default:
      return field satisfies never;
  }
}

function byCommand({ field }: FieldSelection, text: string): boolean {
  return field.element.ownerDocument.execCommand('insertText', false, text);
}

/**
 * Dispatches a paste event without using the clipboard. Browsers ignore it, so it was handled if its default was
 * prevented.
 */
function byPaste({ field }: FieldSelection, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  // Firefox reads the text from its own, non-standard properties (quirk: paste-event-data).
  const data = { clipboardData, dataType: 'text/plain', data: text };
  const event = new ClipboardEvent('paste', { ...data, bubbles: true, cancelable: true, composed: true });
  // Without data, an editor would replace the selection with nothing.
  if (event.clipboardData?.getData('text/plain') !== text) return false;
  return !field.element.dispatchEvent(event);
}

/** Dispatches the keys for undo, which editors listen for. Browsers ignore such an event. */
function pressUndo(element: HTMLElement): void {
  const isMac = /Mac|iP/.test(navigator.platform);
  const keys = { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: !isMac, metaKey: isMac };
  element.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true, composed: true }));
}

async function waitUntil(isMet: () => boolean, ms: number): Promise<void> {
  for (const until = Date.now() + ms; !isMet() && Date.now() < until; ) await sleep(LOOK_MS);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

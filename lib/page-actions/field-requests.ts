import type { FieldAnswer, FieldErrorCode, FieldRequest, FrameFocus } from '../contracts/index.ts';
import { frameKey } from '../page-reader/capture/index.ts';
import { oneLine } from '../page-reader/dom/index.ts';
import { cursorOf, type FieldSelection, lettersOf, offsetsOf, selectionOf } from './field-selection.ts';
import { focusedElement, isMultiline, isSecretField, labelOfField, textFieldAt } from './focused-field.ts';
import { insertText, undoInsertion, type Written } from './insert-text.ts';

/** Where the focus of this document is. Nothing of its content is read. */
export function focusOf(document: Document): FrameFocus {
  const view = document.defaultView as Window;
  const element = focusedElement(document);
  const isFrame = element?.localName === 'iframe' || element?.localName === 'frame';
  const inner = isFrame ? (element as HTMLIFrameElement).contentWindow : null;
  return { key: frameKey(view), host: view.location.host, focusedFrame: inner && frameKey(inner) };
}

/** The last field that was found in this document, and what was written into it. */
type Found = { fieldId: string; selection: FieldSelection; written: Written | null };
let found: Found | null = null;

/** Finds the focused field of this document, writes into the one that was found, or undoes that. */
export async function answerFieldRequest(request: FieldRequest): Promise<FieldAnswer> {
  if (request.type === 'find') return find(request.fieldId);
  if (found === null || found.fieldId !== request.fieldId) return failed('gone');
  return request.type === 'write' ? write(found, request) : undo(found);
}

function find(fieldId: string): FieldAnswer {
  const field = textFieldAt(focusedElement(document));
  if (field === null) return failed('no-field');
  if (isSecretField(field)) return failed('secret');
  const selection = selectionOf(field);
  found = { fieldId, selection, written: null };
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
  // The cursor of an editor that draws its text cannot be moved behind its selection.
  if (selection.field.type === 'proxy' && selection.selected !== replaces) return failed('not-inserted');
  const written = await insertText(replaces === '' ? cursorOf(selection) : selection, text);
  if (typeof written === 'string') return failed(written);
  target.written = written;
  return { type: 'done' };
}

async function undo(target: Found): Promise<FieldAnswer> {
  const error = whyClosed(target.selection);
  if (error !== null) return failed(error);
  const undone = target.written === null ? 'not-undone' : await undoInsertion(target.written);
  target.written = null;
  return undone === null ? { type: 'done' } : failed(undone);
}

/** Why the field that was found takes no text anymore: pages can remove it, lock it, or turn it into a password field. */
function whyClosed({ field }: FieldSelection): FieldErrorCode | null {
  if (!field.element.isConnected) return 'gone';
  if (isSecretField(field)) return 'secret';
  return textFieldAt(field.element) === null ? 'gone' : null;
}

/** The selection that was found, if it still has the same text; else the one the field has now, if that has. */
function currentSelection(known: FieldSelection): FieldSelection | null {
  const { field, selected, start, end, range } = known;
  if (field.type === 'control') {
    const { value } = field.element;
    if (value.slice(start, end) === selected && end <= value.length) return known;
  } else if (range !== null && field.element.contains(range.commonAncestorContainer)) {
    // The page may have changed the text before it.
    if (lettersOf(range.toString()) === lettersOf(selected)) return { ...known, ...offsetsOf(field.element, range) };
  }
  const now = selectionOf(field);
  return now.selected === selected ? now : null;
}

function failed(error: FieldErrorCode): FieldAnswer {
  return { type: 'failed', error };
}

import type { FieldErrorCode } from '../contracts/index.ts';
import {
  type FieldSelection,
  fieldText,
  lettersOf,
  placeSelection,
  rangeOfLetters,
  withNextSpace,
} from './field-selection.ts';

/** How long an editor may take to show what it was given, in milliseconds. */
const TAKEN_WITHIN_MS = 1_000;
/** How long the text must stay: some pages put back what they had. */
const STAYS_MS = 150;
const LOOK_MS = 25;

/** What was written, to undo it. `before` and `after` are the texts of the whole field. */
export type Written = { selection: FieldSelection; text: string; before: string; after: string };

/** Replaces a selection (which may be empty) and checks that the text is there. Nothing is sent, and no key is pressed. */
export async function insertText(selection: FieldSelection, text: string): Promise<Written | FieldErrorCode> {
  const before = fieldText(selection.field);
  const expected = textAfter(selection, before, text);
  if (isTooLong(selection, expected)) return 'too-long';
  const wider = selection.selected === '' ? null : withNextSpace(selection);
  for (const technique of techniquesFor(selection, text)) {
    placeSelection(wider ?? selection);
    // Editors learn of a changed selection by an event, which comes later.
    await sleep(LOOK_MS);
    const isHandled = technique(selection, wider === null ? text : `${text} `);
    await waitUntil(() => isSame(selection, expected), isHandled ? TAKEN_WITHIN_MS : LOOK_MS);
    if (isSame(selection, expected)) {
      await sleep(STAYS_MS);
      const after = fieldText(selection.field);
      return isSame(selection, expected) ? { selection, text, before, after } : 'not-inserted';
    }
    // A second technique would insert the text a second time.
    if (fieldText(selection.field) !== before) return 'altered';
  }
  return 'not-inserted';
}

/** Puts back what the field had. By the page's own undo, which keeps formatting, if nothing was typed since. */
export async function undoInsertion({ selection, text, before, after }: Written): Promise<FieldErrorCode | null> {
  const { field, selected, start } = selection;
  if (fieldText(field) === after) {
    field.element.focus({ preventScroll: true });
    field.element.ownerDocument.execCommand('undo');
    await waitUntil(() => fieldText(field) === before, TAKEN_WITHIN_MS / 2);
    if (fieldText(field) === before) return null;
    if (fieldText(field) !== after) return 'not-undone';
  }
  const inserted = insertedPart(selection, text);
  if (inserted === null) return 'not-undone';
  if (selected !== '') {
    const undone = await insertText(inserted, selected);
    return typeof undone === 'string' ? 'not-undone' : null;
  }
  const expected = textAfter(inserted, fieldText(field), '');
  placeSelection(inserted);
  await sleep(LOOK_MS);
  field.element.ownerDocument.execCommand('delete');
  await waitUntil(() => isSame({ ...inserted, start }, expected), TAKEN_WITHIN_MS);
  return isSame(inserted, expected) ? null : 'not-undone';
}

/** The inserted text as a selection, if it still stands where it was inserted. */
function insertedPart(selection: FieldSelection, text: string): FieldSelection | null {
  const { field, start } = selection;
  if (field.type === 'control') {
    const end = start + text.length;
    return field.element.value.slice(start, end) === text ? { ...selection, end, selected: text } : null;
  }
  const letters = lettersOf(text);
  const end = start + letters.length;
  const range = fieldText(field).slice(start, end) === letters ? rangeOfLetters(field.element, start, end) : null;
  return range && { ...selection, end, selected: text, range };
}

function textAfter({ field, start, end }: FieldSelection, before: string, text: string): string {
  return before.slice(0, start) + (field.type === 'control' ? text : lettersOf(text)) + before.slice(end);
}

function isSame({ field }: FieldSelection, expected: string): boolean {
  return fieldText(field) === expected;
}

function isTooLong({ field }: FieldSelection, expected: string): boolean {
  return field.type === 'control' && field.element.maxLength >= 0 && expected.length > field.element.maxLength;
}

/** Gives a text to the field. Returns whether something took it, as far as that can be known. */
type Technique = (selection: FieldSelection, text: string) => boolean;

/**
 * The ways to insert, the best first. `insertText` is in the browser's own undo history, and editors handle it as typing. Of
 * several lines they make one, or paragraphs by the browser's rules, so those are pasted where an editor handles that.
 */
function techniquesFor({ field }: FieldSelection, text: string): Technique[] {
  if (field.type === 'control') return [byCommand];
  return text.includes('\n') ? [byPaste, byCommand] : [byCommand, byPaste];
}

function byCommand({ field }: FieldSelection, text: string): boolean {
  return field.element.ownerDocument.execCommand('insertText', false, text);
}

/** A paste event, without a clipboard. Browsers do nothing at it, so a page that handles it has prevented that. */
function byPaste({ field }: FieldSelection, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
  return !field.element.dispatchEvent(event);
}

async function waitUntil(isMet: () => boolean, ms: number): Promise<void> {
  for (const until = Date.now() + ms; !isMet() && Date.now() < until; ) await sleep(LOOK_MS);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

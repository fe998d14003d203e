// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import {
  collapseSelection,
  measureLetterOffsets,
  rangeOfLetters,
  readFieldSelection,
  stripWhitespace,
} from './field-selection.ts';

let element: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = '<div contenteditable><p>Old <b>bold</b> words</p><p>stay\u200B here</p></div>';
  element = document.body.firstElementChild as HTMLElement;
});

/** Selects a part of a text. */
function select(text: string, part: string): Range {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (!node.data.includes(text)) continue;
    const range = document.createRange();
    const at = node.data.indexOf(part);
    range.setStart(node, at);
    range.setEnd(node, at + part.length);
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(range);
    return range;
  }
  throw new Error(`No text ${text}`);
}

describe('letters', () => {
  test('are a text without white space and characters that show nothing', () => {
    expect(stripWhitespace(' a\u00A0b\n\u200Bc\uFEFF')).toBe('abc');
  });

  test('number the places in an editable element, which are found again', () => {
    const range = select('words', 'words');
    expect(measureLetterOffsets(element, range)).toEqual({ start: 7, end: 12 });
    const found = rangeOfLetters(element, 7, 12);
    expect(found?.toString()).toBe('words');
    expect(stripWhitespace(rangeOfLetters(element, 9, 16)?.toString() ?? '')).toBe('rdsstay');
    expect(rangeOfLetters(element, 18, 30)).toBeNull();
  });
});

describe('the selection of an editable element', () => {
  test('is its text and its place, and the cursor is behind it', () => {
    select('bold', 'bold');
    const selection = readFieldSelection({ type: 'editable', element });
    expect(selection).toMatchObject({ selected: 'bold', start: 3, end: 7 });
    expect(collapseSelection(selection)).toMatchObject({ selected: '', start: 7, end: 7 });
    expect(collapseSelection(selection).range?.collapsed).toBe(true);
  });

  test('is the end if nothing in it is selected', () => {
    document.getSelection()?.removeAllRanges();
    expect(readFieldSelection({ type: 'editable', element })).toMatchObject({ selected: '', start: 20, end: 20 });
  });
});

test('the selection of an editor that draws its text is that of its input element', () => {
  document.body.innerHTML = '<div class="monaco-editor"><textarea>Old words</textarea><p>Old words stay</p></div>';
  const input = document.querySelector('textarea') as HTMLTextAreaElement;
  input.setSelectionRange(4, 9);
  const root = document.body.firstElementChild as HTMLElement;
  expect(readFieldSelection({ type: 'proxy', element: input, root }).selected).toBe('words');
  const drawn = Object.assign(document.createElement('div'), {
    editContext: { text: 'Old words', selectionStart: 0, selectionEnd: 3 },
  });
  expect(readFieldSelection({ type: 'proxy', element: drawn, root }).selected).toBe('Old');
});

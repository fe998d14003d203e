// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import type { FieldAnswer } from '../contracts/focused-field.ts';
import { answerFieldRequest, locateFocus } from './field-requests.ts';

/**
 * Simulates `execCommand` in a form field, which happy-dom does not implement. A handler can restore the previous text,
 * as some pages do.
 */
function execCommand(command: string, _showsDialog: boolean, text = ''): boolean {
  const field = document.activeElement as HTMLInputElement;
  if (command !== 'insertText' && command !== 'delete') return false;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

function show(html: string): void {
  document.body.innerHTML = html;
}

function focus(start: number, end = start): HTMLInputElement {
  const field = document.querySelector('input, textarea') as HTMLInputElement;
  field.focus();
  field.setSelectionRange(start, end);
  return field;
}

const find = (fieldId = 'f') => answerFieldRequest({ type: 'find', fieldId });
const write = (text: string, replaces = '', fieldId = 'f') =>
  answerFieldRequest({ type: 'write', fieldId, text, replaces });
const failed = (error: string) => ({ type: 'failed', error }) as FieldAnswer;

beforeEach(() => {
  Object.assign(document, { execCommand });
});

describe('finding the field that has the focus', () => {
  test('returns its label, whether it has lines, and the selected text', async () => {
    show('<label for="a">Subject:</label><input id="a" value="High tide">');
    focus(0, 4);
    expect(await find()).toEqual({ type: 'found', label: 'Subject', isMultiline: false, selected: 'High' });
    show('<textarea placeholder="Your \u202Ereply">Old</textarea>');
    focus(3);
    expect(await find()).toEqual({ type: 'found', label: 'Your reply', isMultiline: true, selected: '' });
  });

  test.each([
    '<input type="password">',
    '<input autocomplete="cc-number">',
    '<input autocomplete="shipping cc-csc">',
    '<input autocomplete="one-time-code">',
    '<input name="user_password">',
    '<textarea autocomplete="current-password"></textarea>',
    '<p id="l">Card number</p><input aria-labelledby="l">',
    '<fieldset><legend>Password</legend><input></fieldset>',
    '<table><tr><td>Security code</td><td><input></td></tr></table>',
    '<input placeholder="MM / YY">',
  ])('refuses %s', async (html) => {
    show(html);
    focus(0);
    expect(await find()).toEqual(failed('secret'));
    expect(await write('text')).not.toEqual({ type: 'done' });
  });

  test.each(['<input readonly>', '<textarea disabled></textarea>', '<input type="checkbox">', '<button>Send</button>'])(
    'finds none at %s',
    async (html) => {
      show(html);
      document.querySelector<HTMLElement>('input, textarea, button')?.focus();
      expect(await find()).toEqual(failed('no-field'));
    },
  );
});

describe('writing into the field that was found', () => {
  test('inserts at the cursor, and undo removes the text again', async () => {
    show('<textarea>High tide</textarea>');
    const field = focus(4);
    await find();
    expect(await write(' and low')).toEqual({ type: 'done' });
    expect(field.value).toBe('High and low tide');
    expect(await answerFieldRequest({ type: 'undo', fieldId: 'f' })).toEqual({ type: 'done' });
    expect(field.value).toBe('High tide');
  });

  test('leaves a space beside existing words, which undo removes too', async () => {
    show('<textarea>High water</textarea>');
    const field = focus(10);
    await find();
    expect(await write('at noon')).toEqual({ type: 'done' });
    expect(field.value).toBe('High water at noon');
    expect(await answerFieldRequest({ type: 'undo', fieldId: 'f' })).toEqual({ type: 'done' });
    expect(field.value).toBe('High water');
  });

  test('replaces the selection, and undo restores it, even after more was typed behind it', async () => {
    show('<textarea>High tide</textarea>');
    const field = focus(0, 4);
    await find();
    expect(await write('Low', 'High')).toEqual({ type: 'done' });
    expect(field.value).toBe('Low tide');
    field.value += ' at noon';
    expect(await answerFieldRequest({ type: 'undo', fieldId: 'f' })).toEqual({ type: 'done' });
    expect(field.value).toBe('High tide at noon');
  });

  test('does not undo a text that was changed', async () => {
    show('<textarea>High tide</textarea>');
    const field = focus(0, 4);
    await find();
    await write('Low', 'High');
    field.value = 'Slow tide';
    expect(await answerFieldRequest({ type: 'undo', fieldId: 'f' })).toEqual(failed('not-undone'));
    expect(field.value).toBe('Slow tide');
  });

  test('is written to that field, regardless of where the focus has moved since', async () => {
    show('<textarea>High tide</textarea><input id="other">');
    const field = focus(9);
    await find();
    document.getElementById('other')?.focus();
    expect(await write('!')).toEqual({ type: 'done' });
    expect(field.value).toBe('High tide!');
  });

  test('is refused if the selection has another text than the one that was shown', async () => {
    show('<textarea>High tide</textarea>');
    const field = focus(0, 4);
    await find();
    field.value = 'Send it all';
    expect(await write('Low', 'High')).toEqual(failed('changed'));
    expect(field.value).toBe('Send it all');
  });

  test('is refused if the page made it a password field', async () => {
    show('<input value="">');
    const field = focus(0);
    await find();
    field.type = 'password';
    expect(await write('text')).toEqual(failed('secret'));
    expect(field.value).toBe('');
  });

  test('is refused if the field is gone, locked, or was never found in this document', async () => {
    show('<textarea></textarea>');
    const field = focus(0);
    await find();
    expect(await write('text', '', 'of another document')).toEqual(failed('gone'));
    field.readOnly = true;
    expect(await write('text')).toEqual(failed('gone'));
    field.remove();
    expect(await write('text')).toEqual(failed('gone'));
    expect(field.value).toBe('');
  });

  test('reports a text that is too long, was changed by the page, or was not accepted', async () => {
    show('<input maxlength="3">');
    focus(0);
    await find();
    expect(await write('four')).toEqual(failed('too-long'));

    show('<textarea></textarea>');
    const field = focus(0);
    field.addEventListener('input', () => {
      field.value = field.value.toUpperCase();
    });
    await find();
    expect(await write('text')).toEqual(failed('altered'));

    show('<textarea></textarea>');
    focus(0);
    Object.assign(document, { execCommand: () => false });
    await find();
    expect(await write('text')).toEqual(failed('not-inserted'));
  });
});

describe('writing into an editor', () => {
  /** An editor that keeps its document itself and accepts text only as a paste. */
  function showEditor(): void {
    show('<div contenteditable="true" tabindex="0"><p>Old words stay</p></div>');
    const host = document.querySelector('div') as HTMLElement;
    const earlier: string[] = [];
    host.addEventListener('paste', (event) => {
      event.preventDefault();
      earlier.push(host.innerHTML);
      const range = document.getSelection()?.getRangeAt(0);
      range?.deleteContents();
      range?.insertNode(document.createTextNode((event as ClipboardEvent).clipboardData?.getData('text/plain') ?? ''));
    });
    host.addEventListener('keydown', (event) => {
      if (event.key === 'z' && event.ctrlKey) host.innerHTML = earlier.pop() ?? host.innerHTML;
    });
    host.focus();
    const text = host.querySelector('p')?.firstChild as Text;
    document.getSelection()?.setBaseAndExtent(text, 4, text, 9);
  }
  const html = () => document.querySelector('div')?.innerHTML;

  test('pastes the text once, and undoes it by the keys the editor listens for', async () => {
    Object.assign(document, { execCommand: () => expect.fail('behind the back of the editor') });
    showEditor();
    expect(await find()).toMatchObject({ type: 'found', selected: 'words', isMultiline: true });
    expect(await write('sentences', 'words')).toEqual({ type: 'done' });
    expect(html()).toBe('<p>Old sentences stay</p>');
    expect(await answerFieldRequest({ type: 'undo', fieldId: 'f' })).toEqual({ type: 'done' });
    expect(html()).toBe('<p>Old words stay</p>');
  });
});

test('the focus of a frame is reported without any of its content', () => {
  show('<textarea aria-label="Private">Text</textarea>');
  focus(0);
  expect(locateFocus(document)).toEqual({ key: '', host: location.host, isOpaque: false, focusedFrame: null });
});

test.each([
  ['an address', 'https://ads.test:8443/frame', 'https://ads.test:8443', 'ads.test:8443', false],
  ['an address without its origin (sandbox)', 'https://ads.test/frame', 'null', 'ads.test', true],
  ['a blob: address', 'blob:https://ads.test/1', 'https://ads.test', 'ads.test', false],
  ['no address but an origin', 'about:srcdoc', 'https://ads.test', 'ads.test', false],
  ['neither', 'about:srcdoc', 'null', '', true],
])('the focus of a frame with %s is told with its site', (_, address, origin, host, isOpaque) => {
  const view = { location: { host: address.startsWith('http') ? new URL(address).host : '' }, origin };
  Object.assign(view, { top: view, parent: view });
  const document = Object.create(globalThis.document, { defaultView: { value: view } }) as Document;
  expect(locateFocus(document)).toMatchObject({ host, isOpaque });
});

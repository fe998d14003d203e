// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { readTestDocument } from '../../testing/page-reader/read-document.ts';

beforeEach(() => window.getSelection()?.removeAllRanges());

async function select(html: string, from: [string, number], to: [string, number]): Promise<string> {
  document.body.innerHTML = html;
  const node = (selector: string) => document.querySelector(selector)?.firstChild ?? document.body;
  const range = document.createRange();
  range.setStart(node(from[0]), from[1]);
  range.setEnd(node(to[0]), to[1]);
  window.getSelection()?.addRange(range);
  return (await readTestDocument(document, window)).selection;
}

test('is Markdown of the selected range', async () => {
  const html = '<p id="a">One two</p><ul><li>item</li></ul><p id="b">three four</p>';
  expect(await select(html, ['#a', 4], ['#b', 5])).toBe('two\n\n- item\n\nthree');
});

test('has no text the user cannot see', async () => {
  const html = '<p id="a">One</p><p style="opacity:0">UNSEEN</p><p id="b">two</p>';
  expect(await select(html, ['#a', 0], ['#b', 3])).toBe('One\n\ntwo');
});

test('may be a part of one word', async () => {
  expect(await select('<p id="a">One two</p>', ['#a', 1], ['#a', 5])).toBe('ne t');
});

test('can be in a text field, but not in a password field', async () => {
  document.body.innerHTML = '<input id="t" value="some words"><input id="p" type="password" value="SECRET">';
  for (const [id, expected] of [
    ['t', 'me'],
    ['p', ''],
  ] as const) {
    const field = document.querySelector<HTMLInputElement>(`#${id}`);
    field?.focus();
    field?.setSelectionRange(2, 4);
    expect((await readTestDocument(document, window)).selection).toBe(expected);
  }
});

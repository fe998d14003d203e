// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readFieldSelection } from './field-selection.ts';
import { withSurroundingSpace } from './surrounding-space.ts';

/** A field whose cursor is at the bar. */
function showField(html: string, value: string) {
  document.body.innerHTML = html;
  const element = document.querySelector('input, textarea') as HTMLInputElement;
  element.value = value.replace('|', '');
  element.setSelectionRange(value.indexOf('|'), value.indexOf('|'));
  return readFieldSelection({ type: 'control', element });
}

test.each([
  ['High water|', 'at noon', ' at noon'],
  ['|at noon', 'High water', 'High water '],
  ['High| tide', 'and low', ' and low'],
  ['Thanks.|Ann', 'See you soon.', ' See you soon. '],
  ['Hello |', 'Ann', 'Ann'],
  ['Hello\n|', 'Ann', 'Ann'],
  ['', 'Ann', 'Ann'],
  ['High water|', ', at noon', ', at noon'],
  ['(|)', 'noon', 'noon'],
  ['un|told', 'fore', 'fore'],
  ['¿Qué?|', '¡Hola!', ' ¡Hola!'],
  ['Привет|', 'мир', ' мир'],
  ['مرحبا،|', 'يا', ' يا'],
  ['安全|', '注意', '注意'],
  ['水位は|', '3 m', '3 m'],
  ['สวัสดี|', 'ครับ', 'ครับ'],
  ['a/|', 'b', 'b'],
  ['@|', 'ann', 'ann'],
])('in %j, %j is inserted as %j', (value, text, inserted) => {
  expect(withSurroundingSpace(showField('<textarea></textarea>', value), text)).toBe(inserted);
});

test.each(['<input type="url">', '<input type="tel">', '<input inputmode="email">', '<input maxlength="12">'])(
  'nothing is added in %s',
  (html) => {
    expect(withSurroundingSpace(showField(html, 'example|'), '.test')).toBe('.test');
    expect(withSurroundingSpace(showField(html, 'example|'), 'tests')).toBe('tests');
  },
);

/** An editable element whose cursor is at the bar. */
function showEditor(html: string) {
  document.body.innerHTML = `<div contenteditable="true">${html}</div>`;
  const element = document.body.firstElementChild as HTMLElement;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const at = node.data.indexOf('|');
    if (at < 0) continue;
    node.deleteData(at, 1);
    document.getSelection()?.collapse(node, at);
  }
  return readFieldSelection({ type: 'editable', element });
}

test.each([
  ['<p>High|tide</p>', 'water', 'water'],
  ['<p>High|</p>', 'tide', ' tide'],
  ['<p>High</p><p>|tide</p>', 'water', 'water '],
  ['<p>High <b style="display: inline">wa|</b>ter</p>', 'ter', 'ter'],
  ['<p><b style="display: inline">High</b>|</p>', 'tide', ' tide'],
  ['<p>High<br>|</p>', 'tide', 'tide'],
  ['<p>High</p>|', 'tide', 'tide'],
  ['<p>|<b style="display: inline">tide</b></p>', 'High', 'High '],
])('in the editor %j, %j is inserted as %j', (html, text, inserted) => {
  expect(withSurroundingSpace(showEditor(html), text)).toBe(inserted);
});

test('nothing is added in an editor that draws its text', () => {
  document.body.innerHTML = '<div class="monaco-editor"><textarea>let x</textarea></div>';
  const element = document.querySelector('textarea') as HTMLTextAreaElement;
  element.setSelectionRange(5, 5);
  const root = document.body.firstElementChild as HTMLElement;
  expect(withSurroundingSpace(readFieldSelection({ type: 'proxy', element, root }), 'y')).toBe('y');
});

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readTestDocument } from './read-document.ts';

test('contains title and address', async () => {
  document.documentElement.setAttribute('lang', 'pt-BR');
  document.title = ' A\n title ';
  document.body.innerHTML = '<p>Text</p>';
  const { url: _, ...reading } = await readTestDocument(document, window);
  expect(reading).toEqual({
    title: 'A title',
    language: 'pt-BR',
    layout: 'article',
    blocks: [{ markdown: 'Text', kind: 'paragraph', headingLevel: null }],
    around: [],
    selection: '',
    truncated: false,
    frameKey: '',
  });
});

test('does not change the page', async () => {
  document.body.innerHTML =
    '<form><input value="x"></form><details><summary>a</summary>b</details><table><tr><td>c</td></tr></table>';
  const before = document.documentElement.outerHTML;
  await readTestDocument(document, window);
  expect(document.documentElement.outerHTML).toBe(before);
});

test('stops at two megabytes with a note', async () => {
  document.body.innerHTML = `<pre>${'0123456789abcde\n'.repeat(200_000)}</pre><p>END</p>`;
  const { blocks, truncated } = await readTestDocument(document, window);
  expect(truncated).toBe(true);
  expect(JSON.stringify(blocks).length).toBeLessThan(2.3 * 1024 * 1024);
});

test('reads an empty page', async () => {
  document.body.innerHTML = '';
  expect((await readTestDocument(document, window)).blocks).toEqual([]);
});

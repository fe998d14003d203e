// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { canonicalHtml, findFlaws, readMarkdownTexts } from '../../testing/text/markdown-texts.ts';
import { escapeHtml, markdownHtml } from '../markdown-html.ts';

const renderMath = (tex: string) => `<math>${escapeHtml(tex)}</math>`;
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

describe.each(readMarkdownTexts())('$kind', ({ texts }) => {
  test.each(texts)('shows $text', (text) => {
    const html = canonicalHtml(parse(markdownHtml(text.text, { renderMath })));
    expect(findFlaws(text, html), html).toEqual([]);
  });
});

test('the table has 200 texts, each once', () => {
  const texts = readMarkdownTexts().flatMap((kind) => kind.texts.map(({ text }) => text));
  expect(new Set(texts).size).toBe(200);
});

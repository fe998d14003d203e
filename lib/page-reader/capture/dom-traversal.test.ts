// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { readVisibleMarkdown } from '../../testing/page-reader/visible-markdown.ts';

describe('a page as Markdown', () => {
  test('keeps headings, paragraphs and emphasis', () => {
    const html =
      '<h2>Tea <em>and</em> cake</h2><p>One <b>two</b> <i> three</i>four</p><div role="heading" aria-level="3">Role</div>';
    expect(readVisibleMarkdown(html)).toBe('## Tea *and* cake\n\nOne **two** *three*four\n\n### Role');
  });

  test('numbers ordered lists from their start and nests lists', () => {
    const html =
      '<ol start="3"><li>Three<ul><li>Deep<ul><li>Deeper</li></ul></li></ul></li><li value="7">Seven</li><li>Eight</li></ol>';
    expect(readVisibleMarkdown(html)).toBe('3. Three\n   - Deep\n     - Deeper\n7. Seven\n8. Eight');
  });

  test('reads a list of tabs as a list, although its items have no role', () => {
    const tabs = (role: string) => `<ul role="${role}"><li role="presentation"><a role="tab">npm</a></li></ul>`;
    expect(readVisibleMarkdown(tabs('tablist'))).toBe('- npm');
    expect(readVisibleMarkdown(tabs('presentation'))).toBe('npm');
  });

  test('treats a table as a code listing only if every row has code', () => {
    const table = (first: string) =>
      readVisibleMarkdown(
        `<table><tr><td>${first}</td><td></td></tr><tr><td><pre>typedef long size_t;</pre></td><td>C</td></tr></table>`,
      );
    expect(table('Header')).toBe('|  |  |\n| --- | --- |\n| Header |  |\n| `typedef long size_t;` | C |');
    expect(table('<pre>int first = 1;</pre>')).toContain('```\nint first = 1;\n```');
  });

  test('shows the state of task boxes', () => {
    const html = '<ul><li><input type="checkbox" checked> Done</li><li><input type="checkbox"> Open</li></ul>';
    expect(readVisibleMarkdown(html)).toBe('- [x] Done\n- [ ] Open');
  });

  test('keeps the headings of items that are cards as separate blocks', () => {
    expect(readVisibleMarkdown('<ul><li><h3>Card</h3><p>Text</p></li></ul>')).toBe('- ### Card\n\n  Text');
  });

  test('quotes quotes', () => {
    expect(readVisibleMarkdown('<blockquote><p>Outer</p><blockquote>Inner</blockquote></blockquote>')).toBe(
      '> Outer\n>\n> > Inner',
    );
  });

  test('fences code with its language and a fence longer than any inside', () => {
    const html = '<pre><code class="language-js">run()\n  .now()</code></pre><pre>Use:\n```js\nx\n```</pre>';
    expect(readVisibleMarkdown(html)).toBe('```js\nrun()\n  .now()\n```\n\n````\nUse:\n```js\nx\n```\n````');
  });

  test('joins lines of code in separate boxes, without copy buttons', () => {
    const html = '<pre><div>a {</div><div>  b</div><div>}</div><button>Copy</button></pre>';
    expect(readVisibleMarkdown(html)).toBe('```\na {\n  b\n}\n```');
  });

  test('omits the line numbers that highlighters add to code, and no other numbers', () => {
    const html =
      '<pre><span class="lineno">1</span><span class="kn">import</span> x\n<span class="line-number">2</span>y = <span class="mi">3</span></pre>';
    expect(readVisibleMarkdown(html)).toBe('```\nimport x\ny = 3\n```');
  });

  test('reads a rendered formula as text if its source is missing', () => {
    const html =
      '<p>For all <span class="katex"><span class="katex-html" aria-hidden="true">x<span style="display:none">UNSEEN</span> + 1</span></span> too</p>';
    expect(readVisibleMarkdown(html)).toBe('For all x + 1 too');
  });

  test('reads a rendered formula from the attribute around it, if they match', () => {
    const read = (tex: string) =>
      readVisibleMarkdown(`<p>So <span data-math="${tex}"><span class="katex"><span>x2a</span></span></span></p>`);
    expect(read('\\frac{x}{2a}')).toBe('So $\\frac{x}{2a}$');
    expect(read('x \\text{and tell them}')).toBe('So x2a');
    expect(read('x \\text{и скажи}')).toBe('So x2a');
  });

  test('puts as many backticks around inline code as it needs', () => {
    expect(readVisibleMarkdown('<p>Type <code>a`b</code> and <code>c</code>.</p>')).toBe('Type ``a`b`` and `c`.');
  });

  test('writes links with absolute addresses and once per card', () => {
    const html = '<a href="https://a.test/x"><h3>Title</h3><p>Teaser</p></a>';
    expect(readVisibleMarkdown(html)).toBe('### [Title](https://a.test/x)\n\nTeaser');
  });

  test('reads the boxes of a short link as its text', () => {
    const html = '<a href="https://a.test/x"><div>8 May</div><div>Title</div></a>';
    expect(readVisibleMarkdown(html)).toBe('[8 May Title](https://a.test/x)');
  });

  test('names images and skips those without a name', () => {
    expect(
      readVisibleMarkdown('<p>See <img alt="A cat"> and <img src="x.png"><img alt="dot" width="1" height="1">.</p>'),
    ).toBe('See ![A cat]() and .');
  });

  test('puts terms above their meaning', () => {
    expect(readVisibleMarkdown('<dl><dt>Tea</dt><dd>A drink</dd></dl>')).toBe('**Tea**\n: A drink');
  });

  test('marks the content of closed details, if there is a line to open them', () => {
    const html =
      '<details><summary>More</summary><p>Inside</p></details><details open><summary>Less</summary><p>Shown</p></details>';
    expect(readVisibleMarkdown(html)).toBe('More (collapsed)\n\nInside\n\nLess\n\nShown');
    expect(readVisibleMarkdown('<p>Seen</p><details><summary style="display:none">s</summary>UNSEEN</details>')).toBe(
      'Seen',
    );
  });

  test('marks what a visible control would open, but not the menu of the site', () => {
    const html = `<button role="tab" aria-controls="t">Yarn</button><div role="tabpanel" id="t" style="display:none">yarn add</div>
      <nav><button aria-expanded="false" aria-controls="m">Menu</button></nav><ul id="m" style="display:none"><li>UNSEEN</li></ul>`;
    expect(readVisibleMarkdown(html)).toBe('Yarn\n\n(collapsed: Yarn)\n\nyarn add\n\nMenu');
  });

  test('begins a new paragraph at two line breaks', () => {
    expect(readVisibleMarkdown('<p>a<br>b<br><br>c</p><hr><p>d</p>')).toBe('a\nb\n\nc\n\n---\n\nd');
  });

  test('keeps the lines of preformatted prose', () => {
    expect(readVisibleMarkdown('<div style="white-space: pre-wrap">one\n  two</div>')).toBe('one\n  two');
  });

  test('omits scripts, styles, templates and drawings', () => {
    const html =
      '<script>x()</script><style>p{}</style><noscript>no</noscript><template>t</template><svg><title>s</title></svg><p>Text</p>';
    expect(readVisibleMarkdown(html)).toBe('Text');
  });

  test('escapes text that would become structure', () => {
    expect(
      readVisibleMarkdown('<p># not a heading</p><p>- no item</p><p>1. no number</p><p>2 * 3 and snake_case</p>'),
    ).toBe('\\# not a heading\n\n\\- no item\n\n1\\. no number\n\n2 * 3 and snake_case');
  });

  test('marks powers, footnotes and deleted words', () => {
    const html = '<p>x<sup>2</sup>, the 1<sup>st</sup>, claim<sup><a href="#n1">1</a></sup>, <del>old</del></p>';
    expect(readVisibleMarkdown(html)).toBe('x^2, the 1st, claim[1], ~~old~~');
  });
});

describe('headings', () => {
  test('may contain another one, which is the real one', () => {
    expect(readVisibleMarkdown('<div role="heading" aria-level="2"><h3>Title</h3></div>')).toBe('### Title');
  });

  test('are text in a cell', () => {
    const html = '<table><tr><th>A</th><th><h4>B</h4></th></tr><tr><td>1</td><td>2</td></tr></table>';
    expect(readVisibleMarkdown(html)).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |');
  });
});

describe('tables', () => {
  test('keep empty cells in their place', () => {
    const html = '<table><tr><th></th><th>A</th><th>B</th></tr><tr><td>x</td><td></td><td>2</td></tr></table>';
    expect(readVisibleMarkdown(html)).toBe('|  | A | B |\n| --- | --- | --- |\n| x |  | 2 |');
  });

  test('are laid out on a grid', () => {
    const html = `<table><caption>Seas</caption><tr><th>Port</th><th>Good</th><th>t</th></tr>
      <tr><td rowspan="2">Oslo</td><td>Fish | cod</td><td>31</td></tr><tr><td>Salt</td><td>32</td></tr>
      <tr><td colspan="2">Total</td><td>63</td></tr></table>`;
    expect(readVisibleMarkdown(html)).toBe(
      'Seas\n\n| Port | Good | t |\n| --- | --- | --- |\n| Oslo | Fish \\| cod | 31 |\n| Oslo | Salt | 32 |\n| Total |  | 63 |',
    );
  });

  test('are recognised by their ARIA roles', () => {
    const html = `<div role="table"><div role="row"><span role="columnheader">Id</span><span role="columnheader">State</span></div>
      <div role="row"><span role="cell">A-77</span><span role="cell">Shipped</span></div></div>`;
    expect(readVisibleMarkdown(html)).toBe('| Id | State |\n| --- | --- |\n| A-77 | Shipped |');
  });

  test('that only lay out the page are read as its text', () => {
    expect(
      readVisibleMarkdown('<table role="presentation"><tr><td><p>Left</p></td><td><p>Right</p></td></tr></table>'),
    ).toBe('Left\n\nRight');
    expect(readVisibleMarkdown('<table><tr><td>Only</td></tr><tr><td>column</td></tr></table>')).toBe('Only\n\ncolumn');
  });

  test('keep lists and line breaks of a cell in one line', () => {
    const html =
      '<table><tr><th>A</th><th>B</th></tr><tr><td>x<br>y</td><td><ul><li>1</li><li>2</li></ul></td></tr></table>';
    expect(readVisibleMarkdown(html)).toBe('| A | B |\n| --- | --- |\n| x<br>y | - 1<br>- 2 |');
  });
});

describe('the flat tree', () => {
  test('reads open shadow roots and slotted content', () => {
    document.body.innerHTML = '<my-card><p>Slotted</p></my-card>';
    const host = document.querySelector('my-card');
    const root = host?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = '<style>p{color:red}</style><p>Shadow</p><slot></slot>';
    expect(readVisibleMarkdown()).toBe('Shadow\n\nSlotted');
  });

  test('may be deep', () => {
    const depth = 300;
    expect(readVisibleMarkdown(`${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`)).toBe('deep');
  });

  test('is not affected by form fields named like DOM properties', () => {
    const names = [
      'childNodes',
      'localName',
      'parentNode',
      'getAttribute',
      'shadowRoot',
      'textContent',
      'children',
      'nodeType',
    ];
    const html = `<form>${names.map((name) => `<input name="${name}">`).join('')}<p>Inside</p></form>`;
    expect(readVisibleMarkdown(html)).toBe('Inside');
  });
});

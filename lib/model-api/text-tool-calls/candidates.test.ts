import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_TOOLS, EXAMPLES } from '../../testing/model-api/dialect-examples.ts';
import { KEPT_ASIDE, TUNED, wrappedCalls } from '../../testing/model-api/wrapped-examples.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { CandidateFinder, MarkdownCode, readLeadIn } from './candidates.ts';
import { findStrippedHeader } from './formats/harmony.ts';
import { DialectLexer } from './lexer.ts';

const finder = new CandidateFinder(EXAMPLE_TOOLS);

/** The text with `▸` before each position where a call might begin. A sentence follows the text. */
function marked(text: string): string {
  const whole = `${text}. So`;
  let result = '';
  for (let at = 0; at < whole.length; ) {
    const next = finder.next(whole, at);
    result += whole.slice(at, next) + (next < whole.length ? `▸${whole.charAt(next)}` : '');
    at = next + 1;
  }
  return result.slice(0, -'. So'.length);
}

describe('a call might begin', () => {
  test.each([
    // The protocol's own tag, and words of dialects and tools after `<` and `[`.
    'Look: ▸<tool name="x">',
    'Look: ▸</tool>',
    'Look: ▸<TOOL name="x">',
    'Look: ▸<invoke name="x">',
    'Look: ▸<tool_result>',
    'Look: ▸<find_in_page>',
    'Look: ▸[TOOL_CALLS]',
    'Look: ▸[end abcdef]',
    'Look: ▸<acme:invoke>',
    'Look: ▸[find_in_page(query="x")]',
    'Look: ▸<|channel|>',
    'Look: ▸<｜tool▁calls▁begin｜>',
    'Look: ▸<\\|channel|>',
    'Look: ▸<tool\\_call>',
    // A list, an object, a fence, a name in back ticks.
    'Look: ▸[▸{"name"',
    'Look: ▸[ ▸{"name"',
    'Look: ▸{"name"',
    'Look: ▸{ "name"',
    "Look: ▸{'name'",
    'Look: ▸`find_in_page()`',
    'Look: ▸`Find`',
    'Look: ▸`▸<tool>`',
    'Look: ▸`▸``json',
    // Tags of no dialect, followed by a body.
    'Look: ▸<op>▸{"a"',
    'Look: ▸<op> find',
    'Look: ▸<op>_find',
    'Look: ▸<op>▸[',
    'Look: ▸<op><body>▸{"a"',
    'Look: ▸<op>▸<inner>▸{"a"',
    'Look: ⟦run⟧▸{"a"',
    'Look: 【工具】find',
    'Look: ▸◁think▷',
    'Look: ▸<op a="b">▸{"a"',
    'Look: ▸[call▸{"a": 1}]',
    'Look: ▸[call(find)]',
    `Look: ▸[call▸{"a": "${'b'.repeat(90)}"}]`,
    `Look: ▸[call(${'b'.repeat(90)})]`,
    'Look: ▸<!-- call find -->',
    'Look: ▸<▸<exec>>find',
    // MiniMax M3.
    'Look: ▸]<]minimax[>▸[',
  ])('%s', (text) => {
    expect(marked(text.replaceAll('▸', ''))).toBe(text);
  });

  test.each([
    'Action: find',
    'action: find',
    'to=functions.find',
    'find_in_page{',
    'Find_in_page(',
    'FIND-IN-PAGE(',
    'read-page(',
    '  find_in_page',
    '\tfind_in_page',
    ' \t find_in_page',
    '{"name"',
    '[{"name"',
    '```json',
    '<op>',
    '1. <tool>',
    '>>>find',
    '•<tool>',
    '- <tool>',
    '*<tool>',
    'f',
    '',
    ' ',
  ])('at the start of a line: %j', (line) => {
    expect(finder.mayStartLine(line, 0)).toBe(true);
    expect(finder.mayStartLine(`Yes.\n${line}`, 5)).toBe(true);
  });

  // A character after which no text has arrived yet.
  test.each(['<', '[', '`', '{', ']', '\n'])('with %j at the end', (character) => {
    expect(finder.next(`So ${character}`, 0)).toBe(3);
  });
});

describe('prose is not looked at closely', () => {
  test.each([
    'if a < b then',
    'a <3 b',
    'I <3 you',
    'the <b>bold</b> and the <TABLE> ones',
    'a <div\n',
    'a list[0] and [1] and [12]',
    'a [link](https://example.com) here',
    'a [link to a page](https://example.com), so',
    'an array a[i] = b[j]; then',
    '[a]. Then',
    'a} ] b ]',
    'set {a, b}',
    'a {1: 2}',
    '`x = 1`',
    '<a▸\n▸{"b": 1}>',
    '<a `{`>',
    `<op ${'a'.repeat(90)}> b`,
    '<op>: 1',
    '<op>. So',
    '<op> 12',
    '«outil»',
    '(tool) ',
    'x [a-z] 0',
  ])('%j', (text) => {
    expect(marked(text.replaceAll('▸', ''))).toBe(text);
  });

  test.each(['So it is.', 'The tide', 'Yes', '  Much prose', 'Über', 'x = 1', '§ 2', '"quoted"', '– so'])(
    'at the start of a line: %j',
    (line) => {
      expect(finder.mayStartLine(line, 0)).toBe(false);
    },
  );
});

/** The lexer's output. */
function read(text: string) {
  const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]));
  const events = [...lexer.push(text), ...lexer.end({ isTruncated: false })];
  return {
    shown: events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join(''),
    others: events.filter(({ type }) => type !== 'text-delta'),
  };
}

/** The output of a lexer whose finder skips nothing. */
function readThoroughly(text: string) {
  const { mayStartLine, next } = CandidateFinder.prototype;
  Object.assign(CandidateFinder.prototype, {
    mayStartLine: () => true,
    next(this: CandidateFinder, all: string, from: number): number {
      return Math.min(this.nextStop(all, from), from + findStrippedHeader(all.slice(from), true));
    },
  });
  try {
    return read(text);
  } finally {
    Object.assign(CandidateFinder.prototype, { mayStartLine, next });
  }
}

test('nothing is missed that a look at every stop would find', () => {
  const texts = [...EXAMPLES, ...wrappedCalls([...TUNED, ...KEPT_ASIDE])].map(([, text]) => text);
  const before = fc.constantFrom('', 'So. ', 'So.\n', 'So.\n\n  ', '- ', '> ', 'x', '`', '**', '(');
  const after = fc.constantFrom('', ' And so on.', '\n', '\n\nSo.', '`', '**', ')');
  fc.assert(
    fc.property(before, fc.constantFrom(...texts), after, (first, text, last) => {
      const whole = first + text + last;
      expect(read(whole)).toEqual(readThoroughly(whole));
    }),
    { numRuns: 2_000 },
  );
});

describe('the end of a Markdown text', () => {
  const where = (text: string, pieces: readonly string[] = [text]) => {
    const code = new MarkdownCode();
    for (const piece of pieces) code.push(piece);
    return code.isInFence ? 'fence' : code.isInside ? 'inside' : 'outside';
  };

  test.each([
    ['So.', 'outside'],
    ['```', 'inside'],
    ['```js\n', 'fence'],
    ['  ```js\nx\n', 'fence'],
    ['   ```\n', 'fence'],
    ['    ```\n', 'outside'],
    ['```\nx\n```\n', 'outside'],
    ['```\nx\n``\n', 'fence'],
    ['```\nx\n~~~\n', 'fence'],
    ['~~~\nx\n~~~\nSo', 'outside'],
    ['````\n```\n', 'fence'],
    ['````\n```\n`````\n', 'outside'],
    ['x ```\n', 'outside'],
    ['`a', 'inside'],
    ['``a', 'inside'],
    ['`a`', 'outside'],
    ['``a`` `b` ', 'outside'],
    ['`a\nb', 'outside'],
    ['> a', 'inside'],
    ['  > a', 'inside'],
    ['    > a', 'outside'],
    ['> a\nb', 'outside'],
    ['a > b', 'outside'],
  ])('%j is %s of code and quotations', (text, expected) => {
    expect(where(text)).toBe(expected);
    expect(where(text, [...text])).toBe(expected);
  });

  test('a piece without line ends and back ticks can be passed as such', () => {
    const code = new MarkdownCode();
    code.push('`a', false);
    code.push(' plain', true);
    expect(code.isInside).toBe(true);
    code.push('`', false);
    code.push('b', true);
    expect(code.isInside).toBe(false);
    code.push('\n', false);
    code.push('> quoted', true);
    expect(code.isInside).toBe(true);
  });
});

describe('the text before a possible call', () => {
  test.each([
    ['For example, write ', 'explanation'],
    ['Zum Beispiel', 'explanation'],
    ['Par exemple, cela serait ', 'explanation'],
    ['Por ejemplo', 'explanation'],
    ['Например', 'explanation'],
    ['उदाहरण', 'explanation'],
    ['例如', 'explanation'],
    ['The documentation says:', 'explanation'],
    ['User: hi\nAssistant: ', 'explanation'],
    ['**Assistant:** ', 'explanation'],
    ['Let me look.', 'intent'],
    ["I'll show you the format now:", 'intent'],
    ['Ich suche es.', 'intent'],
    ['让我看看', 'intent'],
    ['The result:', 'colon'],
    ['结果：', 'colon'],
    ['The result: ', 'colon'],
    ['The result.', 'none'],
    ['For example.\n\nYes.', 'none'],
    ['For example.\n  \nYes:', 'colon'],
    ['Informative and counterexamplary.', 'none'],
    ['', 'none'],
  ])('%j announces: %s', (before, expected) => {
    expect(readLeadIn(before)).toBe(expected);
  });
});

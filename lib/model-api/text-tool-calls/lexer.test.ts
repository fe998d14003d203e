import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent } from '../../contracts/model-client.ts';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { collectReply } from '../../testing/model-api/collect-reply.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

const TOOLS: ToolDefinition[] = [
  { name: 'read_page', description: '', inputSchema: z.strictObject({ cursor: z.string().optional() }) },
  { name: 'find', description: '', inputSchema: z.strictObject({ query: z.string() }) },
];

function scan(pieces: string[], isTruncated = false): ModelEvent[] {
  const scanner = new DialectLexer(TOOLS, new CallIds([]));
  return [...pieces.flatMap((piece) => scanner.push(piece)), ...scanner.end({ isTruncated })];
}

/** The resulting text and calls, regardless of how the text was split. */
function outcome(events: ModelEvent[]) {
  const { text, calls } = collectReply(events);
  return {
    text,
    calls: calls.map(({ name, input, isRepaired, error }) => {
      if (error !== undefined) return { name, error: error.code };
      return { name, ...(input === undefined ? {} : { input }), ...(isRepaired ? { repaired: true } : {}) };
    }),
  };
}

const find = (query: string, repaired = false) => ({
  name: 'find',
  input: { query },
  ...(repaired ? { repaired: true } : {}),
});
const readPage = { name: 'read_page', input: {} };
const cutOff = { name: 'find', error: 'truncated-input' };

const CASES: [name: string, text: string, expected: { text: string; calls: unknown[] }][] = [
  ...['Mistral ends with </s> and begins with <s>.', 'Its token is: </s>', 'It is "</s>", not <|im_end|> here.'].map(
    (text): [string, string, { text: string; calls: unknown[] }] => [
      `a sentence about a control token: ${text}`,
      text,
      { text, calls: [] },
    ],
  ),
  ['a control token behind a call', '<tool name="read_page">{}</tool></s>', { text: '', calls: [readPage] }],
  ['a call by itself', '<tool name="find">{"query":"tide"}</tool>', { text: '', calls: [find('tide')] }],
  [
    'text before and after',
    'Let me see.\n<tool name="read_page">{}</tool>\nDone.',
    { text: 'Let me see.\nDone.', calls: [readPage] },
  ],
  [
    'two calls',
    '<tool name="read_page">{}</tool>\n\n<tool name="find">{"query":"a"}</tool>',
    { text: '', calls: [readPage, find('a')] },
  ],
  [
    'two calls without a break',
    '<tool name="read_page">{}</tool><tool name="find">{"query":"a"}</tool>',
    { text: '', calls: [readPage, find('a')] },
  ],
  [
    'the closing tag inside an argument',
    '<tool name="find">{"query":"</tool> <b>"}</tool>ok',
    { text: 'ok', calls: [find('</tool> <b>')] },
  ],
  [
    'braces and escaped quotes inside an argument',
    '<tool name="find">{"query":"} \\" {"}</tool>',
    { text: '', calls: [find('} " {')] },
  ],
  ['no closing tag', '<tool name="find">{"query":"a"}\nNow I wait.', { text: 'Now I wait.', calls: [find('a')] }],
  ['another closing tag', '<tool name="find">{"query":"a"}</tool_call>', { text: '', calls: [find('a')] }],
  ['single quotes around the name', '<tool name=\'find\'>{"query":"a"}</tool>', { text: '', calls: [find('a')] }],
  ['a colon for the name', '<tool: find>{"query":"a"}</tool>', { text: '', calls: [find('a')] }],
  ['a self-closing tag', '<tool name="read_page" />Then.', { text: 'Then.', calls: [readPage] }],
  [
    'spaces and line breaks around the arguments',
    '<tool name="find">\n  {"query": "a"}\n</tool>',
    { text: '', calls: [find('a')] },
  ],
  [
    'a missing brace before the closing tag',
    '<tool name="find">{"query":"a"</tool>So.',
    { text: 'So.', calls: [find('a', true)] },
  ],
  [
    'single-quoted arguments',
    "<tool name=\"find\">{'query': 'a'}</tool>So.",
    { text: 'So.', calls: [find('a', true)] },
  ],
  ['a missing quote before the closing tag', '<tool name="find">{"query":"a}</tool>', { text: '', calls: [cutOff] }],
  [
    'a value that is cut off before the closing tag',
    '<tool name="find">{"query":"a</tool>So.',
    { text: '', calls: [cutOff] },
  ],
  [
    'a key that is cut off before the closing tag, and another call',
    '<tool name="find">{"query":</tool>\n<tool name="read_page">{}</tool>',
    { text: '', calls: [cutOff, readPage] },
  ],
  [
    'a closing bracket too many',
    '<tool name="find">{"query":"a"}}</tool>So.',
    { text: 'So.', calls: [find('a', true)] },
  ],
  [
    'arguments that do not fit',
    '<tool name="find">{"word":"a"}</tool>',
    { text: '', calls: [{ name: 'find', error: 'bad-input' }] },
  ],
  [
    'an unknown tool',
    '<tool name="fly">{"to":"Rome"}</tool>',
    { text: '', calls: [{ name: 'fly', error: 'bad-input' }] },
  ],
  [
    'a tag mentioned in a code span',
    'Write `<tool name="find">{"query":"a"}</tool>` to search.',
    { text: 'Write `<tool name="find">{"query":"a"}</tool>` to search.', calls: [] },
  ],
  [
    'a tag inside a longer code span',
    'Write `to find: <tool name="read_page">{}</tool>` here.',
    { text: 'Write `to find: <tool name="read_page">{}</tool>` here.', calls: [] },
  ],
  [
    'a tag in a fenced block',
    'Like so:\n```\n<tool name="read_page">{}</tool>\n```\nSee?',
    { text: 'Like so:\n```\n<tool name="read_page">{}</tool>\n```\nSee?', calls: [] },
  ],
  [
    'a call after a fenced block',
    '```js\nx\n```\n<tool name="read_page">{}</tool>',
    { text: '```js\nx\n```\n', calls: [readPage] },
  ],
  [
    'a mention without arguments',
    'The <tool name="find"> tag takes JSON.',
    { text: 'The <tool name="find"> tag takes JSON.', calls: [] },
  ],
  [
    'an empty pair of tags',
    'Use <tool name="find"></tool> so.',
    { text: 'Use <tool name="find"></tool> so.', calls: [] },
  ],
  [
    'a closing tag before an opening one that is no call',
    'So </tool><tool name="find"> is wrong.',
    { text: 'So </tool><tool name="find"> is wrong.', calls: [] },
  ],
  ['an opening that is never finished', 'Well, <tool name="fi', { text: 'Well, <tool name="fi', calls: [] }],
  ['a call that is never finished', 'Well, <tool name="find">{"query":"a', { text: 'Well, ', calls: [cutOff] }],
  [
    'an unknown name in prose',
    'e.g. <tool name="x">{json}</tool> means',
    { text: 'e.g. <tool name="x">{json}</tool> means', calls: [] },
  ],
  [
    'other tags and comparisons',
    'if a <b && c> d then <tools> or <tool>',
    { text: 'if a <b && c> d then <tools> or <tool>', calls: [] },
  ],
  [
    'a tag inside a word',
    'abc<tool name="read_page">{}</tool>',
    { text: 'abc<tool name="read_page">{}</tool>', calls: [] },
  ],
  [
    'markup after the opening brace',
    '<tool name="find">{"query": <b>x</b>}',
    { text: '<tool name="find">{"query": <b>x</b>}', calls: [] },
  ],
];

test.each(CASES)('%s', (_name, text, expected) => {
  expect(outcome(scan([text]))).toEqual(expected);
});

describe('gives the same result regardless of where the text is split', () => {
  test.each(CASES)('%s', (_name, text, expected) => {
    expect(outcome(scan([...text]))).toEqual(expected);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        expect(outcome(scan(at.map((start, index) => text.slice(start, at[index + 1] ?? start))))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });
});

test('text without a call is emitted unchanged, except for unmatched closing tags at its end', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    'tool',
    ' name="find"',
    '{',
    '}',
    '"',
    '</tool>',
    ' ',
    '\n',
    '```',
    'a',
    '`',
    '/',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const { text, calls } = outcome(scan(pieces));
      const whole = pieces.join('');
      const isKept =
        text === whole || (whole.startsWith(text) && /^(?:\s*<\s*\/\s*tool\s*>)+\s*$/.test(whole.slice(text.length)));
      if (calls.length === 0) expect(isKept, text).toBe(true);
      expect(outcome(scan([pieces.join('')]))).toEqual({ text, calls });
    }),
    { numRuns: 3000 },
  );
});

test('emits prose immediately and holds back only a possible tag', () => {
  const scanner = new DialectLexer(TOOLS, new CallIds([]));
  expect(scanner.push('Hello, ')).toEqual([{ type: 'text-delta', delta: 'Hello, ' }]);
  expect(scanner.push('a < b <t')).toEqual([{ type: 'text-delta', delta: 'a < b ' }]);
  expect(scanner.push('able>')).toEqual([{ type: 'text-delta', delta: '<table>' }]);
});

test('starts a call at its name and first brace, and completes it when the brackets balance', () => {
  const scanner = new DialectLexer(TOOLS, new CallIds([]));
  expect(scanner.push('<tool name="find">')).toEqual([]);
  expect(scanner.push('{"qu')).toMatchObject([{ type: 'tool-input-start', toolName: 'find' }, { delta: '{"qu' }]);
  expect(scanner.push('ery":"a')).toMatchObject([{ delta: 'ery":"a' }]);
  expect(scanner.push('"}')).toMatchObject([{ delta: '"}' }, { type: 'tool-input-available' }]);
});

test('reports arguments that were cut off with the reply as an error and does not repair them', () => {
  for (const text of ['{"query":"a', '{"query":"a</tool>', '{"query":"a"', '{"query":"a"\n']) {
    expect(outcome(scan([`So. <tool name="find">${text}`], true))).toEqual({ text: 'So. ', calls: [cutOff] });
  }
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

const TOOLS = [{ name: 'read_page', description: '', inputSchema: z.strictObject({ cursor: z.string().optional() }) }];

function read(pieces: readonly string[], options = {}, tools = TOOLS) {
  const lexer = new DialectLexer(tools, new CallIds([]), options);
  const events: ModelEvent[] = [...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated: false })];
  return {
    text: events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join(''),
    calls: events.filter((event) => event.type === 'tool-input-available' || event.type === 'tool-input-error').length,
    discarded: events.flatMap((event) => (event.type === 'reply-discard' ? [event.what] : [])),
  };
}

const CALL = '<tool name="read_page">{}</tool>';
const MARKER = 'bakirotelumo';

type Case = readonly [title: string, text: string, expected: Partial<ReturnType<typeof read>>];

const CASES: readonly Case[] = [
  ['a copied placeholder', '<tool name="NAME">{"argument": "value"}</tool>', { discarded: ['placeholder'] }],
  [
    'a placeholder before an answer',
    '<tool name="TOOL_NAME">{}</tool>\nHello.',
    { text: 'Hello.', discarded: ['placeholder'] },
  ],
  [
    'a placeholder that is explained',
    'The format is:\n<tool name="NAME">{"argument": "value"}</tool>',
    { text: 'The format is:\n', calls: 1 },
  ],
  ['an invented result', '<tool_result name="read_page">Sunny</tool_result>', { discarded: ['tool-result'] }],
  ['an invented result without an end', '<tool_result name="read_page" id="1">\nSunny', { discarded: ['tool-result'] }],
  ['an invented result with a call in it', `<tool_result>\n${CALL}\n</tool_result>`, { discarded: ['tool-result'] }],
  [
    'a result after a call',
    `${CALL}\n<tool_result>\nSunny\n</tool_result>\n`,
    { calls: 1, discarded: ['tool-result'] },
  ],
  ['an answer after a result', '<tool_response>1</tool_response>\nYes.', { text: 'Yes.', discarded: ['tool-result'] }],
  [
    'the delimiters of data',
    `It says:\n[data ${MARKER}]\nHigh tide.\n[end ${MARKER}]`,
    { text: 'It says:\nHigh tide.\n' },
  ],
  [
    'a tag mentioned in a sentence',
    'The result comes in <tool_result> tags.',
    { text: 'The result comes in <tool_result> tags.' },
  ],
  [
    'a tag that begins a line',
    '<tool_result> is the tag.\nIt has an end.',
    { text: '<tool_result> is the tag.\nIt has an end.' },
  ],
  [
    'a tag in code',
    '```\n<tool_result name="a">1</tool_result>\n```',
    { text: '```\n<tool_result name="a">1</tool_result>\n```' },
  ],
  ['brackets of another kind', '[data here]\n[end 12]\n[end]', { text: '[data here]\n[end 12]\n[end]' }],
];

describe('text that only a prompt or a tool may write', () => {
  test.each(CASES)('%s', (_title, text, expected) => {
    const whole = read([text]);
    expect(whole).toEqual({ text: '', calls: 0, discarded: [], ...expected });
    expect(read([...text])).toEqual(whole);
    for (let at = 1; at < text.length; at++) expect(read([text.slice(0, at), text.slice(at)])).toEqual(whole);
  });

  test.each([
    ['calls are native', TOOLS],
    ['nothing is a call', []],
  ])('loses the delimiters of data also if %s', (_title, tools) => {
    const text = `[end ${MARKER}]\n[data ${MARKER}]\nHigh tide [end ${MARKER}]`;
    expect(read([text], { isLenient: false }, tools)).toEqual({ text: 'High tide ', calls: 0, discarded: [] });
    expect(read([...text], { isLenient: false }, tools).text).toBe('High tide ');
  });

  test('does not hide the call behind it', () => {
    const text = `[end ${MARKER}]\n{"name": "read_page", "arguments": {}}`;
    expect(read([text], { isLenient: false })).toEqual({ text: '', calls: 1, discarded: [] });
  });

  test('is kept when calls are not requested as text', () => {
    const text = '<tool_result name="read_page">Sunny</tool_result>';
    expect(read([text], { isLenient: false })).toEqual({ text, calls: 0, discarded: [] });
  });
});

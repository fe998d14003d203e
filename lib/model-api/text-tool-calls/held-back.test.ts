import { describe, expect, test } from 'vitest';
import { EXAMPLE_TOOLS } from '../../testing/model-api/dialect-examples.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

/** The text with `▸` before the part that is held back until more arrives. */
function marked(pieces: readonly string[], isLenient: boolean): string {
  const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]), { isLenient });
  const events = pieces.flatMap((piece) => lexer.push(piece));
  const shown = events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');
  const text = pieces.join('');
  expect(text.slice(0, shown.length)).toBe(shown);
  return `${shown}▸${text.slice(shown.length)}`;
}

function check(expected: string, isLenient: boolean): void {
  const text = expected.replace('▸', '');
  expect(marked([text], isLenient)).toBe(expected);
  expect(marked([...text], isLenient)).toBe(expected);
}

/** In any tool mode. */
const ALWAYS: Record<string, readonly string[]> = {
  'a tag': [
    'So ▸<',
    'So ▸<tool',
    'So ▸<tool name="find_in_page"',
    'So ▸<tool name="find_in_page">',
    'So ▸<tool>',
    'So ▸<table',
    'So <table>▸',
    'So ▸</tool',
    'So ▸<acme:',
    'So ▸<acme:inv',
    'So ▸<|chan',
    '▸<thinker>',
    'a <b>▸',
    'if a < b▸',
  ],
  'an element of no dialect': [
    'So ▸<op',
    'So ▸<op>',
    'So ▸<op> find',
    'So <op> fine ▸',
    'So ▸<op>{',
    'So <op>{"x": 1}▸',
    'So ▸<op>{"name": "find_in_page"',
  ],
  'a bracket': [
    'So ▸[',
    'So ▸[TOOL',
    'So ▸[a',
    'So [a▸]',
    'So ▸[{',
    'So [{"x"▸',
    'So ▸[find_in_page(',
    'So ▸[foo(',
    'So\n▸[{',
    '▸[{"',
  ],
  'the beginning of a reply': [
    '▸ ',
    '▸\n\n',
    '▸to=f',
    'today▸',
    '▸all\n',
    '▸all\nG',
    'all\n▸g',
    '▸commentary to=',
    'commentary on▸',
    '▸analysis',
    '▸functools[',
    '▸Here are my',
    '▸{"n',
    '{"x": 1▸',
  ],
  'a fence at the beginning': [
    '▸```',
    '▸```json',
    '▸```json\n',
    '▸```json\n{',
    '```json\n{"x"▸',
    '▸```json\n{"name": "f',
    '```json\nx▸',
    '▸```json \r',
    '▸```json \r\n',
    '``` json\n▸',
    '```json x\n▸',
    '````\n▸',
    '▸```tool_code\n',
    '▸```tool_code\nx',
    '```tool_code\nx y▸',
    '▸```tool_code\nfind_in_page(',
    '▸```tool\nTOOL',
    '```tool\nx▸',
    '▸```tool\nTOOL_NAME: find_in_page',
    '▸```\n{"name": "f',
  ],
  'a fence after text': ['So.\n▸```json', 'So.\n▸```json\n{', 'So.\n```json\n{"x"▸', 'So.\n```json\nx▸', 'So ▸```json'],
  'a line': [
    'So\n▸f',
    'So\n▸find_in_page',
    'So\n▸find_in_page{',
    'So\n▸find_in_page\n',
    'So\nfine▸',
    'So\n▸Action',
    'So\n▸Action: find_in_page\n',
    'So\n▸>>>f',
    'So\n▸>>>find_in_page\n',
    'So\n(▸t',
    'So\n@@CALL@@\n▸',
    'So\n# Tool▸',
    'So\n# Tools and▸',
  ],
};

/** Only if the model was asked to write calls as text. */
const LENIENT: Record<string, readonly string[]> = {
  'back ticks': ['So ▸`', 'So ▸`<t', 'So ▸`<tool ', 'So `x▸', 'So `find_in_page▸', 'So\n▸`find_in_page', 'So\n`fine▸'],
  'a list or bold': [
    'So\n▸-',
    'So\n▸- <t',
    'So\n▸- **',
    'So\n▸- **<tool',
    'So\n- x▸',
    'So\n▸1. <',
    'So\n1. x▸',
    'So\n▸**',
    'So\n**To do▸',
    'So\n- <b>▸',
  ],
  labels: ['So\n▸**Tool:', 'So\n▸Tool: find_in_page', 'So\nTools: x▸', 'So\n▸Tool: find_in_page\nArguments: {"x'],
  'an object': ['So ▸{', 'So ▸{"n', 'So {x▸', 'So ▸{"name": "fi', 'So {"name": "other"▸', 'So {{x▸'],
  'a call at the start of a line': ['So\n▸find_in_page(', 'So\n▸find_in_page(query="x'],
  'a fence': [
    '▸```python\nfind_in_page(',
    'I will look.\n▸```python\nf',
    'So.\n```python\nf▸',
    '▸```xml\n<',
    '▸```xml\n<tool name="find_in_page">',
    '```xml\n<a>▸',
    'So.\n▸```json\n{"action',
    'So.\n▸```json\n{"name": "find_in_page"',
  ],
};

describe('only what may still become a call is held back', () => {
  test.each(Object.entries(ALWAYS))('%s', (_title, texts) => {
    for (const text of texts) check(text, true);
  });

  test.each(Object.entries(ALWAYS))('%s, with native tools', (_title, texts) => {
    for (const text of texts) check(text, false);
  });

  test.each(Object.entries(LENIENT))('%s, if calls were asked for as text', (_title, texts) => {
    for (const text of texts) check(text, true);
  });
});

test.each([
  'So `<tool ',
  'So\n`find_in_page',
  'So\n- <',
  'So {"n',
  'So {"name": "fi',
  'So\nfind_in_page(query="x',
  'I will look.\n```python\nf',
  'So\n**Tool:',
  'So.\n```json\n{"name": "find_in_page"',
])('with native tools nothing of %j is held back for long', (text) => {
  expect(marked([text, ' and then more.'], false)).toBe(`${text} and then more.▸`);
});

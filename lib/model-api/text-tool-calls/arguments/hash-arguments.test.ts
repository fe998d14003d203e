import { describe, expect, test } from 'vitest';
import { EXAMPLE_TOOLS } from '../../../testing/model-api/dialect-examples.ts';
import { lexerOutcome } from '../../../testing/model-api/lexer-outcome.ts';
import { CallIds } from '../../tool-input/call-identity.ts';
import { DialectLexer } from '../lexer.ts';
import { parseHash, readHashHeader } from './hash-arguments.ts';

function read(pieces: readonly string[], isTruncated = false) {
  const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]), { isLenient: false });
  const { shown, calls } = lexerOutcome([
    ...pieces.flatMap((piece) => lexer.push(piece)),
    ...lexer.end({ isTruncated }),
  ]);
  return { shown: shown.trim(), calls };
}

function check(text: string, expected: ReturnType<typeof read>): void {
  for (let at = 0; at <= text.length; at++) expect(read([text.slice(0, at), text.slice(at)])).toEqual(expected);
  expect(read([...text])).toEqual(expected);
}

const FOUND: [string, unknown] = ['find_in_page', { query: 'a => {b', limit: 4 }];

describe('a call as a hash', () => {
  test.each([
    ['with arrows', '{tool => "find_in_page", args => {query => "a => {b", limit => 4}}'],
    ['with quoted keys', "{'tool' => 'find_in_page', 'args' => {'query' => 'a => {b', 'limit' => 4}}"],
    ['with symbols', '{:tool => "find_in_page", :args => {:query => "a => {b", :limit => 4}}'],
    ['with JSON for arguments', '{tool => "find_in_page", args => {"query": "a => {b", "limit": 4}}'],
    ['with options', '{tool => "find_in_page", args => {\n  --query "a => {b"\n  --limit 4\n}}'],
    ['with options that have signs, and no comma', '{tool => "find_in_page" args => { --query: "a => {b" --limit=4 }}'],
    [
      'with commas at the ends',
      '{\n  name => "find_in_page",\n  args => {\n query => "a => {b",\n limit => 4,\n },\n}',
    ],
  ])('is read %s', (_title, hash) => {
    check(`[TOOL_CALL]\n${hash}\n[/TOOL_CALL]`, { shown: '', calls: [FOUND] });
    check(`<minimax:tool_call>${hash}</minimax:tool_call>\nOne moment.`, { shown: 'One moment.', calls: [FOUND] });
    check(`TOOL_CALL\n${hash}\n/TOOL_CALL`, { shown: '', calls: [FOUND] });
    check(hash, { shown: '', calls: [FOUND] });
  });

  test.each(['{tool => "read_page", args => {}}', '{tool => "read_page"}'])('may have no arguments: %s', (hash) =>
    check(`[TOOL_CALL]${hash}[/TOOL_CALL]`, { shown: '', calls: [['read_page', {}]] }),
  );

  test('that was cut off does not run', () => {
    const text = '[TOOL_CALL]\n{tool => "find_in_page", args => {query => "ebb", limit => 1';
    expect(read([text]).calls).toEqual([['find_in_page', null]]);
    expect(read([text], true).calls).toEqual([['find_in_page', null]]);
  });

  test.each([
    'In Perl, write {tool => "find_in_page", args => {query => "ebb"}} as a hash.',
    '{tool => "hammer", args => {size => 3}}',
    'TOOL_CALL\n{tool => "hammer", args => {size => 3}}',
    'TOOL_CALL\nis a marker',
    'Use `{tool => "find_in_page", args => {query => "ebb"}}`.',
    '```perl\n{tool => "find_in_page", args => {query => "ebb"}}\n```',
  ])('is text in %s', (text) => check(text, { shown: text, calls: [] }));
});

test.each(['{', '{"', '{"tool', '{tool =>', '{ :na', 'So: {"name', 'So:\n{tool => "find_in_page", args'])(
  'the beginning of an object at the end of a reply is text: %s',
  (text) => {
    for (const isLenient of [true, false]) {
      const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]), { isLenient });
      const events = [...lexer.push(text), ...lexer.end({ isTruncated: false })];
      expect(lexerOutcome(events)).toEqual({ shown: text, thought: '', calls: [] });
    }
  },
);

test('the header of a hash names the tool', () => {
  expect(readHashHeader('{tool => "f", args => {')).toMatchObject({ name: 'f', hasArguments: true });
  expect(readHashHeader('{tool => "f"')).toBe('more');
  expect(readHashHeader('{"tool": "f"}')).toBeNull();
});

test('arguments of a hash may be nested', () => {
  expect(parseHash('{a => {b => [1, "x"]}, c => true}')).toEqual({ a: { b: [1, 'x'] }, c: true });
});

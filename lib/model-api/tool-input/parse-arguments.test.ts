import { describe, expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { parseArguments } from './parse-arguments.ts';

const state = (text: string) => parseArguments(text).state;
const PARIS = { city: 'Paris', days: 3 };

describe('arguments are complete', () => {
  test.each([
    ['JSON', '{"city": "Paris", "days": 3}', PARIS],
    ['JSON in a string', '"{\\"city\\": \\"Paris\\", \\"days\\": 3}"', PARIS],
    ['nothing', ' \n', {}],
    ['null', 'null', {}],
    ['empty parentheses', '()', {}],
  ])('%s', (_title, text, value) => {
    expect(parseArguments(text)).toEqual({ state: 'complete', value });
  });
});

describe('arguments are repaired', () => {
  test.each([
    ['a closing bracket too many', '{"city": "Paris", "days": 3}}'],
    ['another closing bracket too many', '{"city": "Paris", "days": 3}]'],
    ['a closing bracket missing', '{"city": "Paris", "days": 3 '],
    ['a comma too many', '{"city": "Paris", "days": 3,}'],
    ['a comma missing', '{"city": "Paris" "days": 3}'],
    ['single quotes', "{'city': 'Paris', 'days': 3}"],
    ['curly quotes', '{“city”: “Paris”, “days”: 3}'],
    ['no quotes', '{city: Paris, days: 3}'],
    ['a fence', '```json\n{"city": "Paris", "days": 3}\n```'],
    ['the language of a fence', 'json\n{"city": "Paris", "days": 3}'],
    ['a backslash before each quote', '{\\"city\\": \\"Paris\\", \\"days\\": 3}'],
    ['a comment in a line', '{"city": "Paris", // the capital\n "days": 3}'],
    ['a comment', '{"city": "Paris", /* in "France" */ "days": 3}'],
    ['a comment of Python that a CR ends', '{# where\r"city": "Paris", "days": 3}'],
    ['a comment that a CR ends, with quotes and a bracket', '{"city": "Paris", // "x" }\r"days": 3}'],
    ['a comment behind', '{"city": "Paris", "days": 3} // done'],
  ])('%s', (_title, text) => {
    expect(parseArguments(text)).toEqual({ state: 'repaired', value: PARIS });
  });

  test.each([
    ['no braces', '"city": "Paris", "days": "3"', { city: 'Paris', days: '3' }],
    ['no braces and no quotes around names', 'city: "Paris", days: "3"', { city: 'Paris', days: '3' }],
    ['no braces, in lines', "city: 'Paris'\ndays: '3'", { city: 'Paris', days: '3' }],
    ['line breaks in a string', '{"text": "a\nb"}', { text: 'a\nb' }],
    ['quotes in a string', '{"text": "say "hi" now"}', { text: 'say "hi" now' }],
    ['an inch', '{"text": "5" wide", "n": 1}', { text: '5" wide', n: 1 }],
    ['an apostrophe', "{'text': 'It's so'}", { text: "It's so" }],
    ['a backslash that is no escape', '{"text": "\\d+",}', { text: '\\d+' }],
    ['literals of Python', '{"a": True, "b": False, "c": None}', { a: true, b: false, c: null }],
    ['strings of Python', '{"text": """a "b"\nc"""}', { text: 'a "b"\nc' }],
    ['zeros before a number', '{"zip": 01234,}', { zip: '01234' }],
    ['an address without quotes', '{url: https://a.test/b//c, n: 1}', { url: 'https://a.test/b//c', n: 1 }],
    ['brackets missing after a literal', '{"a": {"b": [true', { a: { b: [true] } }],
    ['a list that its object closes', '{"a": [1, 2}', { a: [1, 2] }],
    ['JSON in a string with line breaks', '"{\\"a\\":\n1}"', { a: 1 }],
  ])('%s', (_title, text, value) => {
    expect(parseArguments(text)).toEqual({ state: 'repaired', value });
  });
});

describe('arguments are truncated', () => {
  test.each([
    ['in a string', '{"text": "Delete nothing but the dra'],
    ['in a key', '{"que'],
    ['behind a key', '{"query"'],
    ['behind a colon', '{"query": '],
    ['behind a comma', '{"query": "a", '],
    ['behind a comma in a list', '{"a": ["b",'],
    ['behind an opening bracket', '{"a": ['],
    ['in a number', '{"limit": 12'],
    ['behind the point of a number', '{"limit": 12.'],
    ['in a literal', '{"exact": tru'],
    ['in an escape', '{"text": "a\\'],
    ['in the digits of an escape', '{"text": "caf\\u00e'],
    ['in text without quotes', '{city: New Yo'],
    ['in text without quotes, behind a space', '{city: New '],
    ['in a comment', '{"a": 1 /* so'],
    ['in a line comment', '{"a": 1, # so'],
    ['in a string with quotes in it', '{"text": "say "hi" now'],
    ['behind a quote in a string with others', '{"text": "say "hi"'],
    ['in a string in a string', '"{\\"city\\": \\"Par'],
    ['in JSON in a whole string', '"{\\"city\\": \\"Par"'],
    ['in a fence', '```json\n{"city": "Par'],
    ['in the language of a fence', '```js'],
    ['in a string, closed with a bracket', '{"query":"a}'],
  ])('%s', (_title, text) => {
    expect(state(text)).toBe('truncated');
  });
});

test.each([
  'hello',
  '12',
  'city: "Par',
  'city: Paris',
  '[1]',
  '"Paris"',
  '{"a": 1} and more',
  '{"a": 1}{"b": 2}',
  '{:1}',
])('arguments are invalid: %s', (text) => {
  expect(state(text)).toBe('invalid');
});

test('an object in a notation of another language is repaired once it closes', () => {
  const text = '{"path": `notes/sea.md`, "lines": [1, 2]}';
  expect(parseArguments(text)).toEqual({ state: 'repaired', value: { path: 'notes/sea.md', lines: [1, 2] } });
  for (let end = 1; end < text.length; end++)
    expect(state(text.slice(0, end)), text.slice(0, end)).not.toBe('repaired');
  expect(state('{"path": `notes/sea.md`, "lines": }')).toBe('invalid');
});

test.each([
  ['{"a": "', '"x ', ''],
  ['{"a": ', '[', ''],
  ["{'a': '", '\\"', "',}"],
  ['{', '/* */', ''],
  ['{a: ', 'b ', ''],
])('the time is linear in the length of a text that begins with %s and repeats %s', async (start, piece, end) => {
  const read = (length: number) => state(start + piece.repeat(length) + end);
  expect(await timeGrowth(read, 50_000)).toBeLessThan(LINEAR_GROWTH);
});

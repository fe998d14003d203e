import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { ToolCallAssembler } from '../chat-completions/tool-calls/tool-call-assembler.ts';
import { CallIds } from './call-identity.ts';
import { parseToolInput } from './parse-tool-input.ts';

const find: ToolDefinition = {
  name: 'find',
  description: '',
  inputSchema: z.strictObject({ query: z.string(), limit: z.number().optional() }),
};

test('an unknown argument is omitted, and the call is marked as repaired', () => {
  const text = '{"query": "tide", "maximum": 3}';
  expect(parseToolInput(find, text, { mayRepair: false })).toEqual({
    ok: true,
    input: { query: 'tide' },
    repaired: true,
    leftOut: ['maximum'],
  });
});

test.each([
  ['a known wrapper', '{"arguments": {"query": "tide"}}', { query: 'tide' }],
  ['any name, around known arguments only', '{"payload_json": "{\\"query\\": \\"tide\\"}"}', { query: 'tide' }],
])('a wrapper around the arguments is removed: %s', (_title, text, input) => {
  expect(parseToolInput(find, text, { mayRepair: false })).toMatchObject({ ok: true, input, repaired: true });
});

const TRIP = z.strictObject({
  to: z.strictObject({ city: z.string(), days: z.number().optional() }),
  'to.mail': z.string().optional(),
});
const trip: ToolDefinition = { name: 'plan_trip', description: '', inputSchema: TRIP };

test.each([
  ['under path keys', '{"to.city": "Oslo", "to.days": 3}'],
  ['under path keys in a wrapper', '{"arguments.to.city": "Oslo", "arguments.to.days": 3}'],
  ['one level too high', '{"city": "Oslo", "days": 3}'],
])('nested arguments are put where the schema has them: %s', (_title, text) => {
  const input = { to: { city: 'Oslo', days: 3 } };
  expect(parseToolInput(trip, text, { mayRepair: false })).toMatchObject({ ok: true, input, repaired: true });
});

test('an argument whose own name has a dot is no path', () => {
  const text = '{"to": {"city": "Oslo"}, "to.mail": "ada@example.org"}';
  const input = { to: { city: 'Oslo' }, 'to.mail': 'ada@example.org' };
  expect(parseToolInput(trip, text, { mayRepair: false })).toMatchObject({ ok: true, input, repaired: false });
});

test('an object under an unknown name is not a wrapper if any of its content is not an argument of the tool', () => {
  const text = '{"filter": {"query": "tide", "site": "a"}}';
  expect(parseToolInput(find, text, { mayRepair: false })).toMatchObject({ ok: false, code: 'bad-input' });
});

test('a call with only known arguments is not marked, although types were converted', () => {
  const text = '{"query": "tide", "limit": "3"}';
  expect(parseToolInput(find, text, { mayRepair: false })).toEqual({
    ok: true,
    input: { query: 'tide', limit: 3 },
    repaired: false,
    leftOut: [],
  });
});

test('a misnamed argument of a native call is reported', () => {
  const calls = new ToolCallAssembler([find], new CallIds([]));
  const text = '{"query": "tide", "max": 3}';
  const events = calls.push({ index: 0, id: 'a', name: 'find', arguments: text, object: null, extras: null });
  expect(events.at(-1)).toMatchObject({ type: 'tool-input-available', input: { query: 'tide' }, leftOut: ['max'] });
});

describe('keywords of a Python call as arguments (quirk: keyword-arguments)', () => {
  test.each([
    ['bare', 'query="tide", limit=3', { query: 'tide', limit: 3 }],
    ['in parentheses', "(query='tide')", { query: 'tide' }],
    ['after the name of the tool', 'find(query="a, b=c", limit=3)', { query: 'a, b=c', limit: 3 }],
  ])('%s are read if the response ended well', (_title, text, input) => {
    expect(parseToolInput(find, text, { mayRepair: true })).toMatchObject({ ok: true, input, repaired: true });
    expect(parseToolInput(find, text, { mayRepair: false })).toMatchObject({ ok: false });
  });

  test('an object may have arrows or equals signs for colons', () => {
    for (const text of ['{query => "tide", limit => 3}', '{query="tide", limit=3}'])
      expect(parseToolInput(find, text, { mayRepair: true })).toMatchObject({ input: { query: 'tide', limit: 3 } });
  });

  test.each([
    ['cut within a text', 'query="ti'],
    ['cut after a comma', 'query="tide", '],
    ['cut after a name', 'query="tide", limit='],
    ['without quotes', 'query=tide'],
    ['of another tool', 'query="tide", site="a"'],
    ['a sentence', 'query = the tide'],
    ['that came twice', 'query="tide"query="tide"'],
    ['that grew', 'query="ti query="tide"'],
    ['an expression', 'query=read("a")'],
  ])('%s do not run', (_title, text) => {
    expect(parseToolInput(find, text, { mayRepair: true })).toMatchObject({ ok: false });
  });
});

import { expect, test } from 'vitest';
import { coerceInput, type JsonSchema, typeText } from './coerce-input.ts';

const CASES: [string, JsonSchema, unknown, unknown][] = [
  ['a number', { type: 'number' }, '-273.15', -273.15],
  ['an integer with zeros before it', { type: 'integer' }, '007', 7],
  ['a boolean in capitals', { type: 'boolean' }, 'FALSE', false],
  ['null where a number is wanted', { type: 'integer' }, 'NULL', null],
  ['a list', { type: 'array' }, '[1, "a"]', [1, 'a']],
  ['a list as Python writes it', { type: 'array' }, "['a', 'b']", ['a', 'b']],
  ['an object with numbers in it', { type: 'object', properties: { n: { type: 'number' } } }, '{"n": "1"}', { n: 1 }],
  ['text that looks like a number', { type: 'string' }, '12', '12'],
  ['a number where text is wanted', { type: 'string' }, 12, '12'],
  ['a number that is none', { type: 'number' }, '3.14.15', '3.14.15'],
  ['a number too large', { type: 'number' }, '1e999', '1e999'],
  ['a list that is cut off', { type: 'array' }, '[1, 2', '[1, 2'],
  ['text or number', { type: ['string', 'number'] }, '42.5', 42.5],
  ['an alternative', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, '5', 5],
  ['a word of a list', { enum: ['1', '2'] }, ' 1 ', '1'],
  ['anything', {}, '1', '1'],
  ['one text for a list (quirk: value-for-list)', { type: 'array', items: { type: 'string' } }, 'a b', ['a b']],
  ['one number in text for a list of numbers', { type: 'array', items: { type: 'number' } }, ' 7 ', [7]],
  ['one number for a list', { type: 'array', items: { type: 'number' } }, 7, [7]],
  ['several values in one text for a list', { type: 'array' }, 'a, b', 'a, b'],
  ['one text where a text or a list is wanted', { type: ['string', 'array'] }, 'a', 'a'],
];

test.each(CASES)('%s', (_name, schema, value, expected) => {
  expect(coerceInput(schema, value)).toEqual(expected);
});

test('unknown properties are removed for a closed schema, and kept for an open one', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { a: { type: 'number' } },
    patternProperties: { '^x-': {} },
  };
  const value = { a: '1', 'x-b': 2, c: 3 };
  expect(coerceInput(schema, value)).toEqual({ a: 1, 'x-b': 2, c: 3 });
  expect(coerceInput({ ...schema, additionalProperties: false }, value)).toEqual({ a: 1, 'x-b': 2 });
});

test('null for an optional argument whose type has no null means that it is absent (quirk: null-for-absent)', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      city: { type: 'string' },
      days: { type: 'number' },
      unit: { type: ['string', 'null'] },
      any: {},
      place: { type: 'object', properties: { zip: { type: 'string' } } },
    },
    required: ['city'],
  };
  expect(coerceInput(schema, { city: 'Oslo', days: null, place: { zip: null } })).toEqual({ city: 'Oslo', place: {} });
  expect(coerceInput(schema, { city: null, unit: null, any: null })).toEqual({ city: null, unit: null, any: null });
});

test('a word for nothing, or an empty text, in place of another type means that an argument is absent (quirk: null-for-absent)', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      days: { type: 'number' },
      all: { type: 'boolean' },
      list: { type: 'array' },
    },
    required: ['all'],
  };
  expect(coerceInput(schema, { text: 'None', days: 'None', list: '' })).toEqual({ text: 'None', list: [] });
  expect(coerceInput(schema, { text: '', days: '', all: '' })).toEqual({ text: '', all: null });
});

test('an invalid pattern for names of properties matches none', () => {
  const schema: JsonSchema = { type: 'object', properties: {}, patternProperties: { '[': { type: 'number' } } };
  expect(coerceInput(schema, { a: '1' })).toEqual({ a: '1' });
});

test('removed properties are reported by name, at any depth', () => {
  const place: JsonSchema = { type: 'object', properties: { city: {} }, additionalProperties: false };
  const schema: JsonSchema = { type: 'object', properties: { place, secret: false } };
  const dropped = new Set<string>();
  expect(coerceInput(schema, { place: { city: 'Paris', town: 'x' }, secret: 1, more: 2 }, dropped)).toEqual({
    place: { city: 'Paris' },
    more: 2,
  });
  expect([...dropped]).toEqual(['town', 'secret']);
});

test('an alternative is chosen by its constant, and may be closed itself', () => {
  const kinds = ['text', 'count'].map((kind) => ({
    properties: { kind: { enum: [kind] }, [kind]: {} },
    required: ['kind'],
    additionalProperties: false,
  }));
  const value = { kind: 'count', count: 3, text: 'a' };
  expect(coerceInput({ type: 'object', properties: {}, oneOf: kinds }, value)).toEqual({ kind: 'count', count: 3 });
});

test('the matching alternative determines the types', () => {
  const text: JsonSchema = { properties: { kind: { const: 'text' }, value: { type: 'string' } }, required: ['kind'] };
  const count: JsonSchema = { properties: { kind: { const: 'count' }, value: { type: 'number' } }, required: ['kind'] };
  expect(coerceInput({ anyOf: [text, count] }, { kind: 'count', value: '3' })).toEqual({ kind: 'count', value: 3 });
});

test('text without a schema is JSON or text, depending on the format', () => {
  expect([typeText(undefined, '1', 'json'), typeText(undefined, '1', 'string')]).toEqual([1, '1']);
  expect([typeText({}, 'null', 'json'), typeText({}, 'a b', 'json')]).toEqual([null, 'a b']);
});

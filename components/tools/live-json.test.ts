import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LiveJson } from './live-json.ts';

function feed(...pieces: string[]): LiveJson {
  const live = new LiveJson();
  for (const piece of pieces) live.push(piece);
  return live;
}
const live = (...pieces: string[]) => feed(...pieces).value;

/** Any JSON, compact or with white space, as servers write it. */
const anyJson = fc
  .tuple(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), fc.boolean())
  .map(([value, space, isAscii]) => {
    const text = JSON.stringify(value, null, space);
    return isAscii
      ? text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : text;
  });

function cut(text: string, cuts: number[]): string[] {
  const at = [0, ...cuts.map((each) => each % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.slice(at[index] ?? 0, end));
}

/** Whether everything in `part` is also in `whole`, where strings and lists may be prefixes. */
function isContained(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part);
  if (typeof part !== 'object' || part === null) return Object.is(part, whole);
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole)) return false;
  return Object.entries(part).every(
    ([key, value]) => Object.hasOwn(whole, key) && isContained(value, (whole as Record<string, unknown>)[key]),
  );
}

describe('for any JSON', () => {
  test('the final value equals JSON.parse, regardless of how the text is split and when it is read', () => {
    fc.assert(
      fc.property(anyJson, fc.array(fc.nat(), { maxLength: 20 }), fc.boolean(), (text, cuts, readsBetween) => {
        const reader = new LiveJson();
        for (const piece of cut(text, cuts)) {
          reader.push(piece);
          if (readsBetween) void reader.value;
        }
        expect(reader.value).toEqual(JSON.parse(text));
        expect(live(...text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test('the value of every prefix is contained in the final one', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        const whole: unknown = JSON.parse(text);
        if (typeof whole === 'number') return;
        const reader = new LiveJson();
        for (const character of text) {
          reader.push(character);
          if (reader.value !== undefined) expect(isContained(reader.value, whole)).toBe(true);
        }
        expect(reader.isComplete).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('any text gives the same value regardless of how it is split, without throwing', () => {
    const anyText = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'{}[]:,"\\u0a1-.e tfn\n') }),
      fc.tuple(anyJson, fc.string(), fc.nat()).map(([text, junk, at]) => text.slice(0, at % text.length) + junk),
    );
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(), { maxLength: 20 }), (text, cuts) => {
        expect(live(...cut(text, cuts))).toEqual(live(text));
        expect(live(...text)).toEqual(live(text));
      }),
      { numRuns: 1000 },
    );
  });
});

test.each([
  ['', undefined],
  ['{', {}],
  ['{"cit', {}],
  ['{"city"', {}],
  ['{"city":', {}],
  ['{"city":"', { city: '' }],
  ['{"city":"Par', { city: 'Par' }],
  ['{"city":"Par\\', { city: 'Par' }],
  ['{"city":"Par\\u00', { city: 'Par' }],
  ['{"a":12', {}],
  ['{"a":12,', { a: 12 }],
  ['{"a":tru', {}],
  ['{"a":true', { a: true }],
  ['{"a":[1,{"b":nul', { a: [1, {}] }],
  ['{"a":{"b":[[', { a: { b: [[]] } }],
  ['12', 12],
  ['"ab', 'ab'],
])('%s is parsed as far as it arrived', (text, value) => {
  expect(live(text)).toEqual(value);
});

test.each([
  ['{"a":1}}', { a: 1 }],
  ['{"a":1} and so on', { a: 1 }],
  ['{"a":"x",b', { a: 'x' }],
  ['{"a":"x"]', { a: 'x' }],
  ['{"a":01,"b":2}', {}],
  ['{"a":"\\u00zz","b":1}', { a: '' }],
  ['```json\n{"a":1}', undefined],
  ["{'a':1}", {}],
])('%s keeps the last value before invalid JSON', (text, value) => {
  expect(live(text)).toEqual(value);
  expect(feed(text).isBroken || feed(text).isComplete).toBe(true);
});

test('raw line ends, unknown escapes and trailing commas are accepted', () => {
  expect(live('{"a":"x\ny","b":"\\\'",}')).toEqual({ a: 'x\ny', b: "'" });
  expect(live('[1,]')).toEqual([1]);
});

test('a member named __proto__ is a member', () => {
  expect(Object.keys(live('{"__proto__":{"a":1}}') as object)).toEqual(['__proto__']);
});

test('values nested deeper than 64 levels are omitted', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(feed(deep(64)).isComplete).toBe(true);
  expect(feed(deep(65)).isComplete).toBe(false);
});

test('the end of the arriving string is available without joining it', () => {
  const pieces = Array.from({ length: 1000 }, (_, n) => `${n} `);
  const reader = feed('{"a":"done","b":"', ...pieces);
  const { container, key, tail = '' } = reader.arriving ?? {};
  expect(container).toBe(reader.value);
  expect(key).toBe('b');
  expect(tail.length).toBeGreaterThanOrEqual(256);
  expect(pieces.join('').endsWith(tail)).toBe(true);
  reader.push('"');
  expect(reader.arriving).toBeNull();
});

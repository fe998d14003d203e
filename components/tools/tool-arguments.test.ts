import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feedText, type LiveFeed, valueTail } from './tool-arguments.tsx';

function read(...texts: string[]): LiveFeed | null {
  let feed: LiveFeed | null = null;
  for (const text of texts) feed = feedText(feed, text);
  return feed;
}

test('a growing text is read incrementally', () => {
  expect(read('{"city":', '{"city":"Par', '{"city":"Paris"}')?.json.value).toEqual({ city: 'Paris' });
});

test('the same text twice changes nothing', () => {
  const first = read('{"city":"Par');
  expect(feedText(first, '{"city":"Par').json).toBe(first?.json);
});

test('a replaced text is read from the start, shorter or longer', () => {
  expect(read('{"city":"Paris"}', '{"ci')?.json.value).toEqual({});
  expect(read('{}', '{"city":"Paris"}')?.json.value).toEqual({ city: 'Paris' });
});

test.each([
  ['Paris', 'Paris'],
  [12, '12'],
  [null, 'null'],
  [['a', { b: [true, 1] }], '["a", {"b": [true, 1]}]'],
  [{}, '{}'],
  [[], '[]'],
])('%j reads as %s', (value, text) => {
  expect(valueTail(value, 100)).toBe(text);
});

test('a long value shows its end', () => {
  expect(valueTail('x'.repeat(300), 3)).toBe('…xxx');
  expect(valueTail([1, 2, 3], 5)).toBe('…2, 3]');
});

test('any value shows the end of its JSON within the limit', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 50 }), (value, limit) => {
      const whole = valueTail(value, Number.MAX_SAFE_INTEGER);
      const part = valueTail(value, limit);
      expect(part.replace(/^…/, '').length).toBeLessThanOrEqual(limit);
      expect(whole.length > limit ? `…${whole.slice(-limit)}` : whole).toBe(part);
      if (typeof value !== 'string') expect(JSON.parse(whole)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

import { expect, test } from 'vitest';
import { withoutPathKeys } from './path-keys.ts';

const anyName = () => true;

test('values are put where path keys say', () => {
  const flat = {
    'questions[0].header': 'A',
    'questions[0].options[0].label': 'x',
    'questions[0].options[1].label': 'y',
  };
  expect(withoutPathKeys(flat, anyName)).toEqual({
    questions: [{ header: 'A', options: [{ label: 'x' }, { label: 'y' }] }],
  });
  expect(withoutPathKeys({ id: 7, 'to.city': 'Oslo', 'to.days': 3 }, anyName)).toEqual({
    id: 7,
    to: { city: 'Oslo', days: 3 },
  });
  expect(withoutPathKeys({ 'tags[0]': 'a', 'tags[1]': 'b' }, anyName)).toEqual({ tags: ['a', 'b'] });
});

test.each<[string, Record<string, unknown>]>([
  ['names a prototype', { 'a.__proto__.b': 1 }],
  ['names a constructor', { 'a.constructor': 1 }],
  ['collides with a value', { a: 1, 'a.b': 2 }],
  ['collides with an object', { a: { x: 1 }, 'a.b': 2 }],
  ['stands beside a prototype', JSON.parse('{"a.b": 1, "__proto__": {}}')],
  ['collides with a list', { 'a[0]': 1, 'a.b': 2 }],
  ['leaves a gap in a list', { 'a[1]': 1 }],
  ['is only a word', { a: 1 }],
  ['has too many steps', { [`a${'.b'.repeat(40)}`]: 1 }],
])('keys stay as written if one %s', (_title, value) => {
  expect(withoutPathKeys(value, anyName)).toBe(value);
});

test('a path must begin with a name that is known', () => {
  const value = { 'a.b': 1 };
  expect(withoutPathKeys(value, (_key, name) => name === 'c')).toBe(value);
});

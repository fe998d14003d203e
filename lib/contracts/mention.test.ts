import { expect, test } from 'vitest';
import { mentionAt } from './mention.ts';

test.each([
  ['@', { from: 0, query: '' }],
  ['@fer', { from: 0, query: 'fer' }],
  ['Compare with @fer', { from: 13, query: 'fer' }],
  ['Two lines\n@фер', { from: 10, query: 'фер' }],
  ['(@fer', { from: 1, query: 'fer' }],
])('a mention is written at the end of %j', (text, mention) => {
  expect(mentionAt(text, text.length)).toEqual(mention);
});

test.each(['', 'ines@example', 'No mention', '@ferry leaves', '@a@b', `@${'x'.repeat(60)}`])(
  'there is none in %j',
  (text) => {
    expect(mentionAt(text, text.length)).toBeNull();
  },
);

test('what counts is where the caret is', () => {
  const text = '@fer and more';
  expect(mentionAt(text, 3)).toEqual({ from: 0, query: 'fe' });
  expect(mentionAt(text, text.length)).toBeNull();
});

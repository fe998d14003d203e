import { expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

const ABBREVIATIONS = new Set(['dr', 'bzw']);

test.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  ['Am 12. März kam Dr. Vogel. Er blieb.', ['Am 12. März kam Dr. Vogel.', 'Er blieb.']],
  ['J. Smith paid 3.50 euros. She left.', ['J. Smith paid 3.50 euros.', 'She left.']],
  ['海は広い。空は高い。', ['海は広い。', '空は高い。']],
  ['He said: "No." Then he left.', ['He said: "No."', 'Then he left.']],
  ['अंत है। शुरू है।', ['अंत है।', 'शुरू है।']],
  ['', []],
])('splits %s', (text, sentences) => {
  expect(splitSentences(text, ABBREVIATIONS).map(({ start, end }) => text.slice(start, end))).toEqual(sentences);
});

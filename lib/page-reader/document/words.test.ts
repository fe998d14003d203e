import { expect, test } from 'vitest';
import { distinctiveWords, splitIntoRoughStems, splitIntoStems, stem } from './words.ts';

test('folds case, forms and English endings', () => {
  expect(splitIntoStems('Installing ＰＣ-tools, installed the tool’s')).toEqual([
    'install',
    'pc',
    'tool',
    'install',
    'the',
    'tool',
  ]);
});

test.each([
  ['query', 'queries'],
  ['cookie', 'cookies'],
  ['make', 'making'],
  ['run', 'running'],
  ['box', 'boxes'],
  ['class', 'classes'],
  ['price', 'prices'],
])('finds %s for %s', (one, other) => {
  expect(stem(one)).toBe(stem(other));
});

test('does not change short words and other alphabets', () => {
  expect(['is', 'bus', 'gas', 'дома', '123'].map(stem)).toEqual(['is', 'bus', 'gas', 'дома', '123']);
});

test('segments text without spaces', () => {
  expect(splitIntoStems('这是测试文章')).toContain('测试');
});

test('returns the distinctive words', () => {
  expect(distinctiveWords('What is the price of the lamp?')).toEqual(['pric', 'lamp']);
  expect(distinctiveWords('who is it')).toEqual(['who', 'is', 'it']);
});

test('finds the searched words in a text without spaces, without splitting it', () => {
  const wanted = new Set(['绳索', '港口']);
  expect(splitIntoRoughStems('每天检查绳索和绳索', wanted).filter((word) => word !== '')).toEqual(['绳索', '绳索']);
  expect(splitIntoRoughStems('港口里的规则', wanted)).toHaveLength(4);
  expect(splitIntoRoughStems('Ropes and knots', wanted)).toEqual(splitIntoStems('Ropes and knots'));
});

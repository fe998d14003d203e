import { expect, test } from 'vitest';
import { follows } from './use-stick-to-end.ts';

const at = (top: number, height = 1000, box = 400) => ({ top, height, box });

test('the smallest scroll up stops following', () => {
  expect(follows(true, at(600), at(590))).toBe(false);
});

test('scrolling back to the end resumes following, scrolling further up does not', () => {
  expect(follows(false, at(500), at(580))).toBe(true);
  expect(follows(false, at(500), at(540))).toBe(false);
  expect(follows(false, at(590), at(580))).toBe(false);
});

test('a change of the content does not stop following', () => {
  expect(follows(true, at(600), at(620, 1020))).toBe(true);
  expect(follows(true, at(600), at(600, 1400))).toBe(true);
  expect(follows(true, at(600), at(500, 900))).toBe(true);
});

test('the position is kept while not following', () => {
  expect(follows(false, at(300), at(300, 1100))).toBe(false);
});

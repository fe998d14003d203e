import { expect, test } from 'vitest';
import { follows } from './use-stick-to-end.ts';

const at = (top: number, height = 1000, box = 400) => ({ top, height, box });

test('the smallest move up lets go of the end', () => {
  expect(follows(true, at(600), at(590))).toBe(false);
});

test('coming near the end again takes hold of it, going on up does not', () => {
  expect(follows(false, at(500), at(580))).toBe(true);
  expect(follows(false, at(500), at(540))).toBe(false);
  expect(follows(false, at(590), at(580))).toBe(false);
});

test('content that grows or shrinks leaves a follower a follower', () => {
  expect(follows(true, at(600), at(620, 1020))).toBe(true);
  expect(follows(true, at(600), at(600, 1400))).toBe(true);
  expect(follows(true, at(600), at(500, 900))).toBe(true);
});

test('a reader who stays where they are is not taken along', () => {
  expect(follows(false, at(300), at(300, 1100))).toBe(false);
});

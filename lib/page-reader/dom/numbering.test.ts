import { expect, test } from 'vitest';
import { numeral, toNumbering } from './numbering.ts';

test.each([
  [1, 'a', 'a'],
  [27, 'A', 'AA'],
  [53, 'lower-latin', 'ba'],
  [4, 'i', 'iv'],
  [1994, 'upper-roman', 'MCMXCIV'],
  [4000, 'I', '4000'],
  [0, 'a', '0'],
  [12, 'disc', '12'],
  [3, 'lower-greek', 'γ'],
  [25, 'lower-greek', 'αα'],
])('writes %i as "%s" as %s', (value, name, expected) => {
  expect(numeral(value, toNumbering(name))).toBe(expected);
});

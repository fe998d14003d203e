import '../../lib/testing/fake-browser.ts';
import { expect, test } from 'vitest';
import { describeError } from './error-text.ts';

test('a storage error says what to do, and any other one that something went wrong', () => {
  expect(describeError(Object.assign(new Error('x'), { name: 'QuotaExceededError' }))).toMatch(
    /^There is no space left/,
  );
  expect(describeError(new TypeError('x is undefined'))).toBe(
    'Something went wrong inside Sidenote (TypeError: x is undefined). Try again.',
  );
});

import { expect, it } from 'vitest';
import { estimateTokens } from './token-estimate.ts';

it.each([
  // What o200k counts.
  ['The quick brown fox jumps over the lazy dog.', 10],
  ['人工智能正在改变世界。', 7],
  ['', 0],
])('estimates the tokens of %j', (text, tokens) => {
  expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(Math.max(4, tokens * 0.4));
});

it('counts text twice as long as twice as many tokens', () => {
  const text = 'Prices rose by 3,5 % in June, 12 days before the vote; [read on](https://example.org/a/b?c=1).\n';
  expect(Math.abs(estimateTokens(text + text) - 2 * estimateTokens(text))).toBeLessThanOrEqual(1);
});

import { expect, test } from 'vitest';
import { formatDollars } from '../parts/amounts.ts';
import { runFigures } from './run-outcome.tsx';

const texts = (stats: object, cost: number | null = null) =>
  runFigures({ ms: 4_000, steps: 1, toolCalls: 0, ...stats }, cost).map((figure) => figure.text);

test('an answer without token counts shows its duration', () => {
  expect(texts({})).toEqual(['4.0 s']);
});

test('counts, measurements and cost are shown', () => {
  const counted = { toolCalls: 2, inputTokens: 1_000, outputTokens: 240, firstContentMs: 1_500 };
  expect(texts(counted, 0.0123)).toEqual([
    '4.0 s',
    '2 tool calls',
    '1,240 tokens',
    'started after 1.5 s',
    '60 tokens/s',
    '$0.0123',
  ]);
});

test('cached tokens are shown next to all input tokens', () => {
  const figures = runFigures(
    { ms: 4_000, steps: 1, toolCalls: 0, inputTokens: 1_000, outputTokens: 240, cachedTokens: 800 },
    null,
  );
  expect(figures[1]).toEqual({
    text: '1,240 tokens',
    why: '1,000 input tokens, 800 of them from the server’s cache, and 240 output tokens, as counted by the server.',
  });
});

test.each([
  [0, '$0.00'],
  [0.00001, 'under $0.0001'],
  [0.25, '$0.25'],
  [1234.567, '$1,234.57'],
])('%d dollars are %s', (amount, text) => expect(formatDollars(amount)).toBe(text));

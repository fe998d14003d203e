import { expect, test } from 'vitest';
import { goals, type Result, tables } from './table.ts';

const answered = (arm: string, question: string, more: Partial<Result> = {}): Result => ({
  arm: arm as Result['arm'],
  page: 'p',
  question,
  isLong: true,
  isSaid: true,
  verdict: 'right',
  requests: 1,
  promptTokens: 1000,
  processed: 800,
  outcome: 'complete',
  firstWordMs: 4000,
  ms: 6000,
  answer: '',
  isMarked: false,
  ...more,
});

test('tables have counts and means of each arm, for all and for long pages', () => {
  const results = [
    answered('inject', 'a'),
    answered('inject', 'b', {
      verdict: 'wrong',
      isSaid: false,
      isLong: false,
      processed: null,
      requests: 2,
      isMarked: true,
    }),
  ];
  const [, , all, , , , , , long] = tables(results).split('\n');
  expect(all).toBe('| inject | 2 | 1 | 1 | 0 | 0 of 1 | 1 of 1 | 0 of 1 | 0 | 1.50 | 1000 | 800 | 4.0 | 6.0 |');
  expect(long).toBe('| inject | 1 | 1 | 0 | 0 | 0 of 0 | 0 of 0 | 0 of 1 | 0 | 1.00 | 1000 | 800 | 4.0 | 6.0 |');
});

test('goals compare questions that all arms were asked', () => {
  const results = [
    answered('page-first', 'a', { firstWordMs: 5000 }),
    answered('page-first', 'b', { requests: 3 }),
    answered('inject', 'a', { verdict: 'wrong' }),
  ];
  expect(goals(results).map(({ value, isMet }) => [value, isMet])).toEqual([
    [1, true],
    [100, true],
    [1, true],
    [1.25, false],
  ]);
  expect(goals([answered('inject', 'a')])).toEqual([]);
});

import '../../lib/testing/english.ts';
import { expect, test } from 'vitest';
import { formatTokenCount } from './amounts.ts';

test('token estimates are rounded', () => {
  expect([1, 40, 999, 999.6, 1_000, 3_140, 9_940, 9_960, 31_400].map(formatTokenCount)).toEqual([
    '~1 token',
    '~40 tokens',
    '~999 tokens',
    '~1k tokens',
    '~1k tokens',
    '~3.1k tokens',
    '~9.9k tokens',
    '~10k tokens',
    '~31k tokens',
  ]);
});

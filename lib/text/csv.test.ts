import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../testing/time-growth.ts';
import { csvCell } from './csv.ts';

test.each([
  ['Tea', 'Tea'],
  ['Tea, green', '"Tea, green"'],
  ['Tea; green', '"Tea; green"'],
  ['say "hot"', '"say ""hot"""'],
  ['-200', '-200'],
  ['+49 40 1234', '+49 40 1234'],
  ['@maria', '@maria'],
])('%s stays what it is', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each([
  ['=1+1', "'=1+1"],
  [' =1+1', " '=1+1"],
  ['＝1+1', "'＝1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ['x;=WEBSERVICE(B2&A3)', '"x;\'=WEBSERVICE(B2&A3)"'],
  ['x\t=HYPERLINK(A1)', '"x\t\'=HYPERLINK(A1)"'],
  ['x\n=1', '"x\n\'=1"'],
  ['\u200b=1+1', "\u200b'=1+1"],
  ['\u00ad=1+1', "\u00ad'=1+1"],
  ['﹦1+1', "'﹦1+1"],
  ['x|=1+1', "x|'=1+1"],
  ['x\u2028=1+1', "x\u2028'=1+1"],
  ['x; @SUM(A1)', '"x; \'@SUM(A1)"'],
])('%j is not a formula, regardless of what separates cells', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each([
  [';=1+1', '";\'=1+1"'],
  ['||=1', "||'=1"],
  ['\t \n=1', '"\t \n\'=1"'],
])('%j is none either, at the beginning of a cell', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each(['\n', '\t ', '|+a', '\v+a'])(
  'a cell that was made to take time is written in one that grows with its length: %j',
  async (unit) => {
    const growth = await timeGrowth((size) => csvCell(`${unit.repeat(size / unit.length)}x`), 100_000);
    expect(growth).toBeLessThan(LINEAR_GROWTH);
  },
);

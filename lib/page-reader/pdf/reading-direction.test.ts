import { expect, test } from 'vitest';
import { logicalText, turnRanges } from './reading-direction.ts';

test('right-to-left words are put in reading order, numbers and foreign words kept', () => {
  const drawn = [
    '.',
    'גשרים',
    ' ',
    'ושני',
    ' ',
    'תושבים',
    ' ',
    '4',
    ' ',
    '100',
    ' ',
    'יש',
    ' ',
    'New',
    ' ',
    'Orvel',
    ' ',
    'בעיר',
  ];
  expect(logicalText(drawn, true)).toBe('בעיר New Orvel יש 4 100 תושבים ושני גשרים.');
});

test('right-to-left words in a left-to-right line are reversed separately', () => {
  expect(logicalText(['The', ' ', 'word', ' ', 'רב', ' ', 'שלום', ' ', 'means', ' ', 'peace'], false)).toBe(
    'The word שלום רב means peace',
  );
});

test('letters in the forms in which they are drawn become plain letters', () => {
  expect(logicalText(['ﻻ', ' ', 'ﺳﻼﻡ'], true)).toBe('سلام لا');
  expect(logicalText(['oﬃce'], false)).toBe('office');
});

test('brackets that were drawn as their mirror image are turned back', () => {
  expect(logicalText(['(', 'קנבוס', ')', ' ', 'חבל'], true)).toBe('חבל (קנבוס)');
  expect(logicalText([')', 'קנבוס', '(', ' ', 'חבל'], true)).toBe('חבל (קנבוס)');
});

test('the ligature lam-alef that was turned with its line is turned back, and the article is not', () => {
  expect(logicalText(['ألشجار', 'ا'], true)).toBe('الأشجار');
  expect(logicalText(['يعرف', ' ', 'وال'], true)).toBe('ولا يعرف');
  expect(logicalText(['والميناء', ' ', 'القرية'], true)).toBe('القرية والميناء');
});

test('a range of numbers and the full stop after a number are read from right to left, and signs inside a number stay', () => {
  expect(logicalText(['4–1', ' ', 'קומות'], true)).toBe('קומות 1–4');
  expect(logicalText(['.', '03-5551234', ' ', 'טלפון'], true)).toBe('טלפון 03-5551234.');
  expect(logicalText(['.03-5551234', ' ', 'טלפון'], true)).toBe('טלפון 03-5551234.');
  expect(turnRanges('בבניין (קומות 4–1), 8:30 עד 17.3')).toBe('בבניין (קומות 1–4), 8:30 עד 17.3');
});

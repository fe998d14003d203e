import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import type { PdfText } from './pdf-pieces.ts';
import { joinVerticalRuns } from './vertical-text.ts';
import { attachVowelMarks } from './vowel-marks.ts';

const piece = (text: string, x: number, y: number, more: Partial<PdfText> = {}): PdfText => ({
  text,
  x,
  y,
  width: 6,
  size: 10,
  angle: 0,
  kind: 'text',
  ...more,
});
const readTexts = (texts: readonly PdfText[]) => texts.map(({ text }) => text);

test('a vowel mark that is a separate piece follows the letter below it', () => {
  const word = [
    piece('ﻦ', 60, 700),
    piece('ِ', 68, 699, { width: 0 }),
    piece('ﻣ', 66, 700),
    piece(' َ', 76, 702, { width: 0 }),
  ];
  expect(readTexts(attachVowelMarks([...word, piece('البيت', 72, 700, { width: 25 })]))).toEqual(['ﻦ', 'ﻣِ', 'البيتَ']);
});

test('a mark that is not over a letter keeps its position', () => {
  const apart = [piece('ﻣ', 60, 700), piece('َ', 63, 720, { width: 0 })];
  expect(readTexts(attachVowelMarks(apart))).toEqual(['ﻣ', 'َ']);
});

const column = (text: string, x: number, top: number) =>
  [...text].map((sign, index) => piece(sign, x, top - index * 10.4, { width: 10 }));

test('characters that are drawn below each other are vertical lines, the first at the right', () => {
  const texts = joinVerticalRuns([...column('港の朝は早い。', 300, 700), ...column('誰も出ない。', 285, 700)]);
  expect(pdfBlocks([{ number: 1, texts, notes: [] }])[1]?.markdown).toBe('港の朝は早い。誰も出ない。');
});

test('a column of single characters in a page of other text is not a vertical line of text', () => {
  const days = column('月火水', 60, 700);
  const rest = ['港の朝は早い', '舟に積みこむ', '誰も海へ出ない', '村の人々は'].map((text, index) =>
    piece(text, 90, 700 - index * 10.4),
  );
  expect(joinVerticalRuns([...days, ...rest])).toHaveLength(7);
});

test.each([
  [
    'marks at one place',
    (count: number) => Array.from({ length: count }, (_, index) => piece(index % 2 ? 'َ' : 'ﻣ', 60, 700)),
  ],
  ['signs below each other', (count: number) => column('港'.repeat(count), 60, 800)],
])('many %s take time proportional to their number', async (_, make) => {
  const read = (count: number) => attachVowelMarks(joinVerticalRuns(make(count)));
  expect(await timeGrowth(read, 20_000)).toBeLessThan(LINEAR_GROWTH);
});

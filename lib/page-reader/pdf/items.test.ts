import { expect, test } from 'vitest';
import { pdfBlocks } from './pdf-blocks.ts';
import type { PdfText } from './pdf-pieces.ts';

function piece(words: string, x: number, y: number, more: Partial<PdfText> = {}): PdfText {
  return { text: words, x, y, width: words.length * 5, size: 10, angle: 0, kind: 'text', ...more };
}

function markdown(...texts: PdfText[]): string[] {
  return pdfBlocks([{ number: 1, texts, notes: [] }])
    .slice(1)
    .map((block) => block.markdown);
}

/** An item whose mark is a separate piece, in a larger font, as some programs write it. */
const item = (mark: string, y: number, ...lines: string[]) => [
  piece(mark, 60, y, { size: 12, width: 6 }),
  ...lines.map((line, index) => piece(line, 90, y + 2 - index * 12)),
];

test('clauses with their numbers at the left are paragraphs, which continue under their text', () => {
  const clauses = [
    ...item(
      '1.1',
      700,
      'The owner lets the boat to the hirer for the period that is',
      'stated. The annex is a part of it.',
    ),
    ...item('1.2', 664, 'The hirer pays in advance.'),
    ...item('2.1', 640, 'The boat is insured by its owner against the damage that', 'others suffer.'),
  ];
  expect(markdown(...clauses)).toEqual([
    '1.1 The owner lets the boat to the hirer for the period that is stated. The annex is a part of it.',
    '1.2 The hirer pays in advance.',
    '2.1 The boat is insured by its owner against the damage that others suffer.',
  ]);
});

test('numbers that do not rise are those of a table', () => {
  const rows = [
    ...item('4.20', 700, 'Rope of hemp'),
    ...item('2.10', 680, 'Spare glass'),
    ...item('3.80', 660, 'Lamp oil'),
  ];
  expect(markdown(...rows)[0]).toContain('| 4.20 | Rope of hemp |');
});

test('numbers without dots that count from one are those of a list', () => {
  const items = [
    ...item('1', 700, 'Open the box'),
    ...item('2', 680, 'Check the parts'),
    ...item('3', 660, 'Close the box'),
  ];
  expect(markdown(...items)).toEqual(['1. Open the box', '2. Check the parts', '3. Close the box']);
});

test('a list above a table is not one of its rows', () => {
  const row = (y: number, ...cells: string[]) => cells.map((text, index) => piece(text, 240 + index * 60, y));
  const page = [
    ...item('•', 700, 'Take the rope'),
    ...item('•', 682, 'Close the valve'),
    ...row(664, 'Pier', 'Depth', 'Owner'),
    ...row(646, 'North', '3 m', 'Club'),
    ...row(628, 'South', '5 m', 'City'),
  ];
  expect(markdown(...page)).toEqual([
    '- Take the rope',
    '- Close the valve',
    '| Pier | Depth | Owner |\n| --- | --- | --- |\n| North | 3 m | Club |\n| South | 5 m | City |',
  ]);
});

test('nested items are separate paragraphs, even without their marks', () => {
  const lines: [string, number, number][] = [
    ['Everything that is taken on board is written into the list of the mate', 60, 730],
    ['Tools', 60, 700],
    ['knife', 90, 686],
    ['whetstone', 120, 672],
    ['a. by telephone', 90, 658],
    ['b. by letter', 90, 644],
  ];
  const [, ...items] = markdown(...lines.map(([text, x, y]) => piece(text, x, y)));
  expect(items).toEqual(['Tools', 'knife', 'whetstone', 'a. by telephone', 'b. by letter']);
});

test('a line whose words are spread over its column is one text', () => {
  const words = ['left', 'burning', 'for', 'eleven', 'days'].map((word, index) =>
    piece(word, 60 + index * 45, 700, { width: 20 }),
  );
  const above = piece('The last one of the two lamps in the house was', 60, 712, { width: 200 });
  expect(markdown(above, ...words)).toEqual([`${above.text} left burning for eleven days`]);
});

test('letters of a symbol font are bullets, and those of the font of the text are not', () => {
  const lines = (font: string) =>
    ['ropes', 'lamps'].flatMap((text, index) => [
      piece('o', 60, 700 - index * 14, { font, width: 6 }),
      piece(text, 78, 700 - index * 14, { font: 'text' }),
    ]);
  expect(markdown(...lines('symbols'))).toEqual(['- ropes', '- lamps']);
  expect(markdown(...lines('text')).join('\n')).not.toContain('- ropes');
});

test('entries of a table of contents are separate lines, although they reach the margin', () => {
  const dots = '. '.repeat(20).trim();
  expect(markdown(...item('2.1', 700, `Names ${dots} 2`), ...item('2.2', 686, `Notes ${dots} 3`))).toEqual([
    `2.1 Names ${dots} 2`,
    `2.2 Notes ${dots} 3`,
  ]);
});

test('a line whose parts are far apart does not continue in the next', () => {
  const lines = [piece('Mara Voss', 60, 700), piece('Tarn, 4 May 2026', 400, 700), piece('and her mother', 60, 688)];
  expect(markdown(...lines)).toEqual(['Mara Voss | Tarn, 4 May 2026', 'and her mother']);
});

test('an item in larger letters is not a heading', () => {
  const body = 'A long line of running text that sets the size of the body of the page.';
  expect(markdown(piece('• a lamp', 60, 700, { size: 12 }), piece(body, 60, 660), piece(body, 60, 648))[0]).toBe(
    '- a lamp',
  );
});

import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
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

/** The lines of a cell whose vertical center is at `middle`. */
const cell = (x: number, middle: number, ...lines: string[]) =>
  lines.map((line, index) => piece(line, x, middle + ((lines.length - 1) / 2 - index) * 12));
const cells = (y: number, columns: readonly number[], ...texts: string[]) =>
  texts.flatMap((text, index) => (text === '' ? [] : [piece(text, columns[index] ?? 0, y)]));

const COLUMNS = [60, 140, 340];

test('centred cells of several lines are one row with the cells next to them', () => {
  const table = [
    ...cells(720, COLUMNS, 'Who', 'Duty', 'When'),
    ...cell(60, 684, 'Mate'),
    ...cell(140, 684, 'Keeps the log, wakes the watch and', 'looks after the lamps on both sides', 'of the ship'),
    ...cell(340, 684, 'Every four', 'hours'),
    ...cells(646, COLUMNS, 'Cook', 'Bakes bread', 'Daily'),
    ...cell(60, 618, 'Second', 'engineer'),
    ...cell(140, 618, 'Greases the shaft'),
    ...cell(340, 618, 'Monday'),
  ];
  expect(markdown(...table)).toEqual([
    [
      '| Who | Duty | When |',
      '| --- | --- | --- |',
      '| Mate | Keeps the log, wakes the watch and looks after the lamps on both sides of the ship | Every four hours |',
      '| Cook | Bakes bread | Daily |',
      '| Second engineer | Greases the shaft | Monday |',
    ].join('\n'),
  ]);
});

test('details in smaller letters under a name belong to its row', () => {
  const table = ['Rent', 'Bread', 'Lamp'].flatMap((name, index) => [
    ...cells(700 - index * 30, COLUMNS, `0${index + 1}.03.`, name, '34.10'),
    piece(`Reference ${index} card payment`, 140, 689 - index * 30, { size: 7.5 }),
  ]);
  expect(markdown(...table)[0]).toContain('| 02.03. | Bread Reference 1 card payment | 34.10 |');
});

test('rows with empty cells are not joined, nor are those between gaps', () => {
  const sparse = [
    ...cells(700, COLUMNS, 'Orvel', '3', ''),
    ...cells(686, COLUMNS, 'Linden', '', '2'),
    ...cells(672, COLUMNS, 'Marsk', '1', '4'),
    ...cells(652, COLUMNS, 'Tolm', '', '7'),
    ...cells(638, COLUMNS, 'Cork', '8', ''),
  ];
  expect(markdown(...sparse)[0]?.split('\n')).toHaveLength(7);
});

test('paragraphs of equal length in two columns are not a table', () => {
  const paragraph = (name: string, x: number, y: number) => [
    piece(`${name} leaves the pier at seven and reaches the`, x, y, { width: 220 }),
    piece('island in a little under an hour if it can.', x, y - 12, { width: 210 }),
  ];
  const page = ['A', 'B', 'C', 'D', 'E'].flatMap((name, index) => [
    ...paragraph(`${name}1`, 60, 700 - index * 34),
    ...paragraph(`${name}2`, 310, 700 - index * 34),
  ]);
  const order = markdown(...page).map((block) => block.slice(0, 2));
  expect(order).toEqual(['A1', 'B1', 'C1', 'D1', 'E1', 'A2', 'B2', 'C2', 'D2', 'E2']);
});

test('narrow columns of a newspaper are not a table, although their lines are at different heights', () => {
  const words = ['boats were counted by', 'the keeper, who wrote', 'them into a book that', 'nobody asked to see'];
  const column = (x: number, top: number, name: string) => [
    piece(name, x, top + 20, { size: 12, width: 60 }),
    ...Array.from({ length: 12 }, (_, index) => piece(words[index % 4] ?? '', x, top - index * 12, { width: 105 })),
  ];
  const page = [...column(60, 700, 'One'), ...column(190, 695, 'Two'), ...column(320, 706, 'Three')];
  const blocks = markdown(...page);
  expect(blocks.join('\n')).not.toContain('|');
  expect(blocks.filter((block) => block.startsWith('#'))).toEqual(['### One', '### Two', '### Three']);
});

test('a table is one although the strip between its columns continues next to a letterhead', () => {
  const columns = [60, 96, 380, 424, 496];
  const letter = [
    piece('Orvel Ropes', 60, 766),
    piece('Invoice no. 2026-0118', 415, 774, { width: 120 }),
    piece('12 Harbour Street', 60, 751),
    piece('Date: 12 May 2026', 420, 762, { width: 115 }),
    piece('Orvel 4100', 60, 738),
    piece('Customer: 88231', 425, 750, { width: 110 }),
    piece('Linden Hotel', 60, 692),
    piece('Mill Lane 9', 60, 679),
    piece('Linden 980', 60, 666),
    piece('Invoice', 60, 634, { size: 14 }),
    ...cells(603, columns, 'Pos.', 'Description', 'Qty', 'Unit price', 'Sum'),
    ...cells(584, columns, '1', 'Rope of hemp with four strands and the initials of', '2', '4.50', '9.00'),
    piece('the house', 96, 571),
    ...cells(552, columns, '2', 'Lamp', '1', '38.00', '38.00'),
    ...cells(532, columns, '3', 'Repair of the anchor, with the travel of two people', '1', '60.00', '60.00'),
    piece('from Orvel', 96, 519),
    ...cells(500, [424, 496], 'Net', '107.00'),
    ...cells(480, [424, 496], 'Tax', '20.33'),
    ...cells(461, [424, 496], 'Total', '127.33'),
  ];
  const blocks = markdown(...letter);
  expect(blocks).toContain('### Invoice');
  expect(blocks.at(-1)?.split('\n')).toEqual([
    '| Pos. | Description | Qty | Unit price | Sum |',
    '| --- | --- | --- | --- | --- |',
    '| 1 | Rope of hemp with four strands and the initials of the house | 2 | 4.50 | 9.00 |',
    '| 2 | Lamp | 1 | 38.00 | 38.00 |',
    '| 3 | Repair of the anchor, with the travel of two people from Orvel | 1 | 60.00 | 60.00 |',
    '|  |  |  | Net | 107.00 |',
    '|  |  |  | Tax | 20.33 |',
    '|  |  |  | Total | 127.33 |',
  ]);
});

test('cells as close together as words are split at the columns of other rows', () => {
  const table = [
    ...cells(700, [60, 322], 'Analyte', 'Result Unit'),
    ...cells(680, [60, 320, 358], 'Iron', '6.2', 'mg/L'),
    ...cells(660, [60, 320, 358], 'Gamma-glutamyl transferase in the serum of adults', '13', 'U/L'),
    ...cells(640, [60, 320, 358], 'Sodium', '141', 'mmol/L'),
  ].map((each) => (each.text === 'Result Unit' ? { ...each, width: 62 } : each));
  expect(markdown(...table)[0]?.split('\n')[0]).toBe('| Analyte | Result | Unit |');
});

test('a sender and the text printed next to it are not a table', () => {
  const lines = (x: number, y: number, ...texts: string[]) =>
    texts.map((text, index) => piece(text, x, y - index * 12));
  const page = [
    ...lines(60, 760, 'Jon Marsk', '12 Harbour Street', 'Orvel 4100', 'Telephone 2281'),
    piece('Member 4711', 400, 754),
    ...lines(60, 690, 'Linden Hotel', 'Mill Lane 9', 'Linden 980'),
    ...lines(400, 684, 'since May 2001', 'chair in 2003'),
  ];
  expect(markdown(...page).join('\n')).not.toContain('| --- |');
});

test('many lines of cells take time proportional to their number', async () => {
  const read = (count: number) =>
    markdown(
      ...Array.from({ length: count / 4 }, (_, index) => [
        ...cells(20_000 - index * 30, [60, 400], `Name ${index}`, '12'),
        ...cell(140, 20_000 - index * 30, 'Keeps the log and wakes', 'the watch on deck'),
      ]).flat(),
    );
  expect(await timeGrowth(read, 3_000)).toBeLessThan(LINEAR_GROWTH);
});

import { expect, test } from 'vitest';
import { divideBelowNames, divideNumberColumns } from './number-columns.ts';
import type { Piece, Row } from './rows.ts';

const SIZE = 10;

/** A row of pieces that are each `stretch` wider than their letters, in multiples of the font size. */
function row(y: number, stretch: number, ...texts: string[]): Row {
  const pieces = texts.map((text, index): Piece => {
    const width = (text.replaceAll(' ', '').length * 0.5 + (text.split(' ').length - 1) * 0.25 + stretch) * SIZE;
    return { text, x: 60 + index * 120, y, width, size: SIZE, angle: 0, kind: 'text' };
  });
  return { y, size: SIZE, pieces };
}

const texts = (rows: readonly Row[]) => divideNumberColumns(rows).map(({ pieces }) => pieces.map(({ text }) => text));

test('numbers below each other that are wider apart than words are separate columns, with their names', () => {
  const rows = [row(50, 0, 'Boat', 'Built Tons'), row(40, 0.6, 'Gull', '1931 14'), row(30, 0.6, 'Orca', '1987 102')];
  expect(texts(rows)).toEqual([
    ['Boat', 'Built', 'Tons'],
    ['Gull', '1931', '14'],
    ['Orca', '1987', '102'],
  ]);
  const [, first, second] = divideNumberColumns(rows);
  expect(first?.pieces[2]?.x).toBe(second?.pieces[2]?.x);
});

test.each([
  ['thousands', ['Boat', 'Tons empty'], ['Gull', '4 100'], ['Orca', '12 350']],
  ['a name of one word', ['Boat', 'Telephone'], ['Gull', '030 4471'], ['Orca', '030 5512']],
  ['words among them', ['Boat', 'Built in'], ['Gull', '1931 Cork'], ['Orca', '1987 Piran']],
  ['numbers only in some rows', ['Boat', 'Built Tons'], ['Gull', '1931 14'], ['Orca', '1987']],
])('numbers are one column: %s', (_, names, ...rest) => {
  const rows = [row(50, 0, ...names), ...rest.map((cells, index) => row(40 - index * 10, 0.6, ...cells))];
  expect(texts(rows)).toEqual([names, ...rest]);
});

test('numbers as close as words are one column, by the width of isolated digits', () => {
  const rows = [row(50, 0, 'No', 'Room seat'), row(40, 0, '12', '40 14'), row(30, 0, '13', '41 25')];
  expect(texts(rows)).toEqual([
    ['No', 'Room seat'],
    ['12', '40 14'],
    ['13', '41 25'],
  ]);
});

test('names and numbers that were joined in some rows are divided at the columns of the other rows', () => {
  const at = (y: number, ...pieces: [text: string, x: number, width: number][]): Row => ({
    y,
    size: SIZE,
    pieces: pieces.map(([text, x, width]) => ({ text, x, y, width, size: SIZE, angle: 0, kind: 'text' })),
  });
  const names = at(90, ['No. Item', 60, 42], ['Hours', 200, 26], ['Rate', 234, 20], ['Sum', 300, 18]);
  const rows = [
    at(76, ['1', 60, 5], ['Repair of the stair', 82, 90], ['14.5 92.00', 206, 46], ['1334.00', 290, 28]),
    at(62, ['2', 60, 5], ['Window sill', 82, 50], ['276.00', 292, 26]),
    at(40, ['Payable within thirty days', 60, 130]),
  ];
  const divided = (some: readonly Row[]) => divideBelowNames(some).map(({ pieces }) => pieces.map(({ text }) => text));
  expect(divided([names, ...rows])).toEqual([
    ['No.', 'Item', 'Hours', 'Rate', 'Sum'],
    ['1', 'Repair of the stair', '14.5', '92.00', '1334.00'],
    ['2', 'Window sill', '276.00'],
    ['Payable within thirty days'],
  ]);
  const oneColumn = [at(76, ['Repair', 60, 30]), at(62, ['Window', 60, 34])];
  expect(divided([names, ...oneColumn])[0]).toEqual(['No. Item', 'Hours', 'Rate', 'Sum']);
});

import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import type { PdfText } from './pdf-pieces.ts';

function piece(words: string, x: number, y: number, more: Partial<PdfText> = {}): PdfText {
  return { text: words, x, y, width: words.length * 5, size: 10, angle: 0, kind: 'text', ...more };
}

/** The blocks of a page, regardless of the order of its pieces in the file. */
function markdown(...texts: PdfText[]): string[] {
  const [there, back] = [texts, texts.toReversed()].map((order) =>
    pdfBlocks([{ number: 1, texts: order, notes: [] }])
      .slice(1)
      .map((block) => block.markdown),
  );
  expect(back).toEqual(there);
  return there ?? [];
}

const rows = (top: number, columns: number[], ...cells: string[][]) =>
  cells.flatMap((row, index) =>
    row.flatMap((cell, column) => (cell === '' ? [] : [piece(cell, columns[column] ?? 0, top - index * 20)])),
  );

test('cells at the same places are a table, with empty cells in their columns', () => {
  const table = rows(
    700,
    [60, 150, 220],
    ['Town', 'People', 'Since'],
    ['Orvel', '4 100', ''],
    ['Linden on Sea', '', '1411'],
    ['Tolm', '350', '1790'],
  );
  expect(markdown(piece('What follows is a table with all towns.', 60, 750), ...table)).toEqual([
    'What follows is a table with all towns.',
    '| Town | People | Since |\n| --- | --- | --- |\n| Orvel | 4 100 |  |\n| Linden on Sea |  | 1411 |\n| Tolm | 350 | 1790 |',
  ]);
});

test('lines of a cell are joined if rows are further apart than they are', () => {
  const table = [
    ...rows(700, [60, 250], ['Rope', '4.50']),
    ...rows(680, [60, 250], ['Lamp with green glass,', '38.00']),
    piece('burning oil', 60, 668),
    ...rows(648, [60, 250], ['Spare glass', '6.20']),
  ];
  expect(markdown(...table)[0]).toContain('| Lamp with green glass, burning oil | 38.00 |');
});

test('rows with a number in each are not joined, although the first is further away', () => {
  const table = [
    ...rows(700, [60, 150, 220], ['Port', '2024', '2025']),
    ...[
      ['Orvel', '120', '118'],
      ['Linden', '80', '82'],
      ['Tolm', '7', '11'],
    ].flatMap((row, index) => rows(682 - index * 12, [60, 150, 220], row)),
  ];
  expect(markdown(...table)[0]?.split('\n')).toHaveLength(6);
});

test('columns that are close together are separated', () => {
  const cells = [
    ['Rope of hemp', 'm', '4.50'],
    ['Anchor', 'piece', '149.00'],
    ['Spare glass', 'piece', '6.20'],
    ['Lamp', 'piece', '38.00'],
  ];
  expect(markdown(...rows(700, [60, 127, 159], ...cells))[0]).toContain('| Anchor | piece | 149.00 |');
});

test('names over several columns are joined with the names of the columns', () => {
  const table = [
    piece('2024', 170, 700, { width: 20 }),
    piece('2025', 270, 700, { width: 20 }),
    ...rows(680, [60, 150, 200, 250, 300], ['Port', 'Q1', 'Q2', 'Q1', 'Q2'], ['Orvel', '120', '140', '118', '150']),
    ...rows(640, [60, 150, 200, 250, 300], ['Linden', '80', '75', '82', '91']),
  ].map((cell) => (cell.text.startsWith('20') ? { ...cell, x: cell.x - 10, width: 40 } : cell));
  expect(markdown(...table)[0]?.split('\n')[0]).toBe('| Port | 2024 / Q1 | 2024 / Q2 | 2025 / Q1 | 2025 / Q2 |');
});

test('a letterhead, a table and its totals are not one table', () => {
  const blocks = markdown(
    ...rows(760, [60, 360], ['Orvel Ropes', 'Invoice 118'], ['Orvel 4100', '12 May']),
    ...rows(660, [60, 200, 300], ['Item', 'Count', 'Price'], ['Rope', '40', '4.50'], ['Anchor', '1', '149.00']),
    ...rows(560, [200, 300], ['Net', '329.00'], ['Tax', '82.25']),
  );
  expect(blocks.map((block) => block.split('\n')[0])).toEqual(['|  |  |', '| Item | Count | Price |', '|  |  |']);
});

const LEFT = ['The first column begins here and', 'tells how bowls are cooled. They', 'stand in a rack for two days.'];
const RIGHT = ['The second column is about the', 'ovens. There are three of them,', 'and the third is the hottest.'];
const column = (lines: string[], x: number, top: number, leading = 14) =>
  lines.map((line, index) => piece(line, x, top - index * leading));

test('footnotes below a column do not interrupt its last sentence', () => {
  const left = [...LEFT.slice(0, 2), 'stand in a rack for two'];
  const note = (words: string, y: number) => piece(words, 60, y, { size: 8, width: words.length * 4 });
  const page = (first: string) => [
    ...column(left, 60, 700),
    note('1 In the shade.', 640),
    note('2 Since 1911.', 630),
    ...column([`${first} ${RIGHT[0]}`, ...RIGHT.slice(1)], 310, 700),
  ];
  expect(markdown(...page('days.'))).toEqual([
    `${left.join(' ')} days. ${RIGHT.join(' ')}`,
    '1 In the shade.',
    '2 Since 1911.',
  ]);
  // No sentence continues here, so they stay below their column.
  expect(markdown(...page('Days.'))).toEqual([
    left.join(' '),
    '1 In the shade.',
    '2 Since 1911.',
    `Days. ${RIGHT.join(' ')}`,
  ]);
});

test.each([0, 5])('columns are read one after the other, although their lines are %d points apart', (offset) => {
  expect(markdown(...column(LEFT, 60, 700), ...column(RIGHT, 310, 700 - offset))).toEqual([
    LEFT.join(' '),
    RIGHT.join(' '),
  ]);
});

test('a sentence continues in the next column, and a heading over both divides them', () => {
  const blocks = markdown(
    ...column([...LEFT.slice(0, 2), 'stand in a rack for two'], 60, 700),
    ...column([`days. ${RIGHT[0]}`, ...RIGHT.slice(1)], 310, 700),
    piece('Part two', 60, 640, { size: 16 }),
    ...column(LEFT, 60, 610),
    ...column(RIGHT, 310, 610),
  );
  expect(blocks).toEqual([
    `${LEFT.slice(0, 2).join(' ')} stand in a rack for two days. ${RIGHT.join(' ')}`,
    '## Part two',
    LEFT.join(' '),
    RIGHT.join(' '),
  ]);
});

test('lines with space for the next word end on purpose, and those of an address stay separate', () => {
  const address = ['Orvel Ropes', '12 Harbour Street', 'Orvel 4100'];
  expect(
    markdown(piece('A line that shows how wide the text of this page is.', 60, 760), ...column(address, 60, 700)),
  ).toEqual(['A line that shows how wide the text of this page is.', ...address]);
});

test('lines with the mark of an item are a list', () => {
  const lines = ['• Rope of hemp', '• Anchor', '2) Lamp'];
  expect(markdown(...column(lines, 60, 700))).toEqual(['- Rope of hemp', '- Anchor', '2) Lamp']);
});

test('exponents keep their sign, and superscript and subscript stay in their line', () => {
  const line = [
    piece('It has 10', 60, 700),
    piece('−3', 105, 704, { size: 6, width: 6 }),
    piece('kg of H', 115, 700),
    piece('2', 150, 698, { size: 6, width: 3 }),
    piece('O.', 154, 700),
  ];
  expect(markdown(...line)).toEqual(['It has 10^−3 kg of H2O.']);
});

test('lines in letters of one width are code with their indents', () => {
  const lines = [piece('if (a)', 60, 700, { width: 30 }), piece('run()', 70, 688, { width: 25 })];
  expect(markdown(...lines.map((line) => ({ ...line, isMonospaced: true })))).toEqual(['```\nif (a)\n  run()\n```']);
});

test('a page of many thousand pieces takes time proportional to their number', async () => {
  const read = (count: number) => {
    const texts = Array.from({ length: count }, (_, index) =>
      piece(`w${index}`, 20 + (index % 50) * 11, 800 - Math.floor(index / 50) * 2, { width: 9, size: 2 }),
    );
    pdfBlocks([{ number: 1, texts, notes: [] }]);
  };
  expect(await timeGrowth(read, 20_000)).toBeLessThan(LINEAR_GROWTH);
});

test('columns as far apart as words are a table if the same strips are empty in all rows', () => {
  const row = (y: number, ...cells: [string, number][]) => cells.map(([text, x]) => piece(text, x, y));
  const table = [
    ...row(700, ['Town', 60], ['People', 94], ['Since', 128]),
    ...row(684, ['Orvel', 60], ['4100', 94], ['1204', 128]),
    // pdf.js returns these cells as one piece.
    piece('Linden 980', 60, 668, { width: 49 }),
    piece('1411', 128, 668),
    ...row(652, ['Marsk', 60], ['220', 94], ['1150', 128]),
  ];
  expect(markdown(piece('What follows is a table with all towns of the valley.', 60, 730), ...table)[1]).toBe(
    '| Town | People | Since |\n| --- | --- | --- |\n| Orvel | 4100 | 1204 |\n| Linden | 980 | 1411 |\n| Marsk | 220 | 1150 |',
  );
});

test('items with their numbers in separate pieces are not a table', () => {
  const items = ['First rule', 'Second rule', 'Third rule'].flatMap((text, index) => [
    piece(`${index + 1}.`, 60, 700 - index * 16),
    piece(text, 73, 700 - index * 16),
  ]);
  expect(markdown(...items).join('\n')).not.toContain('|');
});

test('a page number between two columns does not join them', () => {
  const sentence = 'the boats are counted by the keeper of it';
  const lines = (x: number, name: string) =>
    Array.from({ length: 6 }, (_, index) =>
      piece(`${index === 0 ? name : ''}${sentence}`, x, 700 - index * 12, { width: 228 }),
    );
  const text = markdown(...lines(72, 'LEFT '), ...lines(310, 'RIGHT '), piece('1', 303, 90)).join('\n');
  expect(text).toMatch(/LEFT [^|]*RIGHT/s);
  expect(text.indexOf('RIGHT')).toBeGreaterThan(text.lastIndexOf(sentence) / 3);
});

test('an exponent of several signs, in one piece or more, is told from its base', () => {
  const raised = (text: string, x: number) => piece(text, x, 704, { size: 7, width: text.length * 4 });
  const line = [
    piece('There are 2', 60, 700),
    raised('n', 115),
    raised('+1', 119),
    piece('nodes and 10', 130, 700),
    raised('−3', 190),
  ];
  expect(markdown(...line)[0]).toBe('There are 2^(n+1) nodes and 10^−3');
});

test('the end of a paragraph above a table is not one of its rows, nor is a title next to its columns', () => {
  const table = rows(
    668,
    [200, 260, 320],
    ['Pier', 'Boats', 'Fee'],
    ['North', '12', '14.00'],
    ['South', '4', '9.50'],
    ['East', '31', '7.25'],
  );
  const title = piece('and weather.', 60, 684);
  const blocks = markdown(...table, title);
  expect(blocks[0]).toBe('and weather.');
  expect(blocks[1]?.split('\n')[0]).toBe('| Pier | Boats | Fee |');
});

test('a name that is aligned differently from its column still belongs to it', () => {
  const centred = [
    piece('Boat', 110, 700),
    ...rows(700, [200, 260], ['Built', 'Port']),
    ...rows(
      680,
      [60, 200, 260],
      ['Gull', '1931', 'Visby'],
      ['Orca', '1987', 'Cork'],
      ['Tern of the Sea', '2004', 'Piran'],
    ),
  ];
  expect(markdown(...centred)[0]).toMatch(/^\| Boat \| Built \| Port \|\n.*\n\| Gull \| 1931 \|/);
  const sheet = [
    ...rows(700, [60, 94, 131], ['Pier', 'Boats', 'Fee']),
    ...rows(687, [60, 118, 147], ['North', '12', '14'], ['South', '9', '95'], ['East', '31', '72']),
  ];
  expect(markdown(...sheet)[0]).toMatch(/^\| Pier \| Boats \| Fee \|\n.*\n\| North \| 12 \| 14 \|/);
});

test('a title and a page number, both centred, are not a column of the sheet between them', () => {
  const table = rows(700, [60, 110, 160], ['Pier', 'Boats', 'Fee'], ['North', '12', '14'], ['South', '9', '95']);
  expect(markdown(piece('Sheet1', 280, 720), ...table, piece('Page 1', 281, 60))).toEqual([
    'Sheet1',
    expect.stringContaining('| Pier | Boats | Fee |\n| --- | --- | --- |\n| North | 12 | 14 |'),
    'Page 1',
  ]);
});

test('three rows are a table although its columns are only a letter apart', () => {
  const table = rows(700, [60, 100, 130], ['Watch', 'Deck', 'Tons'], ['Second', '4', '1'], ['Third', '3', '2']);
  const words = 'These are some words that go over the whole of the table.';
  expect(markdown(piece(words, 60, 720), ...table, piece(words, 60, 620))[1]).toContain('| Second | 4 | 1 |');
});

test('joined columns of numbers are split, even if the first column is far from them', () => {
  const row = (y: number, ...cells: [string, number, number][]) =>
    cells.map(([text, x, width]) => piece(text, x, y, { width }));
  const table = [
    ...row(700, ['City', 60, 20], ['People Since', 100, 64]),
    ...row(686, ['Orvel', 60, 26], ['4100 1204', 108, 56]),
    ...row(672, ['Linden', 60, 32], ['980 1411', 114, 50]),
    ...row(658, ['Marsk', 60, 28], ['22000 1150', 102, 62]),
  ];
  expect(markdown(...table)[0]).toMatch(/^\| City \| People \| Since \|\n.*\n\| Orvel \| 4100 \| 1204 \|/);
});

test('the heading of the right column is read with it, although it is higher than the left one', () => {
  const page = [
    ...column(LEFT, 60, 700),
    ...column(LEFT, 60, 658),
    piece('Ovens', 310, 712, { size: 13 }),
    ...column(RIGHT, 310, 696),
    ...column(RIGHT, 310, 654),
  ];
  const blocks = markdown(...page);
  expect(blocks.findIndex((block) => block.startsWith('#'))).toBeGreaterThan(0);
});

test('a table begins at its names, below addresses next to each other', () => {
  const addresses = rows(
    700,
    [60, 420],
    ['Orvel Ltd', 'Invoice 114'],
    ['Mill Road 9', 'Date: 3 March'],
    ['Ana Linden', ''],
  );
  const table = rows(
    636,
    [60, 120, 300, 400, 480],
    ['Pos', 'Item', 'Qty', 'Price', 'Sum'],
    ['1', 'Lamp of brass', '2', '19.90', '39.80'],
    ['2', 'Shade', '1', '9.00', '9.00'],
    ['', '', '', 'Total', '48.80'],
  );
  expect(markdown(...addresses, ...table).at(-1)).toContain(
    '| Pos | Item | Qty | Price | Sum |\n| --- | --- | --- | --- | --- |\n| 1 | Lamp of brass | 2 | 19.90 | 39.80 |',
  );
});

test('two lines of a cell with the rest of its row between them are one cell', () => {
  const table = [
    ...rows(700, [60, 150, 420], ['Date', 'Text', 'Out'], ['03.03.', 'Mill Bakery', '4.20']),
    piece('County tax', 150, 662),
    ...rows(655, [60, 420], ['04.03.', '88.00']),
    piece('Ref 88-12', 150, 648),
    ...rows(630, [60, 150, 420], ['05.03.', 'Orvel Ltd salary', '3.40']),
  ];
  expect(markdown(...table)[0]).toContain('| 04.03. | County tax Ref 88-12 | 88.00 |\n| 05.03. |');
});

test('the heading of a narrow left column is not above the name at the head of the right one', () => {
  const left = rows(700, [60], ['Contact'], ['ana@orvel.example'], ['Glass and brass'], ['German']);
  const words = 'She lights the furnace at six and keeps it hot until the evening';
  const right = [0, 1, 2, 3, 4].map((line) => piece(words, 220, 670 - line * 14));
  const heads = [{ ...left[0], size: 13 } as PdfText, piece('Ana Orvel', 220, 694, { size: 22 })];
  const read = markdown(...heads, ...left.slice(1), ...right);
  expect(read.indexOf('## Ana Orvel')).toBeGreaterThan(read.findIndex((block) => block.includes('German')));
});

test('columns of long words, divided at the ends of lines, are columns and not cells', () => {
  const german = [
    'Die Fahrgastbeförde-',
    'rungsstatistik wurde',
    'veröffentlicht. Die',
    'Betriebskosten blei-',
    'ben unverändert.',
  ];
  const side = (x: number) => german.map((words, index) => piece(words, x, 700 - index * 12, { width: 100 }));
  const page = markdown(...side(60), ...side(175), ...side(290));
  expect(page.join(' ')).toBe(
    Array(3)
      .fill('Die Fahrgastbeförderungsstatistik wurde veröffentlicht. Die Betriebskosten bleiben unverändert.')
      .join(' '),
  );
});

test('a wide gap in a line of justified text is a space, and one between a name and a date is a bar', () => {
  const full = (words: string, y: number) => piece(words, 60, y, { width: 150 });
  const lines = [
    full('The report on the ferries was', 700),
    piece('published', 60, 688, { width: 45 }),
    piece('yesterday.', 155, 688, { width: 55 }),
    full('The number of guests rose by', 676),
    full('a tenth, and costs are the same', 664),
  ];
  expect(markdown(...lines)).toEqual([
    'The report on the ferries was published yesterday. The number of guests rose by a tenth, and costs are the same',
  ]);
  const places = rows(700, [60, 180], ['Orvel', '2019'], ['Linden', '2014']);
  expect(markdown(...places)[0]).toContain('Orvel | 2019');
});

test('headings of columns that begin at different heights are read in their column', () => {
  const lines = (words: string, x: number, top: number, count: number) =>
    Array.from({ length: count }, (_, index) => piece(`${words} ${index} and so on for a while,`, x, top - index * 12));
  const left = [
    ...lines('left above', 60, 700, 4),
    piece('Bells', 60, 640, { size: 13 }),
    ...lines('left below', 60, 624, 6),
  ];
  const right = [...lines('right above', 290, 700, 3), ...lines('right below', 290, 618, 6)];
  const blocks = markdown(...left, ...right).join(' ');
  expect(blocks.indexOf('left below 5')).toBeLessThan(blocks.indexOf('right above 0'));
});

test('the names of columns belong to the table, although one of them is wider than its numbers', () => {
  const at = (y: number, ...cells: [text: string, x: number, width: number][]) =>
    cells.map(([words, x, width]) => piece(words, x, y, { width }));
  const table = [
    ...at(
      620,
      ['No. Description', 59, 88],
      ['Hours', 386, 33],
      ['Rate', 426, 26],
      ['VAT', 461, 21],
      ['Amount', 492, 44],
    ),
    ...at(
      606,
      ['1', 59, 6],
      ['Repair of the stair in the east wing, including new treads of', 83, 296],
      ['14.5 92.00 8.1%', 397, 85],
      ['1,334.00', 492, 44],
    ),
    ...at(594, ['ash and two coats of oil', 83, 119]),
    ...at(579, ['2', 59, 6], ['Window sill', 83, 56], ['3.0 92.00 8.1%', 403, 79], ['276.00', 501, 35]),
    ...at(
      565,
      ['3', 59, 6],
      ['Ash boards, planed on both sides, 27 mm, with certificate', 83, 290],
      ['8.1%', 457, 25],
      ['418.60', 501, 35],
    ),
    ...at(553, ['of origin', 83, 41]),
    ...at(538, ['Net', 83, 18], ['2,028.60', 492, 44]),
    ...at(524, ['VAT 8.1%', 83, 47], ['164.30', 501, 35]),
    ...at(509, ['Total CHF', 83, 53], ['2,192.90', 487, 49]),
  ];
  expect(markdown(...table)[0]).toMatch(
    /^\| No\. \| Description \| Hours \| Rate \| VAT \| Amount \|\n.*\n\| 1 \| Repair .* oil \| 14\.5 \| 92\.00 \| 8\.1% \| 1,334\.00 \|/,
  );
});

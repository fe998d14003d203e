import { describe, expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { csvTable, isCsv } from './csv-table.ts';
import { plainReading } from './plain-document.ts';

const read = (text: string, isCut = false) => csvTable(text, isCut);

describe('comma-separated values', () => {
  test.each([
    ['commas', 'Port,Height\nCork,4.1\nBern,0\n'],
    ['semicolons', 'Port;Height\r\nCork;4.1\r\nBern;0'],
    ['tabs', 'Port\tHeight\nCork\t4.1\nBern\t0'],
    ['bars', 'Port|Height\nCork|4.1\n\nBern|0'],
  ])('with %s are a table', (_, text) => {
    expect(read(text)).toEqual({
      caption: '',
      header: ['Port', 'Height'],
      rows: [
        ['Cork', '4.1'],
        ['Bern', '0'],
      ],
    });
  });

  test('may have separators, line breaks and quotation marks in quoted cells', () => {
    const text = 'Name,Note\n"Cork, Ireland","Two\nlines"\nBern,"a ""b"" c"\n"open,x\n5" pipe,y';
    expect(read(text)?.rows).toEqual([
      ['Cork, Ireland', 'Two<br>lines'],
      ['Bern', 'a "b" c'],
      ['"open', 'x'],
      ['5" pipe', 'y'],
    ]);
  });

  test('are Markdown, in which nothing of a cell counts as a mark', () => {
    expect(read('a,b\n*x*,`y`\n<img src=z>,[t](u)')?.rows).toEqual([
      ['\\*x\\*', '\\`y\\`'],
      ['\\<img src=z>', '[t\\](u)'],
    ]);
  });

  test.each([
    ['numbers below them', 'Port,Height\nCork,4', ['Port', 'Height']],
    ['years as their names', 'Port,2019,2020\nCork,4.1,4.2\nBern,5,6', ['Port', '2019', '2020']],
    ['only words below them', 'Name,Town\nAnn,Cork', ['Name', 'Town']],
    ['an index without a name', ',Height\n0,4.1\n1,4.2', ['', 'Height']],
  ])('name their columns in the first row, with %s', (_, text, header) => {
    expect(read(text)?.header).toEqual(header);
  });

  test.each([
    ['numbers only', '1,2\n3,4'],
    ['a year in each row', '2020,4.1\n2021,4.2\n2022,4.3'],
  ])('have no names of columns if the first row has %s', (_, text) => {
    const table = read(text);
    expect(table?.header).toEqual(['', '']);
    expect(table?.rows).toHaveLength(text.split('\n').length);
  });

  test('are filled up where a row is short, and lose a row that was cut off', () => {
    const rows = Array.from({ length: 20 }, (_, index) => `Port ${index},${index},x`);
    expect(read(['Port,Height,Note', ...rows, 'Cork,4'].join('\n'))?.rows.at(-1)).toEqual(['Cork', '4', '']);
    expect(read('Port,Height\nCork,4\nBern,3\nCh', true)?.rows).toHaveLength(2);
  });

  test.each([
    ['prose', 'Dear Ann,\nthank you, and all the others, for the letter.\nYours, Ben'],
    ['one column', 'Port\nCork\nBern'],
    ['one row', 'Port,Height'],
    ['nothing', ''],
    ['too many columns', Array.from({ length: 2 }, () => 'x,'.repeat(300)).join('\n')],
  ])('are not read from %s', (_, text) => {
    expect(read(text)).toBeNull();
  });

  test.each<[string, (size: number) => string]>([
    ['quotation marks', (size) => '"'.repeat(size)],
    ['quoted cells that do not end', (size) => '"a,'.repeat(size / 3)],
    ['doubled quotation marks', (size) => '""a,'.repeat(size / 4)],
    ['empty cells', (size) => ','.repeat(size)],
  ])('are read in a time that grows with their length: %s', async (_, text) => {
    expect(await timeGrowth((size) => csvTable(text(size), false), 200_000)).toBeLessThan(LINEAR_GROWTH);
  });
});

describe('a document of values', () => {
  test.each([
    ['text/csv; charset=utf-8', 'https://a.test/export?id=7', true],
    ['text/tab-separated-values', 'https://a.test/x', true],
    ['text/plain; charset=utf-8', 'https://a.test/data/ports.CSV?raw=1', true],
    ['text/plain', 'https://a.test/notes.txt', false],
    ['application/json', 'https://a.test/x.csv', false],
  ])('is known by its type or its name: %s at %s', (contentType, url, expected) => {
    expect(isCsv(contentType, url)).toBe(expected);
  });

  const readDocument = (text: string) =>
    plainReading({
      url: 'https://a.test/data/High%20water.csv',
      contentType: 'text/plain',
      bytes: new TextEncoder().encode(text),
      print: 'p',
    });

  test('is a table under the name of its file', () => {
    expect(readDocument('Port,Height\nCork,4.1')).toMatchObject({
      title: 'High water.csv',
      blocks: [
        {
          kind: 'table',
          markdown: '| Port | Height |\n| --- | --- |\n| Cork | 4.1 |',
          table: { rows: [['Cork', '4.1']] },
        },
      ],
    });
  });

  test('keeps its lines if it is no table', () => {
    expect(readDocument('Port\nCork, Ireland').blocks).toMatchObject([
      { kind: 'code', markdown: '```csv\nPort\nCork, Ireland\n```' },
    ]);
  });
});

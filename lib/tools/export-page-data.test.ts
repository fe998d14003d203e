import { describe, expect, test } from 'vitest';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { at, run } from '../testing/tools/sample-pages.ts';
import { exportPageData } from './export-page-data.ts';

const give = (input: object) => run(exportPageData, input, at(7));

describe('a table', () => {
  test('is exported completely as CSV, regardless of how small the model’s window is', async () => {
    const { content, ...output } = await run(exportPageData, { what: 'table', table: 'T1' }, at(7, 4000));
    expect(content.split('\n')).toHaveLength(301);
    expect(content).toMatch(/^Name,Count\nitem 1,0\n/);
    expect(content).toMatch(/\nitem 300,299$/);
    expect(output).toMatchObject({
      file: { title: 'Shop', type: 'csv' },
      returnDirect: true,
      details: { rows: 300, more: false },
    });
  });

  test('is cut to the rows and columns asked for', async () => {
    const { content } = await give({ what: 'table', table: 'T1', rows: '2-3', columns: 'name' });
    expect(content).toBe('Name\nitem 2\nitem 3');
  });

  test.each([
    ['which one, if there are several', { table: '' }, /Tables of this page; name one:/],
    [
      'which columns there are',
      { table: 'T1', columns: 'Colour' },
      /no column "Colour". The columns are: "Name", "Count"/,
    ],
    ['that no row fits', { table: 'T1', contains: 'zebra' }, /No row of the table fits/],
  ])('is not the answer if the model has to be told %s', async (_what, input, words) => {
    const { content, returnDirect, file } = await give({ what: 'table', ...input });
    expect(content).toMatch(words);
    expect([returnDirect, file]).toEqual([undefined, undefined]);
  });
});

describe('links', () => {
  test('are a list with whole addresses', async () => {
    expect(await give({ what: 'links' })).toMatchObject({
      content: '- [terms](<https://shop.test/legal/terms>)\n- [the manual](<https://files.test/manual.pdf>)',
      file: { title: 'shop', type: 'md' },
      returnDirect: true,
      details: { links: 2, more: false },
    });
    expect((await give({ what: 'links', contains: 'MANUAL' })).content).not.toContain('terms');
    expect((await give({ what: 'links', contains: 'zebra' })).returnDirect).toBeUndefined();
  });

  test('that are too many end after a whole one, and the card says so', async () => {
    const links = Array.from({ length: 4000 }, (_, n) => `[link ${n}](https://x.test/${'long/'.repeat(10)}${n})`);
    const pages = new MemoryPages({ 1: granted(buildReading('many', ...links)) });
    const { content, details } = await run(exportPageData, { what: 'links' }, { ...at(1), page: pages });
    expect(content.length).toBeLessThan(160_000);
    expect(content).toMatch(/\d>\)$/);
    expect(details).toMatchObject({ more: true });
  });
});

test('a transcript is given whole, with times', async () => {
  const { content, file, returnDirect } = await give({ what: 'transcript' });
  expect(content).toMatch(/^\[0:00\] Sentence 0\. Sentence 1\.\n/);
  expect(content).toContain('Sentence 99.');
  expect({ file, returnDirect }).toEqual({ file: { title: 'Talk', type: 'txt' }, returnDirect: true });
  expect((await run(exportPageData, { what: 'transcript' }, at(1))).returnDirect).toBeUndefined();
});

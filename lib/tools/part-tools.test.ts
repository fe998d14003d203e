import { describe, expect, test } from 'vitest';
import type { ToolContext } from '../contracts/tool-context.ts';
import { askedBefore, at, image, run } from '../testing/tools/sample-pages.ts';
import { capturePage } from './capture-page.ts';
import { listForms } from './list-forms.ts';
import { listLinks } from './list-links.ts';
import { pageInfo } from './page-info.ts';
import { readTable } from './read-table.ts';

describe('list_links', () => {
  test('returns numbers, texts and addresses, with paths for the same site', async () => {
    const { content, details } = await run(listLinks, {}, at(7));
    expect(content).toBe(
      'Title: shop\nURL: https://shop.test/\n2 links. Addresses that begin with / are on https://shop.test.\n\n' +
        'L1 terms: /legal/terms\nL2 the manual: https://files.test/manual.pdf',
    );
    expect(details).toMatchObject({ links: 2, more: false });
  });

  test('finds links by words and by number', async () => {
    expect((await run(listLinks, { filter: 'MANUAL pdf' }, at(7))).content).toContain('L2 the manual');
    expect((await run(listLinks, { filter: 'manual' }, at(7))).content).not.toContain('L1 terms');
    expect((await run(listLinks, { filter: 'L2, L9' }, at(7))).content).toMatch(/1 links that fit[\s\S]*L2 the manual/);
  });
});

describe('list_links, if the web is on', () => {
  const access = { mayOpen: async (url: string) => !url.includes('shop.test') };
  const onTheWeb = { ...at(7), web: { access, typed: new Set(), within: null } } as unknown as ToolContext;

  test('opens the pages that a filter names', async () => {
    const { content, followUps } = await run(listLinks, { filter: 'manual' }, onTheWeb);
    expect(followUps).toEqual([{ toolName: 'open_page', input: { url: 'https://files.test/manual.pdf' } }]);
    expect(content).toContain('These pages are opened now; their texts follow.');
  });

  test('opens nothing without a filter, if the user has not allowed it, or if the web is off', async () => {
    expect((await run(listLinks, {}, onTheWeb)).followUps).toEqual([]);
    expect((await run(listLinks, { filter: 'terms' }, onTheWeb)).followUps).toEqual([]);
    expect((await run(listLinks, { filter: 'manual' }, at(7))).followUps).toEqual([]);
  });
});

describe('read_table', () => {
  test('lists the tables with titles and sizes', async () => {
    expect((await run(readTable, {}, at(7))).content).toContain(
      'Tables of this page; name one:\n- T1: Shop (300 rows, 2 columns)\n- T2: Shop (1 rows, 2 columns)',
    );
    expect((await run(readTable, {}, at(1))).content).toContain('There is no table on this page.');
  });

  test('returns rows and says how to get the others', async () => {
    const { content } = await run(readTable, { table: 'T1', rows: '10-12', format: 'csv' }, at(7));
    expect(content).toMatch(/Table T1: Shop \(300 rows, 2 columns\)\n\nName,Count\nitem 10,9\nitem 11,10\nitem 12,11$/);
    const part = await run(readTable, { table: 't1' }, at(7, 8000));
    expect(part.content).toMatch(
      /…\d+ more rows; call read_table with table "T1" and rows "\d+-", and the rest as before$/,
    );
    expect((await run(readTable, { table: 'T1', columns: 'Colour' }, at(7))).content).toContain(
      'There is no column "Colour".',
    );
  });
});

describe('read_table, with an inexact name', () => {
  test('finds a table by number, title or section', async () => {
    for (const table of ['2', 'table 2', 'Table T2', '#2', 't2: Shop']) {
      expect((await run(readTable, { table }, at(7))).content, table).toContain('Table T2: Shop (1 rows');
    }
    for (const table of ['Shop', 'the shop', 'S1']) {
      expect((await run(readTable, { table }, at(7))).content, table).toContain('Table T1: Shop (300 rows');
    }
  });

  test('lists the tables if none has that name', async () => {
    for (const table of ['T9', 'Prices']) {
      const { content } = await run(readTable, { table }, at(7));
      expect(content).toContain(`There is no table "${table}".\n\nTables of this page; name one:\n- T1: Shop`);
    }
  });
});

describe('list_links, with an invented cursor', () => {
  test('starts at the beginning with a note; a number is that of a link', async () => {
    const { content } = await run(listLinks, { cursor: 'next' }, at(7));
    expect(content).toContain('Note: there is no link "next"; this is the beginning of the list.\n2 links');
    expect(content).toContain('L1 terms');
    expect((await run(listLinks, { cursor: '2' }, at(7))).content).not.toContain('L1 terms');
  });
});

describe('page_info and list_forms', () => {
  test("return the page's metadata, labelled as such", async () => {
    expect((await run(pageInfo, {}, at(7))).content).toBe(
      'Title: shop\nURL: https://shop.test/\n\nThe page says this of itself; it is not shown on it:\n\n' +
        'canonical: https://shop.test/all\n\ndescription: Things\n\nJSON-LD:\n{"@type":"Product","price":3}',
    );
  });

  test('return the fields of forms, without secret values', async () => {
    expect((await run(listForms, {}, at(7))).content).toContain(
      'Form 1: Order\n- Size (select, required) = "S" options: S | L\n' +
        '- PIN (text, only for the user) = (not told) error: Too short\n- Extras > News (checkbox) = checked\nButton: Buy',
    );
  });
});

describe('capture_page', () => {
  test('needs approval each time, and returns a picture', async () => {
    expect(await askedBefore(capturePage, {}, at(7))).toMatchObject({ type: 'effect' });
    const { content, images } = await run(capturePage, {}, at(7));
    expect(images).toEqual([image]);
    expect(content).toContain('800 × 600');
  });
});

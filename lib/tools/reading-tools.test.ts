import { describe, expect, test } from 'vitest';
import { at, impossible, run } from '../testing/tools/sample-pages.ts';
import { findInPage } from './find-in-page.ts';
import { listTabs } from './list-tabs.ts';
import { readPage } from './read-page.ts';
import { readSection } from './read-section.ts';
import { readSelection } from './read-selection.ts';
import { readTab } from './read-tab.ts';

describe('read_page', () => {
  test('returns the page, and details for the panel', async () => {
    const { content, details, progress } = await run(readPage, {}, at(1));
    expect(content).toContain('Run the installer.');
    const items = [
      { title: 'Guide', depth: 0 },
      { title: 'Install', depth: 1 },
      { title: 'Remove', depth: 1 },
    ];
    const preview = { kind: 'outline', items };
    expect(details).toEqual({
      title: 'guide',
      url: 'https://guide.test/',
      tokens: expect.any(Number),
      more: false,
      preview,
    });
    expect(progress).toEqual(['progressPage']);
  });

  test('continues where the previous part ended', async () => {
    const first = await run(readPage, {}, at(2));
    expect(first.details).toMatchObject({ more: true });
    const cursor = /call read_page with cursor "([^"]+)"/.exec(first.content)?.[1];
    const second = await run(readPage, { cursor }, at(2));
    expect(second.content).toContain('\n30 Words');
    expect(second.content).not.toContain('\n0 Words');
  });

  test('takes a share of a small window, and never more than 8,000 tokens', async () => {
    const size = async (window: number) => (await run(readPage, {}, at(2, window))).content.length;
    expect(await size(8000)).toBeLessThan(7000);
    expect(await size(1_000_000)).toBeLessThan(45_000);
    expect(await size(1_000_000)).toBeGreaterThan(25_000);
  });

  test('returns everything visible on request', async () => {
    expect((await run(readPage, {}, at(1))).content).not.toContain('Imprint');
    expect((await run(readPage, { whole: true }, at(1))).content).toContain('Imprint and privacy\n\n# Guide');
  });

  test('starts at the beginning for an empty cursor, which some models send', async () => {
    expect((await run(readPage, { cursor: '' }, at(1))).content).toContain('# Guide');
  });

  test('starts at the beginning for an invented cursor, with a note', async () => {
    for (const cursor of ['guide', 'next', '2026-11-24', 'S2']) {
      const { content, details } = await run(readPage, { cursor }, at(2));
      expect(content).toContain(`Note: "${cursor}" is no cursor; this is the beginning of the page.\n`);
      expect(content).toContain('\n0 Words');
      expect(details).toMatchObject({ more: true });
    }
  });

  test('reads a small number as that of a part', async () => {
    const first = await run(readPage, {}, at(2));
    const cursor = /call read_page with cursor "([^"]+)"/.exec(first.content)?.[1];
    const second = (await run(readPage, { cursor }, at(2))).content.split('\n').at(-1);
    for (const number of ['2', 'page 2', 'part 2']) {
      const { content } = await run(readPage, { cursor: number }, at(2));
      expect(content).toContain(`Note: "${number}" is no cursor; this is part 2 of the page.`);
      expect(content.split('\n').at(-1)).toBe(second);
    }
    for (const number of ['0', '1']) {
      expect((await run(readPage, { cursor: number }, at(2))).content).toContain('\n0 Words');
    }
    expect((await run(readPage, { cursor: '99' }, at(2))).content).toMatch(
      /Note: the page ends with part \d; this is that part\.[\s\S]*49 Words/,
    );
  });

  test('starts at the beginning if the text of a cursor is gone', async () => {
    const { content } = await run(readPage, { cursor: 'm24.0.1xk9.9ab3' }, at(1));
    expect(content).toContain('Note: the page has changed and the text this cursor led to is gone;');
    expect(content).toContain('# Guide');
  });

  test('fails with a message for the model', async () => {
    await expect(run(readPage, {}, at(6))).rejects.toBe(impossible);
    await expect(run(readPage, {}, at(null))).rejects.toThrow(/open the panel beside a page/);
    await expect(run(readPage, {}, at(99))).rejects.toThrow('This tab has been closed.');
  });
});

describe('find_in_page', () => {
  test('returns passages with the headings above them', async () => {
    const { content, details } = await run(findInPage, { query: 'run the installer' }, at(1));
    expect(content).toContain('[1] S2 Guide > Install\nRun the installer.');
    expect(details).toMatchObject({ query: 'run the installer', hits: 1 });
  });

  test('returns the outline if nothing is found', async () => {
    const { content, details } = await run(findInPage, { query: 'zebra' }, at(1));
    expect(content).toContain(
      'Nothing on this page matches "zebra".\n\nIts outline:\n- S1 Guide\n  - S2 Install\n  - S3 Remove',
    );
    expect(details).toMatchObject({ hits: 0 });
  });

  test('returns the outline for an empty or missing query', async () => {
    for (const input of [{ query: '' }, { query: ' ' }, {}, { query: null }]) {
      const { content } = await run(findInPage, input, at(1));
      expect(content).toContain('No words to search for were given. Its outline:\n- S1 Guide\n  - S2 Install');
    }
    expect(findInPage.inputSchema.safeParse({ query: 5 }).success).toBe(false);
  });

  test('searches outside the main content if nothing is found in it, with a note', async () => {
    const { content } = await run(findInPage, { query: 'privacy' }, at(1));
    expect(content).toContain('Found beside the main content only.');
    expect(content).toContain('[1]\nImprint and privacy');
  });
});

describe('read_section', () => {
  test('reads a section by its id or heading, and returns the outline for a missing one', async () => {
    expect((await run(readSection, { section: 'S3' }, at(1))).content).toContain('Under: Guide\n\n## Remove\n\nDelete');
    expect((await run(readSection, { section: 'remove' }, at(1))).content).toContain('Delete the folder.');
    expect((await run(readSection, { section: 'Uninstall' }, at(1))).content).toContain(
      'There is no section "Uninstall" on this page.\n\nIts outline:\n- S1 Guide',
    );
  });
});

describe('read_section, with an unknown name', () => {
  test('reads the section with the most similar name, with a note', async () => {
    const { content } = await run(readSection, { section: 'How to install it' }, at(1));
    expect(content).toContain('Note: no section is called "How to install it"; S2 is the nearest.');
    expect(content).toContain('Run the installer.');
    expect((await run(readSection, { section: 'Guide > Remove' }, at(1))).content).toContain('Delete the folder.');
  });

  test('returns the outline if no name is given', async () => {
    for (const input of [{ section: '' }, {}]) {
      expect((await run(readSection, input, at(1))).content).toContain(
        'No section was named.\n\nIts outline:\n- S1 Guide',
      );
    }
  });

  test('reads a table that was requested as a section', async () => {
    const { content, followUp } = await run(readSection, { section: 'T2' }, at(7));
    expect(content).toContain('"T2" is a table, not a section');
    expect(followUp).toEqual({ toolName: 'read_table', input: { table: 'T2' } });
    expect((await run(readSection, { section: 'T9' }, at(7))).followUp).toBeUndefined();
  });
});

describe('read_selection', () => {
  test('returns the selected text', async () => {
    expect((await run(readSelection, {}, at(3))).content).toBe(
      'Title: selected\nURL: https://selected.test/\n\nsome **words**',
    );
  });

  test('reports an empty selection', async () => {
    expect((await run(readSelection, {}, at(1))).content).toBe('Nothing is selected on the page.');
  });
});

describe('tabs', () => {
  test('are listed as far as the browser reveals them', async () => {
    const { content, details } = await run(listTabs, {}, at(1));
    expect(content).toBe(
      '- tab_id 1: guide (https://guide.test/), in front\n- tab_id 2: long (https://long.test/)\n' +
        '- tab_id 3: selected (https://selected.test/)\n- tab_id 7: shop (https://shop.test/)\n' +
        '- tab_id 8: manual (https://files.test/manual.pdf)\n\nOnly tabs the user gave access to are listed.',
    );
    expect(details).toEqual({ tabs: 5 });
  });

  test('are read by their id, in parts', async () => {
    const { content } = await run(readTab, { tab_id: 2 }, at(1));
    expect(content).toContain('Title: long');
    expect(content).toMatch(/call read_tab with tab_id 2 and cursor "[^"]+"$/);
  });
});

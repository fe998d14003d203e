import { describe, expect, it } from 'vitest';
import { findInPage } from './find-in-page.ts';
import { listTabs } from './list-tabs.ts';
import { readPage } from './read-page.ts';
import { readSection } from './read-section.ts';
import { readSelection } from './read-selection.ts';
import { readTab } from './read-tab.ts';
import { at, impossible, run } from './sample-pages.ts';

describe('read_page', () => {
  it('gives the page and tells the panel what was read', async () => {
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
    expect(progress).toEqual(['Reading the page…']);
  });

  it('reads on where the part before ended', async () => {
    const first = await run(readPage, {}, at(2));
    expect(first.details).toMatchObject({ more: true });
    const cursor = /call read_page with cursor "([^"]+)"/.exec(first.content)?.[1];
    const second = await run(readPage, { cursor }, at(2));
    expect(second.content).toContain('\n30 Words');
    expect(second.content).not.toContain('\n0 Words');
  });

  it('takes a share of a small window, and never more than 8,000 tokens', async () => {
    const size = async (window: number) => (await run(readPage, {}, at(2, window))).content.length;
    expect(await size(8000)).toBeLessThan(7000);
    expect(await size(1_000_000)).toBeLessThan(45_000);
    expect(await size(1_000_000)).toBeGreaterThan(25_000);
  });

  it('gives everything visible where that is asked for', async () => {
    expect((await run(readPage, {}, at(1))).content).not.toContain('Imprint');
    expect((await run(readPage, { whole: true }, at(1))).content).toContain('Imprint and privacy\n\n# Guide');
  });

  it('begins at the beginning for an empty cursor, as some models send', async () => {
    expect((await run(readPage, { cursor: '' }, at(1))).content).toContain('# Guide');
  });

  it('fails with a message for the model', async () => {
    await expect(run(readPage, { cursor: 'page 2' }, at(1))).rejects.toThrow(/is no cursor/);
    await expect(run(readPage, {}, at(6))).rejects.toBe(impossible);
    await expect(run(readPage, {}, at(null))).rejects.toThrow(/open the panel beside a page/);
    await expect(run(readPage, {}, at(99))).rejects.toThrow('This tab has been closed.');
  });
});

describe('find_in_page', () => {
  it('gives passages with the headings they stand under', async () => {
    const { content, details } = await run(findInPage, { query: 'run the installer' }, at(1));
    expect(content).toContain('[1] S2 Guide > Install\nRun the installer.');
    expect(details).toMatchObject({ query: 'run the installer', hits: 1 });
  });

  it('gives the outline when there is nothing to be found', async () => {
    const { content, details } = await run(findInPage, { query: 'zebra' }, at(1));
    expect(content).toContain(
      'Nothing on this page matches "zebra".\n\nIts outline:\n- S1 Guide\n  - S2 Install\n  - S3 Remove',
    );
    expect(details).toMatchObject({ hits: 0 });
  });

  it('looks beside the main content when there is nothing in it, and says so', async () => {
    const { content } = await run(findInPage, { query: 'privacy' }, at(1));
    expect(content).toContain('Found beside the main content only.');
    expect(content).toContain('[1]\nImprint and privacy');
  });
});

describe('read_section', () => {
  it('reads a section by its id or heading, and gives the outline for one that is not there', async () => {
    expect((await run(readSection, { section: 'S3' }, at(1))).content).toContain('Under: Guide\n\n## Remove\n\nDelete');
    expect((await run(readSection, { section: 'remove' }, at(1))).content).toContain('Delete the folder.');
    expect((await run(readSection, { section: 'Uninstall' }, at(1))).content).toContain(
      'There is no section "Uninstall" on this page.\n\nIts outline:\n- S1 Guide',
    );
  });
});

describe('read_selection', () => {
  it('gives what is selected', async () => {
    expect((await run(readSelection, {}, at(3))).content).toBe(
      'Title: selected\nURL: https://selected.test/\n\nsome **words**',
    );
  });

  it('says when nothing is', async () => {
    expect((await run(readSelection, {}, at(1))).content).toBe('Nothing is selected on the page.');
  });
});

describe('tabs', () => {
  it('are listed as far as they may be known', async () => {
    const { content, details } = await run(listTabs, {}, at(1));
    expect(content).toBe(
      '- tab_id 1: guide (https://guide.test/), in front\n- tab_id 2: long (https://long.test/)\n' +
        '- tab_id 3: selected (https://selected.test/)\n- tab_id 7: shop (https://shop.test/)\n' +
        '- tab_id 8: manual (https://files.test/manual.pdf)\n\nOnly tabs the user gave access to are listed.',
    );
    expect(details).toEqual({ tabs: 5 });
  });

  it('are read by their id, in parts', async () => {
    const { content } = await run(readTab, { tab_id: 2 }, at(1));
    expect(content).toContain('Title: long');
    expect(content).toMatch(/call read_tab with tab_id 2 and cursor "[^"]+"$/);
  });
});

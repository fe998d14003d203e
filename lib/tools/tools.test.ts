import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { blocksOf } from '../page/blocks-of.ts';
import { PageError } from '../protocol/page.ts';
import type { Tool, ToolContext, ToolSituation } from '../protocol/tool.ts';
import type { ToolOutput } from '../protocol/tool-output.ts';
import { capturePage } from './capture-page.ts';
import { findInPage } from './find-in-page.ts';
import { tools } from './index.ts';
import { listForms } from './list-forms.ts';
import { listLinks } from './list-links.ts';
import { listTabs } from './list-tabs.ts';
import { granted, MemoryPages, readingOf } from './memory-pages.ts';
import { pageInfo } from './page-info.ts';
import { readPage } from './read-page.ts';
import { readPdf } from './read-pdf.ts';
import { readSection } from './read-section.ts';
import { readSelection } from './read-selection.ts';
import { readTab } from './read-tab.ts';
import { readTable } from './read-table.ts';
import { readTranscript } from './read-transcript.ts';

const guide = {
  ...readingOf('guide', '# Guide', '## Install', 'Run the installer.', '## Remove', 'Delete the folder.'),
  around: [{ before: 0, blocks: blocksOf('Imprint and privacy') }],
};
const paragraph = 'Words and words and more words. '.repeat(40).trim();
const long = readingOf('long', ...Array.from({ length: 50 }, (_, n) => `${n} ${paragraph}`));
const selected = { ...readingOf('selected', 'Text.'), selection: 'some **words**' };
const impossible = new PageError('browser-page', 'The browser does not let extensions read this page.');
const rows = Array.from({ length: 300 }, (_, n) => `| item ${n + 1} | ${n} |`);
const shop = readingOf(
  'shop',
  '# Shop',
  'See [terms](https://shop.test/legal/terms) and [the manual](https://files.test/manual.pdf).',
  ['| Name | Count |', '| --- | --- |', ...rows].join('\n'),
  '| A | B |\n| --- | --- |\n| 1 | 2 |',
);
const facts = {
  url: 'https://shop.test/',
  title: 'shop',
  canonical: 'https://shop.test/all',
  meta: { description: 'Things' },
  jsonLd: [{ '@type': 'Product', price: 3 }],
  forms: [
    {
      name: 'Order',
      fields: [
        { label: 'Size', type: 'select', value: 'S', required: true, options: ['S', 'L'], error: '' },
        { label: 'PIN', type: 'text', value: null, required: false, options: [], error: 'Too short' },
      ],
      buttons: ['Buy'],
    },
  ],
};
const transcript = {
  title: 'Talk',
  url: 'https://video.test/',
  language: 'en',
  lines: Array.from({ length: 100 }, (_, n) => ({ start: n * 20, text: `Sentence ${n}.` })),
};
const image = { mediaType: 'image/jpeg', data: 'AAAA', width: 800, height: 600 } as const;
const pdf = {
  ...readingOf('manual', ...Array.from({ length: 12 }, (_, n) => [`# Page ${n + 1}`, paragraph.repeat(3)]).flat()),
  url: 'https://files.test/manual.pdf',
  pdfPages: 12,
};

const pages = new MemoryPages(
  {
    1: granted(guide),
    2: granted(long),
    3: granted(selected),
    4: { reading: guide, access: { type: 'needed' } },
    6: { reading: guide, access: { type: 'impossible', error: impossible } },
    7: granted(shop, { facts, transcript, image }),
    8: granted(pdf),
  },
  { [pdf.url]: pdf },
);

function at(tabId: number | null, contextWindow: number | null = null): ToolContext {
  return { tabId, page: pages, signal: new AbortController().signal, contextWindow };
}

async function run(tool: Tool, input: unknown, context: ToolContext): Promise<ToolOutput & { progress: string[] }> {
  const progress: string[] = [];
  const steps = tool.execute(tool.inputSchema.parse(input), context);
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done) return { ...step.value, progress };
    progress.push(step.value.message ?? '');
  }
}

describe('every tool', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s is described for a model and changes nothing',
    (_name, tool) => {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
      expect(tool.description.split('\n').length).toBeLessThanOrEqual(2);
      const schema = z.toJSONSchema(tool.inputSchema) as {
        additionalProperties: boolean;
        properties: Record<string, { description?: string; type?: string }>;
      };
      expect(schema.additionalProperties).toBe(false);
      for (const property of Object.values(schema.properties)) {
        expect(property.description).toBeTruthy();
        expect(['string', 'integer', 'boolean']).toContain(property.type);
      }
    },
  );

  it('has a name of its own', () => {
    expect(tools.map((tool) => tool.name)).toEqual([
      'read_page',
      'find_in_page',
      'read_selection',
      'read_section',
      'list_links',
      'read_table',
      'read_pdf',
      'read_transcript',
      'capture_page',
      'page_info',
      'list_forms',
      'list_tabs',
      'read_tab',
    ]);
  });
});

describe('what is on offer', () => {
  const large: ToolSituation = {
    toolMode: 'native',
    contextWindow: 128_000,
    vision: null,
    pageUrl: null,
    used: new Set(),
  };
  const offered = (situation: Partial<ToolSituation>) =>
    tools.filter((tool) => tool.isOffered?.({ ...large, ...situation }) ?? true).map((tool) => tool.name);
  const core = ['read_page', 'find_in_page', 'read_selection', 'read_section', 'list_links', 'list_tabs', 'read_tab'];

  it('is everything but pictures to a large model', () => {
    expect(offered({})).toHaveLength(tools.length - 1);
    expect(offered({ vision: true })).toContain('capture_page');
  });

  it('is little to a small model, and what the page makes useful', () => {
    expect(offered({ toolMode: 'tags' })).toEqual(core);
    expect(offered({ contextWindow: 8000 })).toEqual(core);
    const small = (more: Partial<ToolSituation>) => offered({ contextWindow: 8000, ...more });
    expect(small({ pageUrl: 'https://x.test/a.pdf' })).toContain('read_pdf');
    expect(small({ pageUrl: 'https://www.youtube.com/watch?v=1' })).toContain('read_transcript');
    expect(small({ used: new Set(['read_page']) })).toContain('read_table');
  });
});

describe('permission', () => {
  it('is not asked for a page that may be read, nor for one that cannot', async () => {
    expect(await readPage.approval?.({}, at(1))).toBeNull();
    expect(await readPage.approval?.({}, at(6))).toBeNull();
    expect(await readPage.approval?.({}, at(null))).toBeNull();
    expect(await readPage.approval?.({}, at(99))).toBeNull();
  });

  it('is asked for where the page is not shared yet, with the reason', async () => {
    const request = {
      type: 'page-access',
      tabId: 4,
      reason: 'Sidenote wants to read the page in this tab to answer your question.',
    };
    expect(await readPage.approval?.({}, at(4))).toEqual(request);
    expect(await findInPage.approval?.({ query: 'x' }, at(4))).toEqual(request);
  });

  it('is asked for the tab that will be read', async () => {
    expect(await readTab.approval?.({ tab_id: 4 }, at(1))).toMatchObject({ tabId: 4 });
  });
});

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

describe('list_links', () => {
  it('gives numbers, texts and addresses, paths for those of the same site', async () => {
    const { content, details } = await run(listLinks, {}, at(7));
    expect(content).toBe(
      'Title: shop\nURL: https://shop.test/\n2 links. Addresses that begin with / are on https://shop.test.\n\n' +
        'L1 terms: /legal/terms\nL2 the manual: https://files.test/manual.pdf',
    );
    expect(details).toMatchObject({ links: 2, more: false });
  });

  it('finds links by words and by number', async () => {
    expect((await run(listLinks, { filter: 'MANUAL pdf' }, at(7))).content).toContain('L2 the manual');
    expect((await run(listLinks, { filter: 'manual' }, at(7))).content).not.toContain('L1 terms');
    expect((await run(listLinks, { filter: 'L2, L9' }, at(7))).content).toMatch(/1 links that fit[\s\S]*L2 the manual/);
  });
});

describe('read_table', () => {
  it('lists the tables, with what they are called and how large they are', async () => {
    expect((await run(readTable, {}, at(7))).content).toContain(
      'Tables of this page; name one:\n- T1: Shop (300 rows, 2 columns)\n- T2: Shop (1 rows, 2 columns)',
    );
    expect((await run(readTable, {}, at(1))).content).toContain('There is no table on this page.');
  });

  it('gives rows and says how to get the others', async () => {
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

describe('page_info and list_forms', () => {
  it('tell what the page says of itself, labelled as such', async () => {
    expect((await run(pageInfo, {}, at(7))).content).toBe(
      'Title: shop\nURL: https://shop.test/\n\nThe page says this of itself; it is not shown on it:\n\n' +
        'canonical: https://shop.test/all\n\ndescription: Things\n\nJSON-LD:\n{"@type":"Product","price":3}',
    );
  });

  it('tell the fields of forms, and that a secret is one', async () => {
    expect((await run(listForms, {}, at(7))).content).toContain(
      'Form 1: Order\n- Size (select, required) = "S" options: S | L\n- PIN (text) = (not told) error: Too short\nButtons: Buy',
    );
  });
});

describe('read_transcript', () => {
  it('gives what is said with times, from where it is asked for', async () => {
    const { content } = await run(readTranscript, {}, at(7));
    expect(content).toContain('Language: en\n\n[0:00] Sentence 0. Sentence 1.\n[0:40] Sentence 2.');
    expect((await run(readTranscript, { from: '33:00' }, at(7))).content).toMatch(/\n\n\[33:00\] Sentence 99\.$/);
  });

  it('comes in parts', async () => {
    const { content } = await run(readTranscript, {}, at(7, 4000));
    const from = /…goes on until 33:00; call read_transcript with from "([\d:]+)"$/.exec(content)?.[1];
    expect((await run(readTranscript, { from }, at(7))).content).toContain(`\n\n[${from}] Sentence`);
  });

  it('says when there is nothing to hear', async () => {
    expect((await run(readTranscript, {}, at(1))).content).toContain('no video with captions');
  });
});

describe('read_pdf', () => {
  it('reads the pages asked for, and says which are next', async () => {
    const { content } = await run(readPdf, { pages: '3-4' }, at(8));
    expect(content).toMatch(/PDF, 12 pages\n\n# Page 3\n\n[^#]*# Page 4\n\n[^#]*$/);
    const part = await run(readPdf, {}, at(8, 20_000));
    expect(part.content).toMatch(/…pages \d+ to 12 of 12 are left; call read_pdf with pages "\d+-"$/);
    expect((await run(readPdf, { pages: '40' }, at(8))).content).toContain('There is no page 40');
  });

  it('reads a document the page links to, by number or address', async () => {
    for (const link of ['L2', 'https://files.test/manual.pdf']) {
      expect((await run(readPdf, { link, pages: '2' }, at(7))).content).toContain('# Page 2');
    }
  });

  it('loads nothing the page does not link to, so that no address can carry words away', async () => {
    await expect(run(readPdf, { link: 'https://files.test/manual.pdf?secret=1' }, at(7))).rejects.toThrow(/is no link/);
    await expect(run(readPdf, { link: 'L9' }, at(7))).rejects.toThrow(/is no link/);
  });

  it('asks before it loads from a site that is not shared', async () => {
    expect(await readPdf.approval?.({ link: 'L1' }, at(7))).toMatchObject({
      type: 'page-access',
      reason: 'Sidenote wants to load the document at https://shop.test/legal/terms.',
    });
    expect(await readPdf.approval?.({ link: 'L2' }, at(7))).toBeNull();
  });

  it('says when a page is no PDF', async () => {
    expect((await run(readPdf, {}, at(1))).content).toContain('This is no PDF');
  });
});

describe('capture_page', () => {
  it('asks the person each time, and gives a picture', async () => {
    expect(await capturePage.approval?.({}, at(7))).toMatchObject({ type: 'effect' });
    const { content, images } = await run(capturePage, {}, at(7));
    expect(images).toEqual([image]);
    expect(content).toContain('800 × 600');
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

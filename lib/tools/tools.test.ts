import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PageError } from '../protocol/page.ts';
import type { Tool, ToolContext } from '../protocol/tool.ts';
import type { ToolOutput } from '../protocol/tool-output.ts';
import { findInPage } from './find-in-page.ts';
import { tools } from './index.ts';
import { listTabs } from './list-tabs.ts';
import { granted, MemoryPages, readingOf } from './memory-pages.ts';
import { readPage } from './read-page.ts';
import { readSelection } from './read-selection.ts';
import { readTab } from './read-tab.ts';

const guide = readingOf('guide', '# Guide', '## Install', 'Run the installer.', '## Remove', 'Delete the folder.');
const long = readingOf('long', ...Array.from({ length: 50 }, (_, n) => `${n} ${'x'.repeat(998)}`));
const selected = { ...readingOf('selected', 'Text.'), selection: 'some **words**' };
const impossible = new PageError('browser-page', 'The browser does not let extensions read this page.');

const pages = new MemoryPages({
  1: granted(guide),
  2: granted(long),
  3: granted(selected),
  4: { reading: guide, access: { type: 'needed' } },
  6: { reading: guide, access: { type: 'impossible', error: impossible } },
});

function at(tabId: number | null): ToolContext {
  return { tabId, page: pages, signal: new AbortController().signal };
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
        expect(['string', 'integer']).toContain(property.type);
      }
    },
  );

  it('has a name of its own', () => {
    expect(tools.map((tool) => tool.name)).toEqual([
      'read_page',
      'find_in_page',
      'read_selection',
      'list_tabs',
      'read_tab',
    ]);
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
    expect(details).toEqual({ title: 'guide', url: 'https://guide.test/', characters: 70, more: false });
    expect(progress).toEqual(['Reading the page…']);
  });

  it('reads on where the part before ended', async () => {
    const first = await run(readPage, {}, at(2));
    expect(first.details).toMatchObject({ more: true });
    const cursor = /call read_page with cursor "([^"]+)"/.exec(first.content)?.[1];
    const second = await run(readPage, { cursor }, at(2));
    expect(second.content).toContain('24 xxx');
    expect(second.content).not.toContain('\n0 xxx');
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
    expect(content).toContain('[1] block 2 under: Guide > Install\nRun the installer.');
    expect(details).toMatchObject({ query: 'run the installer', hits: 1 });
  });

  it('gives the outline when there is nothing to be found', async () => {
    const { content, details } = await run(findInPage, { query: 'zebra' }, at(1));
    expect(content).toContain(
      'Nothing on this page matches "zebra".\n\nIts outline:\n- Guide\n  - Install\n  - Remove',
    );
    expect(details).toMatchObject({ hits: 0 });
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
        '- tab_id 3: selected (https://selected.test/)\n\nOnly tabs the user gave access to are listed.',
    );
    expect(details).toEqual({ tabs: 3 });
  });

  it('are read by their id, in parts', async () => {
    const { content } = await run(readTab, { tab_id: 2 }, at(1));
    expect(content).toContain('Title: long');
    expect(content).toMatch(/call read_tab with tab_id 2 and cursor "[^"]+"$/);
  });
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createModelProfile } from '../contracts/model.ts';
import type { ToolSituation } from '../contracts/tool-offer.ts';
import { askedBefore, at } from '../testing/tools/sample-pages.ts';
import { findInPage } from './find-in-page.ts';
import { tools } from './index.ts';
import { readPage } from './read-page.ts';
import { readTab } from './read-tab.ts';

describe('every tool', () => {
  const reading = tools.filter(({ name }) => name !== 'fill_form' && name !== 'call_page_tool');

  test.each(reading.map((tool) => [tool.name, tool] as const))(
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

  test('has a unique name', () => {
    const names = tools.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

const TAGS = createModelProfile({ toolMode: 'tags', mayFallBack: false });
const SMALL = createModelProfile({ toolMode: 'native', mayFallBack: true, contextWindow: 8000 });

describe('offered tools', () => {
  const large: ToolSituation = {
    model: createModelProfile({ toolMode: 'native', mayFallBack: true, contextWindow: 128_000 }),
    pageUrl: null,
    used: new Set(),
    canReadOn: new Set(),
    askedFor: new Set(),
    forms: [],
    pageTools: 'none',
  };
  const offered = (situation: Partial<ToolSituation>) =>
    tools.filter((tool) => tool.offer?.isOffered?.({ ...large, ...situation }) ?? true).map((tool) => tool.name);
  const core = [
    'read_page',
    'find_in_page',
    'read_selection',
    'read_section',
    'list_links',
    'list_tabs',
    'read_tab',
    'search_chats',
    'search_tabs',
    'search_bookmarks',
    'search_history',
    'web_search',
    'open_page',
  ];

  test('is everything except screenshots, forms and the tools of a page for a large model, if the question asks for a file as well', () => {
    expect(offered({ askedFor: new Set(['export_page_data']) })).toHaveLength(tools.length - 4);
    expect(offered({ model: { ...large.model, vision: true } })).toContain('capture_page');
  });

  test('is little for a small model, plus what the page makes useful', () => {
    expect(offered({ model: TAGS })).toEqual(core);
    expect(offered({ model: SMALL })).toEqual(core);
    const small = (more: Partial<ToolSituation>) => offered({ model: SMALL, ...more });
    expect(small({ pageUrl: 'https://x.test/a.pdf' })).toContain('read_pdf');
    expect(small({ pageUrl: 'https://www.youtube.com/watch?v=1' })).toContain('read_transcript');
    expect(small({ used: new Set(['read_page']) })).toContain('read_table');
    expect(small({ askedFor: new Set(['export_page_data']) })).toContain('export_page_data');
  });
});

describe('hidden parameters', () => {
  const situation = (more: Partial<ToolSituation> = {}): ToolSituation => ({
    model: createModelProfile({ toolMode: 'native', mayFallBack: true }),
    pageUrl: null,
    used: new Set(),
    canReadOn: new Set(),
    askedFor: new Set(),
    forms: [],
    pageTools: 'none',
    ...more,
  });

  test.each(tools.map((tool) => [tool.name, tool] as const))('of %s are optional ones', (_name, tool) => {
    const hidden = tool.offer?.hiddenParameters?.(situation({ model: TAGS })) ?? [];
    const { properties, required = [] } = z.toJSONSchema(tool.inputSchema, { io: 'input' }) as {
      properties: object;
      required?: string[];
    };
    for (const name of hidden) {
      expect(properties).toHaveProperty(name);
      expect(required).not.toContain(name);
    }
  });

  test('are the cursors, until there is more to read', () => {
    const hidingCursor = (more: Partial<ToolSituation>) =>
      tools
        .filter((tool) => tool.offer?.hiddenParameters?.(situation(more)).includes('cursor'))
        .map((tool) => tool.name);
    expect(hidingCursor({})).toEqual(['read_page', 'list_links', 'read_tab', 'open_page']);
    expect(hidingCursor({ canReadOn: new Set(['read_page']) })).toEqual(['list_links', 'read_tab', 'open_page']);
  });

  test('are, for a small model, those that are useful only after reading a page', () => {
    expect(readPage.offer?.hiddenParameters?.(situation({ model: TAGS }))).toContain('whole');
    expect(readPage.offer?.hiddenParameters?.(situation({ model: TAGS, used: new Set(['read_page']) }))).not.toContain(
      'whole',
    );
    expect(readPage.offer?.hiddenParameters?.(situation())).not.toContain('whole');
  });
});

describe('permission', () => {
  test('is not needed for a page that may be read, or one that cannot be read', async () => {
    expect(await askedBefore(readPage, {}, at(1))).toBeNull();
    expect(await askedBefore(readPage, {}, at(6))).toBeNull();
    expect(await askedBefore(readPage, {}, at(null))).toBeNull();
    expect(await askedBefore(readPage, {}, at(99))).toBeNull();
  });

  test('is needed for a page without access, with the reason', async () => {
    const request = {
      type: 'page-access',
      tabId: 4,
      reason: { key: 'askReadPage' },
    };
    expect(await askedBefore(readPage, {}, at(4))).toEqual(request);
    expect(await askedBefore(findInPage, { query: 'x' }, at(4))).toEqual(request);
  });

  test('is for the site of a document that the browser shows itself', async () => {
    const check = async () => ({ type: 'viewer' as const, url: 'https://tides.test/plan.pdf' });
    const context = at(1);
    const request = await askedBefore(readPage, {}, { ...context, page: { ...context.page, check } });
    expect(request).toMatchObject({ type: 'page-access', tabId: 1, viewer: 'https://tides.test' });
  });

  test('is requested for the tab that will be read', async () => {
    expect(await askedBefore(readTab, { tab_id: 4 }, at(1))).toMatchObject({ tabId: 4 });
  });
});

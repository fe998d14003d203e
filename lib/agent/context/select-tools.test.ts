import { expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import { createModelProfile } from '../../contracts/model.ts';
import type { Tool } from '../../contracts/tool.ts';
import { scriptedTool } from '../../testing/agent/scripted-run.ts';
import { asked, buildThread, called, gave, pageContext, runStart, step } from '../../testing/agent/scripted-thread.ts';
import { selectTools } from './select-tools.ts';

const readPage: Tool = {
  ...scriptedTool('read_page', async () => ''),
  offer: { hiddenParameters: ({ canReadOn }) => (canReadOn.has('read_page') ? [] : ['word']) },
};
const TOOLS: Tool[] = [
  readPage,
  { ...scriptedTool('read_section', async () => ''), offer: { continuedBy: 'read_page' } },
];
const model = createModelProfile({ toolMode: 'native', mayFallBack: true });

function offered(...events: ThreadEvent[]) {
  return selectTools(TOOLS, buildThread(asked('q', 'Why?'), runStart('r'), ...events), model).offered;
}

const read = (toolName: string, more: boolean): ThreadEvent[] => [
  ...step('r:0', ...called('a', toolName)),
  gave('a', { content: 'Text.', details: { more } }),
];

test('hides parameters until they are useful, and shows them once a result can be continued', () => {
  expect(offered()[0]?.hidden).toEqual(['word']);
  expect(offered(...read('read_page', false))[0]?.hidden).toEqual(['word']);
  expect(offered(...read('read_page', true))[0]?.hidden).toBeUndefined();
  expect(offered(...read('read_section', true))[0]?.hidden).toBeUndefined();
});

test('returns the same object for the same tool and parameters, so that its schema is computed once', () => {
  expect(offered()[0]).toBe(offered()[0]);
  expect(offered()[1]).toBe(TOOLS[1]);
});

test.each([
  ['Give me this table as CSV', 1],
  ['Which of the lamps is the cheapest?', 0],
])('a tool learns whether the question asks for it: %s', (question, offeredTools) => {
  const tool: Tool = {
    ...scriptedTool('export_page_data', async () => ''),
    offer: { askedFor: 'page-data', isOffered: ({ askedFor }) => askedFor.has('export_page_data') },
  };
  const state = buildThread(asked('q', question), runStart('r'));
  expect(selectTools([tool], state, model).offered).toHaveLength(offeredTools);
});

test('a tool whose arguments depend on the forms of the page gets those that match the question best, once they were read', () => {
  const page = { url: 'https://shop.test/', title: 'Shop' };
  const form = (name: string, title: string) => ({
    name,
    title,
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false } as const,
  });
  const known = [form('fill_search', 'Search'), form('fill_delivery', 'Delivery address')];
  const tool: Tool = {
    ...scriptedTool('fill_form', async () => ''),
    offer: {
      isOffered: ({ forms }) => forms.length > 0,
      schemaFor: ({ forms }) => ({ names: forms.map(({ name }) => name) }),
    },
  };
  const select = (url: string) =>
    selectTools(
      [tool],
      buildThread(
        asked('q', 'Write my address into the delivery form'),
        runStart('r', { page }),
        ...step('r:0', ...called('a', 'list_forms')),
        gave('a', { content: '', details: { url, known } }),
      ),
      model,
    ).offered;
  expect(select(page.url)[0]?.jsonSchema).toEqual({ names: ['fill_delivery', 'fill_search'] });
  expect(select(page.url)[0]).toBe(select(page.url)[0]);
  expect(select('https://other.test/')).toEqual([]);
});

test('a page with tools of its own has them offered first, as far as they are known for this page', () => {
  const url = 'https://inn.test/';
  const tool = (name: string, offer: Tool['offer']): Tool => ({
    ...scriptedTool(name, async () => ''),
    ...(offer === undefined ? {} : { offer }),
  });
  const own = tool('call_page_tool', {
    reads: { type: 'page-details', rank: 0, isFirst: true },
    isOffered: ({ pageTools }) => pageTools === 'listed',
  });
  const list = tool('list_page_tools', {
    reads: { type: 'page-details', rank: 0, isFirst: true },
    isOffered: ({ pageTools }) => pageTools !== 'none',
  });
  const readers = ['a', 'b', 'c', 'd'].map((name, rank) => tool(name, { reads: { type: 'page-text', rank } }));
  // A part of the page is in the conversation.
  const partOfPage = ({ url: of, ...more }: { url: string; hasTools?: true }) =>
    pageContext({ source: { tabId: 1, url: of, title: 'Inn', snapshot: 's' }, passageCount: 2, ...more });
  const select = (page: { url: string; hasTools?: true }, ...calls: ThreadEvent[]) =>
    selectTools(
      [...readers, list, own],
      buildThread(
        asked('q', 'Book a table'),
        runStart('r', { page: { url, title: 'Inn' } }),
        { type: 'context-start', contextId: 'r:tab:1', tabId: 1 },
        { type: 'context-available', contextId: 'r:tab:1', context: partOfPage(page), ms: 1 },
        ...calls,
      ),
      model,
    ).offered.map(({ name }) => name);
  const listing = (details: object) => [
    ...step('r:0', ...called('a', 'list_page_tools')),
    gave('a', { content: '', details: { url, ...details } }),
  ];
  expect(select({ url })).toEqual(['a', 'b', 'c', 'd']);
  expect(select({ url, hasTools: true })).toEqual(['a', 'b', 'c', 'list_page_tools']);
  expect(select({ url: 'https://other.test/', hasTools: true })).toEqual(['a', 'b', 'c', 'd']);
  expect(select({ url }, ...listing({ pageTools: 2 }))).toEqual(['a', 'b', 'list_page_tools', 'call_page_tool']);
  expect(select({ url }, ...listing({ pageTools: 0 }))).toEqual(['a', 'b', 'c', 'list_page_tools']);
  expect(select({ url }, ...listing({ url: 'https://other.test/', pageTools: 2 }))).toEqual(['a', 'b', 'c', 'd']);
});

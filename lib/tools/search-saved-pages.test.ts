import { describe, expect, test } from 'vitest';
import {
  type BrowserPermission,
  listToolCalls,
  type OwnData,
  type Period,
  readToolPreview,
  type SavedPage,
  type WebAccess,
} from '../contracts/index.ts';
import { createNoPages } from '../engine/no-context.ts';
import { untrustedSources } from '../security/provenance.ts';
import { MODEL, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { hasResult, scriptedRun } from '../testing/agent/scripted-run.ts';
import { buildReading } from '../testing/tools/memory-pages.ts';
import { respondToCall } from '../worker/approvals.ts';
import { tools } from './index.ts';

const AT = new Date(2026, 9, 3, 12).getTime();
const PAGES: SavedPage[] = [
  { title: 'Cakes', url: 'https://cakes.test/', at: AT, folder: 'Kitchen' },
  { title: 'Hamburg', url: 'https://sea.test/tide-tables/hamburg', at: AT, folder: 'Sea > North' },
  { title: '', url: 'https://tides.test/', at: null, folder: '' },
];
const QUESTION = { bookmarks: 'What did I bookmark about tides?', history: 'Which page about tides did I visit?' };

type Options = {
  permissions?: BrowserPermission[];
  web?: boolean;
  question?: string;
  input?: object;
  ownData?: boolean;
  pages?: SavedPage[];
};

/** Asks a model that searches `from`, with pages in memory. */
async function ask(from: BrowserPermission, options: Options = {}) {
  const {
    permissions = [from],
    web = false,
    question = QUESTION[from],
    input = {},
    ownData = false,
    pages = PAGES,
  } = options;
  const granted = new Set(permissions);
  const searches: [BrowserPermission, Period][] = [];
  const own: OwnData = {
    chatTexts: async () => [],
    hasPermission: async (permission) => granted.has(permission),
    async savedPages(source, period) {
      searches.push([source, period]);
      return pages;
    },
  };
  const opened: string[] = [];
  const access = {
    searchAddress: async () => null,
    mayOpen: async () => true,
    async open({ url }: { url: string }) {
      opened.push(url);
      return { ...buildReading('opened', 'High water at 14:20.'), url };
    },
  } as unknown as WebAccess;
  const run = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('There.'), STEP_END]
        : [
            ...scriptedCall('c1', `search_${from}`, { query: 'tides of Hamburg', ...input }),
            { type: 'step-end', finishReason: 'tool-calls' },
          ],
    { tools, context: { ownData: own, web: access } },
  );
  const start = { runId: 'run', messageId: 'q', model: MODEL, tabId: null, page: null, maxSteps: 5 };
  await run.log.append(
    THREAD_ID,
    [
      { type: 'user-message', messageId: 'q', content: question },
      { type: 'run-start', ...start, ...(web ? { web } : {}), ...(ownData ? { ownData: true as const } : {}) },
    ],
    null,
  );
  await run.goOn();
  const calls = () => run.answer().steps.flatMap(listToolCalls);
  /** The user's answer on the card. `grants`: what the browser grants first. */
  const answer = async (approved: boolean, grants: BrowserPermission[]) => {
    for (const each of grants) granted.add(each);
    const runs = { start: () => undefined, resume: () => undefined, abort: () => undefined, endWait: () => undefined };
    const work = { storage: null as never, log: run.log, runs, page: createNoPages(), ownData: own, now: () => 0 };
    await respondToCall(work, { type: 'respond', threadId: THREAD_ID, toolCallId: 'c1', approved });
    await run.goOn();
  };
  const offered = run.client.requests[0]?.tools.map(({ name }) => name) ?? [];
  return { run, calls, answer, searches, opened, offered };
}

describe.each(['bookmarks', 'history'] as const)('a search in %s', (from) => {
  test('returns the title, day, folder and address of pages whose title, address or folder matches', async () => {
    const { run, calls } = await ask(from);
    const [call] = calls();
    if (call?.state !== 'output-available') throw new Error('There is no result.');
    expect(call.output.content).toContain(
      '- Hamburg (2026-10-03), in the folder "Sea > North"\n  https://sea.test/tide-tables/hamburg',
    );
    expect(call.output.content).toContain('https://tides.test/');
    expect(call.output.content).not.toContain('cakes');
    expect(readToolPreview(call.output.details)).toMatchObject({
      kind: 'pages',
      items: [{ title: 'Hamburg' }, { title: '' }],
    });
    const result = run.client.requests[1]?.messages.findLast(({ role }) => role === 'tool');
    expect(result).toMatchObject({ isError: false, delimiter: expect.any(String) });
    expect(untrustedSources(run.thread(), tools)).toEqual([from]);
  });

  test('asks for the permission of the browser first, and goes on once it is granted', async () => {
    const { calls, answer, searches } = await ask(from, { permissions: [] });
    expect(calls()).toMatchObject([
      { state: 'approval-requested', request: { type: 'browser-permission', permission: from } },
    ]);
    expect(searches).toEqual([]);
    await answer(true, []);
    expect(calls()).toMatchObject([{ state: 'approval-requested' }]);
    await answer(true, [from]);
    expect(calls()).toMatchObject([{ state: 'output-available' }]);
    expect(searches).toHaveLength(1);
  });

  test('does not happen if the user says no', async () => {
    const { calls, answer, searches } = await ask(from, { permissions: [] });
    await answer(false, [from]);
    expect(calls()).toMatchObject([{ state: 'output-error', code: 'refused' }]);
    expect(searches).toEqual([]);
  });

  test('opens the best pages without a request of the model, if the web is on', async () => {
    const { run, calls, opened } = await ask(from, { web: true });
    expect(opened).toEqual(['https://sea.test/tide-tables/hamburg', 'https://tides.test/']);
    expect(calls().map(({ toolName, state }) => [toolName, state])).toEqual([
      [`search_${from}`, 'output-available'],
      ['open_page', 'output-available'],
      ['open_page', 'output-available'],
    ]);
    expect(run.client.requests).toHaveLength(2);
  });

  test.each([
    'https://list.test/tides/unsubscribe?u=alice&c=771',
    'https://list.test/tides/confirm/a8Kd93mQx7Lw02Zp',
    'https://list.test/tides/confirm/Zx9-kLm_22qPwv-81ab',
    'https://list.test/tides/verify/837492083749',
    'https://list.test/tides/123e4567-e89b-42d3-a456-426614174000/yes',
    'https://list.test/tides/confirm/kJhQfdsQwErtYuIOplKj',
    'https://list.test/tides/unsubscribe/8837462',
    'https://list.test/tides/magic/ABCDEFGHIJ',
    'https://list.test/tides/invite/AB12CD34',
    'https://list.test/tides/unsubscribe/alice@example.org',
    'https://list.test/tides/%3Ftoken%3D1',
    'https://a8kd93mqx7lw02zp.list.test/tides',
    'https://123e4567-e89b-42d3-a456-426614174000.list.test/tides',
  ])('does not open by itself what may act when it is opened, nor lets the model: %s', async (url) => {
    const page = { title: 'Tides of Hamburg', url, at: AT, folder: '' };
    const { calls, opened } = await ask(from, { web: true, pages: [page, ...PAGES] });
    expect(opened).toEqual(['https://sea.test/tide-tables/hamburg', 'https://tides.test/']);
    const [call] = calls();
    if (call?.state !== 'output-available') throw new Error('Nothing was found.');
    expect(call.output.content).toContain('Tides of Hamburg');
    // Only these may be opened later without asking.
    expect(call.output.details?.results).toMatchObject([{ title: 'Hamburg' }, { title: '' }]);
  });

  test.each([
    'https://sea.test/2026/11/tide-tables-of-hamburg-2026-by-route66',
    'https://sea.test/tides/B08N5WRWNW',
    'https://sea.test/tides/reference/window/confirm',
    'https://sea.test/tides/subscribe/newsletter',
    'https://ports-and-tides-of-northern-germany.sea.test/TideTablesOfHamburgAndBremen',
  ])('opens a page whose address only contains words and numbers: %s', async (url) => {
    const { opened } = await ask(from, { web: true, pages: [{ title: 'Tides of Hamburg', url, at: AT, folder: '' }] });
    expect(opened).toEqual([url]);
  });

  test('opens nothing if the web is off', async () => {
    const { calls, opened } = await ask(from);
    expect(opened).toEqual([]);
    expect(calls()).toHaveLength(1);
  });

  test('is neither offered nor run if the user neither asked for it nor switched it on', async () => {
    const { offered, calls, searches } = await ask(from, { question: 'When is high water?' });
    expect(offered).not.toContain(`search_${from}`);
    expect(calls()).toMatchObject([{ state: 'output-error', code: 'unknown-tool' }]);
    expect(searches).toEqual([]);
  });

  test('is there if the user switched it on', async () => {
    const { offered, searches } = await ask(from, { question: 'When is high water?', ownData: true });
    expect(offered).toContain(`search_${from}`);
    expect(searches).toHaveLength(1);
  });
});

test('the history is searched in the days that are named', async () => {
  const { searches } = await ask('history', { input: { since: '2026-10-01', until: '2026-10-31' } });
  const [since, until] = [new Date(2026, 9, 1).getTime(), new Date(2026, 10, 1).getTime()];
  expect(searches).toEqual([['history', { since, until }]]);
});

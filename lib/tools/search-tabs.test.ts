import { describe, expect, test, vi } from 'vitest';
import { listToolCalls, type OpenPage, type OpenPages, readToolPreview } from '../contracts/index.ts';
import { untrustedSources } from '../security/provenance.ts';
import { MODEL, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { hasResult, scriptedRun } from '../testing/agent/scripted-run.ts';
import { buildMarkdownBlocks } from '../testing/page-reader/markdown-blocks.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { tools } from './index.ts';

const QUERY = 'high water in Hamburg';
const ASKING = 'Which of my tabs said when high water is?';
const sea = {
  ...buildReading('sea', '# Tides', 'High water in Hamburg is at 14:20.', 'Unrelated words.'),
  title: 'The sea',
};
const cakes = {
  ...buildReading('cakes', 'Cakes need flour and water.'),
  blocks: buildMarkdownBlocks('Cakes need flour and water.'),
};

type Options = { ownData?: boolean; query?: string; mode?: 'never' | 'on-demand'; tabId?: number | null };

/** Pages of which the first is read immediately, and the others once `go` is called. */
class HeldPages extends MemoryPages {
  readonly #rest = Promise.withResolvers<void>();
  readonly go = () => this.#rest.resolve();

  override async openPages(query: string, signal: AbortSignal, onPage?: (page: OpenPage) => void): Promise<OpenPages> {
    const all = await super.openPages(query, signal);
    const [first, ...others] = all.pages;
    if (first) onPage?.(first);
    await this.#rest.promise;
    for (const page of others) onPage?.(page);
    return all;
  }
}

type Start = Required<Options> & { question: string };
const START: Start = { question: ASKING, ownData: false, query: QUERY, mode: 'on-demand', tabId: 1 };

/** Starts a run whose model searches the tabs. */
async function startSearch(page: MemoryPages, { question, ownData, query, mode, tabId }: Start = START) {
  const run = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('The sea.'), STEP_END]
        : [...scriptedCall('c1', 'search_tabs', { query }), { type: 'step-end', finishReason: 'tool-calls' }],
    { tools, context: { page } },
  );
  const shown = tabId === null ? null : { title: 'home', url: 'https://home.test/' };
  const start = { runId: 'run', messageId: 'q', model: MODEL, tabId, page: shown, maxSteps: 5 };
  const context = { mode, maxTokens: 1000 };
  await run.log.append(
    THREAD_ID,
    [
      { type: 'user-message', messageId: 'q', content: question },
      { type: 'run-start', ...start, context, ...(ownData ? { ownData: true as const } : {}) },
    ],
    null,
  );
  return { run, answered: run.goOn() };
}

/** Asks `question` of a model that searches the tabs, with pages in memory. The run is about tab 1. */
async function ask(question: string, { ownData = false, query = QUERY, mode = 'on-demand', tabId = 1 }: Options = {}) {
  const pages = new MemoryPages({
    1: granted(buildReading('home', 'Nothing of that.')),
    2: granted(sea),
    3: granted(cakes),
    4: { reading: sea, access: { type: 'needed' } },
  });
  const { run, answered } = await startSearch(pages, { question, ownData, query, mode, tabId });
  await answered;
  const calls = run.answer().steps.flatMap(listToolCalls);
  const offered = run.client.requests[0]?.tools.map(({ name }) => name) ?? [];
  return { run, calls, offered };
}

describe('a search in open tabs', () => {
  test('gives passages with the tab they are of, and reads what fits of the best tab, without a request of the model', async () => {
    const { run, calls } = await ask(ASKING);
    expect(run.client.requests).toHaveLength(2);
    const [search, read] = calls;
    if (search?.state !== 'output-available' || read?.state !== 'output-available') throw new Error('No results.');
    expect(search.output.content).toMatch(
      /^- tab_id 2: "The sea" \(https:\/\/sea\.test\/\), under "Tides":\nHigh water in Hamburg is at 14:20\./,
    );
    expect(search.output.content).toContain('[3 tabs were searched; 1 more were not');
    expect(readToolPreview(search.output.details)).toMatchObject({
      kind: 'tabs',
      items: [{ tabId: 2, title: 'The sea', url: 'https://sea.test/' }, { tabId: 3 }],
    });
    expect(read).toMatchObject({ toolName: 'read_tab', followUpOf: 'c1', input: { tab_id: 2, about: QUERY } });
    expect(read.output.content).toContain('High water in Hamburg is at 14:20.');
    const results = run.client.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results).toHaveLength(2);
    for (const result of results) expect(result).toMatchObject({ delimiter: expect.any(String) });
  });

  test('shows the matches of each tab as soon as it is read, and at the end the best matches', async () => {
    const pages = new HeldPages({ 2: granted(sea), 3: granted(cakes) });
    const { run, answered } = await startSearch(pages);
    const search = () => run.answer().steps.flatMap(listToolCalls)[0];
    await vi.waitFor(() => expect(search()).toMatchObject({ state: 'executing', found: { kind: 'tabs' } }));
    const call = search();
    expect(call?.state === 'executing' && call.found).toEqual({
      kind: 'tabs',
      items: [
        {
          tabId: 2,
          title: 'The sea',
          url: 'https://sea.test/',
          text: 'High water in Hamburg is at 14:20.\n\nUnrelated words.',
        },
      ],
    });
    pages.go();
    await answered;
    expect(search()).toMatchObject({ state: 'output-available', output: { details: { hits: 2 } } });
  });

  test('does not try to read the best tab if the browser has not loaded it', async () => {
    const pages = new (class extends MemoryPages {
      override async openPages(query: string, signal: AbortSignal): Promise<OpenPages> {
        const all = await super.openPages(query, signal);
        return { ...all, pages: all.pages.map((page) => ({ ...page, isLoaded: false })) };
      }
    })({ 2: granted(sea) });
    const { run, answered } = await startSearch(pages);
    await answered;
    const calls = run.answer().steps.flatMap(listToolCalls);
    expect(calls.map(({ toolName }) => toolName)).toEqual(['search_tabs']);
    expect(calls[0]).toMatchObject({ state: 'output-available', output: { details: { hits: 1 } } });
  });

  test('makes every tab with a passage a source of what follows', async () => {
    const { run } = await ask(ASKING);
    expect(untrustedSources(run.thread(), tools)).toEqual([
      'https://home.test',
      'https://sea.test',
      'https://cakes.test',
    ]);
  });

  test('says so if nothing fits', async () => {
    const { run, calls } = await ask(ASKING, { query: 'volcano' });
    expect(calls).toHaveLength(1);
    expect(JSON.stringify(run.client.requests[1]?.messages)).toContain('Nothing in the tabs that were searched fits');
  });

  test('is neither offered nor run if the user neither asked for it nor switched it on', async () => {
    const { offered, calls } = await ask('When is high water?');
    expect(offered).not.toContain('search_tabs');
    expect(calls).toMatchObject([{ state: 'output-error', code: 'unknown-tool' }]);
  });

  test('is there if the user switched it on, also without a page', async () => {
    const { offered, calls } = await ask('When is high water?', { ownData: true, tabId: null });
    expect(offered).toContain('search_tabs');
    expect(calls.map(({ state }) => state)).toEqual(['output-available', 'output-available']);
  });

  test('finds nothing if the user sends no pages', async () => {
    const { offered, calls } = await ask(ASKING, { mode: 'never' });
    expect(offered).not.toContain('search_tabs');
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ state: 'output-available', output: { details: { hits: 0, tabs: [] } } });
  });
});

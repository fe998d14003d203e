import { describe, expect, test } from 'vitest';
import { runThread } from '../agent/run/run-thread.ts';
import type { AgentDependencies } from '../agent/run-context.ts';
import { webSources } from '../agent/thread/answer-text.ts';
import { listToolCalls, type SearchQuery, type WebAccess, WebError } from '../contracts/index.ts';
import { MODEL, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { KilledError, memoryLog } from '../testing/agent/memory-log.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { hasResult, scriptedRun } from '../testing/agent/scripted-run.ts';
import { buildReading } from '../testing/tools/memory-pages.ts';
import { tools } from './index.ts';

const result = (name: string) => ({ title: name, url: `https://${name}.test/`, snippet: `About ${name}`, date: '' });

/** A web with three pages and more results. Records the requests. */
function memoryWeb(change: Partial<WebAccess> = {}) {
  const asked: SearchQuery[] = [];
  const opened: string[] = [];
  const web: WebAccess = {
    searchAddress: async () => 'https://search.test',
    async search(query) {
      asked.push(query);
      return ['tides', 'sea', 'moon', 'salt'].map(result);
    },
    mayOpen: async () => true,
    async open({ url }) {
      opened.push(url);
      const filler = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} of something else entirely.`);
      return { ...buildReading('x', ...filler, `High water of ${url} is at noon.`), url, title: url };
    },
    openInTab: () => Promise.reject(new Error('No tab.')),
    ...change,
  };
  return { web, asked, opened };
}

const searchThenAnswer =
  (input: unknown) =>
  (request: Parameters<typeof hasResult>[0]): ScriptLine[] =>
    hasResult(request)
      ? [...scriptedText('At noon [1].'), STEP_END]
      : [...scriptedCall('c1', 'web_search', input), { type: 'step-end', finishReason: 'tool-calls' }];

async function runScript(
  script: (request: Parameters<typeof hasResult>[0]) => ScriptLine[],
  web: WebAccess,
  hasWeb = true,
) {
  const run = scriptedRun(script, { tools, context: { web } });
  await ask(run.log, hasWeb);
  await run.goOn();
  return run;
}

async function ask(log: AgentDependencies['log'], hasWeb: boolean): Promise<void> {
  const start = { runId: 'run', messageId: 'q', model: MODEL, tabId: null, page: null, maxSteps: 5 };
  await log.append(
    THREAD_ID,
    [
      { type: 'user-message', messageId: 'q', content: 'When is high water?' },
      { type: 'run-start', ...start, ...(hasWeb ? { web: true as const } : {}) },
    ],
    null,
  );
}

describe('a search', () => {
  test('opens its best three results side by side, with one request to search and one to answer', async () => {
    const { web, asked, opened } = memoryWeb();
    const run = await runScript(searchThenAnswer({ query: 'high water', recency: 'week' }), web);
    expect(asked).toEqual([{ query: 'high water', site: '', recency: 'week' }]);
    expect(opened).toEqual(['https://tides.test/', 'https://sea.test/', 'https://moon.test/']);
    expect(run.client.requests).toHaveLength(2);
    expect(run.answer().outcome).toEqual({ type: 'complete' });
    const results =
      run.client.requests[1]?.messages.flatMap((message) => (message.role === 'tool' ? [message] : [])) ?? [];
    expect(results.map(({ toolName }) => toolName)).toEqual(['web_search', 'open_page', 'open_page', 'open_page']);
    expect(results[0]?.content).toContain('https://salt.test/');
    // The part of each long page that matches the question, with its number, marked as untrusted data.
    expect(results[2]?.content).toMatch(/^Source \[2\], to be cited as \[2\]:\n/);
    expect(results[2]?.content).toContain('High water of https://sea.test/ is at noon.');
    expect(results.every((message) => !message.isError && message.delimiter !== undefined)).toBe(true);
    expect(results[2]?.content.length).toBeLessThan(12_000);
  });

  test('gives titles and excerpts on one line, without characters that show nothing', async () => {
    const hidden = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
    const search = async () => [
      { ...result('tides'), title: `Tide\u202es${hidden} ❤️`, snippet: `می‌شود\n${'x'.repeat(600)}${hidden}` },
    ];
    const run = await runScript(searchThenAnswer({ query: 'high water' }), memoryWeb({ search }).web);
    const snippet = expect.stringMatching(/^می‌شود x{492}…$/);
    expect(run.answer().steps.flatMap(listToolCalls)[0]).toMatchObject({
      output: {
        details: { results: [{ title: 'Tides ❤️', snippet }] },
        content: expect.stringContaining('- Tides ❤️\n  https://tides.test/\n  می‌شود xx'),
      },
    });
  });

  test('opens no page of a site that the browser does not allow, and says why', async () => {
    const { web, opened } = memoryWeb({ mayOpen: async (url) => url.includes('moon') });
    await runScript(searchThenAnswer({ query: 'high water' }), web);
    expect(opened).toEqual(['https://moon.test/']);
    const none = memoryWeb({ mayOpen: async () => false });
    const run = await runScript(searchThenAnswer({ query: 'high water' }), none.web);
    expect(none.opened).toEqual([]);
    expect(JSON.stringify(run.client.requests[1]?.messages)).toContain('only excerpts');
  });

  test('that fails is a result with a code, which the model can answer after', async () => {
    const search = () => Promise.reject(new WebError('search-quota', 'The quota is used up.'));
    const run = await runScript(searchThenAnswer({ query: 'high water' }), memoryWeb({ search }).web);
    const call = run.answer().steps.flatMap(listToolCalls)[0];
    expect(call).toMatchObject({ state: 'output-error', code: 'search-quota' });
    expect(run.answer().outcome).toEqual({ type: 'complete' });
  });

  test('is neither offered nor run if the user did not switch the web on', async () => {
    const { web, asked } = memoryWeb();
    const run = await runScript(searchThenAnswer({ query: 'high water' }), web, false);
    expect(run.client.requests[0]?.tools.map(({ name }) => name)).not.toContain('web_search');
    expect(asked).toEqual([]);
    expect(run.answer().steps.flatMap(listToolCalls)[0]).toMatchObject({ state: 'output-error', code: 'unknown-tool' });
  });

  test('that was killed in the middle of its chain opens no page twice that had been read', async () => {
    for (let appends = 1; appends < 40; appends += 1) {
      const { web, asked, opened } = memoryWeb();
      const first = scriptedRun(searchThenAnswer({ query: 'high water' }), { tools, context: { web } });
      const rows = first.rows;
      await ask(memoryLog(rows), true);
      const fences = new Map<string, number>();
      const dying = { ...first.dependencies, log: memoryLog(rows, appends, fences) };
      await runThread(THREAD_ID, dying, new AbortController().signal).catch((error: unknown) => {
        if (!(error instanceof KilledError)) throw error;
      });
      const read = rows.flatMap(({ event }) =>
        event.type === 'tool-output-available' && typeof event.output.details?.url === 'string'
          ? [event.output.details.url]
          : [],
      );
      const before = opened.length;
      await runThread(
        THREAD_ID,
        { ...first.dependencies, log: memoryLog(rows, 1e9, fences) },
        new AbortController().signal,
      );
      expect(opened.slice(before).filter((url) => read.includes(url))).toEqual([]);
      expect(new Set(opened).size).toBe(3);
      expect(asked.length).toBeLessThanOrEqual(2);
      expect(first.answer().outcome).toEqual({ type: 'complete' });
    }
  });
});

test('a page keeps its number in follow-up questions, and a page that is opened again gets no other', async () => {
  const { web } = memoryWeb();
  const run = await runScript(searchThenAnswer({ query: 'high water' }), web);
  expect(webSources(run.thread()).map(({ number, url }) => [number, url])).toEqual([
    [1, 'https://tides.test/'],
    [2, 'https://sea.test/'],
    [3, 'https://moon.test/'],
  ]);
});

test('a page without text says that it needs a browser', async () => {
  const open = async () => ({ ...buildReading('x', ''), url: 'https://x.test/', title: '' });
  const script = (request: Parameters<typeof hasResult>[0]): ScriptLine[] =>
    hasResult(request)
      ? [...scriptedText('No.'), STEP_END]
      : [
          ...scriptedCall('c1', 'open_page', { url: 'https://x.test/' }),
          { type: 'step-end', finishReason: 'tool-calls' },
        ];
  const run = await runScript(script, memoryWeb({ open }).web);
  expect(run.answer().steps.flatMap(listToolCalls)[0]).toMatchObject({ state: 'output-error', code: 'needs-browser' });
});

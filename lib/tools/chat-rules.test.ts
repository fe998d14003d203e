import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  BROWSER_SEARCH,
  type ChatRule,
  listToolCalls,
  type OpenRequest,
  type ThreadEvent,
  type WebAccess,
} from '../contracts/index.ts';
import { MODEL, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { scriptedRun } from '../testing/agent/scripted-run.ts';
import { buildReading } from '../testing/tools/memory-pages.ts';
import { tools } from './index.ts';

const SEARCHES: ChatRule = { type: 'searches', origin: 'https://search.test' };
const PAGES: ChatRule = { type: 'pages', origin: 'https://a.test' };
const CARD = '5555 5555 5555 4444';

/** A chat beside a page, with rules, in which the model makes these calls, one per step. */
async function runChat(
  rules: readonly ChatRule[],
  calls: readonly { toolName: string; input: unknown }[],
  {
    onAddress = async () => undefined,
    page = 'A page.',
    engine = 'https://search.test/html',
    isBesidePage = true,
  }: { onAddress?: (log: Log) => Promise<void>; page?: string; engine?: string; isBesidePage?: boolean } = {},
) {
  const opened: OpenRequest[] = [];
  const queries: string[] = [];
  const web: WebAccess = {
    async searchAddress() {
      await onAddress(run.log);
      return engine;
    },
    async search({ query }) {
      queries.push(query);
      return [];
    },
    mayOpen: async () => true,
    async open(request) {
      opened.push(request);
      return { ...buildReading('x', page), url: request.url, title: 'A page' };
    },
    openInTab: () => Promise.reject(new Error('No tab.')),
  };
  const script = ({ messages }: { messages: readonly { role: string }[] }): ScriptLine[] => {
    const done = messages.filter(({ role }) => role === 'tool').length;
    const call = calls[done];
    return call === undefined
      ? [...scriptedText('Done.'), STEP_END]
      : [...scriptedCall(`c${done}`, call.toolName, call.input), { type: 'step-end', finishReason: 'tool-calls' }];
  };
  const run = scriptedRun(script, { tools, context: { web } });
  const page1 = { title: 'Page', url: 'https://page.test/' };
  const start = {
    runId: 'run',
    messageId: 'q',
    model: MODEL,
    tabId: null,
    page: isBesidePage ? page1 : null,
    maxSteps: 9,
    web: true as const,
  };
  const events: ThreadEvent[] = [
    { type: 'user-message', messageId: 'q', content: 'What is new?' },
    { type: 'run-start', ...start },
    ...rules.map((rule) => ({ type: 'rule-add' as const, rule })),
  ];
  await run.log.append(THREAD_ID, events, null);
  await run.goOn();
  const made = () => run.answer().steps.flatMap(listToolCalls);
  return { ...run, opened, queries, made, states: () => made().map(({ state }) => state) };
}
type Log = ReturnType<typeof scriptedRun>['log'];

const open = (url: string) => ({ toolName: 'open_page', input: { url } });
const search = (query: string) => ({ toolName: 'web_search', input: { query } });

describe('a rule for a chat', () => {
  test('is offered with the approval that it would replace', async () => {
    const run = await runChat([], [open('https://a.test/x')]);
    expect(run.made()[0]).toMatchObject({ state: 'approval-requested', request: { confirm: { rule: PAGES } } });
    const searched = await runChat([], [search('secret words')]);
    expect(searched.made()[0]).toMatchObject({ state: 'approval-requested', request: { confirm: { rule: SEARCHES } } });
  });

  test('lets searches with one engine go, and the call says by which rule', async () => {
    const run = await runChat([SEARCHES], [search('secret words')]);
    expect(run.queries).toEqual(['secret words']);
    expect(run.made()[0]).toMatchObject({ state: 'output-available', rule: SEARCHES });
  });

  test.each([
    ['another engine', { type: 'searches', origin: 'https://other.test' }],
    ['pages of that address', { type: 'pages', origin: 'https://search.test' }],
  ] as const)('for %s covers no search', async (_, rule) => {
    const run = await runChat([rule], [search('secret words')]);
    expect(run.states()).toEqual(['approval-requested']);
    expect(run.queries).toEqual([]);
  });

  test('lets pages of one origin go, which redirects may not leave', async () => {
    const run = await runChat([PAGES], [open('https://a.test/x?y=1')]);
    expect(run.opened.map(({ url, within }) => [url, within])).toEqual([['https://a.test/x?y=1', 'https://a.test']]);
  });

  test.each([
    'http://a.test/',
    'https://a.test:8443/',
    'https://b.a.test/',
    'https://a.test.evil.test/',
    'https://a.test@evil.test/',
    'https://evil.test/?https://a.test',
  ])('for pages of https://a.test does not cover %s', async (url) => {
    const run = await runChat([PAGES], [open(url)]);
    expect(run.states()).toEqual(['approval-requested']);
    expect(run.opened).toEqual([]);
  });

  test('lets out nothing that is masked as a secret, and opens no address of the own network', async () => {
    const rules: ChatRule[] = [SEARCHES, PAGES, { type: 'pages', origin: 'http://192.168.1.1' }];
    const run = await runChat(
      rules,
      [
        open('https://a.test/'),
        search('5555555555554444'),
        open('https://a.test/5555-5555-5555-4444'),
        open('http://192.168.1.1/'),
      ],
      { page: `The card number is ${CARD}.` },
    );
    expect(run.made().map((call) => (call.state === 'output-error' ? call.code : call.state))).toEqual([
      'output-available',
      'carries-secret',
      'carries-secret',
      'private-address',
    ]);
    expect(run.queries).toEqual([]);
    expect(run.opened).toHaveLength(1);
  });

  test('no longer covers a call once the user has removed it, also in the middle of a run', async () => {
    let decisions = 0;
    const run = await runChat([SEARCHES], [search('one'), search('two')], {
      // Called when a call is judged: the first time for the first call, the third time for the second one.
      onAddress: async (log) => {
        if (++decisions !== 3) return;
        // The rest of the step has been written by then, so that nothing else makes the log be read again.
        await sleep(20);
        await log.append(THREAD_ID, [{ type: 'rule-remove', rule: SEARCHES }], 'run');
      },
    });
    expect(run.queries).toEqual(['one']);
    expect(run.states()).toEqual(['output-available', 'approval-requested']);
    expect(run.thread().rules).toEqual([]);
  });

  test('applies to later questions of the chat, and does not use up the five addresses that pages may name', async () => {
    const urls = [1, 2, 3, 4, 5].map((n) => `https://a.test/${n}`);
    const run = await runChat([PAGES], [...urls.map(open), open('https://b.test/')], {
      page: 'See [b](https://b.test/).',
    });
    expect(run.opened).toHaveLength(6);
    expect(run.thread().rules).toEqual([PAGES]);
  });
});

describe('a search with the browser’s own engine, which opens a tab and takes cookies along', () => {
  const byBrowser = { engine: BROWSER_SEARCH, isBesidePage: false };
  const rule: ChatRule = { type: 'searches', origin: BROWSER_SEARCH };

  test('is asked for although nothing was read and the words are the user’s', async () => {
    const run = await runChat([], [search('what is new')], byBrowser);
    expect(run.made()[0]).toMatchObject({
      state: 'approval-requested',
      request: { confirm: { destination: BROWSER_SEARCH, rule } },
    });
    expect(run.queries).toEqual([]);
  });

  test('follows a rule for it, which does not cover an engine at an address', async () => {
    expect((await runChat([rule], [search('news')], byBrowser)).queries).toEqual(['news']);
    expect((await runChat([rule], [search('secret words')])).queries).toEqual([]);
    expect((await runChat([SEARCHES], [search('news')], byBrowser)).queries).toEqual([]);
  });
});

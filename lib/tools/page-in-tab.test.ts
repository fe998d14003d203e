import { describe, expect, test } from 'vitest';
import { runThread } from '../agent/run/run-thread.ts';
import { webSources } from '../agent/thread/answer-text.ts';
import {
  type ApprovalRequest,
  type ChatRule,
  type EventOf,
  listToolCalls,
  TabNeededError,
  type TabOpening,
  type TabRequest,
  type ThreadEvent,
  type ToolCall,
  type WebAccess,
} from '../contracts/index.ts';
import { MODEL, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { KilledError, memoryLog } from '../testing/agent/memory-log.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { scriptedRun } from '../testing/agent/scripted-run.ts';
import { buildReading } from '../testing/tools/memory-pages.ts';
import { tools } from './index.ts';

const APP = 'https://app.test/tides';
const TAB: TabOpening = { url: APP, cause: 'scripts' };
const PAGES: ChatRule = { type: 'pages', origin: 'https://app.test' };

type Options = {
  calls?: readonly { toolName: string; input: unknown }[];
  rules?: readonly ChatRule[];
  isWithoutTabs?: boolean;
  question?: string;
  openInTab?: WebAccess['openInTab'];
};

const open = (url: string) => ({ toolName: 'open_page', input: { url } });

/**
 * A chat on the web, in which the model makes these calls, one per step. Pages of app.test show their text only in a
 * tab.
 */
async function chat({
  calls = [open(APP)],
  rules = [],
  isWithoutTabs = false,
  question = 'When is high water?',
  openInTab,
}: Options = {}) {
  const loaded: string[] = [];
  const tabs: TabRequest[] = [];
  const web: WebAccess = {
    searchAddress: async () => 'https://search.test',
    search: async () =>
      ['app.test', 'plain.test'].map((host) => ({
        title: host,
        snippet: '',
        date: '',
        url: host === 'app.test' ? APP : `https://${host}/`,
      })),
    mayOpen: async () => true,
    async open({ url }) {
      loaded.push(url);
      if (new URL(url).hostname === 'app.test') throw new TabNeededError({ url, cause: 'scripts' }, 'No text.');
      return { ...buildReading('x', 'A page.'), url, title: 'Plain' };
    },
    async openInTab(request, signal) {
      tabs.push(request);
      if (openInTab !== undefined) return openInTab(request, signal);
      return { ...buildReading('x', 'High water is at 14:20.'), url: request.address, title: 'Tides' };
    },
  };
  const script = ({ messages }: { messages: readonly { role: string; toolName?: string }[] }): ScriptLine[] => {
    // Includes the calls that a search names.
    const done = messages.filter(({ role, toolName }) => role === 'tool' && toolName === calls[0]?.toolName).length;
    const call = calls[done];
    return call === undefined
      ? [...scriptedText('At 14:20 [1].'), STEP_END]
      : [...scriptedCall(`c${done}`, call.toolName, call.input), { type: 'step-end', finishReason: 'tool-calls' }];
  };
  const run = scriptedRun(script, { tools, context: { web } });
  const start: EventOf<'run-start'> = {
    type: 'run-start',
    runId: 'run',
    messageId: 'q',
    model: MODEL,
    tabId: 3,
    page: null,
    maxSteps: 9,
    web: true,
    ...(isWithoutTabs ? { context: { mode: 'never', maxTokens: 1 } } : {}),
  };
  const events: ThreadEvent[] = [
    { type: 'user-message', messageId: 'q', content: question },
    start,
    ...rules.map((rule) => ({ type: 'rule-add' as const, rule })),
  ];
  await run.log.append(THREAD_ID, events, null);
  await run.goOn();
  const made = () => run.answer().steps.flatMap(listToolCalls);
  const respond = async (approved: boolean) => {
    const { toolCallId } = waiting(made());
    const response = { type: 'tool-approval-response', toolCallId, approved } as const;
    await run.log.append(THREAD_ID, [response], 'run');
    await run.goOn();
  };
  return { ...run, loaded, tabs, made, respond };
}

function waiting(calls: readonly ToolCall[]) {
  const call = calls.find((each) => each.state === 'approval-requested');
  if (call?.state !== 'approval-requested') throw new Error('No call waits.');
  return call;
}

const getEffectDetails = (request: ApprovalRequest) => (request.type === 'effect' ? request.confirm : undefined);
const describeResult = (call: ToolCall | undefined) =>
  call?.state === 'output-error' ? call.code : call?.state === 'output-available' ? call.output.content : call?.state;

describe('a page that only a tab shows', () => {
  test('needs approval, with the address that would be opened and without a rule for the chat', async () => {
    const { made, tabs } = await chat();
    const confirm = getEffectDetails(waiting(made()).request);
    expect(confirm).toMatchObject({ tab: TAB, destination: APP, arguments: JSON.stringify({ url: APP }) });
    expect(confirm?.rule).toBeUndefined();
    expect(waiting(made()).request).toMatchObject({ reason: { key: 'approveTab', values: { address: APP } } });
    expect(tabs).toEqual([]);
  });

  test('is read in a tab after the approval, and can be cited', async () => {
    const run = await chat();
    await run.respond(true);
    expect(run.tabs).toMatchObject([
      { url: APP, address: APP, threadId: THREAD_ID, origins: ['https://app.test'], tabId: 3 },
    ]);
    expect(run.loaded).toEqual([APP]);
    const [call] = run.made();
    expect(call).toMatchObject({ state: 'output-available', tab: TAB, output: { details: { url: APP } } });
    expect(webSources(run.thread())).toMatchObject([{ number: 1, url: APP, title: 'Tides' }]);
    expect(run.answer().outcome).toEqual({ type: 'complete' });
  });

  test('is not opened if the user refuses, the model is told, and the run continues', async () => {
    const run = await chat();
    await run.respond(false);
    expect(run.tabs).toEqual([]);
    expect(run.made()[0]).toMatchObject({ state: 'output-error', code: 'refused' });
    expect(JSON.stringify(run.client.requests.at(-1)?.messages)).toContain('did not let it be opened in one');
    expect(run.answer().outcome).toEqual({ type: 'complete' });
  });

  test('is asked for also if a rule lets pages of its site go, which the tab may end on', async () => {
    const other: ChatRule = { type: 'pages', origin: 'https://www.app.test' };
    const run = await chat({ rules: [PAGES, other] });
    expect(run.tabs).toEqual([]);
    await run.respond(true);
    expect(run.tabs[0]?.origins).toEqual(['https://app.test', 'https://app.test', 'https://www.app.test']);
  });

  test('is asked for again if the approval has expired before the call runs', async () => {
    const run = await chat();
    const first = getEffectDetails(waiting(run.made()).request);
    run.dependencies.now = () => (first?.expiresAt ?? 0) + 1;
    await run.respond(true);
    expect(run.tabs).toEqual([]);
    const second = getEffectDetails(waiting(run.made()).request);
    expect(second).toMatchObject({ tab: TAB });
    expect(second?.expiresAt).toBeGreaterThan(first?.expiresAt ?? 0);
  });

  test('is not asked for twice if the tab does not show it either', async () => {
    const openInTab = () => Promise.reject(new TabNeededError(TAB, 'Still no text.'));
    const run = await chat({ openInTab });
    await run.respond(true);
    expect(run.made()[0]).toMatchObject({ state: 'output-error', code: 'needs-browser' });
    expect(run.answer().outcome).toEqual({ type: 'complete' });
  });

  test('is not offered if the user lets no tabs be read', async () => {
    const run = await chat({ isWithoutTabs: true });
    expect(run.made()[0]).toMatchObject({ state: 'output-error', code: 'needs-browser' });
    expect(run.tabs).toEqual([]);
  });

  test('has a note if it leads to another of its pages, because that may be a form for a login', async () => {
    const page = { ...buildReading('x', 'Sign in.'), title: 'Sign in' };
    const moved = await chat({ openInTab: async () => ({ ...page, url: 'https://app.test/login' }) });
    await moved.respond(true);
    expect(describeResult(moved.made()[0])).toContain('the user has to sign in there');
    const there = await chat({ openInTab: async () => ({ ...page, url: `${APP}/` }) });
    await there.respond(true);
    expect(describeResult(there.made()[0])).not.toContain('sign in there');
  });
});

describe('pages that a search opens', () => {
  const searching = { toolName: 'web_search', input: { query: 'high water' } };

  test('are not asked for: the model is told which one needs a tab', async () => {
    const run = await chat({ calls: [searching] });
    expect(run.made().map(({ toolName, state }) => [toolName, state])).toEqual([
      ['web_search', 'output-available'],
      ['open_page', 'output-error'],
      ['open_page', 'output-available'],
    ]);
    expect(JSON.stringify(run.client.requests.at(-1)?.messages)).toContain('call the tool with its address by itself');
    expect(run.answer().outcome).toEqual({ type: 'complete' });
  });

  test('are asked for if the model then opens one by itself', async () => {
    const run = await chat({ calls: [searching, open(APP)] });
    expect(waiting(run.made())).toMatchObject({ toolName: 'open_page', followUpOf: null });
    await run.respond(true);
    expect(describeResult(run.made().at(-1))).toContain('14:20');
  });
});

describe('the limit of pages', () => {
  test('counts pages that were not opened in a tab, since they were loaded without', async () => {
    const urls = Array.from({ length: 9 }, (_, index) => `https://app.test/${index}`);
    const run = await chat({ calls: urls.map(open), question: urls.join(' ') });
    for (let asked = 0; asked < 8; asked += 1) await run.respond(false);
    expect(run.made().at(-1)).toMatchObject({ state: 'output-error', code: 'page-limit' });
    expect(run.loaded).toHaveLength(8);
  });
});

describe('a worker that is stopped', () => {
  test('while the page is loaded without a tab asks once', async () => {
    for (let appends = 1; appends < 12; appends += 1) {
      const { rows, tabs } = await killedAfter(appends, []);
      expect(rows.filter(({ event }) => event.type === 'tool-approval-request')).toHaveLength(1);
      expect(tabs).toEqual([]);
    }
  });

  test('at any moment after the approval opens the tab at most once', async () => {
    const outcomes = new Set<string | null | undefined>();
    for (let appends = 0; appends < 12; appends += 1) {
      const { tabs, made } = await killedAfter(1e9, [appends]);
      expect(tabs.length).toBeLessThanOrEqual(1);
      outcomes.add(describeResult(made()[0]));
    }
    // In doubt if it was stopped while the tab was open.
    expect([...outcomes]).toEqual(expect.arrayContaining(['in-doubt', expect.stringContaining('14:20')]));
  });
});

/** A run whose worker is killed after this many appends, before and after the approval, and restarted each time. */
async function killedAfter(before: number, [after = 1e9]: number[]) {
  const app = await chat();
  app.rows.splice(2);
  app.tabs.splice(0);
  const fences = new Map<string, number>();
  async function go(appends: number): Promise<void> {
    const dying = { ...app.dependencies, log: memoryLog(app.rows, appends, fences) };
    await runThread(THREAD_ID, dying, new AbortController().signal).catch((error: unknown) => {
      if (!(error instanceof KilledError)) throw error;
    });
    await runThread(THREAD_ID, { ...dying, log: memoryLog(app.rows, 1e9, fences) }, new AbortController().signal);
  }
  await go(before);
  if (after < 1e9) {
    const response = { type: 'tool-approval-response', toolCallId: waiting(app.made()).toolCallId } as const;
    await memoryLog(app.rows).append(THREAD_ID, [{ ...response, approved: true }], 'run');
    await go(after);
  }
  return app;
}

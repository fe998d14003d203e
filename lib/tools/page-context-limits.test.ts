import { describe, expect, test } from 'vitest';
import type { Failure } from '../contracts/failure.ts';
import type { ModelRequest } from '../contracts/model-client.ts';
import type { PageContext } from '../contracts/page-context.ts';
import type { AssistantMessage } from '../contracts/thread.ts';
import type { Tool } from '../contracts/tool.ts';
import { NO_REQUEST_CAPABILITY, requestBody } from '../model-api/chat-completions/request/request-body.ts';
import { THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { listAttachedTexts } from '../testing/agent/scripted-chat.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { hasResult, scriptedTool } from '../testing/agent/scripted-run.ts';
import { LINEAR_GROWTH, timeGrowth } from '../testing/time-growth.ts';
import { buildReading, granted, MemoryPages, type MemoryTab } from '../testing/tools/memory-pages.ts';
import { chatBesidePages, HARBOR } from '../testing/tools/page-chat.ts';
import { estimateTokens } from '../text/token-estimate.ts';
import { tools } from './index.ts';

const rules = (count: number, about = 'ropes') =>
  Array.from({ length: count }, (_, n) => `Rule ${n} of the harbor is about ${about} and knots, and has number ${n}.`);
const LONG = buildReading('long', '# Rules', ...rules(900), 'The lock closes at 21:40 in winter.', ...rules(900));
const MIDDLE = buildReading('middle', '# Rules', ...rules(100), 'The lock closes at 21:40 in winter.');

function getSentContext({ contexts }: AssistantMessage, at = 0): PageContext {
  const part = contexts[at];
  if (part?.state !== 'available') throw new Error(`No page was sent: ${part?.state}`);
  return part.context;
}

const serializeBody = (request: ModelRequest | undefined) =>
  request === undefined ? '' : JSON.stringify(requestBody(request, NO_REQUEST_CAPABILITY));

describe('a small window', () => {
  test.each([4_096, 2_048, 1_024])(
    'of %i tokens holds the request, and leaves room for an answer',
    async (contextWindow) => {
      const { ask, client, run } = chatBesidePages({
        tabs: { 1: granted(LONG) },
        connection: { contextWindow, isLocal: true, toolMode: 'tags' },
      });
      await ask('When does the lock close?');
      const [request] = client.requests;
      expect(estimateTokens(serializeBody(request))).toBeLessThan(contextWindow * 0.9);
      expect(getSentContext(run()).text).toContain('21:40');
      expect(run().outcome).toEqual({ type: 'complete' });
    },
  );

  test('still apply after ten questions about the page', async () => {
    const { ask, client, run } = chatBesidePages({
      tabs: { 1: granted(LONG) },
      connection: { contextWindow: 4_096, isLocal: true },
      script: () => [
        ...scriptedText('It closes at that time, as the page says in one of its many rules. '.repeat(8)),
        STEP_END,
      ],
    });
    for (let n = 0; n < 10; n++) {
      await ask(`What is rule ${n * 31} about?`);
      expect(estimateTokens(serializeBody(client.requests.at(-1)))).toBeLessThan(4_096);
      expect(run().outcome).toEqual({ type: 'complete' });
      // Regardless of what had to be omitted, the text for this question is in its own request.
      expect(listAttachedTexts(client.requests.at(-1)).join('\n')).toContain(`Rule ${n * 31} of`);
    }
  });

  test('gets no tools that would take the room of the passages selected for the question', async () => {
    const own = Array.from({ length: 2 }, (_, n) => ({
      ...scriptedTool(`look_up_${n}`, async () => 'found'),
      description: 'Looks a word up in a dictionary of the harbor.',
    }));
    const narrow = (extra: readonly Tool[]) =>
      chatBesidePages({
        tabs: { 1: granted(buildReading('long', '# Rules', ...rules(900), 'The lock closes at 21:40 in winter.')) },
        connection: { contextWindow: 768, isLocal: true, worksWithTools: true },
        change: { tools: [...tools, ...extra] },
      });
    const { ask, client } = narrow(own);
    await ask('When does the lock close?');
    expect(listAttachedTexts(client.requests[0])[0]).toContain('21:40');
    expect(client.requests[0]?.tools).toEqual([]);
  });

  test('smaller than the tools gets none of them', async () => {
    const { ask, client } = chatBesidePages({
      tabs: { 1: granted(HARBOR) },
      connection: { contextWindow: 1_024 },
      policy: { mode: 'on-demand', maxTokens: 24_000 },
    });
    await ask('When does the lock close?');
    expect(estimateTokens(serializeBody(client.requests[0]))).toBeLessThan(1_024);
  });
});

test('a page that is read later, after the approval, gets what the others have left of the limit', async () => {
  const hidden: MemoryTab = { ...granted(LONG), access: { type: 'needed' } };
  const tabs = {
    1: hidden,
    2: granted(buildReading('other', '# Other', ...rules(900, 'sails'))),
  };
  const maxTokens = 1_500;
  const { ask, goOn, log, run } = chatBesidePages({ tabs, policy: { mode: 'page-first', maxTokens } });
  await ask('When does the lock close, and what are the rules?', 1, [2]);
  const waiting = run().contexts.find(({ state }) => state === 'approval-requested');
  hidden.access = granted(LONG).access;
  const origin = 'https://long.test';
  const contextId = waiting?.contextId ?? '';
  await log.append(THREAD_ID, [{ type: 'context-approval-response', contextId, approved: true, origin }], 'run1');
  await goOn();
  const tokens = [getSentContext(run(), 0).tokens, getSentContext(run(), 1).tokens];
  expect(Math.min(...tokens)).toBeGreaterThan(maxTokens / 3);
  expect(tokens.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(maxTokens);
});

describe('a server that refuses the request as too long', () => {
  const failure: Failure = { code: 'bad-response', message: 'too long', retryable: false };
  const refusing =
    (most: number, seen: number[] = []) =>
    (request: ModelRequest) => {
      const size = estimateTokens(serializeBody(request));
      seen.push(size);
      return size > most
        ? [{ type: 'retry', reason: 'context-length', observation: null, afterMs: 0, failure } as const]
        : [...scriptedText('At 21:40.'), STEP_END];
    };

  test('gets less of the page, in whole blocks, and the log has what was sent', async () => {
    const { ask, client, run } = chatBesidePages({
      tabs: { 1: granted(LONG) },
      connection: { isLocal: true },
      script: refusing(5_500),
    });
    await ask('When does the lock of the harbor close, by which rule?');
    expect(client.requests).toHaveLength(2);
    const [sent] = listAttachedTexts(client.requests[1]);
    expect(sent).toBe(getSentContext(run()).text);
    expect(sent).toContain('21:40');
    for (const line of sent?.match(/^Rule.*$/gm) ?? []) expect(line).toMatch(/has number \d+\.$/);
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('gets less of a page of an earlier question', async () => {
    let most = 100_000;
    const { ask, client, run } = chatBesidePages({
      tabs: { 1: granted(MIDDLE) },
      script: (request) => refusing(most)(request),
    });
    await ask('When does the lock close?');
    most = estimateTokens(serializeBody(client.requests[0])) - 500;
    await ask('Really, when does the lock close?');
    expect(run().outcome).toEqual({ type: 'complete' });
    expect(listAttachedTexts(client.requests.at(-1)).join('\n')).toContain('21:40');
    expect(getSentContext(run()).text).toContain('21:40');
  });

  test('gets the text that was read if the tab was closed', async () => {
    const tabs: Record<number, MemoryTab> = { 1: granted(MIDDLE) };
    const page = new MemoryPages(tabs);
    const read = page.read.bind(page);
    let reads = 0;
    page.read = (tabId, signal) => (reads++ === 0 ? read(tabId, signal) : new MemoryPages({}).read(tabId, signal));
    const { ask, run, client } = chatBesidePages({ tabs, change: { context: { page } }, script: refusing(2_200) });
    await ask('When does the lock close?');
    expect(run().outcome).toEqual({ type: 'complete' });
    expect(listAttachedTexts(client.requests.at(-1))[0]).toMatch(
      /Rule \d+ of [^\n]* has number \d+\.\n\n\[the rest of the page is omitted/,
    );
  });
});

describe('follow-up questions', () => {
  const setup = (reading = LONG) => {
    const tab = granted(reading);
    return { tab, ...chatBesidePages({ tabs: { 1: tab }, policy: { mode: 'page-first', maxTokens: 1_500 } }) };
  };

  test('add nothing if they share no word with the rest of the page', async () => {
    const { ask, run, client } = setup();
    await ask('When does the lock close?');
    await ask('Merci beaucoup!');
    expect(getSentContext(run())).toMatchObject({ selection: 'unchanged', text: '' });
    expect(listAttachedTexts(client.requests[1])).toHaveLength(1);
  });

  test('add the text selected since', async () => {
    const { ask, run, tab, questions } = setup(HARBOR);
    await ask('When does the lock close?');
    tab.reading = { ...HARBOR, selection: 'Parrots are welcome.' };
    await ask('Why is that?');
    expect(getSentContext(run()).text).toContain('Selected by the user:\nParrots are welcome.');
    expect(getSentContext(run()).text).not.toContain('21:40');
    expect(questions().at(-1)?.attached?.data[0]?.label).toContain('selected');
    await ask('And why again?');
    expect(getSentContext(run())).toMatchObject({ selection: 'unchanged' });
  });

  test('treat fragments as the same page, except routes of an application', async () => {
    const { ask, run, tab } = setup(HARBOR);
    await ask('When does the lock close?');
    tab.reading = { ...HARBOR, url: `${HARBOR.url}#parrots` };
    await ask('Are parrots welcome?');
    expect(getSentContext(run())).toMatchObject({ selection: 'unchanged' });
    tab.reading = { ...HARBOR, url: `${HARBOR.url}#/other` };
    await ask('Are parrots welcome there?');
    expect(getSentContext(run())).toMatchObject({ selection: 'all', hasChanged: false });
  });

  test('treat the same address in another container as another page', async () => {
    const { ask, run, tab, questions } = setup(HARBOR);
    await ask('When does the lock close?');
    tab.reading = { ...HARBOR, cookieStore: 'firefox-container-2', snapshot: 'other' };
    await ask('When does it close for me?');
    expect(getSentContext(run())).toMatchObject({ selection: 'all', hasChanged: false });
    expect(getSentContext(run()).source.cookieStore).toBe('firefox-container-2');
    expect(questions().at(-1)?.attached?.data[0]?.label).not.toContain('has changed');
    await ask('And when does it open?');
    expect(getSentContext(run())).toMatchObject({ selection: 'unchanged' });
  });

  test('name the page whose text was sent before', async () => {
    const { ask, questions } = setup(HARBOR);
    await ask('When does the lock close?');
    await ask('Are parrots welcome?');
    expect(questions().at(-1)?.preface).toContain('"url":"https://harbor.test/"');
  });

  test('do not fill an unknown window with more and more of a page', async () => {
    const { ask, client } = chatBesidePages({ tabs: { 1: granted(LONG) }, connection: { isLocal: true } });
    for (const about of ['ropes', 'knots', 'harbor', 'number']) await ask(`Which rules are about ${about}?`);
    expect(estimateTokens(listAttachedTexts(client.requests.at(-1)).join('\n'))).toBeLessThan(6_000 * 2);
  });
});

describe('withheld pages', () => {
  const calling = (request: ModelRequest) =>
    hasResult(request) ? [...scriptedText('I cannot.'), STEP_END] : [...scriptedCall('c', 'read_page', {}), STEP_END];
  const skipped = async () => {
    const policy = { mode: 'page-first' as const, maxTokens: 24_000, neverSites: ['https://harbor.test'] };
    const all = chatBesidePages({ tabs: { 1: granted(HARBOR) }, script: calling, policy });
    await all.ask('When does the lock close?');
    return all;
  };

  test('are not read by tools, and no tool for them is offered', async () => {
    const { client, run } = await skipped();
    expect(client.requests[0]?.tools.map(({ name }) => name)).toEqual(['list_tabs', 'read_tab']);
    expect(serializeBody(client.requests.at(-1))).not.toContain('21:40');
    expect(serializeBody(client.requests.at(-1))).not.toContain('harbor.test');
    expect(JSON.stringify(run().steps)).toContain('not-sent');
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('include the titles of tabs if no page may be sent', async () => {
    const policy = { mode: 'never' as const, maxTokens: 24_000 };
    const script = (request: ModelRequest) =>
      hasResult(request) ? [...scriptedText('No.'), STEP_END] : [...scriptedCall('c', 'list_tabs', {}), STEP_END];
    const { ask, client } = chatBesidePages({ tabs: { 1: granted(HARBOR) }, script, policy });
    await ask('When does the lock close?');
    expect(client.requests[0]?.tools).toEqual([]);
    expect(serializeBody(client.requests.at(-1))).not.toContain('harbor');
  });
});

describe('untrusted text of the page before the question', () => {
  test('makes an effect need approval, which names the site', async () => {
    const send = scriptedTool('send_note', async () => 'sent', { withEffects: true });
    const script = () => [...scriptedCall('c', 'send_note', { word: 'tide' }), STEP_END];
    const { ask, run } = chatBesidePages({ tabs: { 1: granted(HARBOR) }, script, change: { tools: [...tools, send] } });
    await ask('Send a note.');
    expect(JSON.stringify(run().steps)).toContain('"sources":["https://harbor.test"]');
  });

  test("makes a request with an address of the model's choice need approval, also in a later question", async () => {
    const look = {
      ...scriptedTool('look_up', async () => 'found'),
      effects: { sendsTo: () => 'https://elsewhere.test/?q=tide' },
    };
    let calls = 0;
    const script = (request: ModelRequest) =>
      request.messages.length > 2 && calls++ === 0
        ? [...scriptedCall('c', 'look_up', { word: 'tide' }), STEP_END]
        : [...scriptedText('Yes.'), STEP_END];
    const { ask, run } = chatBesidePages({ tabs: { 1: granted(HARBOR) }, script, change: { tools: [...tools, look] } });
    await ask('When does the lock close?', 1);
    await ask('Look it up.', null);
    expect(run().steps.at(-1)?.parts.at(-1)).toMatchObject({
      call: { state: 'approval-requested', request: { confirm: { sources: ['https://harbor.test'] } } },
    });
  });
});

describe('bad input', () => {
  test('a page behind a consent dialog is sent with a note', async () => {
    const wall = buildReading('wall', 'We value your privacy.', 'We and our 1,400 partners store cookies. Accept all?');
    const { ask, questions, run } = chatBesidePages({ tabs: { 1: granted(wall) } });
    await ask('What is this?');
    expect(questions()[0]?.preface).toContain('hidden behind a dialog');
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('a PDF of few words is sent without a note about dialogs', async () => {
    const plan = { ...buildReading('plan', 'High water is at six.'), pdfPages: 1 };
    const { ask, questions } = chatBesidePages({ tabs: { 1: granted(plan) } });
    await ask('When is high water?');
    expect(questions()[0]?.preface).not.toContain('hidden behind a dialog');
  });

  test('a page that takes too long is left out with a note', async () => {
    const { ask, questions, run } = chatBesidePages({
      tabs: { 1: granted(HARBOR) },
      change: { context: { read: () => Promise.reject(new DOMException('late', 'TimeoutError')) } },
    });
    await ask('What is this?');
    expect(run().contexts).toMatchObject([{ state: 'error', code: 'timed-out' }]);
    expect(questions()[0]?.preface).toContain('it took too long');
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('a page that never responds is left out', async () => {
    const page = new MemoryPages({ 1: granted(HARBOR) });
    page.check = () => new Promise(() => undefined);
    const { write, goOn, run } = chatBesidePages({
      tabs: { 1: granted(HARBOR) },
      change: { context: { page }, toolTimeoutMs: 50 },
    });
    await write('What is this?');
    await goOn();
    expect(run()).toMatchObject({ contexts: [{ state: 'error', code: 'timed-out' }], outcome: { type: 'complete' } });
  });

  test('long titles and addresses are truncated', async () => {
    const reading = { ...HARBOR, title: 'tide\n'.repeat(2_000), url: `https://harbor.test/?q=${'x'.repeat(7_000)}` };
    const { ask, run } = chatBesidePages({ tabs: { 1: granted(reading) }, connection: { contextWindow: 4_096 } });
    await ask('When does the lock close?');
    expect(getSentContext(run()).text).toContain('21:40');
    expect(getSentContext(run()).text.length).toBeLessThan(1_500);
  });

  test('passages of a truncated page of two megabytes are selected in linear time', async () => {
    const askAbout = async (count: number) => {
      const huge = { ...buildReading('huge', ...rules(count), 'The lock closes at 21:40.'), truncated: true };
      const { ask, run } = chatBesidePages({ tabs: { 1: granted(huge) } });
      await ask('When does the lock close?');
      expect(getSentContext(run()).text).toContain('its end is missing');
      expect(getSentContext(run()).text).toContain('21:40');
    };
    expect(await timeGrowth(askAbout, 28_000)).toBeLessThan(LINEAR_GROWTH);
  });

  test('a page that changes after reading counts as changed in the next question', async () => {
    const tab = granted(HARBOR);
    const change = async () => {
      tab.reading = buildReading('harbor', 'Closed for repairs.');
    };
    const { ask, run, client } = chatBesidePages({
      tabs: { 1: tab },
      script: () => [{ type: 'pause', until: change }, ...scriptedText('At 21:40.'), STEP_END],
    });
    await ask('When does the lock close?');
    expect(listAttachedTexts(client.requests[0])[0]).toContain('21:40');
    await ask('And now?');
    expect(getSentContext(run())).toMatchObject({ hasChanged: true, selection: 'all' });
  });
});

describe('a page with a video', () => {
  const transcript = {
    title: 'Talk',
    url: 'https://video.test/',
    language: 'en',
    lines: Array.from({ length: 400 }, (_, n) => ({ start: n * 30, text: `Sentence ${n} is about the tide.` })),
  };
  const reading = { ...buildReading('video', '# Talk', 'Recorded in the harbor.'), url: 'https://video.test/watch' };

  test('is sent with its captions, which are continued by time', async () => {
    const { ask, run } = chatBesidePages({
      tabs: { 1: granted(reading, { transcript }) },
      policy: { mode: 'page-first', maxTokens: 1_000 },
    });
    await ask('Summarize the talk.');
    const { text, kind, selection, cursor } = getSentContext(run());
    expect({ kind, selection }).toEqual({ kind: 'transcript', selection: 'coverage' });
    expect(text).toContain('Recorded in the harbor.');
    expect(text).toMatch(/\[\d+:\d\d] Sentence 0/);
    // Spread over the whole talk, not only its beginning.
    expect(text).toMatch(/Sentence 3\d\d/);
    expect(text).toContain(`[read_transcript with from "${cursor}" reads what is left out]`);
  });
});

describe('an added tab', () => {
  test('of which only a part is sent is continued with read_tab', async () => {
    const { ask, run, client } = chatBesidePages({
      tabs: { 1: granted(HARBOR), 2: granted(LONG) },
      policy: { mode: 'page-first', maxTokens: 1_500 },
    });
    await ask('Compare the two.', 1, [2]);
    expect(getSentContext(run(), 1).text).toContain('[read_tab with tab_id 2 and cursor "');
    expect(client.requests[0]?.tools.map(({ name }) => name)).toContain('read_tab');
  });
});

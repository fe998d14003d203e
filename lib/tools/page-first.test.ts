import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { warmUpRequest } from '../agent/context/model-request.ts';
import { listToolCalls } from '../contracts/index.ts';
import type { ModelRequest } from '../contracts/model-client.ts';
import { PageError } from '../contracts/page.ts';
import type { ContextPolicy } from '../contracts/page-context.ts';
import { NO_REQUEST_CAPABILITY, requestBody } from '../model-api/chat-completions/request/request-body.ts';
import { createModelClient } from '../model-api/client/model-client.ts';
import { tagPrompt } from '../model-api/text-tool-calls/tag-prompt.ts';
import { MODEL, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { listAttachedTexts } from '../testing/agent/scripted-chat.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import type { ModelChange } from '../testing/agent/scripted-run.ts';
import { hasResult, joinRunText, scriptedTool } from '../testing/agent/scripted-run.ts';
import { called, pageContext, step } from '../testing/agent/scripted-thread.ts';
import { buildForm, buildReading, granted, MemoryPages, type MemoryTab } from '../testing/tools/memory-pages.ts';
import { chatBesidePages, HARBOR, PASSWORD_FORM } from '../testing/tools/page-chat.ts';
import { estimateTokens } from '../text/token-estimate.ts';
import { tools } from './index.ts';
import { readTabContext } from './read-context.ts';

const POLICY: ContextPolicy = { mode: 'page-first', maxTokens: 24_000 };

describe('a question about a page', () => {
  test('is sent in one request with the page as data before the question', async () => {
    const { ask, client, run } = chatBesidePages();
    await ask('When does the lock close?');
    expect(client.requests).toHaveLength(1);
    const [request] = client.requests;
    expect(listAttachedTexts(request)[0]).toContain('The lock closes at 21:40 in winter.');
    const content = String(requestBody(request as ModelRequest, NO_REQUEST_CAPABILITY).messages.at(-1)?.content);
    expect(content).toMatch(
      /^The page the user is looking at:\n\[data [a-z]{12}\]\n[\s\S]*\n\[end [a-z]{12}\]\n\nToday is \d{4}-\d\d-\d\d\.\n\nQuestion: When does the lock close\?$/,
    );
    expect(run().contexts).toMatchObject([{ state: 'available', context: { selection: 'all' } }]);
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('does not repeat an unchanged page, and includes it again after a change', async () => {
    const tab = granted(HARBOR);
    const { ask, client, questions } = chatBesidePages({ tabs: { 1: tab } });
    await ask('When does the lock close?');
    await ask('And parrots?');
    expect(listAttachedTexts(client.requests[1])).toHaveLength(1);
    expect(questions().at(-1)?.preface).toContain('has not changed');
    tab.reading = buildReading('harbor', '# Harbor', 'The lock closes at 22:00.');
    await ask('And now?');
    expect(questions().at(-1)?.attached?.data).toMatchObject([
      { label: expect.stringContaining('has changed since'), text: expect.stringContaining('22:00') },
    ]);
  });

  test('continues without a page that cannot be read, which the request mentions', async () => {
    const error = new PageError('browser-page', 'no');
    const { ask, client, run } = chatBesidePages({ tabs: { 1: { reading: HARBOR, access: { type: 'impossible', error } } } });
    await ask('What is this?');
    expect(run().contexts).toMatchObject([{ state: 'error', code: 'browser-page' }]);
    expect(client.requests[0]?.messages[0]).toMatchObject({ preface: expect.stringContaining('could not be read') });
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('continues without a page that has no text', async () => {
    const { ask, run } = chatBesidePages({ tabs: { 1: granted(buildReading('blank')) } });
    await ask('What is this?');
    expect(run().contexts).toMatchObject([{ state: 'error', code: 'empty' }]);
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('waits for approval if the page may not be read, and continues in either case', async () => {
    for (const approved of [true, false]) {
      const tab: MemoryTab = { reading: HARBOR, access: { type: 'needed' } };
      const { ask, client, run, log, goOn } = chatBesidePages({ tabs: { 1: tab } });
      await ask('When does the lock close?');
      expect(client.requests).toHaveLength(0);
      expect(run().contexts).toMatchObject([{ state: 'approval-requested', question: { reason: 'no-access' } }]);
      if (approved) tab.access = granted(HARBOR).access;
      const contextId = run().contexts[0]?.contextId ?? '';
      const origin = approved ? { origin: 'https://harbor.test' } : {};
      await log.append(THREAD_ID, [{ type: 'context-approval-response', contextId, approved, ...origin }], 'run1');
      await goOn();
      expect(listAttachedTexts(client.requests[0])).toHaveLength(approved ? 1 : 0);
      expect(run().outcome).toEqual({ type: 'complete' });
    }
  });

  test('asks for the site of a document that the browser shows itself, unless that is never sent', async () => {
    const tab = (): MemoryTab => ({ reading: HARBOR, access: { type: 'viewer', url: HARBOR.url } });
    const { ask, run } = chatBesidePages({ tabs: { 1: tab() } });
    await ask('When does the lock close?');
    expect(run().contexts).toMatchObject([
      { state: 'approval-requested', question: { reason: 'viewer', origin: 'https://harbor.test' } },
    ]);
    const kept = chatBesidePages({ tabs: { 1: tab() }, policy: { ...POLICY, neverSites: ['https://harbor.test'] } });
    await kept.ask('When does the lock close?');
    expect(kept.run().contexts).toMatchObject([{ state: 'skipped' }]);
  });

  test.each(['ask', 'never'] as const)("respects the user's policy for the site: %s", async (choice) => {
    const site = ['https://harbor.test'];
    const policy = { ...POLICY, ...(choice === 'ask' ? { askSites: site } : { neverSites: site }) };
    const { ask, client, run } = chatBesidePages({ policy });
    await ask('When does the lock close?');
    expect(run().contexts).toMatchObject([{ state: choice === 'ask' ? 'approval-requested' : 'skipped' }]);
    expect(listAttachedTexts(client.requests[0])).toEqual([]);
  });

  test('asks before a page with a password field is sent to a hosted model, and only then', async () => {
    const forms = [PASSWORD_FORM];
    const hosted = chatBesidePages({ tabs: { 1: granted(HARBOR, { forms }) } });
    await hosted.ask('What is this?');
    expect(hosted.run().contexts).toMatchObject([
      { state: 'approval-requested', question: { reason: 'sensitive-fields' } },
    ]);
    const local = chatBesidePages({ tabs: { 1: granted(HARBOR, { forms }) }, connection: { isLocal: true } });
    await local.ask('What is this?');
    expect(local.run().contexts).toMatchObject([{ state: 'available' }]);
  });

  test('has the forms of a page if the question asks for one, as the arguments of fill_form', async () => {
    const forms = [buildForm('Delivery', [{ label: 'Street', value: 'Secret Street' }])];
    const asking = chatBesidePages({ tabs: { 1: granted(HARBOR, { forms }) } });
    await asking.ask('Fill in the form');
    const [fillForm] = asking.client.requests[0]?.tools.filter(({ name }) => name === 'fill_form') ?? [];
    expect(fillForm?.jsonSchema).toMatchObject({
      properties: { form: { enum: ['fill_delivery'] }, values: { properties: { street: { type: 'string' } } } },
    });
    expect(JSON.stringify(fillForm?.jsonSchema)).not.toContain('Secret');
    const other = chatBesidePages({ tabs: { 1: granted(HARBOR, { forms }) } });
    await other.ask('When does the lock close?');
    expect(other.client.requests[0]?.tools.map(({ name }) => name)).not.toContain('fill_form');
  });

  test('asks about a page that got a password field while it was read', async () => {
    let readings = 0;
    class LatePages extends MemoryPages {
      override read(...request: Parameters<MemoryPages['read']>) {
        readings += 1;
        return super.read(...request);
      }
      override async hasSensitiveField() {
        return readings > 0;
      }
    }
    const { ask, client, run } = chatBesidePages({ change: { context: { page: new LatePages({ 1: granted(HARBOR) }) } } });
    await ask('What is this?');
    expect(readings).toBe(1);
    expect(run().contexts).toMatchObject([{ state: 'approval-requested', question: { reason: 'sensitive-fields' } }]);
    expect(client.requests).toEqual([]);
  });

  test('asks before a tool reads another tab of the same site that has a password field, and only then', async () => {
    const account = buildReading('harbor', '# Account', 'Your mooring is paid.');
    const tabs = { 1: granted(HARBOR), 2: granted(account, { forms: [PASSWORD_FORM] }) };
    const script = (request: ModelRequest) =>
      hasResult(request)
        ? [...scriptedText('Done.'), STEP_END]
        : [...scriptedCall('a', 'read_tab', { tab_id: 2 }), STEP_END];
    const calls = ({ run }: ReturnType<typeof chat>) => run().steps.flatMap(listToolCalls);
    const hosted = chatBesidePages({ tabs, script });
    await hosted.ask('What is in my other tabs?');
    expect(calls(hosted)).toMatchObject([
      {
        state: 'approval-requested',
        request: { type: 'page-access', tabId: 2, reason: { key: 'contextAsksSensitive' } },
      },
    ]);
    const local = chatBesidePages({ tabs, script, connection: { isLocal: true } });
    await local.ask('What is in my other tabs?');
    expect(calls(local)).toMatchObject([{ state: 'output-available' }]);
  });

  test('asks nothing about a password field for a local model, also if another runner goes on with the call', async () => {
    const tabs = { 1: granted(HARBOR), 2: granted(buildReading('harbor', '# Account'), { forms: [PASSWORD_FORM] }) };
    const { write, log, goOn, run } = chatBesidePages({ tabs, connection: { isLocal: true } });
    await write('What is in my other tabs?');
    // The log as it is if the worker was stopped, or the user was asked, before the call.
    await log.append(
      THREAD_ID,
      [...step(`${run().messageId}:0`, ...called('a', 'read_tab', { tab_id: 2 }))],
      run().messageId,
    );
    await goOn();
    expect(run().steps.flatMap(listToolCalls)).toMatchObject([{ state: 'output-available' }]);
  });

  test('masks secrets in text and title', async () => {
    const reading = { ...buildReading('shop', 'Pay with 4111 1111 1111 1111.'), title: 'Card 4111 1111 1111 1111' };
    const { ask, client } = chatBesidePages({ tabs: { 1: granted(reading) } });
    await ask('What is this?');
    expect(JSON.stringify(client.requests[0])).not.toContain('4111 1111');
  });

  test('also reads added tabs, and shares the budget among all', async () => {
    const long = buildReading(
      'long',
      '# Long',
      ...Array.from({ length: 200 }, (_, n) => `Rule ${n} of the long page is about ropes and knots.`),
    );
    const { ask, run } = chatBesidePages({
      tabs: { 1: granted(long), 2: granted(HARBOR) },
      policy: { ...POLICY, maxTokens: 1_000 },
    });
    await ask('When does the lock close?', 1, [2]);
    const tokens = run().contexts.map((part) => (part.state === 'available' ? part.context.tokens : 0));
    expect(tokens).toHaveLength(2);
    expect(tokens[1]).toBeLessThan(60);
    // The short page leaves the rest of its share to the long one.
    expect(tokens[0]).toBeGreaterThan(800);
    expect((tokens[0] ?? 0) + (tokens[1] ?? 0)).toBeLessThanOrEqual(1_000);
  });

  test('only reads the page by tools in on-demand mode', async () => {
    const { ask, client, run } = chatBesidePages({ policy: { ...POLICY, mode: 'on-demand' } });
    await ask('When does the lock close?');
    expect(run().contexts).toEqual([]);
    expect(client.requests[0]?.tools.map(({ name }) => name)).toContain('read_page');
  });
});

describe('tools with a page in the conversation', () => {
  const offered = async (connection: ModelChange, tabs?: Record<number, MemoryTab>) => {
    const { ask, client } = chatBesidePages({ connection, ...(tabs ? { tabs } : {}) });
    await ask('When does the lock close?');
    return client.requests[0]?.tools.map(({ name }) => name) ?? [];
  };
  const LONG = buildReading(
    'long',
    '# Long',
    ...Array.from({ length: 3_000 }, (_, n) => `Rule ${n} of the long page.`),
  );

  test('are none for a local or small model, or one that does not work well with them', async () => {
    expect(await offered({ isLocal: true })).toEqual([]);
    expect(await offered({ toolMode: 'tags' })).toEqual([]);
    expect(await offered({ contextWindow: 4_096 })).toEqual([]);
    expect(await offered({ worksWithTools: false })).toEqual([]);
  });

  test('are at most four for others, and none that reads the page', async () => {
    const names = await offered({});
    expect(names.length).toBeLessThanOrEqual(4);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => ['read_page', 'find_in_page', 'read_section'].includes(name))).toEqual([]);
    expect(await offered({ isLocal: true, worksWithTools: true })).toEqual(names);
  });

  test('are those that the question asks for', async () => {
    const asking = async (question: string) => {
      const { ask, client } = chatBesidePages({ connection: { isLocal: true } });
      await ask(question);
      return client.requests[0]?.tools.map(({ name }) => name);
    };
    expect(await asking('Which of my tabs are about parrots?')).toEqual(['list_tabs', 'read_tab', 'search_tabs']);
    expect(await asking('Wohin führen die Links?')).toEqual(['list_links']);
    expect(await asking('这个页面有哪些链接？')).toEqual(['list_links']);
    expect(await asking('Does the linked PDF say more?')).toEqual(['read_pdf']);
  });

  test('take no more than 250 tokens of a tag prompt', async () => {
    const { ask, client } = chatBesidePages({ connection: { toolMode: 'tags', worksWithTools: true } });
    await ask('When does the lock close?');
    const names = client.requests[0]?.tools ?? [];
    expect(names.length).toBeGreaterThan(0);
    expect(estimateTokens(tagPrompt(names))).toBeLessThanOrEqual(250);
  });

  test('include other tools that the user has enabled', async () => {
    const look = scriptedTool('look_up', async () => 'found');
    const { ask, client } = chatBesidePages({ connection: { isLocal: true }, change: { tools: [...tools, look] } });
    await ask('When does the lock close?');
    expect(client.requests[0]?.tools.map(({ name }) => name)).toEqual(['look_up']);
  });

  test('search and read the page if only a part of it is in the conversation of a capable model', async () => {
    expect(await offered({}, { 1: granted(LONG) })).toEqual([
      'read_page',
      'find_in_page',
      'read_section',
      'read_table',
    ]);
  });

  test('are omitted with a part of a page for a small or unknown local model, which is not told how to read on', async () => {
    const tabs = { 1: granted(LONG) };
    expect(await offered({ isLocal: true }, tabs)).toEqual([]);
    const lastLine = async (connection: ModelChange) => {
      const { ask, client } = chatBesidePages({ tabs, connection });
      await ask('When does the lock close?');
      return listAttachedTexts(client.requests[0])[0]?.split('\n').at(-1);
    };
    expect(await lastLine({ isLocal: true })).not.toContain('read_page');
    expect(await lastLine({})).toContain('read_page');
  });

  test('a call for the page in the conversation is answered from it, and the next request must answer', async () => {
    const script = (request: ModelRequest) =>
      hasResult(request) ? [...scriptedText('At 21:40.'), STEP_END] : [...scriptedCall('c', 'read_page', {}), STEP_END];
    const { ask, client, run, learned } = chatBesidePages({ script, connection: { isLocal: true } });
    await ask('When does the lock close?');
    expect(client.requests).toHaveLength(2);
    expect(client.requests[1]).toMatchObject({ tools: [], toolMode: 'none' });
    expect(joinRunText(run())).toContain('21:40');
    expect(learned).toContainEqual({ type: 'tool-offer', use: 'needless' });
  });

  test('a call for a page that had to be cut in the request is run', async () => {
    const lines = Array.from({ length: 400 }, (_, n) => `Rule ${n} of the harbor: tie up at berth ${n * 7}.`);
    const look = scriptedTool('look_up', async () => 'x'.repeat(60_000));
    const script = (request: ModelRequest) => {
      const calls = request.messages.filter(({ role }) => role === 'tool').length;
      const next = [scriptedCall('a', 'look_up', {}), scriptedCall('b', 'read_page', {})][calls];
      return [...(next ?? scriptedText('At berth 2793.')), STEP_END];
    };
    const { ask, client, run, learned } = chatBesidePages({
      tabs: { 1: granted(buildReading('rules', '# Rules', ...lines)) },
      change: { tools: [...tools, look] },
      connection: { contextWindow: 20_000 },
      script,
    });
    await ask('Where do I tie up?');
    expect(run().contexts).toMatchObject([{ context: { selection: 'all' } }]);
    expect(run().steps[1]?.notices).toContainEqual({ code: 'shortened', what: 'page' });
    expect(client.requests.at(-1)?.messages.at(-1)).toMatchObject({ content: expect.stringContaining('Rule 12 of') });
    expect(learned).not.toContainEqual({ type: 'tool-offer', use: 'needless' });
  });

  test('a native call of a recognized tool is answered from the page, next to offered ones', async () => {
    const look = scriptedTool('look_up', async () => 'found');
    const call = { id: 'c', type: 'function', function: { name: 'read_page', arguments: '{}' } };
    const replies = [
      { message: { role: 'assistant', content: null, tool_calls: [call] }, finish_reason: 'tool_calls' },
      { message: { role: 'assistant', content: 'At 21:40.' }, finish_reason: 'stop' },
    ];
    const bodies: { tools?: unknown[] }[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return Response.json({ choices: [{ index: 0, ...replies[bodies.length - 1] }] });
    };
    const client = createModelClient({ baseUrl: 'http://127.0.0.1:9/v1', hostKind: 'loopback', apiKey: null, fetch });
    const { ask, run } = chatBesidePages({ connection: { client, isLocal: true }, change: { tools: [...tools, look] } });
    await ask('When does the lock close?');
    expect(bodies.map((body) => body.tools?.length)).toEqual([1, undefined]);
    expect(joinRunText(run())).toBe('At 21:40.');
  });

  test.each(['tags', 'native'] as const)(
    'a small model (%s) that writes a call although none is offered gets its answer from the page',
    async (toolMode) => {
      const bodies: string[] = [];
      const replies = ['<tool name="read_page">{}</tool>', 'At 21:40.'];
      const fetch: typeof globalThis.fetch = async (_url, init) => {
        bodies.push(String(init?.body));
        const choices = [
          { index: 0, message: { role: 'assistant', content: replies[bodies.length - 1] }, finish_reason: 'stop' },
        ];
        return Response.json({ choices });
      };
      const client = createModelClient({ baseUrl: 'http://127.0.0.1:9/v1', hostKind: 'loopback', apiKey: null, fetch });
      const { ask, run, learned } = chatBesidePages({ connection: { client, isLocal: true, toolMode } });
      await ask('When does the lock close?');
      expect(learned.filter((observation) => JSON.stringify(observation).includes('text-call'))).toEqual([]);
      expect(bodies).toHaveLength(2);
      expect(bodies[0]).not.toContain('You can call tools');
      expect(joinRunText(run())).toBe('At 21:40.');
    },
  );
});

describe('a run that continues an answer that was cut off', () => {
  test('has the page of its question, and the same tools', async () => {
    const tabs = { 1: granted(HARBOR) };
    let isCut = true;
    const script = () =>
      isCut
        ? [...scriptedText('The lock closes'), { type: 'interrupted', detail: 'cut' } as const]
        : [...scriptedText(' at 21:40.'), STEP_END];
    const { ask, client, log, goOn, run } = chatBesidePages({ tabs, script, connection: { isLocal: true } });
    await ask('When does the lock close?');
    isCut = false;
    const start = { runId: 'more', messageId: 'q1', model: MODEL, tabId: 1, page: null, maxSteps: 5, context: POLICY };
    await log.append(THREAD_ID, [{ type: 'run-start', ...start, continues: 'run1' }], null);
    await goOn();
    expect(client.requests).toHaveLength(2);
    expect(client.requests[1]?.tools).toEqual([]);
    expect(listAttachedTexts(client.requests[1])[0]).toContain('21:40');
    expect(run()).toMatchObject({ contexts: [], outcome: { type: 'complete' } });
  });
});

describe('observations about tools with a page in the conversation', () => {
  const LONG_PAGE = buildReading(
    'long',
    '# Long',
    ...Array.from({ length: 3_000 }, (_, n) => `Rule ${n} of the long page.`),
  );

  test('count a run once, as useful if a model searches a page of which it has a part', async () => {
    const script = (request: ModelRequest) =>
      hasResult(request)
        ? [...scriptedText('Yes.'), STEP_END]
        : [...scriptedCall('c', 'find_in_page', { query: 'rule' }), STEP_END];
    const { ask, learned } = chatBesidePages({ tabs: { 1: granted(LONG_PAGE) }, script });
    await ask('Is there a rule?');
    expect(learned.filter((observation) => JSON.stringify(observation).includes('tool-offer'))).toEqual([
      { type: 'tool-offer', use: 'useful' },
    ]);
  });

  test('count as needless, and no more, if a model calls for the page in the conversation', async () => {
    const script = (request: ModelRequest) =>
      hasResult(request) ? [...scriptedText('Yes.'), STEP_END] : [...scriptedCall('c', 'read_page', {}), STEP_END];
    const repaired = (request: ModelRequest) =>
      script(request).map((line) => ('repaired' in line ? { ...line, repaired: true } : line));
    // A repaired call begins after the step.
    for (const each of [script, repaired]) {
      const { ask, learned } = chatBesidePages({ script: each });
      await ask('When does the lock close?');
      expect(learned.filter((observation) => JSON.stringify(observation).includes('tool-offer'))).toEqual([
        { type: 'tool-offer', use: 'needless' },
      ]);
    }
  });

  test('count nothing if the tools were left out of the request', async () => {
    const context = pageContext({ text: 'Tie up at berth 7. '.repeat(600) });
    const { ask, client, learned } = chatBesidePages({
      connection: { contextWindow: 4_096, worksWithTools: true },
      change: { context: { read: async () => ({ wantedTokens: 10, select: () => context }) } },
    });
    await ask('Where do I tie up?');
    expect(client.requests[0]).toMatchObject({ tools: [], toolMode: 'native' });
    expect(listAttachedTexts(client.requests[0])).toEqual([context.text]);
    expect(learned).toEqual([]);
  });
});

describe('an answer that only announces a call', () => {
  test('ends the run if there is neither a page nor a tool', async () => {
    const script = () => [...scriptedText('Let me check that first.'), STEP_END];
    const { ask, client } = chatBesidePages({ script, connection: { toolMode: 'none' } });
    await ask('Hello?', null);
    expect(client.requests).toHaveLength(1);
  });

  test('is followed by one more request, and only one', async () => {
    const script = () => [...scriptedText("I'll read the page first."), STEP_END];
    const { ask, client, run } = chatBesidePages({ script });
    await ask('When does the lock close?');
    expect(client.requests).toHaveLength(2);
    expect(client.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('Answer the question from it now'),
    });
    expect(run().outcome).toEqual({ type: 'complete' });
  });
});

describe('prompt caches', () => {
  test('the warm-up request is a prefix of the request that follows', async () => {
    const { ask, client, thread, run } = chatBesidePages();
    await ask('When does the lock close?');
    await ask('And here?', 1);
    const [part] = run().contexts;
    expect(part?.state === 'available' && part.context.selection).toBe('unchanged');
    const fresh = chatBesidePages();
    const page = new MemoryPages({ 1: granted(HARBOR) });
    const request = {
      type: 'tab' as const,
      page,
      tabId: 1,
      isOpenPage: true,
      question: '',
      earlier: [],
      canReadOn: false,
      wantsForms: false,
      maySendFile: () => false,
    };
    const reading = await readTabContext(request, new AbortController().signal);
    const context = reading?.select(9_000);
    if (context === undefined) throw new Error('The page was not read.');
    const ahead = warmUpRequest({
      state: fresh.thread(),
      model: MODEL,
      systemPrompt: '',
      instructions: '',
      memories: [],
      messageId: 'q1',
      context,
    });
    await fresh.ask('When does the lock close?');
    const listMessageContents = (request: ModelRequest | null | undefined) =>
      request ? requestBody(request, NO_REQUEST_CAPABILITY).messages.map(({ content }) => String(content)) : [];
    const [system, question = ''] = listMessageContents(fresh.client.requests[0]);
    const [aheadSystem, aheadPage = 'none'] = listMessageContents(ahead);
    expect(aheadSystem).toBe(system);
    expect(aheadPage).toContain('The lock closes at 21:40');
    expect(question.startsWith(aheadPage.trimEnd())).toBe(true);
    expect(ahead?.maxOutputTokens).toBe(1);
    expect([client.requests.length, thread().messages.length]).toEqual([2, 4]);
  });

  test.each([
    ['with native tools', { toolMode: 'native', isLocal: false }, [1, 2, null]],
    // Which tools the system prompt describes depends on the active tab.
    ['with tags', { toolMode: 'tags', isLocal: true }, [1, 2]],
    ['without tools', { toolMode: 'none', isLocal: true }, [1, 2, null]],
  ] as const)(
    'each request begins with all of the one before it, up to its last message, %s',
    async (_how, connection, tabIds) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ tab: fc.constantFrom(...tabIds), calls: fc.boolean() }), { minLength: 2, maxLength: 5 }),
          async (turns) => {
            let turn = 0;
            const script = (request: ModelRequest) =>
              turns[turn]?.calls && request.tools.length > 0 && !hasNewResult(request)
                ? [...scriptedCall(`c${turn}`, 'list_tabs', {}), STEP_END]
                : [...scriptedText('Yes.'), STEP_END];
            const { ask, client } = chatBesidePages({
              script,
              connection,
              tabs: { 1: granted(HARBOR), 2: granted(buildReading('other', '# Other', 'Text.')) },
            });
            for (const { tab } of turns) {
              await ask('Why?', tab);
              turn += 1;
            }
            const bodies = client.requests.map((request) =>
              requestBody(request, NO_REQUEST_CAPABILITY).messages.map((message) => JSON.stringify(message)),
            );
            for (const [index, body] of bodies.entries()) {
              const before = bodies[index - 1];
              if (before) expect(body.slice(0, before.length)).toEqual(before);
            }
          },
        ),
        { numRuns: 30 },
      );
    },
  );
});

function hasNewResult({ messages }: ModelRequest): boolean {
  return messages.at(-1)?.role === 'tool';
}

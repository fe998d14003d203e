import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../contracts/model-client.ts';
import type { ContextPolicy } from '../contracts/page-context.ts';
import { createModelClient } from '../model-api/client/model-client.ts';
import { tagPrompt } from '../model-api/text-tool-calls/tag-prompt.ts';
import { MODEL, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { listAttachedTexts } from '../testing/agent/scripted-chat.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import type { ModelChange } from '../testing/agent/scripted-run.ts';
import { hasResult, joinRunText, scriptedTool } from '../testing/agent/scripted-run.ts';
import { pageContext } from '../testing/agent/scripted-thread.ts';
import { buildReading, granted, type MemoryTab } from '../testing/tools/memory-pages.ts';
import { chatBesidePages, HARBOR } from '../testing/tools/page-chat.ts';
import { estimateTokens } from '../text/token-estimate.ts';
import { tools } from './index.ts';

const POLICY: ContextPolicy = { mode: 'page-first', maxTokens: 24_000 };

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
    const { ask, run } = chatBesidePages({
      connection: { client, isLocal: true },
      change: { tools: [...tools, look] },
    });
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

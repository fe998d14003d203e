import { describe, expect, test } from 'vitest';
import { type ChatSearch, type ChatText, listToolCalls, type OwnData, readToolPreview } from '../contracts/index.ts';
import { MODEL, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { hasResult, scriptedRun } from '../testing/agent/scripted-run.ts';
import { tools } from './index.ts';
import { parsePeriod } from './search-chats.ts';

const AT = new Date(2026, 9, 3, 12).getTime();
const TIDES: ChatText = {
  threadId: 'sea',
  messageId: 'm1',
  title: 'About the sea',
  at: AT,
  author: 'assistant',
  text: '# Tides\n\nHigh water in Hamburg was at 14:20.\n\nUnrelated words.',
};

/** Asks `question` of a model that searches, with chats in memory. */
async function ask(
  question: string,
  { texts = [TIDES], input = {}, ownData = false, page = null as object | null } = {},
) {
  const searches: ChatSearch[] = [];
  const own: OwnData = {
    async chatTexts(search) {
      searches.push(search);
      return texts;
    },
    hasPermission: async () => false,
    savedPages: async () => [],
  };
  const run = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('At 14:20.'), STEP_END]
        : [
            ...scriptedCall('c1', 'search_chats', { query: 'high water in Hamburg', ...input }),
            { type: 'step-end', finishReason: 'tool-calls' },
          ],
    { tools, context: { ownData: own } },
  );
  const start = { runId: 'run', messageId: 'q', model: MODEL, tabId: null, page: page as null, maxSteps: 5 };
  await run.log.append(
    THREAD_ID,
    [
      { type: 'user-message', messageId: 'q', content: question },
      { type: 'run-start', ...start, ...(ownData ? { ownData: true as const } : {}) },
    ],
    null,
  );
  await run.goOn();
  const call = run.answer().steps.flatMap(listToolCalls)[0];
  const offered = run.client.requests[0]?.tools.map(({ name }) => name) ?? [];
  return { run, searches, call, offered };
}

const ASKING = 'What did I find out about high water in my earlier chats?';

describe('a search in other chats', () => {
  test('returns passages with the title and day of their chat, as untrusted data', async () => {
    const { run, searches, call } = await ask(ASKING);
    expect(searches).toEqual([
      { starts: ['high', 'water', 'hamburg'], since: null, until: null, exceptThreadId: THREAD_ID },
    ]);
    const result = run.client.requests[1]?.messages.findLast(({ role }) => role === 'tool');
    expect(result).toMatchObject({ isError: false, delimiter: expect.any(String) });
    expect(result?.content).toBe(
      '- You answered on 2026-10-03, in the chat "About the sea":\nHigh water in Hamburg was at 14:20.\n\nUnrelated words.',
    );
    if (call?.state !== 'output-available') throw new Error('There is no result.');
    expect(call.output.details).toMatchObject({ source: 'chats', hits: 1 });
    expect(readToolPreview(call.output.details)).toMatchObject({
      kind: 'chats',
      items: [{ threadId: 'sea', messageId: 'm1', title: 'About the sea', date: '2026-10-03' }],
    });
  });

  test('looks at the days that are named, and says which are none', async () => {
    const { searches, run } = await ask(ASKING, { input: { since: '2026-10-01', until: 'last week' } });
    expect(searches[0]).toMatchObject({ since: new Date(2026, 9, 1).getTime(), until: null });
    expect(JSON.stringify(run.client.requests[1]?.messages)).toContain('last week');
    const { times } = parsePeriod('2026-10-01', '2026-10-31');
    expect(times.until).toBe(new Date(2026, 10, 1).getTime());
  });

  test('says so if nothing fits', async () => {
    const { run } = await ask(ASKING, { texts: [] });
    expect(JSON.stringify(run.client.requests[1]?.messages)).toContain('Nothing in other chats fits');
  });

  test('is neither offered nor run if the user neither asked for it nor switched it on', async () => {
    const { offered, searches, call } = await ask('When is high water?');
    expect(offered).not.toContain('search_chats');
    expect(searches).toEqual([]);
    expect(call).toMatchObject({ state: 'output-error', code: 'unknown-tool' });
  });

  test('is there if the user switched it on', async () => {
    const { offered, searches } = await ask('When is high water?', { ownData: true });
    expect(offered).toContain('search_chats');
    expect(searches).toHaveLength(1);
  });
});

import { expect, test } from 'vitest';
import type { Failure } from '../contracts/failure.ts';
import type { ModelRequest } from '../contracts/model-client.ts';
import { visible } from '../testing/agent/crash-scenario.ts';
import { KilledError } from '../testing/agent/memory-log.ts';
import { type ScriptedChat, scriptedChat } from '../testing/agent/scripted-chat.ts';
import { STEP_END, scriptedText } from '../testing/agent/scripted-model.ts';
import { buildReading, granted, MemoryPages, type MemoryTab } from '../testing/tools/memory-pages.ts';
import { tools } from './index.ts';
import { readTabContext } from './read-context.ts';

const PAGE = buildReading('harbor', '# Harbor', 'The lock closes at 21:40 in winter.');
const LONG = buildReading('long', '# Rules', ...Array.from({ length: 900 }, (_, n) => `Rule ${n} is about ropes.`));
const failure: Failure = { code: 'bad-response', message: 'too long', retryable: false };

/** Refuses requests that contain more of the pages than this, and answers with the text that it received. */
const server = (most: number) => (request: ModelRequest) => {
  const data = request.messages.flatMap((message) => (message.role === 'user' ? (message.attached?.data ?? []) : []));
  const sent = data.filter(({ page }) => page !== undefined);
  const size = sent.reduce((sum, { text }) => sum + text.length, 0);
  return size > most
    ? [{ type: 'retry', reason: 'context-length', observation: null, afterMs: 0, failure } as const]
    : [...scriptedText(`I was sent ${sent.length} pages, ${size} characters.`), STEP_END];
};

function chat(tabs: Record<number, MemoryTab>, script: NonNullable<ScriptedChat['script']>) {
  const known = (tabId: number) => {
    const access = tabs[tabId]?.access;
    return access?.type === 'granted' ? { title: access.title, url: access.url } : null;
  };
  return scriptedChat({
    script,
    policy: { mode: 'page-first', maxTokens: 3_000 },
    world: { tools, context: { page: new MemoryPages(tabs), read: readTabContext } },
    known,
  });
}

/** Asks beside two pages. The worker is stopped after `kill` appends, and another one continues. */
async function askWithKill(most: number, kill: number) {
  const { write, goOnUntil, goOn, run, thread } = chat({ 1: granted(PAGE), 2: granted(LONG) }, server(most));
  await write('What are the rules about ropes?', 1, [2]);
  let killed = false;
  await goOnUntil(kill).catch((error: unknown) => {
    if (!(error instanceof KilledError)) throw error;
    killed = true;
  });
  await goOn();
  const contexts = run().contexts.map((part) => ({ ...part, ms: 0 }));
  return { killed, contexts, messages: visible(thread().messages) };
}

test.each([
  ['while pages are read', 100_000, 5],
  ['while less of them is chosen', 8_000, 8],
])('a worker killed %s leads to the same request and answer', async (_when, most, places) => {
  const expected = await askWithKill(most, Number.POSITIVE_INFINITY);
  expect(expected.contexts).toMatchObject([{ state: 'available' }, { state: 'available' }]);
  expect(JSON.stringify(expected.messages)).toContain('I was sent 2 pages');
  let killed = 0;
  for (let kill = 0; ; kill++) {
    const run = await askWithKill(most, kill);
    expect(run.contexts, `killed after ${kill} appends`).toEqual(expected.contexts);
    expect(run.messages, `killed after ${kill} appends`).toEqual(expected.messages);
    if (!run.killed) break;
    killed++;
  }
  expect(killed).toBeGreaterThanOrEqual(places);
});

test('a page that waits for approval still waits after the worker was killed, and is read once approved', async () => {
  for (let kill = 0; kill < 4; kill++) {
    const tab: MemoryTab = { reading: PAGE, access: { type: 'needed' } };
    const { write, goOnUntil, goOn, run, log } = chat({ 1: tab }, server(100_000));
    await write('When does the lock close?');
    await goOnUntil(kill).catch(() => undefined);
    await goOn();
    expect(run().contexts).toMatchObject([{ state: 'approval-requested' }]);
    tab.access = granted(PAGE).access;
    const contextId = run().contexts[0]?.contextId ?? '';
    const answer = {
      type: 'context-approval-response',
      contextId,
      approved: true,
      origin: 'https://harbor.test',
    } as const;
    await log.append('thread', [answer], 'run1');
    await goOnUntil(kill).catch(() => undefined);
    await goOn();
    expect(run()).toMatchObject({ contexts: [{ state: 'available' }], outcome: { type: 'complete' } });
  }
});

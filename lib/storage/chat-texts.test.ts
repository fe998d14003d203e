import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../contracts/event.ts';
import type { ToolOutput } from '../contracts/tool-output.ts';
import { MODEL } from '../testing/agent/crash-scenario.ts';
import { chatTexts } from './chat-texts.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { listThread, renameThread } from './threads.ts';

const DAY = 86_400_000;
let db: SidenoteDb;
let now = 0;
beforeEach(() => {
  now = 100 * DAY;
  db = openDb(`chat-texts-${crypto.randomUUID()}`);
});
afterEach(() => db.delete());

/** Adds a question and its answer, a day after the previous one. */
async function say(threadId: string, question: string, answer: string): Promise<void> {
  now += DAY;
  const log = createDatabaseThreadLog(db, () => now);
  const start = { messageId: question, model: MODEL, tabId: null, page: null, maxSteps: 1 };
  await log.append(
    threadId,
    [
      { type: 'user-message', messageId: question, content: question },
      { type: 'run-start', runId: answer, ...start },
    ],
    null,
  );
  const step: ThreadEvent[] = [
    { type: 'step-start', stepId: `${answer}:0`, toolMode: 'native' },
    { type: 'reasoning-delta', delta: 'secretly thinking' },
    { type: 'text-delta', delta: answer },
    { type: 'step-end', finishReason: 'stop' },
    { type: 'run-end', outcome: { type: 'complete' }, stats: { ms: 0, steps: 0, toolCalls: 0 } },
  ];
  await log.append(threadId, step, answer);
}

/** Adds an answer that is the result of a tool. */
async function answerDirectly(threadId: string, output: ToolOutput): Promise<void> {
  const log = createDatabaseThreadLog(db, () => now);
  const start = { messageId: 'q', model: MODEL, tabId: null, page: null, maxSteps: 1 };
  const call = { toolCallId: 'c', toolName: 'export_page_data' };
  await log.append(
    threadId,
    [
      { type: 'user-message', messageId: 'q', content: 'Export it.' },
      { type: 'run-start', runId: `${threadId}:run`, ...start },
    ],
    null,
  );
  const answer: ThreadEvent[] = [
    { type: 'step-start', stepId: '0', toolMode: 'native' },
    { type: 'tool-input-start', ...call, format: 'native' },
    { type: 'tool-input-available', toolCallId: 'c', input: {}, repaired: false },
    { type: 'step-end', finishReason: 'tool-calls' },
    { type: 'tool-output-start', toolCallId: 'c' },
    { type: 'tool-output-available', toolCallId: 'c', output, ms: 0 },
    { type: 'step-start', stepId: '1', toolMode: 'none' },
    { type: 'text-delta', delta: output.content },
    { type: 'step-end', finishReason: 'stop' },
    { type: 'run-end', outcome: { type: 'complete' }, stats: { ms: 0, steps: 0, toolCalls: 0 } },
  ];
  await log.append(threadId, answer, `${threadId}:run`);
}

async function find(starts: string[], change: { since?: number; until?: number; exceptThreadId?: string } = {}) {
  const search = { starts, since: null, until: null, exceptThreadId: 'asking', ...change };
  return (await chatTexts(db, search, new AbortController().signal)).map(({ text }) => text);
}

describe('messages of other chats', () => {
  test('are found by any of the words, those with more of them first', async () => {
    await say('a', 'Why is that?', 'The moon pulls the sea.');
    await say('b', 'And what of it?', 'The moon is far away.');
    expect(await find(['moon', 'sea'])).toEqual(['The moon pulls the sea.', 'The moon is far away.']);
    expect(await find(['moo'])).toHaveLength(2);
    expect(await find(['thinking', 'sun'])).toEqual([]);
  });

  test('are returned with their chat, who wrote them and when', async () => {
    await say('a', 'Why tides?', 'The moon.');
    await renameThread(db, 'a', 'About the sea');
    const search = { starts: ['tides'], since: null, until: null, exceptThreadId: '' };
    expect(await chatTexts(db, search, new AbortController().signal)).toEqual([
      {
        threadId: 'a',
        messageId: 'Why tides?',
        title: 'About the sea',
        at: 101 * DAY,
        author: 'user',
        text: 'Why tides?',
      },
    ]);
  });

  test('are of a period, if one is given', async () => {
    for (const word of ['one', 'two', 'three']) await say(word, `${word} tides`, 'Yes.');
    expect(await find(['tides'], { since: 102 * DAY })).toEqual(['three tides', 'two tides']);
    expect(await find(['tides'], { since: 102 * DAY, until: 103 * DAY })).toEqual(['two tides']);
  });

  test('are not those of the chat that asks', async () => {
    await say('asking', 'My tides', 'Yes.');
    await say('b', 'Your tides', 'Yes.');
    expect(await find(['tides'])).toEqual(['Your tides']);
  });

  test('are not those of a deleted chat, also while that can be undone', async () => {
    await say('a', 'Why tides', 'Because.');
    await listThread(db, 'deleted-threads', 'a', true);
    expect(await find(['tides'])).toEqual([]);
  });

  test('are not what a page answered that only a local model may get', async () => {
    const read = { content: 'The mooring is paid.', returnDirect: true };
    await answerDirectly('a', { ...read, content: 'The mooring is free.' });
    await answerDirectly('b', { ...read, localOnly: true });
    expect(await find(['mooring'])).toEqual(['The mooring is free.']);
  });

  test('are at most four of one chat, so that others have room', async () => {
    for (let n = 0; n < 9; n++) await say('long', `tides ${n}`, `${n}`);
    await say('short', 'tides of elsewhere', 'Yes.');
    expect(await find(['tides'])).toHaveLength(5);
  });
});

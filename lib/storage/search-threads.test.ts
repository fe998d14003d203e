import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../contracts/event.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import { MODEL } from '../testing/agent/crash-scenario.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { searchThreads } from './search-threads.ts';
import { indexThreads, isIndexing } from './text-index.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { newThreadRow } from './thread-row.ts';
import { deleteThreads } from './threads.ts';

let db: SidenoteDb;
let log: ThreadLog;
let clock = 0;
beforeEach(() => {
  clock = 1_000_000;
  db = openDb(`search-${crypto.randomUUID()}`);
  log = createDatabaseThreadLog(db, () => ++clock);
});
afterEach(() => db.delete());

const STATS = { ms: 0, steps: 0, toolCalls: 0 };
const END: ThreadEvent = { type: 'run-end', outcome: { type: 'complete' }, stats: STATS };

function runStart(runId: string, messageId: string): ThreadEvent {
  return { type: 'run-start', runId, messageId, model: MODEL, tabId: null, page: null, maxSteps: 1 };
}

/** Adds one question and its answer. */
async function say(threadId: string, question: string, answer: string): Promise<void> {
  const messageId = `${question}?`;
  await log.append(
    threadId,
    [{ type: 'user-message', messageId, content: question }, runStart(question, messageId)],
    null,
  );
  const step: ThreadEvent[] = [
    { type: 'step-start', stepId: `${question}:0`, toolMode: 'native' },
    { type: 'reasoning-delta', delta: 'secretly thinking' },
    { type: 'text-delta', delta: answer },
    { type: 'step-end', finishReason: 'stop' },
  ];
  await log.append(threadId, [...step, END], question);
}

const search = (query: string, limit = 10) => searchThreads(db, query, limit, new AbortController().signal);
const found = async (query: string, limit = 10) => (await search(query, limit)).map((hit) => hit.thread.threadId);

describe('search', () => {
  test('finds questions and answers, newest first, each thread once', async () => {
    await say('a', 'Why tides', 'The moon pulls the sea.');
    await say('b', 'What is the sea', 'Salt water.');
    await say('a', 'And the sun', 'It pulls the sea as well.');
    expect(await found('sea')).toEqual(['a', 'b']);
    expect(await found('salt')).toEqual(['b']);
    expect(await found('sea', 1)).toEqual(['a']);
  });

  test('finds messages with all the words, the last of which may be a prefix', async () => {
    await say('a', 'Why tides', 'The moon pulls the sea.');
    expect(await found('moon se')).toEqual(['a']);
    expect(await found('moon se ')).toEqual([]);
    expect(await found('tides sea')).toEqual([]);
  });

  test('shows the text around the match', async () => {
    await say('a', 'Why tides', `${'Long ago. '.repeat(20)}The Moon pulls\nthe sea. ${'And so on. '.repeat(30)}`);
    const [hit] = await search('moon');
    const { text, start, end } = hit?.snippet ?? { text: '', start: 0, end: 0 };
    expect(text.slice(start, end)).toBe('Moon');
    expect(text).toMatch(/^….*The Moon pulls the sea\..*…$/);
    expect(text.length).toBeLessThan(180);
  });

  test('finds a question at once, and an answer when it has ended or was stopped', async () => {
    await log.append('a', [{ type: 'user-message', messageId: 'q', content: 'Tides' }, runStart('r', 'q')], null);
    await log.append('a', [{ type: 'step-start', stepId: 'r:0', toolMode: 'native' }], 'r');
    await log.append('a', [{ type: 'text-delta', delta: 'Because' }], 'r');
    expect(await found('tides')).toEqual(['a']);
    expect(await found('because')).toEqual([]);
    await log.append(
      'a',
      [{ type: 'run-end', outcome: { type: 'incomplete', reason: 'cancelled' }, stats: STATS }],
      'r',
    );
    expect(await found('because')).toEqual(['a']);
  });

  test('finds regenerated answers, but not reasoning or deleted threads', async () => {
    await say('a', 'Why tides', 'The moon.');
    expect(await found('secretly')).toEqual([]);
    await log.append('a', [{ type: 'thread-truncate', messageId: 'Why tides' }, runStart('again', 'Why tides?')], null);
    expect(await found('moon')).toEqual(['a']);
    expect(await found('tides')).toEqual(['a']);
    await deleteThreads(db, ['a']);
    expect(await found('tides')).toEqual([]);
    expect(await db.texts.count()).toBe(0);
  });

  test('finds nothing for an empty query', async () => {
    await say('a', 'Why tides', 'The moon.');
    expect(await found('')).toEqual([]);
    expect(await found('?')).toEqual([]);
  });

  test('stops when it is aborted', async () => {
    await say('a', 'Why tides', 'The moon.');
    const unwanted = new AbortController();
    const searching = searchThreads(db, 'moon', 10, unwanted.signal);
    unwanted.abort();
    await expect(searching).rejects.toThrow('aborted');
  });

  test('distinguishes messages of the same millisecond', async () => {
    log = createDatabaseThreadLog(db, () => 1);
    for (const threadId of ['a', 'b', 'c']) await say(threadId, 'Why tides', 'The moon.');
    expect((await found('moon')).sort()).toEqual(['a', 'b', 'c']);
    expect((await found('tides')).sort()).toEqual(['a', 'b', 'c']);
  });
});

test('common words are found in the messages that have all of them, newest first', async () => {
  const words = (n: number) => ['common', n % 2 === 0 ? 'even' : 'odd', ...(n % 1_000 === 0 ? ['rare'] : [])];
  const rows = Array.from({ length: 6_500 }, (_, n) => ({
    order: -n,
    threadId: `t${n}`,
    messageId: 'm',
    firstSeq: 1,
    lastSeq: 1,
    words: words(n),
  }));
  await db.texts.bulkAdd(rows);
  await db.threads.bulkAdd(rows.map(({ threadId }) => newThreadRow(threadId, 1)));
  expect(await found('common ', 2)).toEqual(['t6499', 't6498']);
  expect(await found('comm', 2)).toEqual(['t6499', 't6498']);
  expect(await found('common even ', 2)).toEqual(['t6498', 't6496']);
  expect(await found('common rare')).toEqual(['t6000', 't5000', 't4000', 't3000', 't2000', 't1000', 't0']);
  expect(await found('odd rare')).toEqual([]);
});

test('older threads are indexed in batches that can be interrupted anywhere', async () => {
  for (let n = 0; n < 12; n++) await say(`t${n}`, `Question ${n}`, `Answer number${n}`);
  await db.texts.clear();
  await db.chores.add({ name: 'index-texts', afterThreadId: '' });
  const interrupted = new AbortController();
  await indexThreads(db, interrupted.signal, async () => interrupted.abort());
  expect(await isIndexing(db)).toBe(true);
  expect(await found('number11')).toEqual(['t11']);
  expect(await found('number9')).toEqual([]);
  // A chat that continues before it is indexed is not indexed twice.
  await say('t9', 'Question again', 'Answer number9 again');
  await indexThreads(db, new AbortController().signal, async () => undefined);
  expect(await isIndexing(db)).toBe(false);
  expect(await found('number9')).toEqual(['t9']);
  expect(await db.texts.count()).toBe(26);
});

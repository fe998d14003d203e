import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { failureMessage } from '../../components/parts/failure-message.ts';
import { labelText } from '../../components/parts/rich-text.tsx';
import { noticeMessage } from '../../components/thread/step-notices.tsx';
import { nextAction } from '../agent/run/next-action.ts';
import { reduceAll } from '../agent/thread/reduce.ts';
import type { LoggedEvent } from '../contracts/event.ts';
import { emptyThread, listToolCalls, type ThreadState } from '../contracts/thread.ts';
import { runToEnd, scenarioDependencies, THREAD_ID, visible } from '../testing/agent/crash-scenario.ts';
import { memoryLog } from '../testing/agent/memory-log.ts';
import { type GoldenDb, restoreDb } from '../testing/storage/golden-db.ts';
import { loadCapability, recordObservation } from './capabilities.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { loadDraft } from './drafts.ts';
import { allMemories } from './memories.ts';
import { findChatProject, projectFiles } from './projects.ts';
import { readThread } from './read-thread.ts';
import { searchThreads } from './search-threads.ts';
import { findStorageFailure } from './storage-failure.ts';
import { indexThreads } from './text-index.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { recentThreads, threadsWithOpenRun } from './threads.ts';

const FOLDER = `${import.meta.dirname}/../testing/storage/golden`;
const read = (file: string): GoldenDb => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
const dumps = readdirSync(FOLDER).map((file) => ({ ...read(file), file }));

let db: SidenoteDb;
afterEach(() => db.delete());

async function upgraded(dump: GoldenDb): Promise<SidenoteDb> {
  const name = `golden-${crypto.randomUUID()}`;
  await restoreDb(name, dump);
  db = openDb(name);
  await db.open();
  return db;
}

async function thread(threadId: string) {
  return reduceAll(emptyThread(threadId), (await readThread(db, threadId)).rows);
}

test('there is a dump of every database version', () => {
  db = openDb('never opened');
  const versions = [...new Set(dumps.map(({ version }) => version))];
  expect(versions.sort()).toEqual(Array.from({ length: db.verno }, (_, index) => index + 1));
});

describe.each(dumps)('a database of version $version ($file)', (dump) => {
  test('keeps every row of user data unchanged', async () => {
    await upgraded(dump);
    expect(db.verno).toBe(Math.max(...dumps.map(({ version }) => version)));
    for (const table of ['events', 'threads', 'endpoints', 'drafts'] as const) {
      expect(await db.table(table).toArray(), table).toEqual(dump.rows[table]);
    }
    expect(await db.apiKeys.toArray()).toMatchObject([{ endpointId: 'hosted', lastFour: '1234' }]);
    expect((await db.apiKeys.get('hosted'))?.iv).toHaveLength(12);
    expect(await findChatProject(db, 'stopped')).toEqual(dump.rows.projects?.[0] ?? null);
    expect(await projectFiles(db, 'tides')).toEqual(dump.rows.projectFiles ?? []);
    expect(await allMemories(db)).toEqual(dump.rows.memories ?? []);
    expect(await db.metrics.count()).toBe(dump.version === 1 ? 0 : 1);
  });

  test('shows its chats as before, with nothing unreadable', async () => {
    await upgraded(dump);
    for (const { threadId } of await recentThreads(db, 10)) {
      expect((await readThread(db, threadId)).unreadable).toBe(0);
    }
    const rows: LoggedEvent[] = [];
    const log = memoryLog(rows);
    const [question, start] = (await readThread(db, THREAD_ID)).rows;
    await log.append(THREAD_ID, question && start ? [question.event, start.event] : [], null);
    const expected = await runToEnd(log, scenarioDependencies(log, { sent: [] }, true));
    expect(saidIn(await thread(THREAD_ID))).toEqual(saidIn(expected));
    expect(await loadDraft(db, 'stopped')).toBe('and what about');
  });

  test('resumes the run that was open', async () => {
    await upgraded(dump);
    expect(await threadsWithOpenRun(db)).toEqual(['open']);
    expect(nextAction(await thread('open'))).toMatchObject({ type: 'reset-step', stepId: 'open-run:0' });
    const log = createDatabaseThreadLog(db, () => 1);
    await log.append('open', [{ type: 'step-reset', stepId: 'open-run:0', reason: 'interrupted' }], 'open-run');
    expect((await thread('open')).messages.at(-1)).toMatchObject({ steps: [{ state: 'reset' }] });
  });

  test('keeps observations and decisions about models, also after the next observation', async () => {
    await upgraded(dump);
    const model = { endpointId: 'hosted', modelId: 'big' };
    const observation = { type: 'text-call', format: 'hermes' } as const;
    await recordObservation(db, model, 'https://api.example.com/v1', observation, 1);
    expect(await loadCapability(db, model)).toMatchObject({ supportsTools: true, source: 'user', textCalls: 1 });
    expect(await loadCapability(db, { ...model, modelId: 'plain' })).toMatchObject({
      supportsTools: false,
      evidence: 'this model does not support tools',
      baseUrl: 'https://api.example.com/v1',
      requestQuirks: [],
    });
  });

  test('finds its chats once they are indexed', async () => {
    await upgraded(dump);
    await indexThreads(db, new AbortController().signal, async () => undefined);
    const found = async (query: string) =>
      (await searchThreads(db, query, 10, new AbortController().signal)).map((hit) => hit.thread.threadId);
    expect(await found('moon bec')).toEqual(['stopped']);
    expect(await found('天気')).toEqual(['open']);
    expect(await found('left says one')).toEqual([THREAD_ID]);
  });
});

test('an interrupted upgrade keeps the old version, and the next one completes', async () => {
  const [oldest] = dumps.toSorted((first, second) => first.version - second.version);
  if (oldest === undefined) throw new Error('no dumps');
  const name = `cut-${crypto.randomUUID()}`;
  await restoreDb(name, oldest);
  const cut = openDb(name);
  cut.version(cut.verno).upgrade(() => {
    throw new Error('the browser died');
  });
  await expect(cut.open()).rejects.toThrow('the browser died');
  cut.close();
  expect((await indexedDB.databases()).find((each) => each.name === name)?.version).toBe(oldest.version * 10);
  db = openDb(name);
  expect(await db.events.toArray()).toEqual(oldest.rows.events);
});

test('a database of a newer version is refused, and not touched', async () => {
  const name = `newer-${crypto.randomUUID()}`;
  const newest = dumps.find(({ version }) => version === 3);
  if (newest === undefined) throw new Error('no dump');
  // A future version without a table that this version would miss.
  const { drafts: _, ...stores } = newest.stores;
  const rows = { ...newest.rows, drafts: [] };
  await restoreDb(name, {
    version: 99,
    stores,
    rows: Object.fromEntries(Object.entries(rows).filter(([table]) => table !== 'drafts')),
  });
  db = openDb(name);
  const error = await db.threads.toArray().catch((reason: unknown) => reason);
  expect(findStorageFailure(error)).toMatchObject({ code: 'newer' });
  await expect(db.threads.clear()).rejects.toThrow();
  const databases = await indexedDB.databases();
  expect(databases.find((each) => each.name === name)?.version).toBe(990);
});

/** The content of a chat, without fields that did not exist when the dumps were made. */
function saidIn({ messages }: ThreadState): unknown {
  return JSON.parse(JSON.stringify(visible(messages), (key, value) => (key === 'decision' ? undefined : value)));
}

test('a log of codes is shown in words, as is one in which an older version wrote the sentences', async () => {
  const codes = read('v3-codes.json');
  const said = async (dump: GoldenDb) => {
    await upgraded(dump);
    const [, run] = (await thread('failed')).messages;
    if (run?.role !== 'assistant' || run.outcome?.type !== 'error') throw new Error('The run has not failed.');
    const calls = run.steps.flatMap(listToolCalls);
    return [
      failureMessage(run.outcome.failure),
      ...run.steps.flatMap((step) => step.notices).map(noticeMessage),
      ...calls.map((call) => labelText(call.granted?.request.reason ?? '')),
    ];
  };
  const sentences = [
    'api.example.com is receiving too many requests. Wait a little and try again.',
    'Older results were shortened to fit the model.',
    'Rate limit reached. Trying again in 4 s',
    'Send a screenshot of this tab to the model?',
  ];
  expect(await said(codes)).toEqual(sentences);
  // The same log as written by a version of that time.
  const old = JSON.parse(
    JSON.stringify(codes)
      .replace(/"reason":\{"type":"too-many-requests","host":"[^"]+"\}/, '"message":"A"')
      .replace('"what":"results"', '"message":"B"')
      .replace(/"model":"plain","seconds":4,"cause":"rate-limit"/, '"message":"C"')
      .replace('"reason":{"key":"askCapture"}', '"reason":"D"'),
  );
  await db.delete();
  expect(await said(old)).toEqual(['A', 'B', 'C', 'D']);
});

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importProblemText } from '../../components/parts/storage-text.ts';
import { reduceAll } from '../agent/thread/reduce.ts';
import type { LoggedEvent } from '../contracts/event.ts';
import { emptyThread } from '../contracts/thread.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import { askQuestion, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { askBesidePage, fillChats, importedResult } from '../testing/storage/export-samples.ts';
import { diskUnder } from '../testing/storage/failing-writes.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { saveEndpoint } from './endpoints.ts';
import { collectIntoBlob, exportThreads } from './export-threads.ts';
import { importThreads } from './import-threads.ts';
import { readThread } from './read-thread.ts';
import { searchThreads } from './search-threads.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { deleteThreads, threadsWithOpenRun } from './threads.ts';
import { saveApiKey, sessionMemory } from './wrapping-key.ts';

let db: SidenoteDb;
let log: ThreadLog;
let clock = 0;
beforeEach(() => {
  clock = 1_000;
  db = openDb(`export-${crypto.randomUUID()}`);
  log = createDatabaseThreadLog(db, () => ++clock);
});
afterEach(() => db.delete());

const NOW = '2026-01-01T00:00:00.000Z';

async function exported(threadIds: readonly string[] | 'all' = 'all') {
  const { blob, result } = await collectIntoBlob(exportThreads(db, threadIds, NOW), 'application/json');
  return { text: await blob.text(), counts: result };
}

const asFile = (text: string) => new Blob([text]);

describe('an export', () => {
  test('is a JSON document with a thread on each line, without endpoints and keys', async () => {
    await fillChats(log);
    await saveEndpoint(db, {
      endpointId: 'e',
      name: 'Mine',
      baseUrl: 'https://canary.example/v1',
      models: [],
      createdAt: 1,
    });
    await saveApiKey(db, 'e', 'https://canary.example', 'sk-canary', sessionMemory());
    const { text, counts } = await exported();
    const document = JSON.parse(text);
    expect(document).toMatchObject({ format: 'sidenote-threads', version: 1, exportedAt: NOW });
    expect(document.threads.map((thread: { threadId: string }) => thread.threadId)).toEqual(['other', THREAD_ID]);
    expect(text.split('\n')).toHaveLength(5);
    expect(text).not.toContain('canary');
    expect(counts).toEqual({ threads: 2, unreadable: 0 });
  });

  test('may contain no thread, or one', async () => {
    expect(JSON.parse((await exported()).text).threads).toEqual([]);
    await fillChats(log);
    expect(JSON.parse((await exported(['other'])).text).threads).toHaveLength(1);
  });

  test('leaves out and counts unreadable rows of damaged chats', async () => {
    await fillChats(log);
    await db.events.put({ threadId: 'other', seq: 2, at: 1, event: null } as unknown as LoggedEvent);
    const { text, counts } = await exported();
    expect(counts).toEqual({ threads: 2, unreadable: 1 });
    await db.threads.clear();
    await db.events.clear();
    await db.texts.clear();
    expect(await importThreads(db, asFile(text))).toEqual(importedResult({ added: 2 }));
  });
});

describe('an import', () => {
  test('restores deleted chats byte for byte, and they can be searched', async () => {
    await fillChats(log);
    const before = await exported();
    // The number of takeovers by runners is not exported.
    const threads = (await db.threads.toArray()).map(({ fence: _, ...thread }) => thread);
    for (const { threadId } of threads) await deleteThreads(db, [threadId]);
    expect(await importThreads(db, asFile(before.text), { isOwn: true })).toEqual(importedResult({ added: 2 }));
    expect(await exported()).toEqual(before);
    expect(await db.threads.toArray()).toEqual(threads);
    const hits = await searchThreads(db, 'ca va', 10, new AbortController().signal);
    expect(hits.map((hit) => hit.thread.threadId)).toEqual(['other']);
  });

  test('restores the page of a chat, whose text is not searched', async () => {
    await askBesidePage(log);
    const before = await exported();
    const rows = await readThread(db, 'beside');
    await deleteThreads(db, ['beside']);
    expect(await importThreads(db, asFile(before.text))).toEqual(importedResult({ added: 1 }));
    const back = (await readThread(db, 'beside')).rows;
    expect(back.slice(0, -1)).toEqual(rows.rows);
    expect(back.at(-1)?.event).toEqual({ type: 'chat-import' });
    const [, run] = reduceAll(emptyThread('beside'), rows.rows).messages;
    expect(run).toMatchObject({ contexts: [{ state: 'available', context: { text: 'The lock closes at 21:40.' } }] });
    expect(await searchThreads(db, 'lock', 10, new AbortController().signal)).toEqual([]);
  });

  test('of existing chats changes nothing', async () => {
    await fillChats(log);
    const before = await exported();
    expect(await importThreads(db, asFile(before.text))).toEqual(importedResult({ identical: 2 }));
    expect(await exported()).toEqual(before);
  });

  test('of a chat that was continued keeps both versions, once', async () => {
    await fillChats(log);
    const { text } = await exported(['other']);
    await log.append('other', [{ type: 'user-message', messageId: 'n', content: 'And now?' }], null);
    const own = await readThread(db, 'other');
    expect(await importThreads(db, asFile(text))).toEqual(importedResult({ copied: 1 }));
    expect(await importThreads(db, asFile(text))).toEqual(importedResult({ identical: 1 }));
    expect(await readThread(db, 'other')).toEqual(own);
    expect(await db.threads.count()).toBe(3);
  });

  test('ends answers in progress, so that nothing is sent automatically', async () => {
    await askQuestion(log);
    const { text } = await exported();
    expect(await importThreads(db, asFile(text))).toEqual(importedResult({ identical: 1 }));
    await deleteThreads(db, [THREAD_ID]);
    expect(await importThreads(db, asFile(text))).toEqual(importedResult({ added: 1, interrupted: 1 }));
    expect(await threadsWithOpenRun(db)).toEqual([]);
    const state = reduceAll(emptyThread(THREAD_ID), (await readThread(db, THREAD_ID)).rows);
    expect(state.messages.at(-1)).toMatchObject({ outcome: { type: 'incomplete', reason: 'interrupted' } });
    expect(await importThreads(db, asFile(text))).toEqual(importedResult({ identical: 1 }));
  });

  test('brings no rule along, by which the model would send something without asking', async () => {
    const rule = { type: 'pages', origin: 'https://a.test' } as const;
    await fillChats(log);
    await log.append('other', [{ type: 'rule-add', rule }], null);
    const { text } = await exported(['other']);
    expect(text).toContain('rule-add');
    expect(await importThreads(db, asFile(text))).toEqual(importedResult({ identical: 1 }));
    await deleteThreads(db, ['other']);
    await importThreads(db, asFile(text));
    const state = reduceAll(emptyThread('other'), (await readThread(db, 'other')).rows);
    expect(state.messages).toHaveLength(1);
    expect(state.rules).toEqual([]);
  });

  test('that runs out of space removes what it had added', async () => {
    const row = (seq: number) =>
      `{"seq":${seq},"at":1,"event":${seq === 1 ? QUESTION : '{"type":"text-delta","delta":"x"}'}}`;
    const line = (id: string) => {
      const rows = Array.from({ length: 2_000 }, (_, index) => row(index + 1)).join(',');
      return `{"threadId":"${id}","title":"","createdAt":1,"updatedAt":1,"events":[${rows}]}`;
    };
    const other = openDb(`full-${crypto.randomUUID()}`);
    // A thread takes three writes. Deleting needs no space.
    diskUnder(other, 7, 1);
    const result = await importThreads(other, asFile(whole([line('a'), line('b'), line('c'), line('d')].join(',\n'))));
    expect(result).toMatchObject({ type: 'not-stored', failure: { code: 'full' } });
    expect([await other.threads.count(), await other.events.count(), await other.texts.count()]).toEqual([0, 0, 0]);
    await other.delete();
  });
});

const HEAD = '{"format":"sidenote-threads","version":1,"exportedAt":"","threads":[';
const thread = (event: string, more = '') =>
  `{"threadId":"t","title":"","createdAt":1,"updatedAt":1,"events":[{"seq":1,"at":1,"event":${event}}]${more}}`;
const QUESTION = '{"type":"user-message","messageId":"m","content":"Hi"}';
const call = (input: string) => `{"type":"tool-input-available","toolCallId":"a","repaired":false,"input":${input}}`;
const whole = (line: string) => [HEAD, line, ']}', ''].join('\n');

describe('a file is rejected with a reason, and nothing is changed,', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ['when it is empty', '', /is empty/],
    ['when it has spaces only', ' \n ', /is empty/],
    ['when it is a web page', '<!DOCTYPE html><title>Chats</title>', /is a web page/],
    ['when it is a backup', 'sidenote-backup\n\u0001', /a backup. Restore it with “Restore backup”/],
    ['when it has settings', '{\n  "format": "sidenote-settings"\n}', /contains settings/],
    ['when it is a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8]), /isn’t a text file/],
    ['when it is something else', 'Hello', /isn’t an export that Sidenote can read/],
    ['when it is other JSON', '[1, 2]', /isn’t an export that Sidenote can read/],
    [
      'when it brings more than chats',
      whole(thread(QUESTION)).replace('"threads"', '"endpoints":[],"threads"'),
      /isn’t an export that Sidenote can read/,
    ],
    ['when it is newer', whole(thread(QUESTION)).replace('"version":1', '"version":3'), /newer version of Sidenote/],
    ['when it breaks off between lines', `${HEAD}\n${thread(QUESTION)}`, /is incomplete/],
    ['when it breaks off in a line', `${HEAD}\n${thread(QUESTION)},\n{"threadId":"u"`, /line 3, it isn’t JSON/],
    ['when something follows its end', `${whole(thread(QUESTION))}${thread(QUESTION)}`, /line 4, there is text after/],
    ['when an event is unknown', whole(thread('{"type":"format-disk"}')), /line 2, events.0.event/],
    ['when a field has the wrong type', whole(thread(QUESTION.replace('"Hi"', '7'))), /line 2, events.0.event.content/],
    ['when a thread has more than a thread has', whole(thread(QUESTION, ',"openRunId":"run"')), /line 2/],
    ['when rows are out of order', whole(thread(`${QUESTION}},{"seq":1,"at":1,"event":${QUESTION}`)), /out of order/],
    ['when a time is none', whole(thread(QUESTION).replace('"at":1', '"at":1e999')), /line 2/],
    [
      'when it is nested deeply',
      whole(thread(call(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))),
      /nested too deeply/,
    ],
    ['when it reaches for prototypes', whole(thread(call('{"__proto__":{"polluted":1}}'))), /change Sidenote itself/],
    ['when it hides that', whole(thread(call('{"a":[{"\\u005f_proto__":1}]}'))), /change Sidenote itself/],
    [
      'when it does so by constructors',
      whole(thread(call('{"constructor":{"prototype":{"a":1}}}'))),
      /change Sidenote/,
    ],
  ])('%s', async (_why, content, reason) => {
    await fillChats(log);
    const before = await exported();
    const result = await importThreads(db, new Blob([content]));
    expect(result.type).toBe('refused');
    if (result.type === 'refused') expect(importProblemText(result.problem)).toMatch(reason);
    expect(await exported()).toEqual(before);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test('a file with a byte order mark and other line ends is accepted', async () => {
  const text = `\ufeff${whole(`${thread(QUESTION)}`)}`.replaceAll('\n', '\r\n');
  expect(await importThreads(db, asFile(text))).toEqual(importedResult({ added: 1 }));
  expect(await db.threads.get('t')).toMatchObject({ title: 'Hi', openRunId: '', lastSeq: 2 });
});

test.each([
  ['little', (bytes: Buffer) => bytes],
  ['big', (bytes: Buffer) => bytes.swap16()],
])('a file in UTF-16, the %s end first, is accepted', async (_, order) => {
  const bytes = order(Buffer.from(`\ufeff${whole(thread(QUESTION))}`, 'utf16le'));
  expect(await importThreads(db, new Blob([new Uint8Array(bytes)]))).toEqual(importedResult({ added: 1 }));
});

test('a chat of a file never becomes the second opinion of a chat that is here', async () => {
  await fillChats(log);
  const { text } = await exported(['other']);
  await importThreads(db, new Blob([text.replace('"threadId":"other"', `"threadId":"${THREAD_ID}/opinion"`)]));
  expect(await db.threads.get(`${THREAD_ID}/opinion`)).toBeUndefined();
  expect(await db.threads.count()).toBe(3);
});

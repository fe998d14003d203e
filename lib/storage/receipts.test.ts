import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OUTSIDE_ANSWERS, type OutgoingRequest } from '../contracts/receipt.ts';
import { verifyReceipt } from '../security/receipt/verify-receipt.ts';
import { askQuestion, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { diskUnder } from '../testing/storage/failing-writes.ts';
import { isRequestRow, openDb, type SidenoteDb } from './db.ts';
import { exportReceipt } from './export-receipt.ts';
import { readReceiptText, TEXT_LIMITS, textChunks } from './receipt-texts.ts';
import { Receipts, receiptsOfRun } from './receipts.ts';
import { deleteStored } from './stored-data.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { deleteThreads } from './threads.ts';

let db: SidenoteDb;
let receipts: Receipts;
let clock = 0;
const now = () => ++clock;
beforeEach(async () => {
  db = openDb(`receipts-${crypto.randomUUID()}`);
  receipts = new Receipts(db, now);
  await askQuestion(createDatabaseThreadLog(db, now));
});
afterEach(() => db.delete());

const ANSWER = { threadId: THREAD_ID, runId: 'run' };
const request = (body: string, change: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  kind: 'model',
  method: 'POST',
  url: 'https://api.example.com/v1/chat',
  headers: [],
  body,
  ...change,
});
const message = (content: string) => ({ role: 'user', content });
const conversation = (...contents: string[]) => JSON.stringify({ messages: contents.map(message), stream: true });

async function record(...requests: OutgoingRequest[]): Promise<void> {
  for (const each of requests) await receipts.record(ANSWER, each);
  await receipts.settled();
}

async function exported() {
  const file = await exportReceipt(db, THREAD_ID, now());
  return { file: file ?? '', check: await verifyReceipt(file ?? '') };
}

async function readRequestTexts(runId = 'run') {
  const rows = (await receiptsOfRun(db, THREAD_ID, runId)).filter(isRequestRow);
  return Promise.all(rows.map((row) => readReceiptText(db, row)));
}

describe('the receipt of a chat', () => {
  test('is a file that can be checked, with the exact texts in their order', async () => {
    const bodies = ['{"a":"ü😀\\ud800"}', conversation('One'), conversation('One', 'Two')];
    await record(...bodies.map((body) => request(body)));
    const { check } = await exported();
    expect(check.problems).toEqual([]);
    expect(check.requests.map(({ details }) => details?.body)).toEqual(bodies.map((text) => ({ text })));
    expect(await readRequestTexts()).toEqual(bodies.map((text) => ({ text })));
  });

  test('has an entry when the request may be sent, before its text is kept', async () => {
    await receipts.record(ANSWER, request('{}'));
    expect(await receiptsOfRun(db, THREAD_ID, 'run')).toMatchObject([{ n: 1, entry: { kind: 'model' } }]);
  });

  test('is one chain regardless of how many requests are sent at the same time, also by two workers', async () => {
    const other = new Receipts(db, now);
    const sent = Array.from({ length: 20 }, (_, index) =>
      (index % 3 === 0 ? other : receipts).record(ANSWER, request(`{"n":${index}}`)),
    );
    await Promise.all(sent);
    await Promise.all([receipts.settled(), other.settled()]);
    const { check } = await exported();
    expect(check.problems).toEqual([]);
    expect(check.requests).toHaveLength(20);
    expect(check.keys).toHaveLength(1);
  });

  test('continues after the worker was stopped, and says so for a text that was not written', async () => {
    await receipts.record(ANSWER, request('{"first":1}'));
    await receipts.settled();
    await db.receipts
      .where('[threadId+n]')
      .equals([THREAD_ID, 1])
      .modify((row) => {
        if (isRequestRow(row)) row.text = { gap: 'lost' };
      });
    receipts = new Receipts(db, now);
    await record(request('{"second":1}'));
    expect(await readRequestTexts()).toEqual([{ gap: 'lost' }, { text: '{"second":1}' }]);
    expect((await exported()).check).toMatchObject({ problems: [], withoutText: 1 });
  });

  test('keeps a text that requests repeat once', async () => {
    const page = 'High water. '.repeat(2_000);
    await record(request(conversation(page, 'One')));
    const before = await db.receiptTexts.count();
    await record(request(conversation(page, 'One', 'Two')), request(conversation(page, 'One', 'Two')));
    expect((await db.receiptTexts.count()) - before).toBe(1);
    expect((await readRequestTexts())[2]).toEqual({ text: conversation(page, 'One', 'Two') });
  });

  test('has no text of a request that is too large, or private', async () => {
    const body = `"${'x'.repeat(TEXT_LIMITS.request)}"`;
    await record(request(body), request('{"pin":"the pin of the door"}', { isPrivate: true }));
    expect(await readRequestTexts()).toEqual([{ gap: 'too-large' }, { gap: 'private' }]);
    const { check, file } = await exported();
    expect(check.problems).toEqual([]);
    expect(file).not.toContain('the pin of the door');
    expect(check.requests[0]?.entry.bytes).toBe('/v1/chat'.length + body.length);
  });

  test('drops the older texts of a chat that has too many, and no entry', async () => {
    vi.spyOn(TEXT_LIMITS, 'thread', 'get').mockReturnValue(200);
    await record(...['a', 'b', 'c', 'd'].map((letter) => request(`{"${letter}":"${crypto.randomUUID().repeat(3)}"}`)));
    const texts = await readRequestTexts();
    expect(texts[0]).toEqual({ gap: 'no-room' });
    expect(texts.at(-1)).toHaveProperty('text');
    expect((await exported()).check.problems).toEqual([]);
    vi.restoreAllMocks();
  });

  test('ends with the chat, whose later requests are not sent', async () => {
    await record(request('{}'));
    await deleteThreads(db, [THREAD_ID]);
    await expect(receipts.record(ANSWER, request('{}'))).rejects.toThrow('The chat was deleted.');
    expect([await db.receipts.count(), await db.receiptTexts.count()]).toEqual([0, 0]);
    expect(await exportReceipt(db, THREAD_ID, 1)).toBeNull();
  });

  test('starts again in a chat that replaces a deleted one', async () => {
    await record(request('{"first":1}'));
    await receipts.settled();
    await deleteStored(db, 'chats');
    await db.threads.add({ threadId: THREAD_ID, title: '', createdAt: 1, updatedAt: 1, lastSeq: 0, openRunId: '' });
    await record(request('{"second":1}'));
    await receipts.settled();
    const check = await verifyReceipt((await exportReceipt(db, THREAD_ID, 1)) ?? '');
    expect(check.problems).toEqual([]);
    expect(check.requests.map(({ entry }) => entry.n)).toEqual([1]);
  });

  test('ends when all chats are deleted', async () => {
    await record(request('{}'));
    await deleteStored(db, 'chats');
    expect([await db.receipts.count(), await db.receiptTexts.count()]).toEqual([0, 0]);
  });

  test('keeps no text of an answer that was deleted, nor of later requests that repeat it, and can be checked still', async () => {
    const log = createDatabaseThreadLog(db, now);
    const stats = { ms: 1, steps: 1, toolCalls: 0 };
    await record(request(conversation('secret tide')));
    await receipts.record(
      { threadId: THREAD_ID, runId: OUTSIDE_ANSWERS },
      request('{"secret":"title"}', { kind: 'title' }),
    );
    await log.append(THREAD_ID, [{ type: 'run-end', outcome: { type: 'complete' }, stats }], 'run');
    await receipts.record({ threadId: THREAD_ID, runId: 'later' }, request(conversation('secret tide', 'Later')));
    await receipts.settled();
    await log.append(THREAD_ID, [{ type: 'exchange-delete', messageId: 'question' }], null);
    const { check, file } = await exported();
    expect(check).toMatchObject({ problems: [], deleted: 2, withoutText: 1 });
    expect(file).not.toMatch(/secret|title/);
    expect(JSON.stringify(await db.receipts.toArray())).not.toMatch(/"salt"/);
    expect(await db.receiptTexts.count()).toBe(0);
  });

  test('has what was sent ahead of the first question once the chat begins', async () => {
    const early = { threadId: 'new', runId: OUTSIDE_ANSWERS };
    await receipts.record(early, request('{"warm":1}', { kind: 'warm-up' }));
    expect(await db.receipts.count()).toBe(0);
    await db.threads.add({ threadId: 'new', title: '', createdAt: 1, updatedAt: 1, lastSeq: 0, openRunId: '' });
    await receipts.record({ threadId: 'new', runId: 'run' }, request('{}'));
    await receipts.settled();
    const check = await verifyReceipt((await exportReceipt(db, 'new', 1)) ?? '');
    expect(check.problems).toEqual([]);
    expect(check.requests.map(({ entry }) => entry.kind)).toEqual(['warm-up', 'model']);
  });
});

test('what an answer sent includes what was sent ahead of its question', async () => {
  const ahead = { threadId: THREAD_ID, runId: OUTSIDE_ANSWERS };
  const of = (runId: string) => ({ threadId: THREAD_ID, runId });
  await receipts.record(of('one'), request('1'));
  await receipts.record(ahead, request('2', { kind: 'warm-up' }));
  await receipts.record(ahead, request('3', { kind: 'warm-up' }));
  await receipts.record(of('two'), request('4'));
  await receipts.record(of('one'), request('5', { kind: 'title' }));
  await receipts.settled();
  const numbers = async (runId: string) => (await receiptsOfRun(db, THREAD_ID, runId)).map(({ n }) => n);
  expect(await numbers('one')).toEqual([1, 5]);
  expect(await numbers('two')).toEqual([2, 3, 4]);
  expect(await numbers('other')).toEqual([]);
});

describe('a disk that is full', () => {
  test('lets no request be sent that cannot be recorded', async () => {
    const full = openDb(`full-${crypto.randomUUID()}`);
    const disk = diskUnder(full, Number.POSITIVE_INFINITY);
    await askQuestion(createDatabaseThreadLog(full, now));
    const own = new Receipts(full, now);
    await own.record(ANSWER, request('{"first":1}'));
    await own.settled();
    disk.isFull = true;
    await expect(own.record(ANSWER, request('{}'))).rejects.toThrow();
    disk.isFull = false;
    await own.record(ANSWER, request('{}'));
    await own.settled();
    const check = await verifyReceipt((await exportReceipt(full, THREAD_ID, 1)) ?? '');
    expect(check).toMatchObject({ problems: [], requests: { length: 2 } });
    await full.delete();
  });
});

test('a browser that stores no keys signs with one of the session, and the receipt names all of them', async () => {
  const refuse = () => {
    throw new DOMException('A key cannot be stored.', 'DataCloneError');
  };
  vi.spyOn(db.signingKeys, 'add').mockImplementation(refuse);
  await record(request('{"one":1}'));
  const again = openDb(db.name);
  vi.spyOn(again.signingKeys, 'add').mockImplementation(refuse);
  const later = new Receipts(again, now);
  await later.record(ANSWER, request('{"two":2}'));
  await later.settled();
  const check = await verifyReceipt((await exportReceipt(again, THREAD_ID, 1)) ?? '');
  expect(check).toMatchObject({ problems: [], keys: { length: 2 }, requests: { length: 2 } });
  again.close();
});

test('the chunks of a text are the text, and those of a longer conversation begin with them', () => {
  const long = (name: string) => message(name.repeat(700));
  const texts = [
    [long('a'), long('b')],
    [long('a'), long('b'), long('c')],
  ].map((messages) => JSON.stringify({ messages }));
  const [short = [], longer = []] = texts.map(textChunks);
  expect([short.join(''), longer.join('')]).toEqual(texts);
  expect(longer.slice(0, short.length - 1)).toEqual(short.slice(0, -1));
  expect(short.length).toBe(2);
});

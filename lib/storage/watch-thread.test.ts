import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDb, type SidenoteDb } from './db.ts';
import { saveDraft } from './drafts.ts';
import { storedQuery } from './watch-thread.ts';

let db: SidenoteDb;
beforeEach(() => {
  db = openDb(`query-${crypto.randomUUID()}`);
});
afterEach(async () => {
  await db.delete();
});

const endpoint = { endpointId: 'e', name: 'One', baseUrl: 'https://one.test/v1', models: [], createdAt: 1 };
const never = () => expect.unreachable();
const countEndpoints = () => db.endpoints.count();

async function changeSomethingElse(times: number): Promise<void> {
  for (let n = 0; n < times; n++) await saveDraft(db, `thread-${n}`, 'text');
}

test('a query returns its result now and after each change that affects it, until it is unsubscribed', async () => {
  const results: number[] = [];
  const end = storedQuery(countEndpoints).subscribe((count) => results.push(count), never);
  await vi.waitFor(() => expect(results).toEqual([0]));
  await db.endpoints.put(endpoint);
  await vi.waitFor(() => expect(results).toEqual([0, 1]));
  end();
  await db.endpoints.clear();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(results).toEqual([0, 1]);
});

test('a query is subscribed again after many unrelated changes, and still receives related ones', async () => {
  const querier = vi.fn(countEndpoints);
  const results: number[] = [];
  const end = storedQuery(querier).subscribe((count) => results.push(count), never);
  await vi.waitFor(() => expect(results).toEqual([0]));
  await changeSomethingElse(10);
  querier.mockClear();
  await changeSomethingElse(200);
  expect(querier).not.toHaveBeenCalled();
  await changeSomethingElse(400);
  await vi.waitFor(() => expect(querier).toHaveBeenCalledOnce());
  await db.endpoints.put(endpoint);
  await vi.waitFor(() => expect(results.at(-1)).toBe(1));
  end();
});

test('an error of a query is reported', async () => {
  const failure = new Error('broken');
  const reported = vi.fn();
  const end = storedQuery(() => Promise.reject(failure)).subscribe(never, reported);
  await vi.waitFor(() => expect(reported).toHaveBeenCalledWith(failure));
  end();
});

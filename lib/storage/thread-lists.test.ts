import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asked, runEnd, runStart } from '../testing/agent/scripted-thread.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { exportThreads } from './export-threads.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { archiveThread, listThread, purgeDeleted, recentThreads, renameThread, threadIdsIn } from './threads.ts';

let db: SidenoteDb;
beforeEach(async () => {
  db = openDb(`lists-${crypto.randomUUID()}`);
  for (const [at, threadId] of ['a', 'b', 'c'].entries()) {
    const page = { title: '', url: `https://${threadId}.example/page` };
    const log = createDatabaseThreadLog(db, () => at);
    await log.append(threadId, [asked(`q-${threadId}`, threadId), runStart(`r-${threadId}`, { page })], null);
    await log.append(threadId, [runEnd()], `r-${threadId}`);
  }
});
afterEach(() => db.delete());

const listed = async (site: string | null, isArchived = false, without: string[] = []) =>
  (await recentThreads(db, 9, { site, isArchived, projectId: null }, new Set(without)))
    .map(({ threadId }) => threadId)
    .join('');

test('chats can be filtered by site, and archived ones are listed separately', async () => {
  await archiveThread(db, 'b', true);
  expect([await listed(null), await listed(null, true)]).toEqual(['ca', 'b']);
  expect([await listed('https://c.example'), await listed('https://d.example')]).toEqual(['c', '']);
  await archiveThread(db, 'b', false);
  expect(await listed(null, false, ['c'])).toBe('ba');
});

test('deleted chats are kept until they are purged, but not exported', async () => {
  await listThread(db, 'deleted-threads', 'a', true);
  await listThread(db, 'pinned-threads', 'a', true);
  let exported = '';
  for await (const piece of exportThreads(db, 'all', '')) exported += piece;
  expect(exported).not.toContain('"q-a"');
  expect(await db.threads.count()).toBe(3);
  await purgeDeleted(db);
  expect(await db.threads.toCollection().primaryKeys()).toEqual(['b', 'c']);
  expect([await threadIdsIn(db, 'deleted-threads'), await threadIdsIn(db, 'pinned-threads')]).toEqual([[], []]);
});

test('a title set by the user is not replaced', async () => {
  await renameThread(db, 'a', 'Mine');
  const log = createDatabaseThreadLog(db, () => 9);
  await log.append('a', [asked('again', 'Something else')], null);
  expect(await db.threads.get('a')).toMatchObject({ title: 'Mine', isNamed: true, lastSeq: 4 });
});

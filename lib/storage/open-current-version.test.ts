import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { dumpDb, restoreDb } from '../testing/storage/golden-db.ts';
import { openDb } from './db.ts';
import { exportThreads } from './export-threads.ts';
import { openCurrentVersion } from './open-store.ts';
import { createDatabaseThreadLog } from './thread-log.ts';

test('a database of a newer version can be exported, and is not changed', async () => {
  const old = openDb(`newer-${crypto.randomUUID()}`);
  await createDatabaseThreadLog(old, () => 1).append(
    't',
    [{ type: 'user-message', messageId: 'q', content: 'Why?' }],
    null,
  );
  const dump = await dumpDb(old);
  await old.delete();
  const newer = { ...dump, version: 990, stores: { ...dump.stores, inventions: 'id' } };
  await restoreDb(old.name, { ...newer, rows: { ...dump.rows, inventions: [{ id: 1 }] } });
  await expect(openDb(old.name).open()).rejects.toMatchObject({ name: 'VersionError' });

  const db = await openCurrentVersion(old.name);
  let text = '';
  for await (const piece of exportThreads(db, 'all', '2026-01-01')) text += piece;
  expect(JSON.parse(text).threads).toMatchObject([{ threadId: 't', events: [{ event: { content: 'Why?' } }] }]);
  expect(await dumpDb(db)).toMatchObject({ version: 990, rows: { ...dump.rows, inventions: [{ id: 1 }] } });
  await db.delete();
});

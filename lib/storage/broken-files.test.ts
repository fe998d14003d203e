import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomFrom } from '../../scripts/random.ts';
import {
  brokenBackup,
  brokenImport,
  exampleBackup,
  type Trial,
  tryImport,
  tryRestore,
} from '../testing/storage/broken-files.ts';
import { openDb, type SidenoteDb } from './db.ts';

/** Number of broken files of each kind. `npm run fuzz` tries 10,000. */
const COUNT = 300;

let db: SidenoteDb;
let other: SidenoteDb;
beforeEach(() => {
  db = openDb(`broken-${crypto.randomUUID()}`);
  other = openDb(`other-${crypto.randomUUID()}`);
});
afterEach(async () => {
  await db.delete();
  await other.delete();
});

async function collectOutcomes(make: () => Promise<Trial>): Promise<string[]> {
  const outcomes = new Set<string>();
  for (let n = 0; n < COUNT; n++) {
    const { outcome, fault } = await make();
    expect(fault, `file ${n}`).toBeNull();
    outcomes.add(outcome);
  }
  return [...outcomes];
}

test('broken files of chats are refused with a code or imported completely', async () => {
  const random = randomFrom(1);
  const outcomes = await collectOutcomes(() => tryImport(db, other, brokenImport(random)));
  expect(outcomes).toEqual(expect.arrayContaining(['imported', 'not-ours', 'damaged', 'incomplete']));
});

test('broken backups are refused with a code or restored completely', async () => {
  const random = randomFrom(2);
  const backup = await exampleBackup(other);
  const outcomes = await collectOutcomes(async () => tryRestore(db, other, await brokenBackup(random, backup)));
  expect(outcomes).toEqual(expect.arrayContaining(['restored', 'damaged', 'not-a-backup', 'newer']));
});

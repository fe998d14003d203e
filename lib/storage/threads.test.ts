import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttachedFile } from '../contracts/attachments.ts';
import { diskUnder } from '../testing/storage/failing-writes.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { changeDraftFiles, deleteThreads, loadDraft, loadDraftFiles, saveDraft } from './threads.ts';

const NOTES: AttachedFile = { type: 'text', name: 'notes.txt', text: 'Low at six.' };

let db: SidenoteDb;
beforeEach(() => {
  db = openDb(`draft-files-${crypto.randomUUID()}`);
});
afterEach(() => db.delete());

test('attached files are stored independently of the draft text', async () => {
  await saveDraft(db, 't', 'When?');
  await changeDraftFiles(db, 't', (files) => [...files, NOTES]);
  expect(await loadDraft(db, 't')).toBe('When?');
  await saveDraft(db, 't', '');
  expect(await loadDraftFiles(db, 't')).toEqual([NOTES]);
});

test('removed files, and those of a deleted chat, are deleted', async () => {
  await changeDraftFiles(db, 't', () => [NOTES]);
  await changeDraftFiles(db, 't', (files) => files.slice(1));
  await saveDraft(db, 't', '');
  expect(await db.drafts.count()).toBe(0);
  await changeDraftFiles(db, 't', () => [NOTES]);
  await deleteThreads(db, ['t']);
  expect(await loadDraftFiles(db, 't')).toEqual([]);
});

test('a file that does not fit on the disk is rejected, and attached ones stay', async () => {
  await changeDraftFiles(db, 't', () => [NOTES]);
  db.close();
  diskUnder(db, 0);
  await db.open();
  await expect(changeDraftFiles(db, 't', (files) => [...files, NOTES])).rejects.toThrow();
  expect(await loadDraftFiles(db, 't')).toEqual([NOTES]);
});

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AttachedFile } from '../contracts/attachments.ts';
import type { QueuedMessage } from '../contracts/thread.ts';
import { diskUnder } from '../testing/storage/failing-writes.ts';
import { openDb, type SidenoteDb, type ThreadRow } from './db.ts';
import {
  changeDraftFiles,
  deleteDraft,
  dequeue,
  enqueue,
  keepDraft,
  loadDraft,
  loadDraftFiles,
  loadFilledTexts,
  recoverDrafts,
  saveDraft,
  saveFilledDraft,
  saveThreadModel,
  unsentChats,
} from './drafts.ts';
import { holdDraft, onDraftClosed } from './open-drafts.ts';
import { deleteStored } from './stored-data.ts';
import { deleteThreads } from './threads.ts';

const NOTES: AttachedFile = { type: 'text', name: 'notes.txt', text: 'Low at six.' };

let db: SidenoteDb;
beforeEach(() => {
  db = openDb(`draft-files-${crypto.randomUUID()}`);
});
afterEach(() => db.delete());

describe('text that a closed page had kept and not saved', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    const methods = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    };
    vi.stubGlobal(
      'localStorage',
      new Proxy(methods, {
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  test('is saved with the next page, for each chat', async () => {
    await saveDraft(db, 'a', 'Wh');
    keepDraft(db, 'a', 'When?');
    keepDraft(db, 'b', '');
    await recoverDrafts(db);
    expect([await loadDraft(db, 'a'), await loadDraft(db, 'b')]).toEqual(['When?', '']);
    expect(kept.size).toBe(0);
  });

  test('is kept until all of it was saved', async () => {
    keepDraft(db, 'a', 'When');
    const saving = saveDraft(db, 'a', 'When');
    keepDraft(db, 'a', 'When?');
    await saving;
    expect([...kept.values()]).toEqual(['When?']);
    await saveDraft(db, 'a', 'When?');
    expect(kept.size).toBe(0);
  });

  test.each([
    ['its draft', () => deleteDraft(db, 'a')],
    ['all chats', () => deleteStored(db, 'chats')],
  ])('is deleted with %s', async (_what, remove) => {
    keepDraft(db, 'a', 'When?');
    await remove();
    expect(kept.size).toBe(0);
  });
});

describe('the texts of two pages that show the same chat', () => {
  /** The locks that are held, with the pages that wait for them. */
  let held: Map<string, (() => void)[]>;
  beforeEach(() => {
    held = new Map();
    const locks = {
      query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
      async request(name: string, ...[options, callback = options]: (object | (() => Promise<void>))[]) {
        const waiting = held.get(name);
        if (waiting) await new Promise<void>((resolve) => waiting.push(resolve));
        held.set(name, []);
        await (callback as () => Promise<void>)();
        const next = held.get(name) ?? [];
        held.delete(name);
        for (const go of next) go();
      },
    };
    vi.stubGlobal('navigator', { locks });
  });
  afterEach(() => vi.unstubAllGlobals());

  function open(page: string): () => void {
    const closing = new AbortController();
    holdDraft(db, 't', closing.signal, page);
    return () => closing.abort();
  }

  test('do not overwrite each other, and one that was sent leaves the other', async () => {
    open('one');
    open('two');
    await saveDraft(db, 't', 'When?', 'one');
    await saveDraft(db, 't', 'Where?', 'two');
    await saveDraft(db, 't', 'When is it?', 'one');
    expect([await loadDraft(db, 't', 'one'), await loadDraft(db, 't', 'two')]).toEqual(['When is it?', 'Where?']);
    await saveDraft(db, 't', '', 'one');
    expect([await loadDraft(db, 't', 'one'), await loadDraft(db, 't', 'two')]).toEqual(['', 'Where?']);
    expect(await unsentChats(db)).toEqual([{ threadId: 't', text: 'Where?', files: [] }]);
    await saveDraft(db, 't', '', 'two');
    expect(await db.drafts.toArray()).toEqual([]);
  });

  test('are taken over by the page that opens the chat after they were closed', async () => {
    const close = [open('one'), open('two')];
    await saveDraft(db, 't', 'When?', 'one');
    await saveDraft(db, 't', 'Where?', 'two');
    expect(await loadDraft(db, 't', 'three')).toBe('');
    for (const each of close) each();
    await vi.waitFor(async () => expect(await loadDraft(db, 't', 'three')).toBe('When?\n\nWhere?'));
    open('three');
    expect(await loadDraft(db, 't', 'four')).toBe('');
    expect(await db.drafts.toArray()).toMatchObject([{ page: 'three', text: 'When?\n\nWhere?' }]);
  });

  test('are joined without one that is part of the other, and with one of an earlier version', async () => {
    await db.drafts.put({ threadId: 't', text: 'When is' });
    await saveDraft(db, 't', 'When is low water?', 'one');
    await saveDraft(db, 't', 'When is low water?', 'two');
    expect(await loadDraft(db, 't', 'three')).toBe('When is low water?');
  });

  test('are kept by each page until they are saved', async () => {
    const kept = new Map<string, string>();
    const methods = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    };
    const ownKeys = () => [...kept.keys()];
    const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true });
    vi.stubGlobal('localStorage', new Proxy(methods, { ownKeys, getOwnPropertyDescriptor }));
    for (const page of ['one', 'two']) open(page);
    keepDraft(db, 't', 'When?', 'one');
    keepDraft(db, 't', 'Where?', 'two');
    await recoverDrafts(db);
    expect([await loadDraft(db, 't', 'one'), await loadDraft(db, 't', 'two')]).toEqual(['When?', 'Where?']);
  });

  test('are reported once their page no longer shows the chat', async () => {
    const close = open('one');
    open('two');
    const closed = vi.fn();
    await onDraftClosed(db, 't', new AbortController().signal, closed);
    expect(closed).not.toHaveBeenCalled();
    close();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });
});

test('attached files are stored independently of the draft text', async () => {
  await saveDraft(db, 't', 'When?');
  await changeDraftFiles(db, 't', (files) => [...files, NOTES]);
  expect(await loadDraft(db, 't')).toBe('When?');
  await saveDraft(db, 't', '');
  expect(await loadDraftFiles(db, 't')).toEqual([NOTES]);
});

test('parts of a text that were filled in are kept with it until it is emptied', async () => {
  await saveFilledDraft(db, 't', 'Compare https://a.test/ with', ['https://a.test/']);
  await saveDraft(db, 't', 'Compare https://a.test/ with this');
  await saveFilledDraft(db, 't', 'Compare https://a.test/ with "Tides"', ['"Tides"']);
  expect(await loadFilledTexts(db, 't')).toEqual(['https://a.test/', '"Tides"']);
  await saveDraft(db, 't', '');
  await saveDraft(db, 't', 'When?');
  expect(await loadFilledTexts(db, 't')).toEqual([]);
});

test('removed files, and those of a deleted chat, are deleted', async () => {
  await changeDraftFiles(db, 't', () => [NOTES]);
  await changeDraftFiles(db, 't', (files) => files.slice(1));
  expect(await loadDraftFiles(db, 't')).toEqual([]);
  await changeDraftFiles(db, 't', () => [NOTES]);
  await deleteThreads(db, ['t']);
  expect(await loadDraftFiles(db, 't')).toEqual([]);
});

const QUESTION: QueuedMessage = {
  messageId: 'm',
  content: 'And then?',
  model: { endpointId: 'e', modelId: 'm' },
  tabId: null,
  site: null,
};

test.each([
  ['its text is removed', () => saveDraft(db, 't', 'When?'), () => saveDraft(db, 't', '')],
  [
    'its last file is removed',
    () => changeDraftFiles(db, 't', () => [NOTES]),
    () => changeDraftFiles(db, 't', () => []),
  ],
  ['its last queued question was sent', () => enqueue(db, 't', QUESTION), () => dequeue(db, 't', 'm')],
  ['no files are added to it', async () => undefined, () => changeDraftFiles(db, 't', (files) => [...files])],
])('nothing is stored of a draft after %s', async (_why, fill, empty) => {
  await fill();
  await empty();
  expect(await db.drafts.toArray()).toEqual([]);
});

test('a draft keeps its other contents when one of them is removed', async () => {
  await enqueue(db, 't', QUESTION);
  await saveThreadModel(db, 't', QUESTION.model);
  await changeDraftFiles(db, 't', () => [NOTES]);
  await changeDraftFiles(db, 't', () => []);
  expect(await db.drafts.toArray()).toEqual([
    { threadId: 't', text: '', model: QUESTION.model, queue: [QUESTION], changedAt: expect.any(Number) },
  ]);
});

test('a file that does not fit on the disk is rejected, and attached ones stay', async () => {
  await changeDraftFiles(db, 't', () => [NOTES]);
  db.close();
  diskUnder(db, 0);
  await db.open();
  await expect(changeDraftFiles(db, 't', (files) => [...files, NOTES])).rejects.toThrow();
  expect(await loadDraftFiles(db, 't')).toEqual([NOTES]);
});

test('chats whose first question was not sent are found by their drafts, newest first', async () => {
  vi.spyOn(Date, 'now').mockReturnValueOnce(1).mockReturnValueOnce(2).mockReturnValueOnce(3);
  await saveDraft(db, 'older', 'When is low water?');
  await changeDraftFiles(db, 'newer', () => [NOTES]);
  await saveThreadModel(db, 'only a model', QUESTION.model);
  await db.threads.put({ threadId: 'chat' } as ThreadRow);
  await saveDraft(db, 'chat', 'And then?');
  expect(await unsentChats(db)).toEqual([
    { threadId: 'newer', text: '', files: ['notes.txt'] },
    { threadId: 'older', text: 'When is low water?', files: [] },
  ]);
  await deleteDraft(db, 'newer');
  expect(await unsentChats(db)).toMatchObject([{ threadId: 'older' }]);
});

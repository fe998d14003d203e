import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MEMORY_LIMITS, type Memory } from '../contracts/index.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { addMemoryProposals, loadMemoryProposals, removeMemoryProposal, saveDraft } from './drafts.ts';
import {
  allMemories,
  changeMemory,
  forgetMemories,
  keepMemory,
  memoriesOfProject,
  restoreMemories,
  selectUnknownTexts,
} from './memories.ts';
import { exportMemories, importMemories } from './memories-file.ts';
import { deleteProject, saveProject } from './projects.ts';
import { deleteStored } from './stored-data.ts';

const BERN: Memory = {
  memoryId: 'bern',
  text: 'I live in Bern',
  projectId: null,
  origin: { type: 'question', threadId: 't' },
  isOn: true,
  createdAt: 5,
};
const PROJECT = { instructions: '', model: null, web: false, ownData: false, mcpServers: null, createdAt: 1 };

let db: SidenoteDb;
let away: SidenoteDb;
beforeEach(() => {
  db = openDb(`memories-${crypto.randomUUID()}`);
  away = openDb(`memories-away-${crypto.randomUUID()}`);
});
afterEach(async () => {
  await db.delete();
  await away.delete();
});

describe('a kept sentence', () => {
  test('is stored as shown, and used in all chats or in those of its project', async () => {
    expect(await keepMemory(db, BERN)).toBeNull();
    expect(await keepMemory(db, { ...BERN, memoryId: 'tides', text: 'Times in UTC', projectId: 'p' })).toBeNull();
    expect(await allMemories(db)).toMatchObject([{ text: 'I live in Bern' }, { text: 'Times in UTC' }]);
    const listTexts = async (projectId: string | null) =>
      (await memoriesOfProject(db, projectId)).map(({ text }) => text);
    expect(await listTexts(null)).toEqual(['I live in Bern']);
    expect(await listTexts('p')).toEqual(['I live in Bern', 'Times in UTC']);
  });

  test.each([
    ['has a secret', 'My password is: kR8!vmQ2x', 'secret'],
    ['has two lines', 'two\nlines', 'hidden'],
    ['is too long', 'a'.repeat(301), 'too-long'],
  ])('is refused if it %s', async (_, text, error) => {
    expect(await keepMemory(db, { ...BERN, text })).toBe(error);
    expect(await allMemories(db)).toEqual([]);
  });

  test('is refused if the same chats have it, in other case or punctuation', async () => {
    await keepMemory(db, BERN);
    expect(await keepMemory(db, { ...BERN, memoryId: 'again', text: 'i live in bern.' })).toBe('duplicate');
    expect(await keepMemory(db, { ...BERN, memoryId: 'again', projectId: 'p' })).toBeNull();
  });

  test('is refused if there are too many', async () => {
    const rows = Array.from({ length: MEMORY_LIMITS.memories }, (_, index) => ({
      ...BERN,
      memoryId: `m${index}`,
      text: `Fact ${index}`,
    }));
    await db.memories.bulkAdd(rows);
    expect(await keepMemory(db, BERN)).toBe('too-many');
  });

  test('takes the place of another one, which is forgotten with it', async () => {
    await keepMemory(db, BERN);
    const basel: Memory = { ...BERN, memoryId: 'basel', text: 'I live in Basel' };
    expect(await keepMemory(db, { ...basel, text: 'two\nlines' }, 'bern')).toBe('hidden');
    expect(await allMemories(db)).toEqual([BERN]);
    expect(await keepMemory(db, basel, 'bern')).toBeNull();
    expect(await allMemories(db)).toEqual([basel]);
  });

  test('takes the place of another one also where there is no room for more', async () => {
    const rows = Array.from({ length: MEMORY_LIMITS.memories }, (_, index) => ({
      ...BERN,
      memoryId: `m${index}`,
      text: `Fact ${index}`,
    }));
    await db.memories.bulkAdd(rows);
    expect(await keepMemory(db, BERN, 'm3')).toBeNull();
    expect(await allMemories(db)).toHaveLength(MEMORY_LIMITS.memories);
  });

  test('can be changed, turned off and forgotten', async () => {
    await keepMemory(db, BERN);
    expect(await changeMemory(db, 'bern', { text: 'I live in Basel' })).toBeNull();
    expect(await changeMemory(db, 'bern', { text: 'two\nlines' })).toBe('hidden');
    await changeMemory(db, 'bern', { isOn: false });
    expect(await allMemories(db)).toMatchObject([{ text: 'I live in Basel', isOn: false }]);
    expect(await memoriesOfProject(db, null)).toEqual([]);
    await forgetMemories(db, 'bern');
    expect(await changeMemory(db, 'bern', { isOn: true })).toBeNull();
    expect(await allMemories(db)).toEqual([]);
  });

  test('is not unknown if all chats use it, in other case or punctuation', async () => {
    const texts = ['i live in bern.', 'I sail'];
    await db.memories.bulkAdd([{ ...BERN, isOn: false }]);
    expect(await selectUnknownTexts(db, texts)).toEqual(texts);
    await changeMemory(db, 'bern', { isOn: true });
    expect(await selectUnknownTexts(db, texts)).toEqual(['I sail']);
    await changeMemory(db, 'bern', { projectId: 'p' });
    expect(await selectUnknownTexts(db, texts)).toEqual(texts);
  });

  test('is restored as it was, unless it was kept again or its project is gone', async () => {
    await saveProject(db, { ...PROJECT, projectId: 'p', name: 'Tides' });
    const tides: Memory = { ...BERN, memoryId: 'tides', text: 'Times in UTC', projectId: 'p', isOn: false };
    await db.memories.bulkAdd([BERN, tides]);
    const forgotten = await forgetMemories(db, null);
    expect(await allMemories(db)).toEqual([]);
    await restoreMemories(db, forgotten);
    expect(await allMemories(db)).toEqual([BERN, tides]);
    await forgetMemories(db, null);
    await deleteProject(db, 'p', false);
    await keepMemory(db, { ...BERN, memoryId: 'again' });
    await restoreMemories(db, forgotten);
    expect((await allMemories(db)).map(({ memoryId }) => memoryId)).toEqual(['again']);
  });

  test('is deleted with all others, with its project, and with the stored data', async () => {
    await saveProject(db, { ...PROJECT, projectId: 'p', name: 'Tides' });
    const keepBoth = async () => {
      await keepMemory(db, BERN);
      await keepMemory(db, { ...BERN, memoryId: 'tides', projectId: 'p' });
    };
    await keepBoth();
    await deleteProject(db, 'p', false);
    expect((await allMemories(db)).map(({ memoryId }) => memoryId)).toEqual(['bern']);
    await forgetMemories(db, null);
    expect(await allMemories(db)).toEqual([]);
    await keepBoth();
    await deleteStored(db, 'memories');
    expect(await allMemories(db)).toEqual([]);
  });
});

describe('a file of sentences', () => {
  test('has the text, the day and the name of the project, and nothing about chats', async () => {
    await saveProject(db, { ...PROJECT, projectId: 'p', name: 'Tides' });
    await keepMemory(db, { ...BERN, projectId: 'p' });
    expect(JSON.parse(await exportMemories(db, '2026-01-01'))).toEqual({
      format: 'sidenote-memories',
      version: 1,
      exportedAt: '2026-01-01',
      memories: [{ text: 'I live in Bern', createdAt: 5, project: 'Tides' }],
    });
  });

  test('is imported turned off, until the user turns each on', async () => {
    await keepMemory(db, BERN);
    const file = await exportMemories(db, '2026-01-01');
    expect(await importMemories(away, file, () => 'new')).toBe(1);
    expect(await allMemories(away)).toMatchObject([{ memoryId: 'new', isOn: false, isImported: true }]);
    expect(await memoriesOfProject(away, null)).toEqual([]);
    await changeMemory(away, 'new', { projectId: null });
    expect(await allMemories(away)).toMatchObject([{ isImported: true }]);
    await changeMemory(away, 'new', { isOn: true });
    expect((await allMemories(away))[0]).not.toHaveProperty('isImported');
  });

  test('imports no secret, no hidden character, and nothing that already exists', async () => {
    await keepMemory(away, BERN);
    const texts = ['I live in Bern.', 'My card is 4111 1111 1111 1111', 'in\u2066visible', 'I sail'];
    const memories = texts.map((text) => ({ text, createdAt: 1 }));
    const file = JSON.stringify({ format: 'sidenote-memories', version: 1, exportedAt: '', memories });
    let next = 0;
    expect(await importMemories(away, file, () => `n${++next}`)).toBe(1);
    expect((await allMemories(away)).map(({ text, isOn }) => [text, isOn])).toEqual([
      ['I sail', false],
      ['I live in Bern', true],
    ]);
  });

  test.each(['', 'no JSON', '{"format":"sidenote-settings"}', '{"format":"sidenote-memories","version":1}'])(
    'is refused if it is something else: %s',
    async (text) => {
      expect(await importMemories(db, text, () => 'x')).toBeNull();
    },
  );
});

describe('what a chat proposes to remember', () => {
  const propose = (text: string) => ({ text, origin: { type: 'question' as const, threadId: 't' } });
  const listTexts = async () => (await loadMemoryProposals(db, 't')).map(({ text }) => text);

  test('stays until it is answered, whatever is typed', async () => {
    await addMemoryProposals(db, 't', [propose('I live in Bern')]);
    await saveDraft(db, 't', 'Next');
    await saveDraft(db, 't', '');
    expect(await loadMemoryProposals(db, 't')).toEqual([propose('I live in Bern')]);
    await removeMemoryProposal(db, 't', 'I live in Bern');
    expect(await db.drafts.get('t')).toBeUndefined();
  });

  test('is added to earlier proposals, each sentence once', async () => {
    await addMemoryProposals(db, 't', [propose('I live in Bern'), propose('I sail')]);
    await addMemoryProposals(db, 't', [propose('I live in Bern'), propose('I use knots')]);
    expect(await listTexts()).toEqual(['I sail', 'I live in Bern', 'I use knots']);
    await removeMemoryProposal(db, 't', 'I live in Bern');
    expect(await listTexts()).toEqual(['I sail', 'I use knots']);
  });

  test('is bounded: the newest stay', async () => {
    const texts = Array.from({ length: MEMORY_LIMITS.proposals + 3 }, (_, index) => `Fact ${index}`);
    for (const text of texts) await addMemoryProposals(db, 't', [propose(text)]);
    expect(await listTexts()).toEqual(texts.slice(3));
  });
});

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importedResult } from '../testing/storage/export-samples.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { importThreads } from './import-threads.ts';
import { searchThreads } from './search-threads.ts';

let db: SidenoteDb;
beforeEach(() => {
  db = openDb(`import-${crypto.randomUUID()}`);
});
afterEach(() => db.delete());

const asFile = (text: string) => new Blob([text]);

describe('a file of another application', () => {
  const session = (id: string, ...contents: string[]) => ({
    id,
    title: `About ${id}`,
    createdAt: 5,
    updatedAt: 9,
    messages: contents.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
  });
  const file = (...items: unknown[]) => asFile(JSON.stringify(items));

  test('is imported as chats that can be read, found and imported again without duplicates', async () => {
    const sessions = file(session('tides', 'Why?', 'The moon.'), { chat: 1 }, session('empty'));
    expect(await importThreads(db, sessions)).toEqual(importedResult({ added: 1, unreadable: 1 }));
    expect((await db.threads.toArray()).map(({ title }) => title)).toEqual(['About tides']);
    const hits = await searchThreads(db, 'moon', 10, new AbortController().signal);
    expect(hits).toHaveLength(1);
    expect(await importThreads(db, sessions)).toEqual(importedResult({ identical: 1, unreadable: 1 }));
  });

  test('says what was not imported', async () => {
    const withSystem = {
      ...session('s', 'Hi'),
      messages: [
        { role: 'system', content: 'x' },
        { role: 'user', content: 'Hi' },
      ],
    };
    expect(await importThreads(db, file(withSystem))).toEqual(
      importedResult({ added: 1, lost: { 'system-message': 1 } }),
    );
  });

  test('that ends too early brings the chats before its end, and says that it is cut', async () => {
    const whole = JSON.stringify([session('a', 'Why?'), session('b', 'When?')]);
    for (const length of [whole.length - 1, whole.length - 9]) {
      const result = await importThreads(db, asFile(whole.slice(0, length)));
      expect(result).toMatchObject({ type: 'imported', counts: { isCut: true, unreadable: 0 } });
      expect(await db.threads.get('ollama-client-a')).toBeDefined();
    }
    expect(await importThreads(db, asFile(whole))).toMatchObject({ counts: { isCut: false } });
    expect(await db.threads.count()).toBe(2);
  });

  test('is refused if it has no chat, is cut off, or would change what objects inherit', async () => {
    const whole = JSON.stringify([session('a', 'Why?')]);
    for (const text of [
      '[]',
      '{"a": 1}',
      '[1, 2]',
      whole.slice(0, -9),
      whole.replace('"title"', '"__proto__":{},"title"'),
    ]) {
      expect(await importThreads(db, asFile(text))).toMatchObject({ type: 'refused' });
      expect(await db.threads.count()).toBe(0);
    }
  });

  test('shows its progress, can be stopped, and continues when it is imported again', async () => {
    const sessions = file(...Array.from({ length: 900 }, (_, n) => session(`chat ${n}`, 'Why?', 'The moon.')));
    const shares: number[] = [];
    const controller = new AbortController();
    const stopping = await importThreads(db, sessions, {
      signal: controller.signal,
      onProgress: (share) => {
        shares.push(share);
        if (share > 0.75) controller.abort();
      },
    });
    expect(stopping).toMatchObject({ type: 'imported', counts: { isStopped: true } });
    const before = await db.threads.count();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(900);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    let last = 0;
    const rest = await importThreads(db, sessions, {
      onProgress: (share) => {
        last = share;
      },
    });
    expect(rest).toEqual(importedResult({ added: 900 - before, identical: before }));
    expect(last).toBe(1);
  });
});

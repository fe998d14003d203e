import 'fake-indexeddb/auto';
import { type Zippable, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { importProblemText } from '../../../components/parts/storage-text.ts';
import { openDb, type SidenoteDb } from '../db.ts';
import { collectIntoBlob, exportThreads } from '../export-threads.ts';
import { importThreads } from '../import-threads.ts';

let db: SidenoteDb;
beforeEach(() => {
  db = openDb(`archive-${crypto.randomUUID()}`);
});
afterEach(() => db.delete());

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const session = (id: string) => ({
  id,
  title: `About ${id}`,
  createdAt: 5,
  updatedAt: 9,
  messages: [
    { role: 'user', content: `Why ${id}?` },
    { role: 'assistant', content: 'The moon. '.repeat(500) },
  ],
});

const zip = (files: Zippable, level: 0 | 6 = 6) => new Uint8Array(zipSync(files, { level }));
const importZip = (bytes: Uint8Array<ArrayBuffer>) => importThreads(db, new Blob([bytes]));
const titles = async () => (await db.threads.toArray()).map(({ title }) => title).toSorted();

async function refusal(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const result = await importZip(bytes);
  expect(await db.threads.count()).toBe(0);
  return result.type === 'refused' ? importProblemText(result.problem) : result.type;
}

describe('a ZIP archive', () => {
  test.each([0, 6] as const)('gives the chats of all its files, in folders and in parts (level %d)', async (level) => {
    const archive = zip(
      {
        'export/conversations-000.json': json([session('a')]),
        'export/conversations-001.json': json([session('b'), { broken: true }]),
        'export/user.json': json({ id: 'u', email: 'ann@tides.test' }),
        'export/message_feedback.json': json([{ rating: 1 }]),
        'export/chat.html': json('<html>'),
        'export/file-1.png': new Uint8Array([0xff, 0xfe, 0xfd]),
        '__MACOSX/export/._conversations-000.json': new Uint8Array([0, 5, 22, 7]),
      },
      level,
    );
    const shares: number[] = [];
    const result = await importThreads(db, new Blob([archive]), { onProgress: (share) => shares.push(share) });
    expect(result).toMatchObject({ type: 'imported', counts: { added: 2, unreadable: 1 } });
    expect(await titles()).toEqual(['About a', 'About b']);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.every((share) => share <= 1)).toBe(true);
  });

  test('returns the chats of archives in it', async () => {
    const inner = zip({ 'conversations.json': json([session('a')]) });
    const result = await importZip(zip({ 'downloads/inner.zip': inner, 'more.json': json([session('b')]) }));
    expect(result).toMatchObject({ counts: { added: 2 } });
  });

  test('returns Sidenote’s own chats', async () => {
    await importThreads(db, new Blob([json([session('a')])]));
    const { blob } = await collectIntoBlob(exportThreads(db, 'all', '2026-01-01T00:00:00.000Z'), 'application/json');
    const archive = zip({ 'sidenote.json': new Uint8Array(await blob.arrayBuffer()) });
    expect(await importZip(archive)).toMatchObject({ counts: { identical: 1 } });
  });

  test('with a file that ends too early returns the chats before its end', async () => {
    const cut = json([session('a'), session('b')]).slice(0, -20);
    expect(await importZip(zip({ 'conversations.json': cut }))).toMatchObject({ counts: { added: 1, isCut: true } });
  });

  test.each<[string, Zippable, RegExp]>([
    ['without JSON', { 'a.txt': json('x') }, /contains no chats that Sidenote can read/],
    ['without any file', {}, /contains no chats that Sidenote can read/],
    ['of other JSON', { 'user.json': json({ id: 'u' }) }, /contains no chats that Sidenote can read/],
    ['of web pages', { 'Takeout/My Activity/Gemini Apps/MyActivity.html': json('x') }, /select JSON as the format/],
  ])('%s is refused with what to do', async (_, files, reason) => {
    expect(await refusal(zip(files))).toMatch(reason);
  });

  test('that is truncated, or damaged anywhere, is refused', async () => {
    const whole = zip({ 'conversations.json': json([session('a')]) });
    expect(await refusal(whole.slice(0, whole.length - 30))).toMatch(/incomplete or damaged/);
    for (const at of [60, 70, 80]) {
      const damaged = whole.slice();
      damaged.fill(0x55, at, at + 8);
      expect(await refusal(damaged)).toMatch(/incomplete or damaged|can read/);
    }
  });

  test('with a password is refused with what to do', async () => {
    const archive = zip({ 'conversations.json': json([session('a')]) });
    // The bit of the general purpose flag in the list of files.
    const at = new DataView(archive.buffer).getUint32(archive.length - 6, true);
    archive[at + 8] = (archive[at + 8] ?? 0) | 1;
    expect(await refusal(archive)).toMatch(/has a password/);
  });

  test('whose list gives another size than the file has is refused', async () => {
    const archive = zip({ 'conversations.json': json([session('a')]) });
    const at = new DataView(archive.buffer).getUint32(archive.length - 6, true);
    new DataView(archive.buffer).setUint32(at + 24, 10, true);
    expect(await refusal(archive)).toMatch(/incomplete or damaged/);
  });

  test('whose files share bytes, so that it unpacks to as much as one likes, is refused', async () => {
    const archive = zip({ 'a.json': json([session('a')]), 'b.json': json([session('b')]) });
    const view = new DataView(archive.buffer);
    const first = view.getUint32(archive.length - 6, true);
    const second = first + 46 + view.getUint16(first + 28, true);
    view.setUint32(second + 42, 0, true);
    expect(await refusal(archive)).toMatch(/incomplete or damaged/);
  });

  const spaces = (count: number) => new Uint8Array(count).fill(0x20);
  test.each<[string, () => Zippable]>([
    ['in one file', () => ({ 'conversations.json': spaces(30_000_000) })],
    ['in many files', () => Object.fromEntries([1, 2, 3, 4].map((n) => [`${n}.json`, spaces(9_000_000)]))],
    [
      'in archives in it',
      () => Object.fromEntries([1, 2, 3, 4].map((n) => [`${n}.zip`, zip({ 'a.json': spaces(9_000_000) })])),
    ],
    [
      'in archives in archives in it',
      () => ({ 'a.zip': zip({ 'b.zip': zip({ 'a.json': spaces(9_000_000), 'b.json': spaces(9_000_000) }) }) }),
    ],
    ['in very many files', () => Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`${n}.json`, json([])]))],
  ])('that unpacks to far more than chats do is refused before it is read: %s', async (_, files) => {
    expect(await refusal(zip(files()))).toMatch(/unpacks to far more/);
  });

  test('with a path that no export has is refused', async () => {
    expect(await refusal(zip({ [`${'a'.repeat(1_100)}.json`]: json([]) }))).toMatch(/incomplete or damaged/);
  });

  test('lets the page respond while it reads what are no chats', async () => {
    const archive = zip({ 'feedback.json': json(Array.from({ length: 500 }, (_, n) => n)) });
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 20;
      return now;
    });
    const messages = vi.spyOn(globalThis, 'MessageChannel');
    await importZip(archive);
    const count = messages.mock.calls.length;
    vi.restoreAllMocks();
    expect(count).toBeGreaterThan(500);
  });
});

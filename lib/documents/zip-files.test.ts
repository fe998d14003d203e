import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { buildFileName, type DocumentFile, uniqueNames, zipFiles } from './zip-files.ts';

async function* listed(files: DocumentFile[]) {
  yield* files;
}

test('an archive contains every file, also those with names and dates that ZIP does not allow', async () => {
  const files = [
    { name: '潮汐-2026.md', text: '潮汐 🙂', modifiedAt: 0 },
    { name: 'long.md', text: 'tide '.repeat(500_000), modifiedAt: 8.64e15 },
    { name: 'empty.md', text: '', modifiedAt: Date.UTC(2026, 0, 1) },
  ];
  const archive = await zipFiles(listed(files));
  expect(archive.size).toBeLessThan(100_000);
  const unzipped = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  const texts = Object.entries(unzipped).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
  expect(texts).toEqual(files.map(({ name, text }) => [name, text]));
});

const DATE = new Date('2026-01-02T03:04:05Z');

test.each([
  ['Why are there tides?', 'why-are-there-tides-2026-01-02.md'],
  ['../../etc/passwd', 'etc-passwd-2026-01-02.md'],
  ['CON', 'con-2026-01-02.md'],
  ['हिन्दी में ज्वार', 'हिन्दी-में-ज्वार-2026-01-02.md'],
  ['cafe\u0301', 'caf\u00e9-2026-01-02.md'],
  ['?!', 'chat-2026-01-02.md'],
])('a chat named %j is saved as %s', (title, name) => {
  expect(buildFileName(title, DATE, 'md')).toBe(name);
});

test('a name is valid on every system, regardless of the title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      const name = buildFileName(title, DATE, 'html');
      expect(name.isWellFormed()).toBe(true);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]+-2026-01-02\.html$/u);
    }),
  );
});

test('numbers a name that was given before', () => {
  const unique = uniqueNames();
  expect(['a.md', 'b.md', 'a.md', 'a.md'].map(unique)).toEqual(['a.md', 'b.md', 'a_2.md', 'a_3.md']);
});

import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type DocumentFile, zipFiles } from './zip-files.ts';

async function* listed(files: DocumentFile[]) {
  yield* files;
}

test('an archive holds every file, also with names and dates that ZIP cannot have as they are', async () => {
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

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FILES = globSync(['{lib,components,entrypoints}/**/*.{ts,tsx}'], {
  exclude: ['**/*.test.ts', '**/*.test.tsx', 'lib/testing/**', 'lib/storage/**'],
});

test('the database and its tables are named in lib/storage alone', () => {
  expect(FILES.length).toBeGreaterThan(700);
  expect(FILES.filter((file) => /\bSidenoteDb\b|\bopenDb\b|'dexie'/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('other folders get stores from lib/storage, never the database', () => {
  expect(readFileSync('lib/storage/index.ts', 'utf8')).not.toMatch(/\b(SidenoteDb|openDb|createStores|getDatabase)\b/);
});

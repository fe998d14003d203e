import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('npm run evidence checks a line with the required fields alone, and one with all', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'evidence-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'cases.jsonl');
  const sources = [{ text: 'The bridge opened on 12 May 1931. It is 504 metres long.' }];
  const answer = 'The bridge opened on 13 May 1931 and is 504 m long.';
  const lines = [
    { id: 'a', sources, question: 'When did it open?', answer },
    { id: 'b', sources, question: 'When did it open?', answer, language: 'en', given: { date: '2026-05-13' } },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const output = execFileSync(process.execPath, ['scripts/evidence.ts', file], { encoding: 'utf8' });
  const results = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(results.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(results[0].claims).toMatchObject([
    { text: '13 May 1931', kind: 'date', state: 'not-found' },
    { text: '504 m', kind: 'figure', state: 'found' },
  ]);
});

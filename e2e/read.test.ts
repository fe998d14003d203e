import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';

const article =
  'The lighthouse keeper wrote down every ship that passed in the night, and none was ever missing. '.repeat(6);
const saved = `<link rel="canonical" href="http://example.org/log/"><title>Log</title><main><h1>Log</h1><p>${article}</p>
  <p><a href="more">More ships</a></p></main><script>document.body.textContent = 'Scripts ran'</script>`;
const live = `<title>Live</title><p id="late"></p><script>setTimeout(() => {
  late.textContent = 'Filled at OTHER'; document.body.append(' for real') }, 200)</script>`;

describe.each(BROWSERS)('npm run read in %s', (browser) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'read-'));
  const out = path.join(folder, 'out');
  beforeAll(() => {
    writeFileSync(path.join(folder, 'saved.html.gz'), gzipSync(saved));
    writeFileSync(path.join(folder, 'live.html'), live);
    writeFileSync(path.join(folder, 'cases.json'), '[{"id":"live","wait":1000}]');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function read(page: string, ...options: string[]): { line: Record<string, unknown>; markdown: string } {
    const args = ['scripts/read.ts', path.join(folder, page), '--out', out, '--browser', browser, ...options];
    const printed = execFileSync('node', args, { encoding: 'utf8' });
    const line = JSON.parse(printed);
    return { line, markdown: readFileSync(path.join(out, `${line.page}.md`), 'utf8') };
  }

  test('writes the reading of a saved page, whose scripts do not run', () => {
    const { line, markdown } = read('saved.html.gz');
    expect(line).toMatchObject({ page: 'saved', title: 'Log', chars: markdown.trimEnd().length, more: false });
    expect(markdown).toBe(`# Log\n\n${article.trim()}\n\n[More ships](https://example.org/log/more)\n`);
  });

  testOfFullRun('writes the output of another tool', () => {
    const { markdown } = read('saved.html.gz', '--tool', 'find_in_page', '--input', '{"query":"lighthouse keeper"}');
    expect(markdown).toContain('word for word');
  });

  test('runs scripts of self-contained pages, with a second origin', () => {
    expect(read('live.html').markdown).toMatch(/^Filled at http:\/\/localhost:\d+\s+for real\n$/);
  });
});

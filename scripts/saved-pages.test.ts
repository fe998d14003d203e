import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { findPages, isSelfContained, loadPage } from './saved-pages.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'saved-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

function save(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function load(content: string | Buffer) {
  const [page] = findPages([save('one.html', content)]);
  if (!page) throw new Error('The page was not found.');
  return loadPage(page);
}

test('finds pages in folders, packed or not, and names them after their files', () => {
  const first = save('set/a/source.html.gz', gzipSync('<p>Packed'));
  save('set/b.htm', '<p>Plain');
  save('set/notes.txt', 'no page');
  save('set/cases.json', '[{"id":"b","wait":300},{"id":"c"}]');
  const pages = findPages([path.join(folder, 'set'), first]);
  expect(pages.map(({ name, wait }) => [name, wait])).toEqual([
    ['a/source', null],
    ['b', 300],
    ['source', null],
  ]);
  expect(pages.slice(0, 1).map((page) => loadPage(page).body.toString())).toEqual(['<p>Packed']);
  expect(findPages([first, first]).map(({ name }) => name)).toEqual(['source', 'source-2']);
  expect(() => findPages([path.join(folder, 'nowhere')])).toThrow('nothing at');
});

test.each([
  ['<link rel="canonical" href="https://example.org/a?b=1&amp;c=2#part">', 'https://example.org/a?b=1&c=2'],
  ['<link href=http://example.org/x rel=canonical>', 'https://example.org/x'],
  [
    '<link rel="canonical" href="/relative"><meta property="og:url" content="https://example.org/y">',
    'https://example.org/y',
  ],
  ['<base href="https://example.org/folder/">', 'https://example.org/folder/'],
  ['<link rel="canonical" href="http://localhost/x">', null],
  ['<p>No address', null],
])('reads the address of the page from %s', (html, url) => {
  expect(load(html).url).toBe(url);
});

test('serves UTF-8 as such, regardless of what the page declares, and leaves other encodings to the browser', () => {
  const declared = '<meta charset="windows-1251">';
  expect(load(`${declared}Привет`).contentType).toBe('text/html; charset=utf-8');
  expect(load(Buffer.from([...Buffer.from(declared), 0xcf, 0xf0])).contentType).toBe('text/html');
  const xml = '<?xml version="1.0" encoding="EUC-JP"?><html>';
  expect(load(Buffer.from([...Buffer.from(xml), 0xc5, 0xcf])).contentType).toBe('text/html');
  expect(load(Buffer.from([0xcf, 0xf0])).contentType).toBe('text/html; charset=utf-8');
});

test.each([
  ['<p id=a></p><script>a.textContent = 1</script>', true],
  ['<iframe src="OTHER/frame/inside"></iframe>', true],
  ['<p>Nothing but text</p>', false],
  ['<script src="/app.js"></script><script>start()</script>', false],
  ['<link rel="stylesheet" href="x.css"><script>start()</script>', false],
  ['<link rel="canonical" href="https://example.org/"><script>start()</script>', false],
])('detects whether %s is self-contained', (content, expected) => {
  const [page] = findPages([save('alone.html', content)]);
  expect(page && isSelfContained(page, loadPage(page))).toBe(expected);
});

test('treats a page in cases.json as self-contained', () => {
  save('cases/cases.json', '[{"id":"plain"}]');
  const [page] = findPages([save('cases/plain.html', '<p>Nothing but text</p>')]);
  expect(page && isSelfContained(page, loadPage(page))).toBe(true);
});

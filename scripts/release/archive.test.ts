import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesIn, readZip, unpack, zipFiles } from './archive.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const files = (...entries: [string, string][]) =>
  new Map(entries.map(([name, text]): [string, Uint8Array] => [name, new TextEncoder().encode(text)]));

test('the order, dates and time zone do not change a package', () => {
  const zone = process.env.TZ;
  const first = zipFiles(files(['a.js', 'one'], ['b/ü.js', 'two'.repeat(1000)]));
  process.env.TZ = 'Asia/Kathmandu';
  const second = zipFiles(files(['b/ü.js', 'two'.repeat(1000)], ['a.js', 'one']));
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true);
});

test('a changed byte changes the package', () => {
  expect(zipFiles(files(['a.js', 'one']))).not.toEqual(zipFiles(files(['a.js', 'onf'])));
});

test('packed files are unpacked, all with the same date', () => {
  const packed = zipFiles(files(['a.js', 'one'], ['b/c/ü.js', 'two']));
  unpack(packed, folder);
  expect(filesIn(folder)).toEqual(readZip(packed));
  expect(statSync(path.join(folder, 'a.js')).mtime.getFullYear()).toBe(1980);
});

test('a folder packs the same after its files were touched', () => {
  writeFileSync(path.join(folder, 'z'), 'z');
  writeFileSync(path.join(folder, 'a'), 'a');
  const before = zipFiles(filesIn(folder));
  utimesSync(path.join(folder, 'a'), new Date(), new Date(2020, 1, 1));
  expect(zipFiles(filesIn(folder))).toEqual(before);
});

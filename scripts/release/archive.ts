import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync, type Zippable, zipSync } from 'fflate';

/** The earliest date that a ZIP file can contain, in local time, like in the file. */
const noDate = () => new Date(1980, 0, 1);
const UNIX = 3;
const PLAIN_FILE = 0o100644 << 16;

/** The files below a folder by path, with `/` as the separator, sorted. */
export function filesIn(folder: string): Map<string, Uint8Array> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  return readFiles(folder, paths);
}

export function readFiles(folder: string, paths: readonly string[]): Map<string, Uint8Array> {
  return new Map(paths.toSorted().map((file) => [file, new Uint8Array(readFileSync(path.join(folder, file)))]));
}

/**
 * A ZIP file that depends only on names and contents: sorted, without dates, owners and permissions, and compressed
 * with JavaScript, since the output of zlib differs between processors.
 */
export function zipFiles(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    entries[name] = [content, { level: 9, mtime: noDate(), os: UNIX, attrs: PLAIN_FILE }];
  }
  return zipSync(entries);
}

export function readZip(content: Uint8Array): Map<string, Uint8Array> {
  return new Map(Object.entries(unzipSync(content)));
}

/** Writes the files of a ZIP file below `folder`, with the dates that they have in it. */
export function unpack(content: Uint8Array, folder: string): void {
  for (const [name, bytes] of readZip(content)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    utimesSync(file, noDate(), noDate());
  }
}

import { type ByteSource, ImportRefused } from '../import-lines.ts';
import { isZip, type ZipEntry, zipEntries } from './zip-entries.ts';

/** A JSON file in an archive. `end`: the position in the archive where it ends, in bytes as stored. */
type ArchivedFile = { path: string; source: ByteSource; size: number; storedSize: number; end: number };

/** Maximum nesting of archives, which occurs when folders with downloads were archived again. */
const MAX_DEPTH = 2;
/** An inner archive must be in one piece, since its directory is at its end. In bytes. */
const MAX_INNER_SIZE = 1_000_000_000;

/**
 * An archive may expand to this many times its size plus `FREE_SIZE` bytes in total. Chat texts compress to a tenth; a
 * file crafted to exhaust memory or time compresses to a thousandth.
 */
const MAX_RATIO = 100;
const FREE_SIZE = 10_000_000;
/** Maximum number of JSON files and inner archives. Exports have at most one for each chat. */
const MAX_FILES = 20_000;

/** Metadata that macOS adds for each file. */
const NO_FILE = /(^|\/)(__MACOSX\/|\._)/;

/**
 * The JSON files of a ZIP archive as exported by services, in any folder and in inner archives, in the order of their
 * names. Throws ImportRefused if there is none.
 */
export async function* filesOfArchive(archive: Blob): AsyncGenerator<ArchivedFile> {
  const paths: string[] = [];
  let count = 0;
  for await (const file of jsonFiles(archive, paths, 0, allowanceFor(archive))) {
    count++;
    yield file;
  }
  if (count > 0) return;
  throw new ImportRefused({ code: paths.some(isWebPage) ? 'web-page' : 'no-chats' });
}

const isWebPage = (path: string) => /\.html?$/i.test(path);

/**
 * Returns a function that limits how much an archive, with its inner archives, may expand. It throws ImportRefused if
 * there is more.
 */
function allowanceFor(archive: Blob): (entries: readonly ZipEntry[]) => void {
  let bytes = FREE_SIZE + MAX_RATIO * archive.size;
  let files = MAX_FILES;
  return (entries) => {
    const read = entries.filter(({ path }) => isJson(path) || isArchive(path));
    bytes -= read.reduce((sum, { size }) => sum + size, 0);
    files -= read.length;
    if (bytes < 0 || files < 0) throw new ImportRefused({ code: 'archive-bomb' });
  };
}

const isJson = (path: string) => /\.json$/i.test(path);
const isArchive = (path: string) => /\.zip$/i.test(path);

async function* jsonFiles(
  archive: Blob,
  paths: string[],
  depth: number,
  allow: (entries: readonly ZipEntry[]) => void,
): AsyncGenerator<ArchivedFile> {
  const entries = (await zipEntries(archive)).filter(({ path }) => !NO_FILE.test(path));
  allow(entries);
  entries.sort((one, other) => COLLATOR.compare(one.path, other.path));
  let end = 0;
  for (const entry of entries) {
    const start = end;
    end += entry.storedSize;
    paths.push(entry.path);
    if (isJson(entry.path)) yield { ...entry, source: entry, end };
    if (!isArchive(entry.path) || depth >= MAX_DEPTH) continue;
    const inner = await unpack(entry);
    if (!(await isZip(inner))) continue;
    const share = entry.storedSize / Math.max(1, inner.size);
    for await (const file of jsonFiles(inner, paths, depth + 1, allow)) {
      yield { ...file, storedSize: file.storedSize * share, end: start + file.end * share };
    }
  }
}

/** Parts are numbered, with or without leading zeros. */
const COLLATOR = new Intl.Collator('en', { numeric: true });

async function unpack(entry: ZipEntry): Promise<Blob> {
  if (entry.size > MAX_INNER_SIZE) throw new ImportRefused({ code: 'archive-too-large' });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = entry.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(pieces);
      size += value.length;
      // The sizes that an archive declares may be wrong.
      if (size > MAX_INNER_SIZE) throw new ImportRefused({ code: 'archive-too-large' });
      pieces.push(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

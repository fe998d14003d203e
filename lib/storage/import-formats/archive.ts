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
  const allowance = new Allowance(archive);
  let count = 0;
  for await (const file of jsonFiles(archive, 0, allowance)) {
    count++;
    yield file;
  }
  if (count > 0) return;
  throw new ImportRefused({ code: allowance.hasWebPage ? 'web-page' : 'no-chats' });
}

const isWebPage = (path: string) => /\.html?$/i.test(path);

/** Limits how much an archive, with its inner archives, may expand, and records whether one of them has a web page. */
class Allowance {
  hasWebPage = false;
  #bytes: number;
  #files = MAX_FILES;

  constructor(archive: Blob) {
    this.#bytes = FREE_SIZE + MAX_RATIO * archive.size;
  }

  /** Returns the entries that are read. Throws ImportRefused if they are more than allowed. */
  choose(entries: readonly ZipEntry[]): ZipEntry[] {
    const files = entries.filter(({ path }) => !NO_FILE.test(path));
    this.hasWebPage ||= files.some(({ path }) => isWebPage(path));
    const readable = files.filter(({ path }) => isJson(path) || isArchive(path));
    this.#bytes -= readable.reduce((sum, { size }) => sum + size, 0);
    this.#files -= readable.length;
    if (this.#bytes < 0 || this.#files < 0) throw new ImportRefused({ code: 'archive-bomb' });
    return readable;
  }
}

const isJson = (path: string) => /\.json$/i.test(path);
const isArchive = (path: string) => /\.zip$/i.test(path);

async function* jsonFiles(archive: Blob, depth: number, allowance: Allowance): AsyncGenerator<ArchivedFile> {
  const all = await zipEntries(archive);
  const entries = allowance.choose(all).sort((one, other) => COLLATOR.compare(one.path, other.path));
  // Files that are not read take a share of the progress with those that are.
  const scale = sumOfSizes(all) / Math.max(1, sumOfSizes(entries));
  let end = 0;
  for (const entry of entries) {
    const start = end;
    const storedSize = entry.storedSize * scale;
    end += storedSize;
    if (isJson(entry.path)) yield { ...entry, storedSize, source: entry, end };
    if (!isArchive(entry.path) || depth >= MAX_DEPTH) continue;
    const inner = await unpack(entry);
    if (!(await isZip(inner))) continue;
    const share = storedSize / Math.max(1, inner.size);
    for await (const file of jsonFiles(inner, depth + 1, allowance)) {
      yield { ...file, storedSize: file.storedSize * share, end: start + file.end * share };
    }
  }
}

function sumOfSizes(entries: readonly ZipEntry[]): number {
  return entries.reduce((sum, { storedSize }) => sum + storedSize, 0);
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

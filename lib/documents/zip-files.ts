/** A file of an archive or folder. `modifiedAt` is in milliseconds since 1970. */
export type DocumentFile = { name: string; text: string; modifiedAt: number };

/** Limit for an archive without the ZIP64 extension, which not every program reads. */
const MAX_FILES = 65_535;
const MAX_BYTES = 4_000_000_000;

/** There are too many files, or they are too large, for one archive. */
export class ArchiveTooLargeError extends Error {}

/** The text is passed to the browser in pieces of this many bytes, which it may store on disk. */
const PIECE = 1_000_000;

/** A ZIP archive of files that arrive one at a time and are never all in memory. Throws `ArchiveTooLargeError`. */
export async function zipFiles(files: AsyncIterable<DocumentFile>): Promise<Blob> {
  const { Zip, ZipDeflate } = await import('fflate');
  const pieces: Blob[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let total = 0;
  let count = 0;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    gathered.push(bytes as Uint8Array<ArrayBuffer>);
    length += bytes.length;
    total += bytes.length;
    if (length < PIECE) return;
    pieces.push(new Blob(gathered));
    gathered = [];
    length = 0;
  });
  const encoder = new TextEncoder();
  for await (const { name, text, modifiedAt } of files) {
    if (++count > MAX_FILES || total > MAX_BYTES) throw new ArchiveTooLargeError('The archive is too large.');
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = new Date(Math.min(Math.max(modifiedAt, EARLIEST), LATEST));
    zip.add(entry);
    entry.push(encoder.encode(text), true);
  }
  zip.end();
  return new Blob([...pieces, ...gathered], { type: 'application/zip' });
}

/** The range of dates that a ZIP archive can contain. */
const EARLIEST = Date.UTC(1980, 0, 2);
const LATEST = Date.UTC(2099, 11, 30);

/**
 * Maximum length of a name without its date and extension, in characters. With four bytes each, it fits every file
 * system.
 */
const MAX_LENGTH = 50;

/**
 * A file name from a title and a date that is valid on every system. It contains only letters, digits and hyphens,
 * which also excludes the names that Windows reserves. Letters are composed, because macOS and Linux compare names
 * differently.
 */
export function buildFileName(title: string, date: Date, extension: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.slice(0, 8).join('-').toLowerCase()].slice(0, MAX_LENGTH).join('').replace(/-+$/, '');
  return `${name || 'chat'}-${date.toISOString().slice(0, 10)}.${extension}`;
}

/** Returns a function that numbers repeated names: `tides-2026-01-02.md`, `tides-2026-01-02_2.md`. */
export function uniqueNames(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === 1) return name;
    // A name from a title never contains an underscore, so a numbered name never equals another name.
    return name.replace(/(\.[^.]*)?$/, (extension) => `_${count}${extension}`);
  };
}

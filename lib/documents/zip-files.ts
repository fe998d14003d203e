/** A file of an archive or folder. `modifiedAt` is in milliseconds since 1970. */
export type DocumentFile = { name: string; text: string; modifiedAt: number };

/** An archive without the ZIP64 extension, which not every program reads, holds no more than this. */
const MAX_FILES = 65_535;
const MAX_BYTES = 4_000_000_000;

/** There are too many files, or they are too large, for one archive. */
export class ArchiveTooLargeError extends Error {}

/** Text is passed to the browser in pieces of this many bytes, which it stores on disk if they are many. */
const PIECE = 1_000_000;

/** A ZIP archive of files that arrive one at a time; they are never all in memory. Throws `ArchiveTooLargeError`. */
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

/** The dates that a ZIP archive can have. */
const EARLIEST = Date.UTC(1980, 0, 2);
const LATEST = Date.UTC(2099, 11, 30);

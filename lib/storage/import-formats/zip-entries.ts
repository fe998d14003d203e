import { ImportRefused } from '../import-lines.ts';

/** A file in a ZIP archive. `size`: size of its content; `storedSize`: size within the archive, both in bytes. */
export type ZipEntry = {
  path: string;
  size: number;
  storedSize: number;
  stream: () => ReadableStream<Uint8Array<ArrayBuffer>>;
};

/** Records of the format (PKWARE APPNOTE 4.3): their signatures, and their lengths without names and comments. */
const END = { signature: 0x06054b50, bytes: 22 };
const END_64 = { signature: 0x06064b50, bytes: 56 };
const END_64_LOCATOR = { signature: 0x07064b50, bytes: 20 };
const CENTRAL = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };

/** Maximum length of the comment after the end record. */
const MAX_COMMENT = 65_535;
/** Maximum size of the directory, in bytes. The directory of an export is never larger. */
const MAX_DIRECTORY = 200_000_000;

/** Maximum number of files. An export that includes the pictures of all chats has some ten thousand. */
const MAX_ENTRIES = 300_000;

/**
 * Maximum length of a path, in bytes: a quarter of what systems allow. Exports have short ones, and all of them are
 * compared.
 */
const MAX_PATH = 1_024;

/** A value that is too large for its field is in an extra field. */
const IN_EXTRA_32 = 0xffffffff;
const IN_EXTRA_16 = 0xffff;
const ZIP64_EXTRA = 1;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const UTF_8_NAME = 0x800;

/** Whether a file begins like a ZIP archive. An archive without files begins with the end record. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = await readView(file, 0, 4);
  return start.byteLength === 4 && [LOCAL.signature, END.signature].includes(start.getUint32(0, true));
}

/**
 * Lists the files of an archive from the directory at its end. Nothing is decompressed before a stream is read. Throws
 * ImportRefused for an archive that was cut off or is damaged.
 */
export async function zipEntries(archive: Blob): Promise<ZipEntry[]> {
  const { count, offset, length } = await findDirectory(archive);
  if (offset + length > archive.size || length > MAX_DIRECTORY) throw broken();
  if (count > MAX_ENTRIES) throw new ImportRefused({ code: 'archive-bomb' });
  const view = await readView(archive, offset, length);
  const records: Record[] = [];
  let at = 0;
  for (let number = 0; number < count; number++) {
    if (at + CENTRAL.bytes > length || view.getUint32(at, true) !== CENTRAL.signature) throw broken();
    const record = readRecord(view, at);
    at = record.end;
    if (at > length) throw broken();
    records.push(record);
  }
  if (overlap(records)) throw broken();
  return records.filter(({ path }) => !path.endsWith('/')).map((record) => toZipEntry(archive, record));
}

/** Whether files share bytes of the archive, which would let a small archive expand without limit. */
function overlap(records: readonly Record[]): boolean {
  const inOrder = records.toSorted((one, other) => one.offset - other.offset);
  return inOrder.some(({ offset }, index) => {
    const before = inOrder[index - 1];
    return before !== undefined && offset < before.offset + LOCAL.bytes + before.storedSize;
  });
}

const broken = () => new ImportRefused({ code: 'archive-damaged' });

async function readView(file: Blob, offset: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(offset, offset + length).arrayBuffer());
}

type Directory = { count: number; offset: number; length: number };

async function findDirectory(archive: Blob): Promise<Directory> {
  const tailLength = Math.min(archive.size, END_64_LOCATOR.bytes + END.bytes + MAX_COMMENT);
  const tail = await readView(archive, archive.size - tailLength, tailLength);
  let at = tailLength - END.bytes;
  while (at >= 0 && tail.getUint32(at, true) !== END.signature) at--;
  if (at < 0) throw broken();
  const directory = {
    count: tail.getUint16(at + 10, true),
    length: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
  };
  const isLarge =
    directory.count === IN_EXTRA_16 || directory.length === IN_EXTRA_32 || directory.offset === IN_EXTRA_32;
  const locator = at - END_64_LOCATOR.bytes;
  if (!isLarge || locator < 0 || tail.getUint32(locator, true) !== END_64_LOCATOR.signature) return directory;
  const end = await readView(archive, number64(tail, locator + 8), END_64.bytes);
  if (end.byteLength < END_64.bytes || end.getUint32(0, true) !== END_64.signature) throw broken();
  return { count: number64(end, 32), length: number64(end, 40), offset: number64(end, 48) };
}

const number64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

type Record = {
  path: string;
  flags: number;
  method: number;
  storedSize: number;
  size: number;
  offset: number;
  end: number;
};

const UTF_8 = new TextDecoder('utf-8');
const LATIN_1 = new TextDecoder('latin1');

/** Parses one record of the directory. */
function readRecord(view: DataView, at: number): Record {
  const flags = view.getUint16(at + 8, true);
  const nameLength = view.getUint16(at + 28, true);
  const extraLength = view.getUint16(at + 30, true);
  const nameStart = at + CENTRAL.bytes;
  const extraEnd = nameStart + nameLength + extraLength;
  const end = extraEnd + view.getUint16(at + 32, true);
  if (end > view.byteLength || nameLength > MAX_PATH) throw broken();
  const name = new Uint8Array(view.buffer, view.byteOffset + nameStart, nameLength);
  const record = {
    // Other encodings differ from Latin-1 only in letters that do not occur in the file names needed here.
    path: (flags & UTF_8_NAME ? UTF_8 : LATIN_1).decode(name),
    flags,
    method: view.getUint16(at + 10, true),
    size: view.getUint32(at + 24, true),
    storedSize: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
    end,
  };
  let extra = nameStart + nameLength;
  while (extra + 4 <= extraEnd && view.getUint16(extra, true) !== ZIP64_EXTRA) {
    extra += 4 + view.getUint16(extra + 2, true);
  }
  let value = extra + 4;
  for (const field of ['size', 'storedSize', 'offset'] as const) {
    if (record[field] !== IN_EXTRA_32 || value + 8 > extraEnd) continue;
    record[field] = number64(view, value);
    value += 8;
  }
  return record;
}

function toZipEntry(archive: Blob, { path, flags, method, storedSize, size, offset }: Record): ZipEntry {
  return {
    path,
    size,
    storedSize,
    stream: () => toStream(content()),
  };

  /** The unpacked content. Throws ImportRefused if its size differs from the one in the directory. */
  async function* content(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    if (flags & ENCRYPTED) throw new ImportRefused({ code: 'archive-locked' });
    if (method !== STORED && method !== DEFLATED) throw broken();
    const packed = archive.slice(...(await findContent(archive, offset, storedSize))).stream();
    const reader = (
      method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'))
    ).getReader();
    let length = 0;
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(() => Promise.reject(broken()));
        if (done) break;
        length += value.length;
        if (length > size) throw broken();
        yield value;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
    if (length < size) throw broken();
  }
}

/** Start and end of a file's content in the archive, from the file's own record. */
async function findContent(archive: Blob, offset: number, length: number): Promise<[start: number, end: number]> {
  const local = await readView(archive, offset, LOCAL.bytes);
  if (local.byteLength < LOCAL.bytes || local.getUint32(0, true) !== LOCAL.signature) throw broken();
  const start = offset + LOCAL.bytes + local.getUint16(26, true) + local.getUint16(28, true);
  return [start, start + length];
}

/** Chromium has no `ReadableStream.from`. */
function toStream(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

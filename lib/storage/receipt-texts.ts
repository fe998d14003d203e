import { sha256 } from '../security/index.ts';
import { isRequestRow, type ReceiptRow, type ReceiptTextRow, type RequestRow, type SidenoteDb } from './db.ts';

/** `request` and `chunk` (the minimum) are in characters. `thread`, for all texts of a chat, is in stored bytes. */
export const TEXT_LIMITS = { request: 4_000_000, chunk: 512, thread: 32_000_000 };

/**
 * Splits a JSON body where one object of a list ends and the next begins, so that the messages which a request repeats
 * from the previous one form the same chunks.
 */
export function textChunks(body: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  for (let at = body.indexOf('},{', TEXT_LIMITS.chunk); at >= 0; at = body.indexOf('},{', start + TEXT_LIMITS.chunk)) {
    chunks.push(body.slice(start, at + 2));
    start = at + 2;
  }
  if (start < body.length) chunks.push(body.slice(start));
  return chunks;
}

/** The size of the stored texts of each chat, in bytes. Counted once, then tracked in memory. */
export class TextSizes {
  readonly #sizes = new Map<string, number>();

  async add(db: SidenoteDb, threadId: string, bytes: number): Promise<number> {
    const before = this.#sizes.get(threadId) ?? (await storedSize(db, threadId));
    this.#sizes.set(threadId, before + bytes);
    return before + bytes;
  }

  forget(threadId: string): void {
    this.#sizes.delete(threadId);
  }
}

async function storedSize(db: SidenoteDb, threadId: string): Promise<number> {
  let size = 0;
  await queryReceiptTexts(db, threadId).each(({ bytes }) => {
    size += bytes.length;
  });
  return size;
}

/** Stores the text of a request that was just recorded, compressed. Each chunk is stored once per chat. */
export async function keepText(db: SidenoteDb, row: ReceiptRow, body: string, sizes: TextSizes): Promise<void> {
  const { threadId, n } = row;
  if (body.length > TEXT_LIMITS.request) {
    await db.receipts
      .where('[threadId+n]')
      .equals([threadId, n])
      .modify((receipt) => {
        if (isRequestRow(receipt)) receipt.text = { gap: 'too-large' };
      });
    return;
  }
  const chunks = textChunks(body);
  const keys = await Promise.all(chunks.map(async (chunk) => (await sha256(chunk)).slice(0, 32)));
  const existingKeys = new Set(
    (await db.receiptTexts.bulkGet(keys.map((key) => [threadId, key]))).map((each) => each?.key),
  );
  const fresh = new Map(
    keys.flatMap((key, index) => (existingKeys.has(key) ? [] : [[key, chunks[index] ?? ''] as const])),
  );
  const rows = await Promise.all(
    [...fresh].map(async ([key, chunk]): Promise<ReceiptTextRow> => ({ threadId, key, bytes: await packed(chunk) })),
  );
  const addedBytes = rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const isWritten = await db.transaction('rw', db.receipts, db.receiptTexts, async () => {
    const now = await db.receipts.get([threadId, n]);
    const existingCount = await db.receiptTexts
      .where('[threadId+key]')
      .anyOf([...existingKeys].map((key) => [threadId, key ?? '']))
      .count();
    // The answer, or chunks of an earlier one, were deleted in the meantime.
    if (
      now === undefined ||
      !isRequestRow(now) ||
      now.details === null ||
      existingCount < [...existingKeys].filter(Boolean).length
    )
      return false;
    await db.receiptTexts.bulkPut(rows);
    await db.receipts.put({ ...now, text: { chunks: keys } });
    return true;
  });
  if (isWritten && (await sizes.add(db, threadId, addedBytes)) > TEXT_LIMITS.thread) {
    await makeRoom(db, threadId);
    sizes.forget(threadId);
  }
}

/** Drops the texts of the older half of the requests that have a text. */
function makeRoom(db: SidenoteDb, threadId: string): Promise<void> {
  return db.transaction('rw', db.receipts, db.receiptTexts, async () => {
    const rows = (await loadReceiptRows(db, threadId)).filter((row) => isRequestRow(row) && 'chunks' in row.text);
    const dropped = rows.slice(0, Math.ceil(rows.length / 2));
    await db.receipts.bulkPut(dropped.map((row) => ({ ...row, text: { gap: 'no-room' } }) as ReceiptRow));
    await deleteUnusedTexts(db, threadId);
  });
}

/** Deletes chunks that no request of a chat uses, in the caller's transaction. */
export async function deleteUnusedTexts(db: SidenoteDb, threadId: string): Promise<void> {
  const usedKeys = new Set((await loadReceiptRows(db, threadId)).flatMap(chunkKeys));
  const keys = await queryReceiptTexts(db, threadId).primaryKeys();
  await db.receiptTexts.bulkDelete(keys.filter(([, key]) => !usedKeys.has(key)));
}

function chunkKeys(row: ReceiptRow): string[] {
  return isRequestRow(row) && row.details !== null && 'chunks' in row.text ? row.text.chunks : [];
}

/** The text of a request; `lost` if a part of it is missing. */
export async function readReceiptText(db: SidenoteDb, { threadId, text }: Pick<RequestRow, 'threadId' | 'text'>) {
  if ('gap' in text) return text;
  const rows = await db.receiptTexts.bulkGet(text.chunks.map((key) => [threadId, key]));
  const parts = await Promise.all(rows.map((row) => (row === undefined ? null : unpacked(row.bytes))));
  return parts.includes(null) ? ({ gap: 'lost' } as const) : { text: parts.join('') };
}

export function loadReceiptRows(db: SidenoteDb, threadId: string): Promise<ReceiptRow[]> {
  return db.receipts.where('[threadId+n]').between([threadId, 0], [threadId, Infinity]).toArray();
}

function queryReceiptTexts(db: SidenoteDb, threadId: string) {
  return db.receiptTexts.where('[threadId+key]').between([threadId, ''], [threadId, '\uffff']);
}

async function packed(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return throughStream(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new TextDecoder().decode(await throughStream(bytes, new DecompressionStream('deflate-raw')));
}

async function throughStream(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

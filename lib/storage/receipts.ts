import type { Table } from 'dexie';
import {
  type AnswerRef,
  OUTSIDE_ANSWERS,
  type OutgoingRequest,
  type RecordRequest,
  toChatId,
} from '../contracts/index.ts';
import { createTurns } from '../control-flow/index.ts';
import { chainStart, entryHash, nextInChain, receiptEntry, signedChain } from '../security/index.ts';
import { isRequestRow, type ReceiptRow, type SidenoteDb } from './db.ts';
import { deleteUnusedTexts, keepText, loadReceiptRows, TextSizes } from './receipt-texts.ts';
import { signerFor } from './signing-key.ts';

/** Warm-ups of chats that have not started yet. They are written with the first request of the chat. */
const MAX_HELD = { threads: 8, requests: 8 };

/** The last entry of a chain. */
type ChainEnd = Pick<ReceiptRow, 'n' | 'chain'>;

type Held = { answer: AnswerRef; request: OutgoingRequest; at: number };

/**
 * The record of what chats send: one hash chain per chat. An entry is signed and written before its request is sent.
 * The text of the request is stored afterwards, while the server processes it. Only the worker records.
 */
export class Receipts {
  readonly #db: SidenoteDb;
  readonly #now: () => number;
  readonly #turns = createTurns();
  readonly #texts = new Set<Promise<void>>();
  readonly #held = new Map<string, Held[]>();
  readonly #sizes = new TextSizes();
  /** The chain ends that this process has written. Compared with the database when the next entry is added. */
  readonly #ends = new Map<string, ChainEnd>();

  constructor(db: SidenoteDb, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Records a request. Requests of a second opinion are part of its chat's record. Rejects if the entry cannot be
   * written, or if its chat was deleted.
   */
  readonly record: RecordRequest = ({ threadId, ...ofAnswer }, request) => {
    const at = this.#now();
    const answer = { ...ofAnswer, threadId: toChatId(threadId) };
    return this.#turns(answer.threadId, () => this.#record({ answer, request, at }));
  };

  /** Resolves when the texts of all requests so far are written. */
  async settled(): Promise<void> {
    while (this.#texts.size > 0) await Promise.all(this.#texts);
  }

  async #record(heldRequest: Held): Promise<void> {
    const { threadId } = heldRequest.answer;
    if (heldRequest.request.kind === 'warm-up' && (await this.#db.threads.get(threadId)) === undefined) {
      this.#hold(threadId, heldRequest);
      return;
    }
    const earlier = this.#held.get(threadId) ?? [];
    for (const each of [...earlier, heldRequest]) await this.#append(each);
    this.#held.delete(threadId);
  }

  #hold(threadId: string, heldRequest: Held): void {
    const requests = [...(this.#held.get(threadId) ?? []), heldRequest].slice(-MAX_HELD.requests);
    this.#held.delete(threadId);
    this.#held.set(threadId, requests);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MAX_HELD.threads && oldest !== undefined) this.#held.delete(oldest);
  }

  async #append({ answer, request, at }: Held): Promise<void> {
    const db = this.#db;
    const { threadId, runId } = answer;
    const signer = await signerFor(db);
    for (;;) {
      const last = this.#ends.get(threadId) ?? (await lastRow(db, threadId));
      const n = (last?.n ?? 0) + 1;
      const { entry, details } = await receiptEntry(request, { n, at, run: runId });
      const hash = await entryHash(entry);
      const chain = await nextInChain(last?.chain ?? (await chainStart(threadId)), hash);
      const signature = await signer.sign(signedChain(chain));
      const isKept = request.isPrivate !== true;
      const text = { gap: isKept ? 'lost' : 'private' } as const;
      const place = { threadId, n, runId, chain, key: signer.id, signature };
      const row: ReceiptRow = { ...place, hash, entry, details, text };
      const isAdded = await addAfter(db, last, row);
      if (isAdded) this.#ends.set(threadId, { n, chain });
      else this.#ends.delete(threadId);
      if (!isAdded) continue;
      if (isKept) this.#keepText(row, request.body ?? '');
      return;
    }
  }

  /** Does not reject if the text cannot be written: the row already says that it is missing. */
  #keepText(row: ReceiptRow, body: string): void {
    const pendingWrite = keepText(this.#db, row, body, this.#sizes).catch(() => undefined);
    this.#texts.add(pendingWrite);
    void pendingWrite.finally(() => this.#texts.delete(pendingWrite));
  }
}

function lastRow(db: SidenoteDb, threadId: string): Promise<ReceiptRow | undefined> {
  return db.receipts.where('[threadId+n]').between([threadId, 0], [threadId, Infinity]).last();
}

/**
 * Adds a row. Does nothing if `last` is not stored or another row has been added after it. Throws if the chat was
 * deleted.
 */
function addAfter(db: SidenoteDb, last: ChainEnd | undefined, row: ReceiptRow): Promise<boolean> {
  const { threadId, n } = row;
  return db.transaction('rw', db.receipts, db.threads, async () => {
    const [thread, before, there] = await Promise.all([
      db.threads.get(threadId),
      last && db.receipts.get([threadId, last.n]),
      db.receipts.get([threadId, n]),
    ]);
    if (thread === undefined) throw new DOMException('The chat was deleted.', 'AbortError');
    if (before?.chain !== last?.chain || there !== undefined) return false;
    await db.receipts.add(row);
    return true;
  });
}

export function createReceipts(db: SidenoteDb, now: () => number): Receipts {
  return new Receipts(db, now);
}

/** The requests sent for one answer, in order, preceded by those that were sent ahead for its question. */
export async function receiptsOfRun(db: SidenoteDb, threadId: string, runId: string): Promise<ReceiptRow[]> {
  const rows = await db.receipts.where('[threadId+runId]').equals([threadId, runId]).sortBy('n');
  const [first] = rows;
  if (first === undefined) return rows;
  const before = db.receipts.where('[threadId+n]').between([threadId, 0], [threadId, first.n]).reverse();
  const sentAhead = await before.until(({ runId: other }) => other !== OUTSIDE_ANSWERS).toArray();
  return [...sentAhead.toReversed(), ...rows];
}

/**
 * Deletes the stored content of answers' receipts, in the caller's transaction over `receiptTables`. For the requests
 * of these answers, and for those that belong to no answer, only hashes remain, with which the chain can still be
 * verified. Later requests repeat the conversation, so their texts are also deleted.
 */
export async function deleteReceipts(db: SidenoteDb, threadId: string, runIds: ReadonlySet<string>): Promise<void> {
  const rows = await loadReceiptRows(db, threadId);
  const first = rows.find(({ runId }) => runIds.has(runId))?.n;
  if (first === undefined) return;
  const changedRows: ReceiptRow[] = [];
  for (const row of rows) {
    if (!isRequestRow(row)) continue;
    const { n, chain, key, signature } = row;
    if (runIds.has(row.runId) || row.runId === OUTSIDE_ANSWERS) {
      changedRows.push({ threadId, n, runId: OUTSIDE_ANSWERS, chain, key, signature, deleted: row.hash });
    } else if (n > first) changedRows.push({ ...row, details: null });
  }
  await db.receipts.bulkPut(changedRows);
  await deleteUnusedTexts(db, threadId);
}

/** The tables that `deleteReceipts` and `deleteAllReceipts` change. */
export function receiptTables(db: SidenoteDb): Table[] {
  return [db.receipts, db.receiptTexts];
}

/** Deletes all receipts of chats, in the caller's transaction over `receiptTables`. */
export async function deleteAllReceipts(db: SidenoteDb, threadIds: readonly string[]): Promise<void> {
  for (const threadId of threadIds) {
    await db.receipts.where('[threadId+n]').between([threadId, 0], [threadId, Infinity]).delete();
    await db.receiptTexts.where('[threadId+key]').between([threadId, ''], [threadId, '\uffff']).delete();
  }
}

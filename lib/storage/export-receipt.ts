import type { ReceiptHeader, ReceiptLine } from '../contracts/index.ts';
import { receiptFile } from '../security/index.ts';
import { isRequestRow, type ReceiptRow, type SidenoteDb } from './db.ts';
import { loadReceiptRows, readReceiptText } from './receipt-texts.ts';
import { signerFor } from './signing-key.ts';

/** The receipt of a chat as a file, with all stored texts. Null if there is none. */
export async function exportReceipt(db: SidenoteDb, threadId: string, at: number): Promise<string | null> {
  const rows = await loadReceiptRows(db, threadId);
  const last = rows.at(-1);
  if (last === undefined) return null;
  const signer = await signerFor(db);
  const signerIds = new Set([signer.id, ...rows.map(({ key }) => key)]);
  const keys = (await db.signingKeys.bulkGet([...signerIds])).flatMap((row) =>
    row ? [{ id: row.id, spki: row.spki }] : [],
  );
  const header: ReceiptHeader = { format: 'sidenote-receipt', version: 1, chat: threadId, keys };
  const lines: ReceiptLine[] = [];
  for (const row of rows) lines.push(await toReceiptLine(db, row));
  return receiptFile(header, lines, { chain: last.chain, at, signer });
}

async function toReceiptLine(db: SidenoteDb, row: ReceiptRow): Promise<ReceiptLine> {
  const { n, key, signature } = row;
  if (!isRequestRow(row)) return { n, deleted: row.deleted, key, signature };
  const { entry, details } = row;
  if (details === null) return { entry, key, signature, details };
  const { salt, address, pages, spans } = details;
  return { entry, key, signature, details: { salt, address, pages, spans, body: await readReceiptText(db, row) } };
}

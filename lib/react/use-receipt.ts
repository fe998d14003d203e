import type { ReceiptDetails, ReceiptEntry } from '../contracts/index.ts';
import { fileNameOf } from '../documents/index.ts';
import { exportReceipt, isRequestRow, readText, receiptsOfRun, type SidenoteDb } from '../storage/index.ts';
import { download } from './export-files.ts';
import { useStored } from './use-stored.ts';

type Sent = {
  entry: ReceiptEntry;
  details: Omit<ReceiptDetails, 'body'> | null;
  body: () => Promise<ReceiptDetails['body']>;
};

/** What was sent for an answer; undefined until it is known. */
export function useReceipt(db: SidenoteDb, threadId: string, runId: string): Sent[] | undefined {
  const rows = useStored(() => receiptsOfRun(db, threadId, runId), [db, threadId, runId]);
  return rows?.filter(isRequestRow).map((row) => ({ ...row, body: () => readText(db, row) }));
}

/** Downloads the receipt of a chat. */
export async function downloadReceipt(db: SidenoteDb, threadId: string, now: Date): Promise<void> {
  const text = await exportReceipt(db, threadId, now.getTime());
  if (text === null) return;
  download(new Blob([text], { type: 'application/jsonl' }), fileNameOf('sidenote receipt', now, 'jsonl'));
}

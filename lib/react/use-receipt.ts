import type { ReceiptDetails, ReceiptEntry } from '../contracts/index.ts';
import { buildFileName } from '../documents/index.ts';
import { isRequestRow, type Stores } from '../storage/index.ts';
import { download } from './export-files.ts';
import { loadFileStores } from './load-file-stores.ts';
import { useStored } from './use-stored.ts';

type Sent = {
  entry: ReceiptEntry;
  details: Omit<ReceiptDetails, 'body'> | null;
  body: () => Promise<ReceiptDetails['body']>;
};

/** What was sent for an answer; undefined until it is known. */
export function useReceipt(storage: Pick<Stores, 'receipts'>, threadId: string, runId: string): Sent[] | undefined {
  const rows = useStored(() => storage.receipts.ofRun(threadId, runId), [storage, threadId, runId]);
  return rows?.filter(isRequestRow).map((row) => ({ ...row, body: () => storage.receipts.readText(row) }));
}

/** Downloads the receipt of a chat. */
export async function downloadReceipt(storage: Pick<Stores, 'database'>, threadId: string, now: Date): Promise<void> {
  const { chats } = await loadFileStores(storage);
  const text = await chats.exportReceipt(threadId, now.getTime());
  if (text === null) return;
  download(new Blob([text], { type: 'application/jsonl' }), buildFileName('sidenote receipt', now, 'jsonl'));
}

import { AnswerReceipt } from '../../components/thread/sent-requests.tsx';
import { downloadReceipt, useReceipt } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';

type Props = { storage: Pick<Stores, 'database' | 'receipts'>; threadId: string; runId: string };

/** Shows what one answer sent, as it was recorded. */
export function AnswerReceiptView({ storage, threadId, runId }: Props) {
  const requests = useReceipt(storage, threadId, runId);
  if (requests === undefined) return null;
  return <AnswerReceipt requests={requests} onSave={() => void downloadReceipt(storage, threadId, new Date())} />;
}

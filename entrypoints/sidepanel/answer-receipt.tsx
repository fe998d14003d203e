import { AnswerReceipt } from '../../components/thread/sent-requests.tsx';
import { downloadReceipt, useReceipt } from '../../lib/react/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';

type Props = { db: SidenoteDb; threadId: string; runId: string };

/** What one answer sent, as it was recorded. */
export function AnswerReceiptView({ db, threadId, runId }: Props) {
  const requests = useReceipt(db, threadId, runId);
  if (requests === undefined) return null;
  return <AnswerReceipt requests={requests} onSave={() => void downloadReceipt(db, threadId, new Date())} />;
}

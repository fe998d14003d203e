import { useState } from 'react';
import { useIndexing } from '../../lib/panel/use-indexing.ts';
import { useOpenThread } from '../../lib/panel/use-open-thread.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import type { MetricsRecorder } from '../../lib/store/metrics.ts';
import { Chat } from './chat.tsx';

/** The panel: one chat at a time. */
export function App({ db, metrics }: { db: SidenoteDb; metrics: MetricsRecorder }) {
  const [threadId, openThread] = useOpenThread();
  const [focus, setFocus] = useState<string | null>(null);
  useIndexing(db);
  const openAt = (next: string, messageId: string | null) => {
    setFocus(messageId);
    openThread(next);
  };
  if (threadId === null) return null;
  return <Chat key={threadId} db={db} metrics={metrics} threadId={threadId} focus={focus} onOpenThread={openAt} />;
}

import { useState } from 'react';
import { useIndexing } from '../../lib/panel/use-indexing.ts';
import { useOpenThread } from '../../lib/panel/use-open-thread.ts';
import { useQuickRequest } from '../../lib/panel/use-quick-request.ts';
import type { QuickRequest } from '../../lib/protocol/quick-request.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import type { MetricsRecorder } from '../../lib/store/metrics.ts';
import { Chat } from './chat.tsx';

/** The panel: one chat at a time. */
export function App({ db, metrics }: { db: SidenoteDb; metrics: MetricsRecorder }) {
  const [threadId, openThread] = useOpenThread();
  const [focus, setFocus] = useState<string | null>(null);
  useIndexing(db);
  const [request, setRequest] = useState<(QuickRequest & { threadId: string }) | null>(null);
  useQuickRequest((asked) => {
    const next = crypto.randomUUID();
    setRequest({ ...asked, threadId: next });
    openAt(next, null);
  });
  const openAt = (next: string, messageId: string | null) => {
    setFocus(messageId);
    openThread(next);
  };
  if (threadId === null) return null;
  return (
    <Chat
      key={threadId}
      db={db}
      metrics={metrics}
      threadId={threadId}
      focus={focus}
      request={request?.threadId === threadId ? request : null}
      onRequestTaken={() => setRequest(null)}
      onOpenThread={openAt}
    />
  );
}

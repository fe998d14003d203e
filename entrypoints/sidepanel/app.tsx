import { useOpenThread } from '../../lib/panel/use-open-thread.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { Chat } from './chat.tsx';

/** The panel: one chat at a time. */
export function App({ db }: { db: SidenoteDb }) {
  const [threadId, openThread] = useOpenThread();
  if (threadId === null) return null;
  return <Chat key={threadId} db={db} threadId={threadId} onOpenThread={openThread} />;
}

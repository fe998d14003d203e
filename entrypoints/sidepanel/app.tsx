import { useState } from 'react';
import type { QuickRequest } from '../../lib/contracts/index.ts';
import { isFullPage } from '../../lib/extension/index.ts';
import {
  useCurrentTab,
  useIndexing,
  useMedia,
  useOpenThread,
  useQuickRequest,
  useScheduledBackup,
} from '../../lib/react/index.ts';
import { parseOrigin } from '../../lib/security/index.ts';
import type { MetricsRecorder, Stores } from '../../lib/storage/index.ts';
import { describeError } from '../shared/error-text.ts';
import { Chat } from './chat.tsx';
import { Chats } from './chats.tsx';

/** From this width, the list of chats is shown next to the conversation. */
const WIDE = '(min-width: 900px)';

/** The panel: one chat at a time, in a wide tab next to the list of all chats. */
export function App({ storage, metrics }: { storage: Stores; metrics: MetricsRecorder }) {
  const [threadId, openThread] = useOpenThread();
  const [focus, setFocus] = useState<string | null>(null);
  const isWide = useMedia(WIDE) && isFullPage();
  useIndexing(storage);
  useScheduledBackup(storage);
  const [request, setRequest] = useState<(QuickRequest & { threadId: string }) | null>(null);
  useQuickRequest((newRequest) => {
    const next = crypto.randomUUID();
    setRequest({ ...newRequest, threadId: next });
    openAt(next, null);
  });
  const openAt = (next: string, messageId: string | null) => {
    setFocus(messageId);
    openThread(next);
  };
  if (threadId === null) return null;
  return (
    <div className="workspace">
      {isWide && <ChatsBeside storage={storage} current={threadId} onOpenThread={openAt} />}
      <Chat
        key={threadId}
        storage={storage}
        metrics={metrics}
        threadId={threadId}
        focus={focus}
        request={request?.threadId === threadId ? request : null}
        isBesideChats={isWide}
        onRequestTaken={() => setRequest(null)}
        onOpenThread={openAt}
      />
    </div>
  );
}

type Props = {
  storage: Stores;
  current: string;
  onOpenThread: (threadId: string, messageId: string | null) => void;
};

/** Earlier chats next to the conversation, if there is enough space for both. */
function ChatsBeside({ storage, current, onOpenThread }: Props) {
  const tab = useCurrentTab();
  const [problem, setProblem] = useState<unknown>(null);
  return (
    <>
      <Chats
        storage={storage}
        current={current}
        site={tab ? parseOrigin(tab.url) : null}
        isBeside
        onOpen={onOpenThread}
        onDeleted={(deleted) => deleted === current && onOpenThread(crypto.randomUUID(), null)}
        onError={setProblem}
        onClose={() => undefined}
      />
      {problem !== null && (
        <p className="refusal" role="alert">
          {describeError(problem)}
        </p>
      )}
    </>
  );
}

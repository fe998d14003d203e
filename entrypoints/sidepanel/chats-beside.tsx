import { useState } from 'react';
import { useCurrentTab } from '../../lib/react/index.ts';
import { originOf } from '../../lib/security/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';
import { Chats } from './chats.tsx';

type Props = {
  db: SidenoteDb;
  current: string;
  onOpenThread: (threadId: string, messageId: string | null) => void;
};

/** Earlier chats beside the conversation, if there is room for both. */
export function ChatsBeside({ db, current, onOpenThread }: Props) {
  const tab = useCurrentTab();
  const [problem, setProblem] = useState<unknown>(null);
  return (
    <>
      <Chats
        db={db}
        current={current}
        site={tab ? originOf(tab.url) : null}
        isBeside
        onOpen={onOpenThread}
        onDeleted={(deleted) => deleted === current && onOpenThread(crypto.randomUUID(), null)}
        onError={setProblem}
        onClose={() => undefined}
      />
      {problem !== null && (
        <p className="refusal" role="alert">
          {String(problem)}
        </p>
      )}
    </>
  );
}

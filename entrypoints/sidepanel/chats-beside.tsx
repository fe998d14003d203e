import { useState } from 'react';
import { useCurrentTab } from '../../lib/react/index.ts';
import { originOf } from '../../lib/security/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';
import { Chats } from './chats.tsx';
import { deleteChat } from './delete-chat.ts';

type Props = {
  db: SidenoteDb;
  current: string;
  onOpenThread: (threadId: string, messageId: string | null) => void;
};

/** Earlier chats beside the conversation, if there is room for both. */
export function ChatsBeside({ db, current, onOpenThread }: Props) {
  const tab = useCurrentTab();
  const [problem, setProblem] = useState<unknown>(null);
  const remove = async (doomed: string) => {
    await deleteChat(db, doomed);
    if (doomed === current) onOpenThread(crypto.randomUUID(), null);
  };
  return (
    <>
      <Chats
        db={db}
        current={current}
        site={tab ? originOf(tab.url) : null}
        isBeside
        onOpen={onOpenThread}
        onDelete={remove}
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

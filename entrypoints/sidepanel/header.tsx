import { PanelLeft, Settings, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { browser } from 'wxt/browser';
import { ThreadList } from '../../components/thread-list.tsx';
import { sendCommand } from '../../lib/browser/commands.ts';
import { useThreadList } from '../../lib/panel/use-thread-list.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { deleteThread } from '../../lib/store/threads.ts';

type Props = { db: SidenoteDb; threadId: string; title: string; onOpenThread: (threadId: string) => void };

/** The panel's head: earlier chats, a new one, settings. */
export function Header({ db, threadId, title, onOpenThread }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const threads = useThreadList(db, isOpen);
  const open = (next: string) => {
    setIsOpen(false);
    if (next !== threadId) onOpenThread(next);
  };
  const remove = async (doomed: string) => {
    // A run would go on writing to what is being deleted.
    await sendCommand({ type: 'stop', threadId: doomed });
    await deleteThread(db, doomed);
    if (doomed === threadId) open(crypto.randomUUID());
  };
  return (
    <header className="header">
      <button
        type="button"
        className="button quiet icon"
        aria-label="Chats"
        title="Chats"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <PanelLeft size={17} aria-hidden />
      </button>
      <h1 dir="auto" title={title}>
        {title}
      </h1>
      <button
        type="button"
        className="button quiet icon"
        aria-label="New chat"
        title="New chat"
        onClick={() => open(crypto.randomUUID())}
      >
        <SquarePen size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button quiet icon"
        aria-label="Settings"
        title="Settings"
        onClick={() => void browser.runtime.openOptionsPage()}
      >
        <Settings size={17} aria-hidden />
      </button>
      {isOpen && (
        <nav className="chats" aria-label="Chats">
          <ThreadList
            threads={threads.map((thread) => ({ ...thread, isRunning: thread.openRunId !== '' }))}
            current={threadId}
            onOpen={open}
            onDelete={(doomed) => void remove(doomed)}
          />
        </nav>
      )}
    </header>
  );
}

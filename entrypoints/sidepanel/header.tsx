import { PanelLeft, Settings, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { browser } from 'wxt/browser';
import { IconButton } from '../../components/icon-button.tsx';
import { UndoBar } from '../../components/undo-bar.tsx';
import { sendCommand } from '../../lib/browser/commands.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useDeleted } from '../../lib/panel/use-deleted.ts';
import { useStored } from '../../lib/panel/use-stored.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { listThread } from '../../lib/store/thread-lists.ts';
import { Chats } from './chats.tsx';

type Props = {
  db: SidenoteDb;
  threadId: string;
  /** The site beside the panel, where it is known. */
  site: string | null;
  onOpenThread: (threadId: string, messageId: string | null) => void;
  onError: (error: unknown) => void;
};

/** The panel's head: earlier chats, a new one, settings. */
export function Header({ db, threadId, site, onOpenThread, onError }: Props) {
  const title = useStored(() => db.threads.get(threadId), [db, threadId])?.title || t('newChat');
  const deleted = useDeleted(db);
  const [isOpen, setIsOpen] = useState(false);
  const open = (next: string, messageId: string | null) => {
    setIsOpen(false);
    if (next !== threadId || messageId !== null) onOpenThread(next, messageId);
  };
  const remove = async (doomed: string) => {
    // A run would go on writing to what is being deleted.
    await sendCommand({ type: 'stop', threadId: doomed });
    await listThread(db, 'deleted-threads', doomed, true);
    if (doomed === threadId) open(crypto.randomUUID(), null);
  };
  return (
    <>
      <header className="header">
        <IconButton label={t('chats')} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <PanelLeft size={17} aria-hidden />
        </IconButton>
        <h1 dir="auto" title={title}>
          {title}
        </h1>
        <IconButton label={t('newChat')} onClick={() => open(crypto.randomUUID(), null)}>
          <SquarePen size={16} aria-hidden />
        </IconButton>
        <IconButton label={t('settings')} onClick={() => void browser.runtime.openOptionsPage()}>
          <Settings size={17} aria-hidden />
        </IconButton>
        {isOpen && (
          <Chats
            db={db}
            current={threadId}
            site={site}
            onOpen={open}
            onDelete={remove}
            onError={onError}
            onClose={() => setIsOpen(false)}
          />
        )}
      </header>
      <UndoBar count={deleted.threadIds.length} onUndo={() => void deleted.undo().catch(onError)} />
    </>
  );
}

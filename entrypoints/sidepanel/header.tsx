import { Maximize2, PanelLeft, Settings, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { browser } from 'wxt/browser';
import { IconButton } from '../../components/parts/icon-button.tsx';
import { isFullPage, openFullPage } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useStored } from '../../lib/react/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';
import { Chats } from './chats.tsx';
import { deleteChat } from './delete-chat.ts';

type Props = {
  db: SidenoteDb;
  threadId: string;
  /** The site of the current page, if known. */
  site: string | null;
  /** Whether earlier chats are visible beside the conversation. */
  isBesideChats: boolean;
  onOpenThread: (threadId: string, messageId: string | null) => void;
  onError: (error: unknown) => void;
};

/** The panel's header: earlier chats, a new chat, open in a tab, settings. */
export function Header({ db, threadId, site, isBesideChats, onOpenThread, onError }: Props) {
  const title = useStored(() => db.threads.get(threadId), [db, threadId])?.title || t('newChat');
  const [isOpen, setIsOpen] = useState(false);
  const open = (next: string, messageId: string | null) => {
    setIsOpen(false);
    if (next !== threadId || messageId !== null) onOpenThread(next, messageId);
  };
  const remove = async (doomed: string) => {
    await deleteChat(db, doomed);
    if (doomed === threadId) open(crypto.randomUUID(), null);
  };
  return (
    <header className="header">
      {!isBesideChats && (
        <IconButton label={t('chats')} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <PanelLeft size={17} aria-hidden />
        </IconButton>
      )}
      <h1 dir="auto" title={title}>
        {title}
      </h1>
      <IconButton label={t('newChat')} onClick={() => open(crypto.randomUUID(), null)}>
        <SquarePen size={16} aria-hidden />
      </IconButton>
      {!isFullPage() && (
        <IconButton label={t('openInTab')} onClick={() => void openFullPage()}>
          <Maximize2 size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('settings')} onClick={() => void browser.runtime.openOptionsPage()}>
        <Settings size={17} aria-hidden />
      </IconButton>
      {isOpen && !isBesideChats && (
        <Chats
          db={db}
          current={threadId}
          site={site}
          isBeside={false}
          onOpen={open}
          onDelete={remove}
          onError={onError}
          onClose={() => setIsOpen(false)}
        />
      )}
    </header>
  );
}

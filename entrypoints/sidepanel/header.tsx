import { ArrowLeft, Command, Maximize2, PanelLeft, Settings, SquareChevronRight, SquarePen } from 'lucide-react';
import { useState } from 'react';
import type { PanelActionId } from '../../components/actions/panel-actions.ts';
import { isMac } from '../../components/actions/shortcut.ts';
import { RenameField } from '../../components/history/thread-list.tsx';
import { IconButton } from '../../components/parts/buttons.tsx';
import { isFullPage, isStandIn, showTab } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useCurrentTab, useStored } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import { Chats } from './chats.tsx';

export type HeaderState = ReturnType<typeof useHeaderState>;

/** What is open in the header: the list of chats, the field for the chat's name, or the choice of its project. */
export function useHeaderState() {
  const [isListOpen, setListOpen] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const [isMoving, setMoving] = useState(false);
  return { isListOpen, setListOpen, isRenaming, setRenaming, isMoving, setMoving };
}

type Props = {
  storage: Pick<Stores, 'database' | 'drafts' | 'endpoints' | 'events' | 'projects' | 'threads'>;
  threadId: string;
  /** The site of the current page, if known. */
  site: string | null;
  /** Whether earlier chats are visible next to the conversation. */
  isBesideChats: boolean;
  state: HeaderState;
  /** Returns an action's name with its keys, shown on hover. */
  formatActionTitle: (action: PanelActionId) => string;
  onAction: (action: PanelActionId) => void;
  onOpenThread: (threadId: string, messageId: string | null) => void;
  onError: (error: unknown) => void;
};

/** The panel's header: earlier chats, a new chat, all actions, open in a tab, settings. */
export function Header(props: Props) {
  const { storage, threadId, site, isBesideChats, state, formatActionTitle, onAction, onOpenThread, onError } = props;
  const storedTitle = useStored(() => storage.threads.get(threadId), [storage, threadId])?.title ?? '';
  const title = storedTitle || t('newChat');
  const { isListOpen, setListOpen, isRenaming, setRenaming } = state;
  const open = (next: string, messageId: string | null) => {
    setListOpen(false);
    if (next !== threadId || messageId !== null) onOpenThread(next, messageId);
  };
  return (
    <header className="header">
      {isStandIn() && <BackToPage />}
      {!isBesideChats && (
        <IconButton label={t('chats')} aria-expanded={isListOpen} onClick={() => setListOpen(!isListOpen)}>
          <PanelLeft size={17} aria-hidden />
        </IconButton>
      )}
      {isRenaming ? (
        <RenameField
          title={storedTitle}
          onSave={(text) => {
            setRenaming(false);
            void storage.threads.rename(threadId, text).catch(onError);
          }}
          onCancel={() => setRenaming(false)}
        />
      ) : (
        <h1 dir="auto" title={title}>
          {title}
        </h1>
      )}
      <ActionButtons formatActionTitle={formatActionTitle} onAction={onAction} />
      {isListOpen && !isBesideChats && (
        <Chats
          storage={storage}
          current={threadId}
          site={site}
          isBeside={false}
          onOpen={open}
          onDeleted={(deleted) => deleted === threadId && open(crypto.randomUUID(), null)}
          onError={onError}
          onClose={() => setListOpen(false)}
        />
      )}
    </header>
  );
}

/** A new chat, all actions, open in a tab, settings. */
function ActionButtons({ formatActionTitle, onAction }: Pick<Props, 'formatActionTitle' | 'onAction'>) {
  return (
    <>
      <IconButton label={t('newChat')} title={formatActionTitle('new-chat')} onClick={() => onAction('new-chat')}>
        <SquarePen size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('commandPalette')} title={formatActionTitle('palette')} onClick={() => onAction('palette')}>
        {/* The symbol on the keys of a Mac, which other keyboards do not have. */}
        {isMac() ? <Command size={16} aria-hidden /> : <SquareChevronRight size={16} aria-hidden />}
      </IconButton>
      {!isFullPage() && !isStandIn() && (
        <IconButton
          label={t('openInTab')}
          title={formatActionTitle('open-in-tab')}
          onClick={() => onAction('open-in-tab')}
        >
          <Maximize2 size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('settings')} onClick={() => onAction('settings-')}>
        <Settings size={17} aria-hidden />
      </IconButton>
    </>
  );
}

/** A panel in a tab is about the page of another tab, which may have been closed. */
function BackToPage() {
  const tab = useCurrentTab();
  return (
    tab && (
      <IconButton label={t('backToPage')} onClick={() => void showTab(tab.tabId)}>
        <ArrowLeft size={17} aria-hidden />
      </IconButton>
    )
  );
}

import { useEffect, useState } from 'react';
import { CommandPalette } from '../../components/actions/command-palette.tsx';
import { effectiveShortcuts, type PanelActionId, panelAction } from '../../components/actions/panel-actions.ts';
import { shortcutText, toShortcut } from '../../components/actions/shortcut.ts';
import { threadActions } from '../../components/history/thread-list.tsx';
import { SETTINGS_PAGES, SETTINGS_SECTIONS } from '../../components/parts/settings-sections.ts';
import { canContinue } from '../../lib/contracts/index.ts';
import { isFullPage, openFullPage, openSettings, settings } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useLatest, useSetting, useStored } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import { runThreadAction } from './chats.tsx';
import type { HeaderState } from './header.tsx';
import type { useChat } from './use-chat.ts';

type Options = {
  storage: Pick<Stores, 'database' | 'endpoints' | 'events' | 'threads'>;
  threadId: string;
  chat: ReturnType<typeof useChat>;
  header: HeaderState;
  isBesideChats: boolean;
  onOpenThread: (threadId: string, messageId: string | null) => void;
};

/** The function of each action. Actions that are currently unavailable are absent. */
type Handlers = Partial<Record<PanelActionId, () => void>>;

/** Binds the table of actions to a chat. Buttons, the command palette and shortcuts all run them here. */
export function usePanelActions(options: Options) {
  const [isOpen, setIsOpen] = useState(false);
  const [own = {}] = useSetting(settings.panelShortcuts);
  const shortcuts = effectiveShortcuts(own);
  const handlers: Handlers = {
    ...chatHandlers(options, useThreadState(options)),
    ...questionHandlers(options),
    ...answerHandlers(options),
    ...SETTINGS_HANDLERS,
    palette: () => setIsOpen((open) => !open),
  };
  const run = (id: PanelActionId) => handlers[id]?.();
  const latest = useLatest({
    onKeyDown(event: KeyboardEvent) {
      const keys = event.isComposing ? null : toShortcut(event);
      const [id] = [...shortcuts].find(([, each]) => each === keys) ?? [];
      // Nothing behind the open palette is visible, so other shortcuts are ignored.
      if (id === undefined || (isOpen && id !== 'palette') || handlers[id] === undefined) return;
      event.preventDefault();
      // Keys that are held down would open and close the palette, or ask again and again.
      if (!event.repeat) run(id);
    },
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => latest.onKeyDown(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [latest]);
  return {
    run,
    formatActionTitle(id: PanelActionId): string {
      const [name, keys] = [t(panelAction(id).label), shortcuts.get(id)];
      return keys === undefined ? name : `${name} (${shortcutText(keys)})`;
    },
    palette: isOpen && (
      <CommandPalette
        available={new Set(Object.keys(handlers) as PanelActionId[])}
        shortcuts={shortcuts}
        onRun={run}
        onClose={() => setIsOpen(false)}
      />
    ),
  };
}

/** Returns the state of this chat in the list of chats. Null while it is not stored. */
function useThreadState({ storage, threadId }: Options) {
  return useStored(async () => {
    const row = await storage.threads.get(threadId);
    if (row === undefined) return null;
    const isPinned = (await storage.threads.listedIds('pinned-threads')).includes(threadId);
    return { isPinned, isArchived: row.isArchived ?? false };
  }, [storage, threadId]);
}

function chatHandlers(options: Options, thread: ReturnType<typeof useThreadState>): Handlers {
  const { storage, threadId, chat, header, isBesideChats, onOpenThread } = options;
  const openNew = () => onOpenThread(crypto.randomUUID(), null);
  const handlers: Handlers = {
    'new-chat': openNew,
    'search-chats'() {
      header.setListOpen(!isBesideChats);
      document.querySelector<HTMLElement>('.thread-search > input')?.focus();
    },
    'move-to-project': () => header.setMoving(true),
    ...(isFullPage() ? {} : { 'open-in-tab': () => void openFullPage() }),
  };
  for (const action of thread ? threadActions(thread) : []) {
    handlers[action] = () => {
      if (action === 'rename') return header.setRenaming(true);
      if (action === 'move-to-project') return header.setMoving(true);
      const completion = runThreadAction(storage, threadId, action);
      void completion.then(() => action === 'delete' && openNew()).catch(chat.setFailed);
    };
  }
  return handlers;
}

/** The actions for the next question. */
export function questionHandlers({ chat }: Pick<Options, 'chat'>): Handlers {
  const { context, questionController } = chat;
  return {
    write: chat.writeHere,
    'choose-model': () => chat.modelChoice.setOpen(true),
    web: chat.toggleWeb,
    'own-chats': () => context.setOwnData(!context.hasOwnData),
    'choose-page': () => chat.setChoosingPage(true),
    attach: chat.pickFiles,
    // Prompts replace the text, like when `/` is typed.
    ...(chat.isWriting ? {} : { prompts: () => questionController.writeNext('/') }),
    mention: () => questionController.writeNext(chat.draft.text === '' ? '@' : `${chat.draft.text.trimEnd()} @`),
    ...(context.beside.tab == null
      ? {}
      : {
          [context.isWithoutPage ? 'about-page' : 'without-page']: () => context.setWithoutPage(!context.isWithoutPage),
          'translate-page': chat.translation.start,
        }),
  };
}

function answerHandlers({ chat }: Options): Handlers {
  const { thread, answerController, readAloud } = chat;
  if (chat.run !== null) return { stop: answerController.stop };
  const last = thread.messages.at(-1);
  if (last?.role !== 'assistant' || last.outcome === null) return {};
  const { messageId, outcome } = last;
  const isSpeaking = readAloud?.speaking === messageId;
  return {
    'copy-answer': () => void answerController.copy(messageId).catch(chat.setFailed),
    insert: () => chat.stable.insertIntoPage(messageId),
    retry: () => answerController.retry(),
    'retry-with': () => chat.modelChoice.openFor(messageId),
    ...(canContinue(outcome) ? { continue: answerController.continueAnswer } : {}),
    ...(readAloud ? { [isSpeaking ? 'stop-reading' : 'read-aloud']: () => readAloud.toggle(messageId) } : {}),
  };
}

const SETTINGS_HANDLERS: Handlers = {
  ...Object.fromEntries(
    [...SETTINGS_PAGES, ...SETTINGS_SECTIONS].map(({ hash }) => [`settings-${hash}`, () => void openSettings(hash)]),
  ),
  diagnostics: () => void open('/diagnostics.html', '_blank', 'noopener'),
};

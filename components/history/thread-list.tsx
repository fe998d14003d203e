import './thread-list.css';
import { Folder, MoreHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { language, t } from '../../lib/i18n/index.ts';
import { type PanelActionId, panelAction } from '../actions/panel-actions.ts';
import { dropMarkdownMarks } from '../markdown/spoken-text.ts';
import { ConfirmButton, IconButton } from '../parts/buttons.tsx';
import { isComposing, useReturnFocus } from '../parts/keyboard.ts';

/**
 * `found` is the matching message and an excerpt of it, with the match from `start` to `end`. Null in the list of all
 * chats.
 */
export type ThreadListItem = {
  threadId: string;
  title: string;
  updatedAt: number;
  /**
   * What its run does, which may wait for the user. `unsent`: its first question was not sent. Null if no run is open.
   */
  activity: 'writing' | 'waiting' | 'unsent' | null;
  isPinned: boolean;
  isArchived: boolean;
  /** The name of its project, if that is shown. */
  project: string | null;
  found: { messageId: string; snippet: { text: string; start: number; end: number } } | null;
};

type Actions = {
  /** `messageId` is the message to scroll to, or null for the end. */
  onOpen: (threadId: string, messageId: string | null) => void;
  onAction: (threadId: string, action: Exclude<ThreadAction, 'rename'>) => void;
  onRename: (threadId: string, title: string) => void;
};

type Props = Actions & {
  threads: readonly ThreadListItem[];
  current: string;
  /** Whether to group by date instead of keeping the order. */
  isGrouped: boolean;
  /** Null if all are listed. */
  onMore: (() => void) | null;
};

/** Chats, newest first, each with a menu. */
export function ThreadList({ threads, current, isGrouped, onMore, ...actions }: Props) {
  const groups = isGrouped ? groupThreads(threads, Date.now()) : [{ heading: '', items: threads }];
  return (
    <>
      {groups.map(({ heading, items }) => (
        <section key={heading} aria-label={heading || t('foundChats')}>
          {heading !== '' && <h2 className="thread-heading">{heading}</h2>}
          <ul className="thread-list">
            {items.map((thread) => (
              <ThreadItem key={thread.threadId} thread={thread} isCurrent={thread.threadId === current} {...actions} />
            ))}
          </ul>
        </section>
      ))}
      {onMore && (
        <button type="button" className="button quiet thread-more" onClick={onMore}>
          {t('moreChats')}
        </button>
      )}
    </>
  );
}

type ItemProps = Actions & { thread: ThreadListItem; isCurrent: boolean };

function ThreadItem({ thread, isCurrent, onOpen, onAction, onRename }: ItemProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const [wasRenamed, setWasRenamed] = useState(false);
  const { threadId, found } = thread;
  const isUnsent = thread.activity === 'unsent';
  const title = thread.title === '' ? t('untitledChat') : thread.title;
  if (isRenaming) {
    const close = () => {
      setIsRenaming(false);
      setWasRenamed(true);
    };
    const save = (text: string) => {
      close();
      onRename(threadId, text);
    };
    return (
      <li>
        <RenameField title={thread.title} onSave={save} onCancel={close} />
      </li>
    );
  }
  const act = (action: ThreadAction) => {
    setIsOpen(false);
    if (action === 'rename') setIsRenaming(true);
    else onAction(threadId, action);
  };
  return (
    <li>
      <button
        type="button"
        className="thread-open"
        // biome-ignore lint/a11y/noAutofocus: the field that had the focus stood in its place
        autoFocus={wasRenamed}
        aria-current={isCurrent}
        onClick={() => onOpen(threadId, found?.messageId ?? null)}
      >
        <ThreadSummary thread={thread} title={title} />
      </button>
      {!isUnsent && (
        <IconButton
          label={t('moreForChat', { title })}
          title={t('moreForChatHint')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <MoreHorizontal size={14} aria-hidden />
        </IconButton>
      )}
      {isUnsent ? (
        <ConfirmButton
          className="button quiet icon"
          label={t('deleteDraft', { title })}
          question={t('reallyDeleteDraft')}
          onConfirm={() => act('delete')}
        >
          <Trash2 size={14} aria-hidden />
        </ConfirmButton>
      ) : (
        <IconButton label={t('deleteChat', { title })} title={t('deleteWord')} onClick={() => act('delete')}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      )}
      {isOpen && <ThreadMenu thread={thread} onAction={act} />}
    </li>
  );
}

/** The title of a chat, its project and time, and the passage in which a search found it. */
function ThreadSummary({ thread, title }: { thread: ThreadListItem; title: string }) {
  const { project, activity, found } = thread;
  const snippet = found?.snippet;
  return (
    <>
      <span className="thread-title" dir="auto">
        {title}
      </span>
      {project !== null && (
        <span className="thread-project">
          <Folder size={11} aria-hidden />
          <bdi>{project}</bdi>
        </span>
      )}
      {activity !== 'unsent' && <span className="thread-time">{formatThreadStatus(thread)}</span>}
      {snippet && (
        <span className="thread-snippet" dir="auto">
          {dropMarkdownMarks(snippet.text.slice(0, snippet.start))}
          <mark>{snippet.text.slice(snippet.start, snippet.end)}</mark>
          {dropMarkdownMarks(snippet.text.slice(snippet.end))}
        </span>
      )}
    </>
  );
}

/** Maximum length of a title, in characters. */
const MAX_TITLE = 200;

type RenameProps = { title: string; onSave: (title: string) => void; onCancel: () => void };

/** Edits a chat's title in place. */
export function RenameField({ title, onSave, onCancel }: RenameProps) {
  useReturnFocus();
  const [text, setText] = useState(title);
  return (
    <form
      className="thread-rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') onCancel();
        else onSave(text.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has opened it to edit the title
        autoFocus
        aria-label={t('title')}
        dir="auto"
        maxLength={MAX_TITLE}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
      <button type="submit" className="button">
        {t('rename')}
      </button>
    </form>
  );
}

// Created once, since creating a format is slow.
const TIME = new Intl.DateTimeFormat(language(), { hour: 'numeric', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short' });

function formatThreadStatus({ activity, updatedAt }: ThreadListItem): string {
  if (activity === null) return formatTimeOrDate(updatedAt);
  return t(activity === 'waiting' ? 'waitingInList' : 'writingNow');
}

/** Formats today's times as a time, older ones as a date. */
function formatTimeOrDate(at: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? TIME : DATE).format(date);
}

/** The chats under one heading. */
type ThreadGroup<Item> = { heading: string; items: Item[] };

type Listed = { updatedAt: number; isPinned: boolean; activity?: ThreadListItem['activity'] };

const MONTH = new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric' });

/**
 * Groups chats, newest first, under headings: unsent and pinned ones, then by calendar day, and those older than a
 * month by month. `now` is in milliseconds since 1970.
 */
export function groupThreads<Item extends Listed>(items: readonly Item[], now: number): ThreadGroup<Item>[] {
  const today = dayStart(now, 0);
  const limits = [
    { heading: t('today'), from: today },
    { heading: t('yesterday'), from: dayStart(now, 1) },
    { heading: t('lastWeek'), from: dayStart(now, 7) },
    { heading: t('lastMonth'), from: dayStart(now, 30) },
  ];
  const pickHeading = ({ updatedAt, isPinned, activity }: Item) => {
    if (activity === 'unsent') return t('drafts');
    return isPinned ? t('pinned') : (limits.find(({ from }) => updatedAt >= from)?.heading ?? MONTH.format(updatedAt));
  };
  return [...Map.groupBy(items, pickHeading)].map(([heading, group]) => ({ heading, items: group }));
}

/** Returns the start of the day `daysBefore` days ago, correct across clock changes. */
function dayStart(now: number, daysBefore: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}

export type ThreadAction = Extract<
  PanelActionId,
  | 'rename'
  | 'pin'
  | 'unpin'
  | 'move-to-project'
  | 'archive'
  | 'restore'
  | 'export-json'
  | 'export-markdown'
  | 'export-html'
  | 'print'
  | 'delete'
>;

type ThreadMenuProps = {
  thread: { isPinned: boolean; isArchived: boolean };
  onAction: (action: ThreadAction) => void;
};

/** Returns the actions that are available for a chat now, in the order of the menu. */
export function threadActions({ isPinned, isArchived }: ThreadMenuProps['thread']): readonly ThreadAction[] {
  return [
    'rename',
    isPinned ? 'unpin' : 'pin',
    'move-to-project',
    isArchived ? 'restore' : 'archive',
    'export-json',
    'export-markdown',
    'export-html',
    'print',
    'delete',
  ];
}

/** The actions for a chat. */
function ThreadMenu({ thread, onAction }: ThreadMenuProps) {
  return (
    <div className="thread-actions">
      {threadActions(thread).map((action) => {
        const { label, Icon } = panelAction(action);
        return (
          <button key={action} type="button" className="button quiet" onClick={() => onAction(action)}>
            <Icon size={14} aria-hidden /> {t(label)}
          </button>
        );
      })}
    </div>
  );
}

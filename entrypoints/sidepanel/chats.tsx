import { useEffect, useState } from 'react';
import { DOCUMENT_WORDS } from '../../components/history/document-words.ts';
import type { ThreadAction, ThreadListItem } from '../../components/history/thread-list.tsx';
import { ThreadSearch } from '../../components/history/thread-search.tsx';
import { ProjectFilter } from '../../components/projects/project-filter.tsx';
import type { Project } from '../../lib/contracts/index.ts';
import { openSettings, sendCommand } from '../../lib/extension/index.ts';
import { formatList, t } from '../../lib/i18n/index.ts';
import {
  downloadThread,
  useIsIndexing,
  useProjects,
  useSelectedProject,
  useThreadList,
  useThreadSearch,
} from '../../lib/react/index.ts';
import type { Stores, ThreadRow, UnsentChat } from '../../lib/storage/index.ts';
import { ProjectChoice } from './project-choice.tsx';

type Props = {
  storage: Pick<Stores, 'database' | 'drafts' | 'endpoints' | 'events' | 'projects' | 'threads'>;
  current: string;
  /** The site of the current page, if known. */
  site: string | null;
  /** Whether it is next to the conversation, not over it. */
  isBeside: boolean;
  onOpen: (threadId: string, messageId: string | null) => void;
  /** Called after a chat was deleted. */
  onDeleted: (threadId: string) => void;
  onError: (error: unknown) => void;
  onClose: () => void;
};

/** Earlier chats: all of them, or search results. */
export function Chats({ storage, current, site, isBeside, onOpen, onDeleted, onError, onClose }: Props) {
  const [query, setQuery] = useState('');
  const [isOfSite, setIsOfSite] = useState(false);
  const [isArchived, setIsArchived] = useState(false);
  const projects = useProjects(storage);
  const [project = null, selectProject] = useSelectedProject(storage);
  const [moving, setMoving] = useState<string | null>(null);
  const { items, more, isSearching, isUnsent } = useShownChats(storage, {
    query,
    site: isOfSite ? site : null,
    isArchived,
    project,
    onError,
  });
  const isIndexing = useIsIndexing(storage);
  const filters = [{ label: t('archived'), isOn: isArchived, onToggle: () => setIsArchived(!isArchived) }];
  if (site !== null) {
    const label = t('onlySite', { site: site.replace(/^https?:\/\//, '') });
    filters.unshift({ label, isOn: isOfSite, onToggle: () => setIsOfSite(!isOfSite) });
  }
  const act = async (threadId: string, action: Exclude<ThreadAction, 'rename'>) => {
    if (action === 'move-to-project') return setMoving(threadId);
    if (isUnsent(threadId)) await storage.drafts.delete(threadId);
    else await runThreadAction(storage, threadId, action);
    if (action === 'delete') onDeleted(threadId);
  };
  return (
    <nav className={isBeside ? 'chats beside' : 'chats'} aria-label={t('chats')}>
      <ThreadSearch
        hasFocus={!isBeside}
        query={query}
        onQuery={setQuery}
        threads={items}
        isSearching={isSearching}
        isIndexing={isIndexing}
        projects={
          <ProjectFilter
            projects={projects}
            selected={project}
            onSelect={selectProject}
            onNewChat={() => onOpen(crypto.randomUUID(), null)}
            onManage={() => void openSettings('projects')}
          />
        }
        filters={filters}
        current={current}
        onMore={more}
        onOpen={onOpen}
        onAction={(threadId, action) => void act(threadId, action).catch(onError)}
        onRename={(threadId, title) => void storage.threads.rename(threadId, title).catch(onError)}
        onClose={onClose}
      />
      {moving !== null && (
        <ProjectChoice storage={storage} threadId={moving} onError={onError} onClose={() => setMoving(null)} />
      )}
    </nav>
  );
}

type ShownChatsOptions = {
  query: string;
  /** Only chats about this site, or null. */
  site: string | null;
  isArchived: boolean;
  project: Project | null;
  onError: (error: unknown) => void;
};

/** What the list shows: search results, or chats with unsent text followed by all others. */
function useShownChats(storage: Props['storage'], { query, site, isArchived, project, onError }: ShownChatsOptions) {
  const list = useThreadList(storage, { site, isArchived, projectId: project?.projectId ?? null });
  const { threads, pinned, more } = list;
  const { hits, isSearching, error } = useThreadSearch(storage, query);
  useEffect(() => {
    if (error !== null) onError(error);
  }, [error, onError]);
  const searchResults = hits?.map(({ thread, ...found }) => toListItem(thread, false, null, found));
  const findProjectName = (threadId: string) => (project === null ? (list.projects.get(threadId) ?? null) : null);
  const threadItems =
    threads?.map((thread) => toListItem(thread, pinned.has(thread.threadId), findProjectName(thread.threadId), null)) ??
    null;
  const all = threadItems && [...list.unsent.map(unsentItem), ...threadItems];
  const isUnsent = (threadId: string) => list.unsent.some((each) => each.threadId === threadId);
  return { items: searchResults ?? all, more: searchResults ? null : more, isSearching, isUnsent };
}

/** A chat without messages, named after its draft. */
function unsentItem({ threadId, text, files }: UnsentChat): ThreadListItem {
  const title = text.trim().split('\n', 1)[0] || formatList(files);
  return {
    threadId,
    title,
    updatedAt: 0,
    activity: 'unsent',
    found: null,
    project: null,
    isPinned: false,
    isArchived: false,
  };
}

function toListItem(
  thread: ThreadRow,
  isPinned: boolean,
  project: string | null,
  hit: ThreadListItem['found'],
): ThreadListItem {
  const { threadId, title, updatedAt, openRunId, waiting = [], isArchived = false } = thread;
  const activity = openRunId === '' ? null : waiting.length > 0 ? 'waiting' : 'writing';
  return { threadId, title, updatedAt, activity, isPinned, isArchived, project, found: hit };
}

/** Runs an action for a chat, from its menu or the command palette. A deletion can be undone for a while. */
export async function runThreadAction(
  storage: Pick<Stores, 'database' | 'threads' | 'events' | 'endpoints'>,
  threadId: string,
  action: Exclude<ThreadAction, 'rename' | 'move-to-project'>,
): Promise<void> {
  switch (action) {
    case 'pin':
    case 'unpin':
      return storage.threads.setListed('pinned-threads', threadId, action === 'pin');
    case 'archive':
    case 'restore':
      await storage.threads.archive(threadId, action === 'archive');
      return;
    case 'export-json':
      return downloadThread(storage, threadId, 'json', new Date(), DOCUMENT_WORDS);
    case 'export-markdown':
      return downloadThread(storage, threadId, 'markdown', new Date(), DOCUMENT_WORDS);
    case 'export-html':
      return downloadThread(storage, threadId, 'html', new Date(), DOCUMENT_WORDS);
    case 'print':
      open(`/print.html#${encodeURIComponent(threadId)}`, '_blank', 'noopener');
      return;
    case 'delete':
      // A run would continue to write to the deleted chat.
      await sendCommand({ type: 'stop', threadId });
      return storage.threads.setListed('deleted-threads', threadId, true);
    default:
      return action satisfies never;
  }
}

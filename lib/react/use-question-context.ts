import { useEffect } from 'react';
import * as z from 'zod';
import { AddedTab, ATTACHED_LIMITS, type Attachments, PageContextMode, type Project } from '../contracts/index.ts';
import { type CurrentTab, closedTabs, onTabClosed } from '../extension/index.ts';
import type { Stores } from '../storage/index.ts';
import { type ContextTab, useContextTab } from './use-current-tab.ts';
import { type DraftFiles, useDraftFiles } from './use-draft.ts';
import { type PageSelection, usePageSelection } from './use-page-selection.ts';
import { useSessionValue } from './use-stored.ts';

export type QuestionContext = {
  /** The tab shown in the pill. */
  beside: ContextTab;
  /** Whether the user asks without a page. */
  isWithoutPage: boolean;
  setWithoutPage: (isWithoutPage: boolean) => void;
  /** The page mode selected for this chat. Null for the model's setting. */
  pageContext: PageContextMode | null;
  setPageContext: (mode: PageContextMode | null) => void;
  /** Whether the user turned on the web for this chat. */
  hasWeb: boolean;
  setWeb: (hasWeb: boolean) => void;
  /** Whether the user allowed this chat to search their other chats. */
  hasOwnData: boolean;
  setOwnData: (hasOwnData: boolean) => void;
  /** The page that a question is about. Null without a page, undefined until it is known. */
  tab: CurrentTab | null | undefined;
  /** The selection on its page, which is sent with the question. */
  selection: PageSelection;
  added: AddedTabs;
  files: DraftFiles;
  /** The attachments of a question that is about to be sent. */
  attached: Attachments;
  /** Removes these attachments after they were sent. */
  forget: (sent: Attachments) => void;
  /** Restores the attachments of a queued question that is being edited. */
  putBack: (attached: Attachments) => void;
};

const IsWithoutPage = z.boolean();
const IsOn = z.boolean().nullable();
const Mode = PageContextMode.nullable();

/**
 * The context of the next question of a chat, besides its text. `project`: the chat's project, whose settings apply
 * until the user changes them.
 */
export function useQuestionContext(
  storage: Pick<Stores, 'drafts' | 'endpoints'>,
  threadId: string,
  project: Pick<Project, 'web' | 'ownData'> | null,
  onError: (error: unknown) => void,
): QuestionContext {
  const beside = useContextTab(threadId);
  const attachedTabs = useAddedTabs(threadId);
  const files = useDraftFiles(storage, threadId, onError);
  const [isWithoutPage, setWithoutPage] = useSessionValue(`withoutPage-${threadId}`, IsWithoutPage, false);
  const [pageContext = null, setPageContext] = useSessionValue(`pageContext-${threadId}`, Mode, null);
  const [hasWeb, setWeb] = useSessionValue(`web-${threadId}`, IsOn, null);
  const [hasOwnData, setOwnData] = useSessionValue(`ownData-${threadId}`, IsOn, null);
  const tab = isWithoutPage ? null : isWithoutPage === undefined ? undefined : beside.tab;
  const selection = usePageSelection(tab ?? null);
  return {
    hasWeb: hasWeb ?? project?.web ?? false,
    setWeb: (next) => setWeb(() => next),
    hasOwnData: hasOwnData ?? project?.ownData ?? false,
    setOwnData: (next) => setOwnData(() => next),
    beside,
    isWithoutPage: isWithoutPage === true,
    setWithoutPage: (next) => setWithoutPage(() => next),
    pageContext,
    setPageContext: (next) => setPageContext(() => next),
    tab,
    selection,
    added: attachedTabs,
    files,
    attached: { tabs: attachedTabs.tabs, files: files.files },
    forget(sentContext) {
      // By now, the user has seen that the pinned tab is gone.
      if (beside.isPinnedTabClosed) beside.pin(null);
      attachedTabs.forget(sentContext.tabs ?? []);
      void files.forget(sentContext.files ?? []);
    },
    putBack(again) {
      attachedTabs.putBack(again.tabs ?? []);
      void files.putBack(again.files ?? []);
    },
  };
}

type AddedTabs = {
  tabs: readonly AddedTab[];
  /** Adds or removes a tab. */
  toggle: (tab: AddedTab) => void;
  putBack: (tabs: readonly AddedTab[]) => void;
  /** Removes these tabs after they were sent. */
  forget: (tabs: readonly AddedTab[]) => void;
};

const Tabs = z.array(AddedTab);
const NONE: readonly AddedTab[] = [];

/** The tabs attached to the next question of a chat. They are kept when the panel closes. A closed tab is removed. */
function useAddedTabs(threadId: string): AddedTabs {
  const [kept, setTabs] = useSessionValue<readonly AddedTab[]>(`addedTabs-${threadId}`, Tabs, NONE);
  const tabs = kept ?? NONE;
  const isKnown = kept !== undefined;
  useEffect(() => onTabClosed((tabId) => setTabs((before) => without(before, [{ tabId }]))), [setTabs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for those that were closed while no panel was open
  useEffect(() => {
    if (tabs.length > 0)
      void closedTabs(tabs).then((tabsToRemove) => setTabs((before) => without(before, tabsToRemove)));
  }, [isKnown]);
  const toggle = ({ tabId, title, url }: AddedTab) =>
    setTabs((before) => {
      const others = without(before, [{ tabId }]);
      return others.length < before.length ? others : [...before, { tabId, title, url }].slice(0, ATTACHED_LIMITS.tabs);
    });
  const forget = (gone: readonly AddedTab[]) => setTabs((before) => without(before, gone));
  const putBack = (again: readonly AddedTab[]) => setTabs((before) => [...again, ...without(before, again)]);
  return { tabs, toggle, putBack, forget };
}

function without(tabs: readonly AddedTab[], gone: readonly { tabId: number }[]): AddedTab[] {
  return tabs.filter(({ tabId }) => !gone.some((each) => each.tabId === tabId));
}

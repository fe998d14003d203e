import { useEffect, useState } from 'react';
import * as z from 'zod';
import {
  type CurrentTab,
  detectTabLanguage,
  type OpenTabs,
  onTabsChange,
  openTabs,
  sendCommand,
  showAsReadable,
  watchCurrentTab,
  watchTab,
} from '../extension/index.ts';
import { toPrimaryLanguage } from '../text/index.ts';
import { useSessionValue } from './use-stored.ts';

/** The tab that a question would be about, live. Undefined until it is known. */
export function useCurrentTab(): CurrentTab | null | undefined {
  const [tab, setTab] = useState<CurrentTab | null | undefined>(undefined);
  useEffect(() => watchCurrentTab(setTab), []);
  useEffect(() => showAsReadable(tab === undefined || tab === null || tab.url === '' ? null : tab.tabId), [tab]);
  return tab;
}

/** The open tabs that the browser reveals, live. Null until they are known. */
export function useOpenTabs(): OpenTabs | null {
  const [tabs, setTabs] = useState<OpenTabs | null>(null);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const newTabs = await openTabs();
      if (!isOver) setTabs(newTabs);
    };
    const stop = onTabsChange(() => void look());
    void look();
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return tabs;
}

/**
 * Whether the page of a tab is in another language than `target`, a BCP 47 tag, as far as the browser reveals it. If
 * `tab` is null, the browser is not asked.
 */
export function useIsForeignPage(tab: CurrentTab | null, target: string): boolean {
  const page = tab !== null && /^https?:/.test(tab.url) ? `${tab.tabId} ${tab.url}` : null;
  const tabId = tab?.tabId;
  const [detected, setDetected] = useState<{ page: string; language: string } | null>(null);
  useEffect(() => {
    if (page === null || tabId === undefined) return;
    let isOver = false;
    void detectTabLanguage(tabId).then((language) => {
      if (!isOver && language !== null) setDetected({ page, language });
    });
    return () => {
      isOver = true;
    };
  }, [page, tabId]);
  return page !== null && detected?.page === page && primaryTag(detected.language) !== primaryTag(target);
}

/** Browsers report Norwegian as `no`, but the target for it is `nb`. */
function primaryTag(tag: string): string {
  const primary = toPrimaryLanguage(tag);
  return primary === 'no' ? 'nb' : primary;
}

/**
 * The delay before a page is measured, so that it is not measured repeatedly while it loads or navigates. Milliseconds.
 */
const SETTLED_MS = 500;

/**
 * The approximate number of tokens of a tab's page. Measured only once `isWanted`, so that no page is read before the
 * user wants to ask. Null while unknown, and without read access, which browsers signal by hiding the address.
 */
export function usePageTokens(tab: CurrentTab | null, isWanted: boolean): number | null {
  const page = tab !== null && /^https?:/.test(tab.url) ? `${tab.tabId} ${tab.url} ${tab.title}` : null;
  const tabId = tab?.tabId;
  const [measured, setMeasured] = useState<{ page: string; tokens: number | null } | null>(null);
  useEffect(() => {
    if (page === null || tabId === undefined || !isWanted) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const reply = await sendCommand({ type: 'measure-page', tabId });
      if (!isOver) setMeasured({ page, tokens: reply.type === 'page-size' ? reply.tokens : null });
    }, SETTLED_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [page, tabId, isWanted]);
  return measured?.page === page ? measured.tokens : null;
}

export type ContextTab = {
  /** The tab that questions are about: the pinned one, else the active one. Undefined until it is known. */
  tab: CurrentTab | null | undefined;
  isPinned: boolean;
  /** Whether the pinned tab was closed, so that the active one is followed again. */
  isPinnedTabClosed: boolean;
  /** Pins a tab regardless of the active one. Null follows the active tab again. */
  pin: (tabId: number | null) => void;
};

/** A tab's id. `closed`: that tab was closed, which is shown until the user has asked or pinned again. */
const Pinned = z.union([z.number().int(), z.literal('closed')]).nullable();

/**
 * The tab that a chat's questions are about: the active one, unless one is pinned. A pin is kept when the panel closes.
 */
export function useContextTab(threadId: string): ContextTab {
  const current = useCurrentTab();
  const [pinned, setPinned] = useSessionValue<z.infer<typeof Pinned>>(`pinnedTab-${threadId}`, Pinned, null);
  const [seen, setSeen] = useState<CurrentTab | null>(null);
  useEffect(() => {
    if (typeof pinned !== 'number') return;
    return watchTab(pinned, (tab) => {
      setSeen(tab);
      if (tab === null) setPinned(() => 'closed');
    });
  }, [pinned, setPinned]);
  const pin = (tabId: number | null) => setPinned(() => tabId);
  if (pinned === undefined) return { tab: undefined, isPinned: false, isPinnedTabClosed: false, pin };
  if (typeof pinned !== 'number') return { tab: current, isPinned: false, isPinnedTabClosed: pinned === 'closed', pin };
  return { tab: seen?.tabId === pinned ? seen : undefined, isPinned: true, isPinnedTabClosed: false, pin };
}

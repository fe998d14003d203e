import { useEffect, useState } from 'react';
import {
  type CurrentTab,
  type OpenTabs,
  onTabsChange,
  openTabs,
  sendCommand,
  watchCurrentTab,
} from '../extension/index.ts';

/** The tab a question would be about, live; undefined until it is known. */
export function useCurrentTab(): CurrentTab | null | undefined {
  const [tab, setTab] = useState<CurrentTab | null | undefined>(undefined);
  useEffect(() => watchCurrentTab(setTab), []);
  return tab;
}

/** The open tabs that the browser reveals, live; null until they are known. */
export function useOpenTabs(): OpenTabs | null {
  const [tabs, setTabs] = useState<OpenTabs | null>(null);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const found = await openTabs();
      if (!isOver) setTabs(found);
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

/** The delay before a page is measured, so that it is not measured repeatedly while it loads or navigates. Milliseconds. */
const SETTLED_MS = 500;

/**
 * The approximate number of tokens of a tab's page, measured once `isWanted`, so that no page is read before the user wants to
 * ask. Null while unknown, and without read access, which browsers show by hiding the address.
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

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

/** The open tabs as far as browsers tell us of them, live; null until they are known. */
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

/** A page that is still being built, or traversed through, is not measured at every step. Milliseconds. */
const SETTLED_MS = 500;

/**
 * About how many tokens the page in a tab takes, measured once `isWanted`: no page is read before the user wants to ask. null
 * while that is not known, and for pages that may not be read yet, which browsers show by hiding their address.
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

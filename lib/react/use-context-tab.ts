import { useEffect, useState } from 'react';
import * as z from 'zod';
import { type CurrentTab, watchTab } from '../extension/index.ts';
import { useCurrentTab } from './use-current-tab.ts';
import { useSessionValue } from './use-session-value.ts';

export type ContextTab = {
  /** The tab that questions are about: the pinned one, else the active one; undefined until it is known. */
  tab: CurrentTab | null | undefined;
  isPinned: boolean;
  /** The pinned tab was closed, and the active one is followed again. */
  isLost: boolean;
  /** Pins a tab, whichever is active; null follows the active tab again. */
  pin: (tabId: number | null) => void;
};

const Pinned = z.number().int().nullable();

/** The tab that a chat's questions are about: the active one, unless one is pinned. A pin is kept when the panel closes. */
export function useContextTab(threadId: string): ContextTab {
  const current = useCurrentTab();
  const [pinned, setPinned] = useSessionValue<number | null>(`pinnedTab-${threadId}`, Pinned, null);
  const [seen, setSeen] = useState<CurrentTab | null>(null);
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    if (pinned === undefined || pinned === null) return;
    return watchTab(pinned, (tab) => {
      setSeen(tab);
      if (tab !== null) return;
      setPinned(() => null);
      setIsLost(true);
    });
  }, [pinned, setPinned]);
  const pin = (tabId: number | null) => {
    setIsLost(false);
    setPinned(() => tabId);
  };
  if (pinned === undefined) return { tab: undefined, isPinned: false, isLost, pin };
  if (pinned === null) return { tab: current, isPinned: false, isLost, pin };
  return { tab: seen?.tabId === pinned ? seen : undefined, isPinned: true, isLost: false, pin };
}

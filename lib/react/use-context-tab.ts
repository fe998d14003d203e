import { useEffect, useState } from 'react';
import * as z from 'zod';
import { type CurrentTab, watchTab } from '../extension/index.ts';
import { useCurrentTab } from './use-current-tab.ts';
import { useSessionValue } from './use-session-value.ts';

export type ContextTab = {
  /** The tab questions are about, with one that is pinned before the one in front; undefined until it is known. */
  tab: CurrentTab | null | undefined;
  isPinned: boolean;
  /** The tab that was pinned is closed; the one in front is followed again. */
  isLost: boolean;
  /** Stays with a tab though another comes to the front; null follows the front again. */
  pin: (tabId: number | null) => void;
};

const Pinned = z.number().int().nullable();

/** Which tab a chat's questions are about: the one in front, unless one is pinned. That outlives the panel. */
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

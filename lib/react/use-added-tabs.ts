import { useEffect } from 'react';
import * as z from 'zod';
import { AddedTab, ATTACHED_LIMITS } from '../contracts/index.ts';
import { closedTabs, onTabClosed } from '../extension/index.ts';
import { useSessionValue } from './use-session-value.ts';

export type AddedTabs = {
  tabs: readonly AddedTab[];
  /** Adds or removes a tab. */
  toggle: (tab: AddedTab) => void;
  putBack: (tabs: readonly AddedTab[]) => void;
  /** Removes these tabs after they were sent. */
  forget: (tabs: readonly AddedTab[]) => void;
};

const Tabs = z.array(AddedTab);
const NONE: readonly AddedTab[] = [];

/** The tabs attached to the next question of a chat, which are kept when the panel closes. A closed tab is removed. */
export function useAddedTabs(threadId: string): AddedTabs {
  const [kept, setTabs] = useSessionValue<readonly AddedTab[]>(`addedTabs-${threadId}`, Tabs, NONE);
  const tabs = kept ?? NONE;
  const isKnown = kept !== undefined;
  useEffect(() => onTabClosed((tabId) => setTabs((before) => without(before, [{ tabId }]))), [setTabs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for those that were closed while no panel was open
  useEffect(() => {
    if (tabs.length > 0) void closedTabs(tabs).then((closed) => setTabs((before) => without(before, closed)));
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

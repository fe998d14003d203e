import { useEffect, useState } from 'react';
import { onTabClosed } from '../browser/open-tabs.ts';
import { type AddedTab, ATTACHED_LIMITS } from '../protocol/attached.ts';

export type AddedTabs = {
  tabs: readonly AddedTab[];
  /** Adds a tab, or takes it out. */
  toggle: (tab: AddedTab) => void;
  putBack: (tabs: readonly AddedTab[]) => void;
  /** They have been sent. */
  forget: (tabs: readonly AddedTab[]) => void;
};

/** The tabs that go along with the next question. One that is closed no longer does. */
export function useAddedTabs(): AddedTabs {
  const [tabs, setTabs] = useState<readonly AddedTab[]>([]);
  useEffect(() => onTabClosed((closed) => setTabs((before) => before.filter(({ tabId }) => tabId !== closed))), []);
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

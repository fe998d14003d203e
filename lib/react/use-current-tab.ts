import { useEffect, useState } from 'react';
import { type CurrentTab, watchCurrentTab } from '../extension/current-tab.ts';

/** The tab a question would be about, live; undefined until it is known. */
export function useCurrentTab(): CurrentTab | null | undefined {
  const [tab, setTab] = useState<CurrentTab | null | undefined>(undefined);
  useEffect(() => watchCurrentTab(setTab), []);
  return tab;
}

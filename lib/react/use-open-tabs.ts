import { useEffect, useState } from 'react';
import { type OpenTabs, onTabsChange, openTabs } from '../extension/open-tabs.ts';

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

import { useCallback, useEffect, useState } from 'react';
import { type CurrentTab, clearSelection, readSelectionPreview } from '../extension/index.ts';

/** The beginning of the selected text on the page of the next question, and a function to clear the selection there. */
export type PageSelection = { text: string; clear: () => void };

/**
 * Reads the selection of a tab's page when the user turns to the panel, with the pointer or the keyboard, so that the
 * page needs no listener. `text` is '' while nothing is selected or the address of the tab is hidden.
 */
export function usePageSelection(tab: CurrentTab | null): PageSelection {
  const page = tab !== null && /^(?:https?|file):/.test(tab.url) ? `${tab.tabId} ${tab.url}` : null;
  const tabId = tab?.tabId;
  const [seen, setSeen] = useState<{ page: string; text: string } | null>(null);
  useEffect(() => {
    if (page === null || tabId === undefined) return;
    let isOver = false;
    const look = async () => {
      const text = await readSelectionPreview(tabId);
      if (!isOver) setSeen((before) => (before?.page === page && before.text === text ? before : { page, text }));
    };
    void look();
    const onTurn = () => void look();
    document.documentElement.addEventListener('pointerenter', onTurn);
    addEventListener('focus', onTurn);
    document.addEventListener('visibilitychange', onTurn);
    return () => {
      isOver = true;
      document.documentElement.removeEventListener('pointerenter', onTurn);
      removeEventListener('focus', onTurn);
      document.removeEventListener('visibilitychange', onTurn);
    };
  }, [page, tabId]);
  const clear = useCallback(() => {
    setSeen(null);
    if (tabId !== undefined) void clearSelection(tabId);
  }, [tabId]);
  return { text: page !== null && seen?.page === page ? seen.text : '', clear };
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isPlaceInTab, listFactPassages } from '../agent/index.ts';
import type { AnswerCheck, AnswerFact, FactPlace, ThreadState, WebSource } from '../contracts/index.ts';
import { type CurrentTab, PageHighlight, settings } from '../extension/index.ts';
import { useSetting } from './use-setting.ts';

/** How long the pointer must rest before something is highlighted, to avoid flicker while it moves. In milliseconds. */
const REST_MS = 40;

const NO_FACTS: readonly AnswerFact[] = [];

type PageLight = {
  /** Highlights those of the places that are on the tab's page. Null if nothing may be highlighted. */
  lightUp: ((places: readonly FactPlace[]) => void) | null;
  /** The facts whose sentence on the page is pointed at. */
  pointed: readonly AnswerFact[];
};

type Shown = {
  thread: ThreadState;
  checks: ReadonlyMap<string, AnswerCheck | null>;
  /** The web pages that the chat has read. The same object for as long as they are the same. */
  sources: readonly WebSource[];
  /** The tab beside the panel, and its site. Null while the browser hides it. */
  tab: CurrentTab | null;
  site: string | null;
};

/**
 * Connects the checked answers of a chat with the page of the tab beside it. A script is injected into the page once
 * there is a checked answer about it, or when something about it is pointed at in the panel.
 */
export function usePageLight({ thread, checks, sources, tab, site: tabSite }: Shown): PageLight {
  const [isOn = false] = useSetting(settings.lightsUpFacts);
  const [pointed, setPointed] = useState(NO_FACTS);
  const latest = useRef({ thread, sources, tab });
  latest.current = { thread, sources, tab };
  const { tabId = null, url = '' } = tab ?? {};
  const site = isOn ? tabSite : null;
  const watched = useMemo(
    () => listFactPassages(checks, latest.current.thread, sources, { tabId: tabId ?? -1, url }),
    [checks, sources, tabId, url],
  );
  const facts = useRef(watched.facts);
  facts.current = watched.facts;
  const highlight = useRef<PageHighlight | null>(null);
  useEffect(() => {
    if (site === null || tabId === null) return;
    const current = new PageHighlight(tabId, site, (index) =>
      setPointed(index === null ? NO_FACTS : (facts.current[index] ?? NO_FACTS)),
    );
    highlight.current = current;
    const close = () => current.close();
    const onVisibility = () => document.hidden && void current.light([]);
    addEventListener('pagehide', close);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      removeEventListener('pagehide', close);
      document.removeEventListener('visibilitychange', onVisibility);
      highlight.current = null;
      setPointed(NO_FACTS);
      close();
    };
  }, [site, tabId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another page
  useEffect(() => highlight.current?.watch(watched.passages), [watched, site, tabId]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lightUp = useCallback((places: readonly FactPlace[]) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { thread: state, sources: pages, tab: shownTab } = latest.current;
      const here = shownTab && places.filter(({ place }) => isPlaceInTab(place, state, pages, shownTab));
      void highlight.current?.light((here ?? []).map(({ text, before, after }) => ({ text, before, after })));
    }, REST_MS);
  }, []);
  return { lightUp: site === null ? null : lightUp, pointed };
}

import { useState } from 'react';
import type { ShownTranslation } from '../../components/thread/translation-card.tsx';
import {
  type CommandReply,
  type Failure,
  type ModelRef,
  type TranslationAction,
  type TranslationTarget,
  targetFor,
} from '../../lib/contracts/index.ts';
import { pageTranslations, sendCommand, translationTarget } from '../../lib/extension/index.ts';
import { useLatest, useSetting } from '../../lib/react/index.ts';

/** What could not be begun is only known here. */
type Attempt = { tabId: number; state: 'starting' } | { tabId: number; state: 'refused'; failure: Failure };

/** The translation of a tab's page, as the worker stores it, and what the user can do with it. */
export function usePageTranslation(tabId: number | null, model: ModelRef | null) {
  const [all = {}] = useSetting(pageTranslations);
  const [chosen = null, setChosen] = useSetting(translationTarget);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const target = chosen ?? targetFor(navigator.language);
  const translation = tabId === null ? null : (all[tabId] ?? null);
  const ofTab = attempt?.tabId === tabId ? attempt : null;

  function onReply(tab: number, reply: CommandReply): void {
    setAttempt(reply.type === 'refused' ? { tabId: tab, state: 'refused', failure: reply.failure } : null);
  }

  async function begin(into: TranslationTarget, approvedOrigin: string | null): Promise<void> {
    if (tabId === null || model === null) return;
    setAttempt({ tabId, state: 'starting' });
    onReply(tabId, await sendCommand({ type: 'translate-page', tabId, model, target: into, approvedOrigin }));
  }

  async function change(action: TranslationAction): Promise<void> {
    if (tabId === null) return;
    onReply(tabId, await sendCommand({ type: 'change-translation', tabId, action }));
  }

  const shown: ShownTranslation | null = ofTab ?? (translation && { state: 'known', translation });
  return {
    shown,
    target: translation?.target ?? target,
    ...useLatest({
      start: () => void begin(target, null),
      approve: (origin: string) => void begin(translation?.target ?? target, origin),
      chooseTarget(into: TranslationTarget) {
        setChosen(into);
        void begin(into, null);
      },
      change: (action: TranslationAction) => void change(action),
      close: () => void change('end'),
    }),
  };
}

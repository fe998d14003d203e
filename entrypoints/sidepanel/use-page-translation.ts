import { useState } from 'react';
import type { ShownTranslation, TranslationEngine } from '../../components/thread/translation-card.tsx';
import {
  BROWSER_TRANSLATOR,
  type CommandReply,
  type Failure,
  type ModelRef,
  type TranslationAction,
  type TranslationTarget,
  targetFor,
} from '../../lib/contracts/index.ts';
import {
  browserTranslator,
  downloadTranslator,
  pageTranslations,
  sendCommand,
  translationEngine,
  translationTarget,
} from '../../lib/extension/index.ts';
import { useLatest, useSetting } from '../../lib/react/index.ts';

/** What could not be begun is only known here. */
type Attempt =
  | { tabId: number; state: 'starting' }
  | { tabId: number; state: 'downloading'; share: number }
  | { tabId: number; state: 'refused'; failure: Failure };

/** The translation of a tab's page, as the worker stores it, and what the user can do with it. */
export function usePageTranslation(tabId: number | null, model: ModelRef | null) {
  const [all = {}] = useSetting(pageTranslations);
  const [chosen = null, setChosen] = useSetting(translationTarget);
  const [engine = 'model', setEngine] = useSetting(translationEngine);
  const hasBrowsers = browserTranslator() !== null;
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const target = chosen ?? targetFor(navigator.language);
  const translation = tabId === null ? null : (all[tabId] ?? null);
  const ofTab = attempt?.tabId === tabId ? attempt : null;

  function onReply(tab: number, reply: CommandReply): void {
    setAttempt(reply.type === 'refused' ? { tabId: tab, state: 'refused', failure: reply.failure } : null);
  }

  async function begin(
    into: TranslationTarget,
    approvedOrigin: string | null,
    by: TranslationEngine = engine,
  ): Promise<void> {
    const translating = by === 'browser' && hasBrowsers ? BROWSER_TRANSLATOR : model;
    if (tabId === null || translating === null) return;
    setAttempt({ tabId, state: 'starting' });
    const command = { type: 'translate-page', tabId, model: translating, target: into, approvedOrigin } as const;
    onReply(tabId, await sendCommand(command));
  }

  /** Called in a click, which browsers need for a download. */
  async function download(sourceLanguage: string): Promise<void> {
    if (tabId === null) return;
    const pair = { sourceLanguage, targetLanguage: translation?.target ?? target };
    const onProgress = (share: number) => setAttempt({ tabId, state: 'downloading', share });
    onProgress(0);
    try {
      await downloadTranslator(pair, onProgress);
      await change('continue');
    } catch (error) {
      const reason = { type: 'translator-lacks-pair', source: sourceLanguage, target: pair.targetLanguage } as const;
      const failure = { code: 'not-found', reason, detail: String(error), retryable: true } as const;
      setAttempt({ tabId, state: 'refused', failure });
    }
  }

  async function change(action: TranslationAction): Promise<void> {
    if (tabId === null) return;
    onReply(tabId, await sendCommand({ type: 'change-translation', tabId, action }));
  }

  const shown: ShownTranslation | null = ofTab ?? (translation && { state: 'known', translation });
  return {
    shown,
    target: translation?.target ?? target,
    /** What translates; null where there is only the model of the chat. */
    engine: hasBrowsers ? engine : null,
    ...useLatest({
      start: () => void begin(target, null),
      approve: (origin: string) => void begin(translation?.target ?? target, origin),
      chooseTarget(into: TranslationTarget) {
        setChosen(into);
        void begin(into, null);
      },
      chooseEngine(by: TranslationEngine) {
        setEngine(by);
        void begin(translation?.target ?? target, null, by);
      },
      download: (source: string) => void download(source),
      change: (action: TranslationAction) => void change(action),
      close: () => void change('end'),
    }),
  };
}

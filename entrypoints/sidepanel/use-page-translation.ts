import { useEffect, useRef, useState } from 'react';
import type { ShownTranslation, TranslationEngine } from '../../components/thread/translation-card.tsx';
import {
  BROWSER_TRANSLATOR,
  type CommandReply,
  type Failure,
  type ModelRef,
  PRACTICE_ENDPOINT,
  type TranslationAction,
  type TranslationTarget,
  targetFor,
} from '../../lib/contracts/index.ts';
import {
  browserTranslator,
  type CurrentTab,
  downloadTranslator,
  pageTranslations,
  sendCommand,
  settings,
} from '../../lib/extension/index.ts';
import { useLatest, useSetting } from '../../lib/react/index.ts';

/** Attempts that could not begin are only known here. */
type Attempt =
  | { tabId: number; state: 'starting' }
  | { tabId: number; state: 'downloading'; share: number }
  | { tabId: number; state: 'refused'; failure: Failure };

/** The translation of a tab's page, as the worker stores it, and what the user can do with it. */
export function usePageTranslation(tab: CurrentTab | null, model: ModelRef | null) {
  const tabId = tab?.tabId ?? null;
  const [all = {}] = useSetting(pageTranslations);
  const [chosen = null, setChosen] = useSetting(settings.translationTarget);
  const [engine = 'model', setEngine] = useSetting(settings.translationEngine);
  const hasBrowserTranslator = browserTranslator() !== null;
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const target = chosen ?? targetFor(navigator.language);
  const translation = tabId === null ? null : (all[tabId] ?? null);
  const ofTab = attempt?.tabId === tabId ? attempt : null;

  // Results of an attempt are ignored once there is a later one. Closing the card counts as one.
  const attempts = useRef(0);
  function beginAttempt() {
    const number = ++attempts.current;
    const isLatest = () => number === attempts.current;
    const show = (next: Attempt | null) => {
      if (isLatest()) setAttempt(next);
    };
    return { isLatest, show };
  }

  async function begin(
    approvedOrigin: string | null,
    overrides: { into?: TranslationTarget; by?: TranslationEngine } = {},
  ): Promise<void> {
    if (tabId === null) return;
    const { isLatest, show } = beginAttempt();
    show({ tabId, state: 'starting' });
    // A panel that has just opened may not know the settings yet. It must not send a page to a model because of that.
    const by = overrides.by ?? (await settings.translationEngine.getValue());
    const into = overrides.into ?? (await settings.translationTarget.getValue()) ?? targetFor(navigator.language);
    if (!isLatest()) return;
    const translating = by === 'browser' && hasBrowserTranslator ? BROWSER_TRANSLATOR : model;
    if (translating === null) return show(null);
    const command = { type: 'translate-page', tabId, model: translating, target: into, approvedOrigin } as const;
    show(toRefusedAttempt(tabId, await sendCommand(command)));
  }

  /** Called during a click, which browsers require for a download. */
  async function download(sourceLanguage: string): Promise<void> {
    if (tabId === null) return;
    const { isLatest, show } = beginAttempt();
    const pair = { sourceLanguage, targetLanguage: translation?.target ?? target };
    const onProgress = (share: number) => show({ tabId, state: 'downloading', share });
    onProgress(0);
    try {
      await downloadTranslator(pair, onProgress);
      if (isLatest()) await change('continue');
    } catch (error) {
      const reason = { type: 'translator-lacks-pair', source: sourceLanguage, target: pair.targetLanguage } as const;
      const failure = { code: 'not-found', reason, detail: String(error), retryable: true } as const;
      show({ tabId, state: 'refused', failure });
    }
  }

  async function change(action: TranslationAction): Promise<void> {
    if (tabId === null) return;
    const { show } = beginAttempt();
    show(toRefusedAttempt(tabId, await sendCommand({ type: 'change-translation', tabId, action })));
  }

  // The worker polls pages that are being translated. For others, only the panel can detect that they are gone.
  const isIdle = translation !== null && translation.status.type !== 'translating';
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every change of the tab
  useEffect(() => {
    if (tabId !== null && isIdle) void sendCommand({ type: 'change-translation', tabId, action: 'refresh' });
  }, [tab, isIdle]);

  const hasModel = model !== null && model.endpointId !== PRACTICE_ENDPOINT.endpointId;
  const displayState: ShownTranslation | null = ofTab ?? (translation && { state: 'known', translation });
  return {
    shown: displayState,
    target: translation?.target ?? target,
    /** Whether something can translate. The practice model cannot. */
    canTranslate: hasModel || (engine === 'browser' && hasBrowserTranslator),
    /** The engine. Null if there is only the model of the chat. */
    engine: hasBrowserTranslator ? engine : null,
    ...useLatest({
      start: () => void begin(null),
      approve: (origin: string) => void begin(origin, translation ? { into: translation.target } : {}),
      chooseTarget(into: TranslationTarget) {
        setChosen(into);
        void begin(null, { into });
      },
      chooseEngine(by: TranslationEngine) {
        setEngine(by);
        void begin(null, { by });
      },
      download: (source: string) => void download(source),
      change: (action: TranslationAction) => void change(action),
      close: () => void change('end'),
    }),
  };
}

function toRefusedAttempt(tabId: number, reply: CommandReply): Attempt | null {
  return reply.type === 'refused' ? { tabId, state: 'refused', failure: reply.failure } : null;
}

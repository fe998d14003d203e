import { useEffect, useRef, useState } from 'react';
import type { ShownTranslation, TranslationEngine } from '../../components/thread/translation-card.tsx';
import {
  BROWSER_TRANSLATOR,
  type CommandReply,
  type Failure,
  findTranslationTarget,
  type LanguagePair,
  type ModelRef,
  type PageTranslation,
  PRACTICE_ENDPOINT,
  type TranslationAction,
  type TranslationTarget,
} from '../../lib/contracts/index.ts';
import {
  browserTranslator,
  type CurrentTab,
  downloadTranslator,
  pageTranslations,
  sendCommand,
  settings,
} from '../../lib/extension/index.ts';
import { interfaceLanguage } from '../../lib/i18n/index.ts';
import { useLatest, useSetting } from '../../lib/react/index.ts';

/** Attempts that could not begin are only known here. */
type Attempt =
  | { tabId: number; state: 'starting' }
  | { tabId: number; state: 'downloading'; share: number }
  | { tabId: number; state: 'refused'; failure: Failure };

type Choices = { into?: TranslationTarget; by?: TranslationEngine };

/** The translation of a tab's page, as the worker stores it, and what the user can do with it. */
export function usePageTranslation(tab: CurrentTab | null, model: ModelRef | null) {
  const tabId = tab?.tabId ?? null;
  const [all = {}] = useSetting(pageTranslations);
  const [chosen = null, setChosen] = useSetting(settings.translationTarget);
  const [engine = settings.translationEngine.fallback, setEngine] = useSetting(settings.translationEngine);
  const hasBrowserTranslator = browserTranslator() !== null;
  const translation = tabId === null ? null : (all[tabId] ?? null);
  const target = translation?.target ?? chosen ?? findTranslationTarget(interfaceLanguage());
  // The card of a page keeps its language, whatever was chosen for another page since.
  const ownTarget = translation === null ? {} : { into: translation.target };
  const { attempt, begin, download, change } = useAttempts(tabId, model);
  useRefreshes(tab, translation);
  const hasModel = model !== null && model.endpointId !== PRACTICE_ENDPOINT.endpointId;
  const displayState: ShownTranslation | null = attempt ?? (translation && { state: 'known', translation });
  return {
    shown: displayState,
    target,
    /** Whether something can translate. The practice model cannot. */
    canTranslate: hasModel || (engine === 'browser' && hasBrowserTranslator),
    /** The engine. Null if there is only the model of the chat. */
    engine: hasBrowserTranslator ? engine : null,
    ...useLatest({
      start: () => void begin(null, ownTarget),
      approve: (origin: string) => void begin(origin, ownTarget),
      chooseTarget(into: TranslationTarget) {
        setChosen(into);
        void begin(null, { into });
      },
      chooseEngine(by: TranslationEngine) {
        setEngine(by);
        void begin(null, { ...ownTarget, by });
      },
      download: (sourceLanguage: string) => void download({ sourceLanguage, targetLanguage: target }),
      change: (action: TranslationAction) => void change(action),
      close: () => void change('end'),
    }),
  };
}

/**
 * The latest attempt in this tab, and what begins one. Results of earlier attempts are ignored; closing the card is one
 * too.
 */
function useAttempts(tabId: number | null, model: ModelRef | null) {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const attempts = useRef(0);

  function beginAttempt() {
    const number = ++attempts.current;
    const isLatest = () => number === attempts.current;
    const show = (next: Attempt | null) => {
      if (isLatest()) setAttempt(next);
    };
    return { isLatest, show };
  }

  async function begin(approvedOrigin: string | null, choices: Choices = {}): Promise<void> {
    if (tabId === null) return;
    const { isLatest, show } = beginAttempt();
    show({ tabId, state: 'starting' });
    const { by, into } = await completeChoices(choices);
    if (!isLatest()) return;
    const translating = by === 'browser' && browserTranslator() !== null ? BROWSER_TRANSLATOR : model;
    if (translating === null) return show(null);
    const command = { type: 'translate-page', tabId, model: translating, target: into, approvedOrigin } as const;
    show(toRefusedAttempt(tabId, await sendCommand(command)));
  }

  /** Called during a click, which browsers require for a download. */
  async function download(pair: LanguagePair): Promise<void> {
    if (tabId === null) return;
    const { isLatest, show } = beginAttempt();
    const onProgress = (share: number) => show({ tabId, state: 'downloading', share });
    onProgress(0);
    try {
      await downloadTranslator(pair, onProgress);
      if (isLatest()) await change('continue');
    } catch (error) {
      const reason = {
        type: 'translator-lacks-pair',
        source: pair.sourceLanguage,
        target: pair.targetLanguage,
      } as const;
      const failure = { code: 'not-found', reason, detail: String(error), retryable: true } as const;
      show({ tabId, state: 'refused', failure });
    }
  }

  async function change(action: TranslationAction): Promise<void> {
    if (tabId === null) return;
    const { show } = beginAttempt();
    show(toRefusedAttempt(tabId, await sendCommand({ type: 'change-translation', tabId, action })));
  }

  return { attempt: attempt?.tabId === tabId ? attempt : null, begin, download, change };
}

/**
 * The engine and the target of a translation: a panel that has just opened may not know the settings yet, and must not
 * send a page to a model because of that.
 */
async function completeChoices({ into, by }: Choices): Promise<Required<Choices>> {
  return {
    by: by ?? (await settings.translationEngine.getValue()),
    into: into ?? (await settings.translationTarget.getValue()) ?? findTranslationTarget(interfaceLanguage()),
  };
}

/** The worker polls pages that are being translated; for others, only the panel can notice that they are gone. */
function useRefreshes(tab: CurrentTab | null, translation: PageTranslation | null): void {
  const tabId = tab?.tabId ?? null;
  const isIdle = translation !== null && translation.status.type !== 'translating';
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every change of the tab
  useEffect(() => {
    if (tabId !== null && isIdle) void sendCommand({ type: 'change-translation', tabId, action: 'refresh' });
  }, [tab, isIdle]);
}

function toRefusedAttempt(tabId: number, reply: CommandReply): Attempt | null {
  return reply.type === 'refused' ? { tabId, state: 'refused', failure: reply.failure } : null;
}

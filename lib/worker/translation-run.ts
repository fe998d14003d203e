import {
  BROWSER_TRANSLATOR,
  type BrowserTranslator,
  type ContextQuestion,
  type Failure,
  PageError,
  type PageText,
  type PageTranslation,
  type TranslationAnswer,
  type TranslationRequest,
  type TranslationStatus,
} from '../contracts/index.ts';
import { unlessAborted } from '../control-flow/index.ts';
import {
  type Engine,
  type EngineDependencies,
  findEngine,
  openBrowserTranslator,
  type TranslateAll,
  translateByBrowser,
  translateByModel,
  translateTexts,
} from './translate-texts.ts';
import type { TranslationStore } from './translation-store.ts';

/** How long the page waits for texts to come into view before it replies that there are none, in milliseconds. */
const WAIT_MS = 20_000;
/** How long to wait for a page before treating it as suspended or closed, in milliseconds. */
const ANSWER_MS = 45_000;
/** After this time without new texts, the page is no longer polled until the user continues. In milliseconds. */
const IDLE_MS = 15 * 60_000;

export type TranslationRunDependencies = EngineDependencies & {
  /** Sends a request to the script in the page. Rejects with PageError. */
  ask: (tabId: number, request: TranslationRequest) => Promise<TranslationAnswer>;
  store: TranslationStore;
  /**
   * Why the user has to approve sending the page of this address, or null. Rejects with PageError if it must not be
   * sent.
   */
  questionFor: (url: string, engine: Engine) => Promise<ContextQuestion | null>;
  /** Milliseconds since 1970. */
  now: () => number;
};

/**
 * The state to show after work on a page has ended. `gone`: the page no longer exists, and neither does its
 * translation.
 */
export type TranslationOutcome = TranslationStatus | 'gone' | 'aborted';

type Taken = Exclude<TranslationAnswer, { type: 'gone' }>;

/**
 * Translates what comes into view on one page until nothing remains. Texts that were taken and not translated are given
 * back.
 */
export class TranslationRun {
  readonly #dependencies: TranslationRunDependencies;
  readonly #translation: PageTranslation;
  readonly #taker: string;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  readonly #requests = new Set<Promise<void>>();
  #outcome: TranslationOutcome = 'aborted';
  #url: string;
  #busyAt: number;
  #translateAll: TranslateAll | null;
  #translator: BrowserTranslator | null = null;

  constructor(dependencies: TranslationRunDependencies, translation: PageTranslation, signal: AbortSignal) {
    const { model, target, url } = translation;
    this.#dependencies = dependencies;
    this.#translation = translation;
    this.#taker = dependencies.newId();
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
    this.#url = url;
    this.#busyAt = dependencies.now();
    const isBrowsers = model.endpointId === BROWSER_TRANSLATOR.endpointId;
    this.#translateAll = isBrowsers ? null : translateByModel(dependencies, model, target);
  }

  async run(): Promise<TranslationOutcome> {
    while (!this.#signal.aborted) await this.#takeTexts();
    await Promise.all(this.#requests);
    this.#translator?.destroy();
    return this.#outcome;
  }

  async #takeTexts(): Promise<void> {
    const engine = await findEngine(this.#dependencies, this.#translation.model);
    if ('failure' in engine) return this.#end({ type: 'failed', failure: engine.failure });
    if (this.#requests.size >= engine.maxRequests) return Promise.race(this.#requests);
    const answer = await this.#askForTexts(engine);
    if (answer === null) return this.#end({ type: 'paused' });
    if (answer.type === 'gone') return this.#end('gone');
    const question = await this.#questionAfterMove(answer.url, engine);
    if (question !== null) return this.#endWithout(answer.texts, { type: 'asking', question });
    await this.#dependencies.store.update(this.#translation, { url: this.#url, progress: answer.progress });
    if (answer.progress.optsOut) return this.#end({ type: 'paused' });
    if (answer.texts.length > 0) return this.#startRequest(answer);
    const { now } = this.#dependencies;
    if (this.#requests.size === 0 && now() - this.#busyAt > IDLE_MS) this.#end({ type: 'paused' });
  }

  /** The page's texts. Null if it does not answer, or if the run has ended in the meantime. */
  async #askForTexts({ maxTexts, maxCharacters }: Engine): Promise<TranslationAnswer | null> {
    const { tabId, translationId } = this.#translation;
    const limits = { taker: this.#taker, maxTexts, maxCharacters, waitMs: WAIT_MS };
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_MS)]);
    try {
      return await unlessAborted(this.#dependencies.ask(tabId, { type: 'take', translationId, ...limits }), signal);
    } catch (error) {
      if (error instanceof PageError) return { type: 'gone' };
      if (this.#signal.aborted || isTimeout(error)) return null;
      throw error;
    }
  }

  /** Decides again if the address of the page has changed. */
  async #questionAfterMove(url: string, engine: Engine): Promise<ContextQuestion | null> {
    if (url === this.#url) return null;
    const question = await this.#dependencies.questionFor(url, engine);
    if (question === null) this.#url = url;
    return question;
  }

  async #startRequest({ language, texts }: Taken): Promise<void> {
    const translateAll = this.#translateAll ?? (await this.#openTranslator(language, texts));
    if (translateAll === null) return;
    this.#translateAll = translateAll;
    this.#busyAt = this.#dependencies.now();
    const work: Promise<void> = this.#translate(texts, translateAll)
      .catch((error: unknown) => this.#end(toOutcome(error)))
      .finally(() => this.#requests.delete(work));
    this.#requests.add(work);
  }

  /** The browser's translator for the language of these texts. Null if there is none, which ends the run. */
  async #openTranslator(language: string, texts: readonly PageText[]): Promise<TranslateAll | null> {
    const { target } = this.#translation;
    const sample = texts.map(({ text }) => text).join('\n');
    const opened = await openBrowserTranslator(this.#dependencies, { language, target, sample });
    if ('translate' in opened) {
      this.#translator = opened;
      return translateByBrowser(opened);
    }
    await this.#endWithout(
      texts,
      'failure' in opened
        ? { type: 'failed', failure: opened.failure }
        : { type: 'to-download', source: opened.toDownload },
    );
    return null;
  }

  async #translate(texts: readonly PageText[], translateAll: TranslateAll): Promise<void> {
    const { ask, store } = this.#dependencies;
    const { tabId, translationId } = this.#translation;
    const result = await translateTexts(texts, translateAll, this.#signal);
    if ('failure' in result) return this.#endWithout(texts, { type: 'failed', failure: result.failure });
    const translations = texts.map(({ id }, at) => ({ id, text: result.translations[at] ?? '' }));
    const answer = await ask(tabId, { type: 'put', translationId, translations });
    if (answer.type === 'gone') this.#end('gone');
    else await store.update(this.#translation, { progress: answer.progress });
  }

  /** Ends the run and gives these texts back to the page. */
  async #endWithout(texts: readonly PageText[], outcome: TranslationOutcome): Promise<void> {
    this.#end(outcome);
    const { tabId, translationId } = this.#translation;
    await this.#dependencies.ask(tabId, { type: 'return', translationId, ids: texts.map(({ id }) => id) });
  }

  /** Only the first outcome counts. */
  #end(outcome: TranslationOutcome): void {
    if (!this.#signal.aborted) this.#outcome = outcome;
    this.#ended.abort();
  }
}

/** The state to show after work on a page has failed. */
export function toOutcome(error: unknown): TranslationOutcome {
  // When a page is left, is closed or navigates to another site, its translation is also gone.
  if (error instanceof PageError && error.code !== 'not-sent') return 'gone';
  const failure: Failure =
    error instanceof PageError
      ? { code: 'internal', reason: { type: 'page-failed', error: error.code }, retryable: false }
      : { code: 'internal', reason: { type: 'internal-error' }, detail: String(error), retryable: true };
  return { type: 'failed', failure };
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

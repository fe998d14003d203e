import {
  BROWSER_TRANSLATOR,
  type BrowserTranslator,
  type Command,
  type CommandReply,
  type ContextQuestion,
  type ContextSettings,
  createTurns,
  type Failure,
  type ModelRef,
  NO_PROGRESS,
  type PageAccess,
  PageError,
  type PageText,
  type PageTranslation,
  PRACTICE_ENDPOINT,
  type TranslationAnswer,
  type TranslationRequest,
  type TranslationStatus,
  unlessAborted,
} from '../../lib/contracts/index.ts';
import { decidePage, parseOrigin, policyFor } from '../../lib/security/index.ts';
import { DONE, refuse } from './command-replies.ts';
import {
  byBrowser,
  byModel,
  type Engine,
  type EngineDependencies,
  findEngine,
  openBrowserTranslator,
  type TranslateAll,
  translateTexts,
} from './translate-texts.ts';

export type TranslationDependencies = EngineDependencies & {
  page: Pick<PageAccess, 'check' | 'hasSensitiveField'>;
  contextSettings: (model: ModelRef, chosen: undefined) => Promise<ContextSettings>;
  /** Asks the script in the page. Rejects with PageError. */
  ask: (tabId: number, request: TranslationRequest) => Promise<TranslationAnswer>;
  /** The translations of all tabs, by tab, which the panel shows. */
  stored: {
    getValue(): Promise<Record<string, PageTranslation>>;
    setValue(value: Record<string, PageTranslation>): Promise<void>;
  };
  keepAlive: { hold(): () => void };
  /** Milliseconds since 1970. */
  now: () => number;
};

type StartCommand = Extract<Command, { type: 'translate-page' }>;
type ChangeCommand = Extract<Command, { type: 'change-translation' }>;

export type PageTranslations = {
  /** Begins to translate a tab's page, or asks the user first. */
  start(command: StartCommand): Promise<CommandReply>;
  change(command: ChangeCommand): Promise<CommandReply>;
  /** Goes on with what a stopped worker was translating. */
  resume(): Promise<void>;
};

/** How long the page waits for texts to come into view before it answers that there are none, in milliseconds. */
const WAIT_MS = 20_000;
/** A page that does not answer for so long is suspended or closed, in milliseconds. */
const ANSWER_MS = 45_000;
/** After so long without new texts the page is left alone until the user goes on, in milliseconds. */
const IDLE_MS = 15 * 60_000;

/**
 * Translates pages in tabs. The page keeps what is translated, and what it is told to translate is asked of it: it sends nothing by
 * itself. Only what can be lost is kept here: texts that a stopped worker had taken are taken again.
 */
export function createPageTranslations(dependencies: TranslationDependencies): PageTranslations {
  const { page, ask, stored, keepAlive, newId, now } = dependencies;
  const running = new Map<number, { controller: AbortController; done: Promise<void> }>();
  const turns = createTurns<number>();
  let writing: Promise<void> = Promise.resolve();

  /** Commands for one tab run in order; otherwise a later one could finish first. */
  function inTurn(tabId: number, carryOut: () => Promise<CommandReply>): Promise<CommandReply> {
    return turns(tabId, carryOut).catch(refusedPage);
  }

  const read = async (tabId: number): Promise<PageTranslation | null> => (await stored.getValue())[tabId] ?? null;

  /** Changes what is stored of a translation, one change after the other; null removes it. One that has ended is left alone. */
  function update(
    { tabId, translationId }: PageTranslation,
    change: Partial<Pick<PageTranslation, 'url' | 'shows' | 'progress' | 'status'>> | null,
  ): Promise<void> {
    const write = async () => {
      const { [tabId]: known, ...others } = await stored.getValue();
      if (known?.translationId !== translationId) return;
      if (change === null) return stored.setValue(others);
      const next = { ...known, ...change };
      if (JSON.stringify(next) !== JSON.stringify(known)) await stored.setValue({ ...others, [tabId]: next });
    };
    writing = writing.then(write, write);
    return writing;
  }

  async function store(translation: PageTranslation): Promise<void> {
    const write = async () => stored.setValue({ ...(await stored.getValue()), [translation.tabId]: translation });
    writing = writing.then(write, write);
    return writing;
  }

  /** Why the user has to approve that the page is sent, or null; throws PageError if it must not be sent. */
  async function questionFor(
    { tabId, model }: Pick<PageTranslation, 'tabId' | 'model'>,
    url: string,
    { engine: { isLocal }, approvedOrigin = null }: { engine: Engine; approvedOrigin?: string | null },
  ): Promise<ContextQuestion | null> {
    const { mode, sites } = await dependencies.contextSettings(model, undefined);
    const policy = mode === 'never' ? 'never' : policyFor(url, sites);
    const about = { page, tabId, url, policy, approvedOrigin, signal: AbortSignal.timeout(WAIT_MS) } as const;
    const allowed = { isInViewer: false, notAllowed: null, isHosted: !isLocal, mayHaveFields: false } as const;
    const decision = await decidePage({ ...about, ...allowed });
    if (decision.type === 'withhold') throw new PageError('not-sent', 'The user does not send this page.');
    return decision.type === 'ask' ? decision.question : null;
  }

  async function start({ tabId, model, target, approvedOrigin }: StartCommand): Promise<CommandReply> {
    if (model.endpointId === PRACTICE_ENDPOINT.endpointId) {
      return refuse('not-found', { type: 'practice-cannot-translate' });
    }
    const access = await page.check(tabId);
    if (access.type === 'impossible') throw access.error;
    if (access.type === 'needed') return pageFailed('no-access');
    const engine = await findEngine(dependencies, model);
    if ('failure' in engine) return { type: 'refused', failure: engine.failure };
    const { url } = access;
    const question = await questionFor({ tabId, model }, url, { engine, approvedOrigin });
    await halt(tabId);
    const before = await read(tabId);
    // A page that had to be asked about in between goes on where it was.
    const isSame = before?.status.type === 'asking' && before.target === target;
    if (before !== null && !isSame) await end(before);
    const translationId = isSame ? before.translationId : newId();
    const progress = isSame ? before.progress : NO_PROGRESS;
    const common = { tabId, translationId, url, target, model, shows: 'translation', progress } as const;
    if (question !== null) {
      await store({ ...common, status: { type: 'asking', question } });
      return DONE;
    }
    const translation: PageTranslation = { ...common, status: { type: 'translating' } };
    const answer = await ask(tabId, { type: 'start', translationId, target });
    await store(translation);
    if (answer.type === 'gone' || parseOrigin(answer.url) !== parseOrigin(url)) {
      await end(translation);
      return refuse('internal', { type: 'tab-shows-another-page' });
    }
    run(translation);
    return DONE;
  }

  async function change({ tabId, action }: ChangeCommand): Promise<CommandReply> {
    const translation = await read(tabId);
    if (translation === null) return DONE;
    const { translationId } = translation;
    switch (action) {
      case 'end':
        await halt(tabId);
        await end(translation);
        return DONE;
      case 'stop':
        await halt(tabId);
        await update(translation, { status: { type: 'stopped' } });
        return DONE;
      case 'continue':
        await halt(tabId);
        await update(translation, { status: { type: 'translating' } });
        run(translation);
        return DONE;
      case 'show-original':
      case 'show-translation': {
        const shows = action === 'show-original' ? 'original' : 'translation';
        if (await isThere(translation, { type: 'show', translationId, shows })) await update(translation, { shows });
        return DONE;
      }
      case 'refresh':
        // Nothing is in the page before the user has approved it.
        if (translation.status.type === 'asking') {
          const access = await page.check(tabId);
          const isSame = access.type === 'granted' && parseOrigin(access.url) === parseOrigin(translation.url);
          if (!isSame) await update(translation, null);
        } else await isThere(translation, { type: 'return', translationId, ids: [] });
        return DONE;
      default:
        return action satisfies never;
    }
  }

  /** Asks the page, and forgets the translation if the page is gone. */
  async function isThere(translation: PageTranslation, request: TranslationRequest): Promise<boolean> {
    const answer = await ask(translation.tabId, request).catch(unlessPageError);
    if (answer?.type === 'state') return true;
    await update(translation, null);
    return false;
  }

  /** Puts the original back and forgets the translation. The page may be gone by now, and its translation with it. */
  async function end(translation: PageTranslation): Promise<void> {
    const { tabId, translationId } = translation;
    await ask(tabId, { type: 'end', translationId }).catch(unlessPageError);
    await update(translation, null);
  }

  /** Stops asking the page, and waits until that has ended. */
  async function halt(tabId: number): Promise<void> {
    const current = running.get(tabId);
    current?.controller.abort();
    await current?.done;
  }

  function run(translation: PageTranslation): void {
    const { tabId } = translation;
    if (running.has(tabId)) return;
    const controller = new AbortController();
    const release = keepAlive.hold();
    const completion = follow(translation, controller.signal)
      .catch((error: unknown) => toOutcome(error))
      .then((outcome) => {
        if (outcome === 'aborted') return;
        return update(translation, outcome === 'gone' ? null : { status: outcome });
      })
      .finally(() => {
        release();
        running.delete(tabId);
      });
    running.set(tabId, { controller, done: completion });
  }

  /** Translates what comes into view until there is nothing more to do. */
  async function follow(translation: PageTranslation, signal: AbortSignal): Promise<Outcome> {
    const { tabId, translationId, model, target } = translation;
    const taker = newId();
    const failureController = new AbortController();
    const both = AbortSignal.any([signal, failureController.signal]);
    const requests = new Set<Promise<void>>();
    const isBrowsers = model.endpointId === BROWSER_TRANSLATOR.endpointId;
    let translateAll: TranslateAll | null = isBrowsers ? null : byModel(dependencies, model, target);
    let translator: BrowserTranslator | null = null;
    let { url } = translation;
    let busyAt = now();
    let outcome: Outcome = 'aborted';
    const fail = (why: Outcome) => {
      if (!both.aborted) outcome = why;
      failureController.abort();
    };

    async function translate(texts: readonly PageText[], translateBy: TranslateAll): Promise<void> {
      const result = await translateTexts(texts, translateBy, both);
      if ('failure' in result) {
        fail({ type: 'failed', failure: result.failure });
        return giveBack(texts);
      }
      const translations = texts.map(({ id }, at) => ({ id, text: result.translations[at] ?? '' }));
      const answer = await ask(tabId, { type: 'put', translationId, translations });
      if (answer.type === 'gone') fail('gone');
      else await update(translation, { progress: answer.progress });
    }
    async function giveBack(texts: readonly PageText[]): Promise<void> {
      await ask(tabId, { type: 'return', translationId, ids: texts.map(({ id }) => id) });
    }

    while (!both.aborted) {
      const engine = await findEngine(dependencies, model);
      if ('failure' in engine) {
        fail({ type: 'failed', failure: engine.failure });
        break;
      }
      const { maxTexts, maxCharacters, maxRequests } = engine;
      if (requests.size >= maxRequests) {
        await Promise.race(requests);
        continue;
      }
      const request = { type: 'take', translationId, taker, maxTexts, maxCharacters, waitMs: WAIT_MS } as const;
      const answer = await unlessAborted(
        ask(tabId, request),
        AbortSignal.any([both, AbortSignal.timeout(ANSWER_MS)]),
      ).catch((error: unknown): TranslationAnswer | null => {
        if (error instanceof PageError) return { type: 'gone' };
        if (both.aborted || isTimeout(error)) return null;
        throw error;
      });
      if (answer === null) fail({ type: 'paused' });
      else if (answer.type === 'gone') fail('gone');
      if (answer === null || answer.type === 'gone') break;
      if (answer.url !== url) {
        const question = await questionFor(translation, answer.url, { engine });
        if (question !== null) {
          fail({ type: 'asking', question });
          await giveBack(answer.texts);
          break;
        }
        url = answer.url;
      }
      await update(translation, { url, progress: answer.progress });
      if (answer.texts.length > 0 && translateAll === null) {
        const sample = answer.texts.map(({ text }) => text).join('\n');
        const translatorResult = await openBrowserTranslator(dependencies, {
          language: answer.language,
          target,
          sample,
        });
        if ('translate' in translatorResult) {
          translator = translatorResult;
          translateAll = byBrowser(translatorResult);
        } else {
          fail(
            'failure' in translatorResult
              ? { type: 'failed', failure: translatorResult.failure }
              : { type: 'to-download', source: translatorResult.toDownload },
          );
          await giveBack(answer.texts);
          break;
        }
      }
      if (answer.texts.length > 0 && translateAll !== null) {
        busyAt = now();
        const work: Promise<void> = translate(answer.texts, translateAll)
          .catch((error: unknown) => fail(toOutcome(error)))
          .finally(() => requests.delete(work));
        requests.add(work);
      } else if (requests.size === 0 && now() - busyAt > IDLE_MS) fail({ type: 'paused' });
    }
    await Promise.all(requests);
    translator?.destroy();
    return outcome;
  }

  return {
    start: (command) => inTurn(command.tabId, () => start(command)),
    change: (command) => inTurn(command.tabId, () => change(command)),
    async resume() {
      for (const translation of Object.values(await stored.getValue())) {
        if (translation.status.type === 'translating') run(translation);
      }
    },
  };
}

function pageFailed(error: PageError['code']): CommandReply {
  return refuse('internal', { type: 'page-failed', error });
}

function refusedPage(error: unknown): CommandReply {
  if (error instanceof PageError) return pageFailed(error.code);
  throw error;
}

function unlessPageError(error: unknown): null {
  if (error instanceof PageError) return null;
  throw error;
}

/** What is shown after work on a page has ended. `gone`: the page, and with it its translation. */
type Outcome = TranslationStatus | 'gone' | 'aborted';

function toOutcome(error: unknown): Outcome {
  // A page that was left, closed or has navigated to another site takes its translation with it.
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

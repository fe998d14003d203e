import {
  type Command,
  type CommandReply,
  type ContextQuestion,
  type ContextSettings,
  type ModelRef,
  NO_PROGRESS,
  type PageAccess,
  PageError,
  type PageTranslation,
  PRACTICE_ENDPOINT,
  type TranslationAnswer,
  type TranslationRequest,
} from '../contracts/index.ts';
import { createTurns } from '../control-flow/index.ts';
import { decidePage, parseOrigin, policyFor } from '../security/index.ts';
import { DONE_REPLY, refuseCommand } from './command-replies.ts';
import type { WorkerHold } from './held-work.ts';
import { type Engine, type EngineDependencies, findEngine } from './translate-texts.ts';
import { TranslationRun, toOutcome } from './translation-run.ts';
import { type StoredTranslations, TranslationStore } from './translation-store.ts';

export type TranslationDependencies = EngineDependencies & {
  page: Pick<PageAccess, 'check' | 'hasSensitiveField'>;
  contextSettings: (model: ModelRef, chosen: undefined) => Promise<ContextSettings>;
  /** Sends a request to the script in the page. Rejects with PageError. */
  ask: (tabId: number, request: TranslationRequest) => Promise<TranslationAnswer>;
  stored: StoredTranslations;
  keepAlive: WorkerHold;
  /** Milliseconds since 1970. */
  now: () => number;
};

type StartCommand = Extract<Command, { type: 'translate-page' }>;
type ChangeCommand = Extract<Command, { type: 'change-translation' }>;
type ToSend = Pick<PageTranslation, 'tabId' | 'model'> & { url: string; engine: Engine; approvedOrigin: string | null };

/** How long a page may take to report its fields, in milliseconds. */
const FIELDS_MS = 20_000;

/**
 * Translates pages in tabs. The page stores its translation and is polled for texts to translate. It sends nothing on
 * its own initiative. State stored here may be lost: texts taken by a stopped worker are taken again.
 */
export class PageTranslations {
  readonly #dependencies: TranslationDependencies;
  readonly #store: TranslationStore;
  readonly #running = new Map<number, { controller: AbortController; done: Promise<void> }>();
  readonly #turns = createTurns<number>();

  constructor(dependencies: TranslationDependencies) {
    this.#dependencies = dependencies;
    this.#store = new TranslationStore(dependencies.stored);
  }

  /** Begins to translate a tab's page, or asks the user first. */
  start(command: StartCommand): Promise<CommandReply> {
    return this.#inTurn(command.tabId, () => this.#start(command));
  }

  change(command: ChangeCommand): Promise<CommandReply> {
    return this.#inTurn(command.tabId, () => this.#change(command));
  }

  /** Continues the translations of a stopped worker. */
  async resume(): Promise<void> {
    for (const translation of await this.#store.all())
      if (translation.status.type === 'translating') this.#run(translation);
  }

  /** Commands for one tab run in order; otherwise, a later one could finish first. */
  #inTurn(tabId: number, carryOut: () => Promise<CommandReply>): Promise<CommandReply> {
    return this.#turns(tabId, carryOut).catch(refusedPage);
  }

  async #start({ tabId, model, target, approvedOrigin }: StartCommand): Promise<CommandReply> {
    if (model.endpointId === PRACTICE_ENDPOINT.endpointId)
      return refuseCommand('not-found', { type: 'practice-cannot-translate' });
    const { page, ask, newId } = this.#dependencies;
    const access = await page.check(tabId);
    if (access.type === 'impossible') throw access.error;
    if (access.type === 'needed') return pageFailed('no-access');
    const engine = await findEngine(this.#dependencies, model);
    if ('failure' in engine) return { type: 'refused', failure: engine.failure };
    const { url } = access;
    const question = await this.#questionFor({ tabId, model, url, engine, approvedOrigin });
    await this.#halt(tabId);
    const before = await this.#store.get(tabId);
    // If the user had to be asked about a page in between, its translation continues where it stopped.
    const isSame = before?.status.type === 'asking' && before.target === target;
    if (before !== null && !isSame) await this.#end(before);
    const translationId = isSame ? before.translationId : newId();
    const progress = isSame ? before.progress : NO_PROGRESS;
    const common = { tabId, translationId, url, target, model, shows: 'translation', progress } as const;
    if (question !== null) {
      await this.#store.put({ ...common, status: { type: 'asking', question } });
      return DONE_REPLY;
    }
    const translation: PageTranslation = { ...common, status: { type: 'translating' } };
    const answer = await ask(tabId, { type: 'start', translationId, target });
    await this.#store.put(translation);
    if (answer.type === 'gone' || parseOrigin(answer.url) !== parseOrigin(url)) {
      await this.#end(translation);
      return refuseCommand('internal', { type: 'tab-shows-another-page' });
    }
    this.#run(translation);
    return DONE_REPLY;
  }

  async #change({ tabId, action }: ChangeCommand): Promise<CommandReply> {
    const translation = await this.#store.get(tabId);
    if (translation === null) return DONE_REPLY;
    switch (action) {
      case 'end':
        await this.#halt(tabId);
        await this.#end(translation);
        return DONE_REPLY;
      case 'stop':
        await this.#halt(tabId);
        await this.#store.update(translation, { status: { type: 'stopped' } });
        return DONE_REPLY;
      case 'continue':
        await this.#halt(tabId);
        await this.#store.update(translation, { status: { type: 'translating' } });
        this.#run(translation);
        return DONE_REPLY;
      case 'show-original':
      case 'show-translation':
        await this.#show(translation, action === 'show-original' ? 'original' : 'translation');
        return DONE_REPLY;
      case 'refresh':
        await this.#refresh(translation);
        return DONE_REPLY;
      default:
        return action satisfies never;
    }
  }

  /** Why the user has to approve sending the page, or null. Throws PageError if it must not be sent. */
  async #questionFor({ tabId, model, url, engine, approvedOrigin }: ToSend): Promise<ContextQuestion | null> {
    const { page, contextSettings } = this.#dependencies;
    const { mode, sites } = await contextSettings(model, undefined);
    const policy = mode === 'never' ? 'never' : policyFor(url, sites);
    const about = { page, tabId, url, policy, approvedOrigin, signal: AbortSignal.timeout(FIELDS_MS) } as const;
    const allowed = { isInViewer: false, notAllowed: null, isHosted: !engine.isLocal, mayHaveFields: false } as const;
    const decision = await decidePage({ ...about, ...allowed });
    if (decision.type === 'withhold') throw new PageError('not-sent', 'The user does not send this page.');
    return decision.type === 'ask' ? decision.question : null;
  }

  async #show(translation: PageTranslation, shows: PageTranslation['shows']): Promise<void> {
    const { translationId } = translation;
    if (await this.#isThere(translation, { type: 'show', translationId, shows }))
      await this.#store.update(translation, { shows });
  }

  async #refresh(translation: PageTranslation): Promise<void> {
    const { tabId, translationId, status, url } = translation;
    if (status.type !== 'asking') {
      await this.#isThere(translation, { type: 'return', translationId, ids: [] });
      return;
    }
    // Nothing is injected into the page before the user has approved.
    const access = await this.#dependencies.page.check(tabId);
    const isSame = access.type === 'granted' && parseOrigin(access.url) === parseOrigin(url);
    if (!isSame) await this.#store.update(translation, null);
  }

  /** Sends a request to the page. Removes the translation if the page is gone. */
  async #isThere(translation: PageTranslation, request: TranslationRequest): Promise<boolean> {
    const answer = await this.#dependencies.ask(translation.tabId, request).catch(unlessPageError);
    if (answer?.type === 'state') return true;
    await this.#store.update(translation, null);
    return false;
  }

  /** Restores the original and forgets the translation. The page may be gone by now, together with its translation. */
  async #end(translation: PageTranslation): Promise<void> {
    const { tabId, translationId } = translation;
    await this.#dependencies.ask(tabId, { type: 'end', translationId }).catch(unlessPageError);
    await this.#store.update(translation, null);
  }

  /** Stops polling the page, and waits until that has ended. */
  async #halt(tabId: number): Promise<void> {
    const current = this.#running.get(tabId);
    current?.controller.abort();
    await current?.done;
  }

  #run(translation: PageTranslation): void {
    const { tabId, model } = translation;
    if (this.#running.has(tabId)) return;
    const controller = new AbortController();
    const release = this.#dependencies.keepAlive.hold();
    const questionFor = (url: string, engine: Engine) =>
      this.#questionFor({ tabId, model, url, engine, approvedOrigin: null });
    const dependencies = { ...this.#dependencies, store: this.#store, questionFor };
    const done = new TranslationRun(dependencies, translation, controller.signal)
      .run()
      .catch((error: unknown) => toOutcome(error))
      .then((outcome) => {
        if (outcome === 'aborted') return;
        return this.#store.update(translation, outcome === 'gone' ? null : { status: outcome });
      })
      .finally(() => {
        release();
        this.#running.delete(tabId);
      });
    this.#running.set(tabId, { controller, done });
  }
}

function pageFailed(error: PageError['code']): CommandReply {
  return refuseCommand('internal', { type: 'page-failed', error });
}

function refusedPage(error: unknown): CommandReply {
  if (error instanceof PageError) return pageFailed(error.code);
  throw error;
}

function unlessPageError(error: unknown): null {
  if (error instanceof PageError) return null;
  throw error;
}

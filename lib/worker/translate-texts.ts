import type { Models } from '../agent/index.ts';
import {
  BROWSER_TRANSLATOR,
  type BrowserTranslator,
  type Failure,
  type FailureReason,
  type ModelProfile,
  type ModelRef,
  type PageText,
  type TranslatorFactory,
} from '../contracts/index.ts';
import { readTranslations, requestText, translationRequest } from '../model-api/index.ts';
import { hideSecrets } from '../security/index.ts';
import { estimateTokens } from '../text/index.ts';

export type EngineDependencies = {
  models: Models;
  /** The browser's translator. Null if there is none, or if a policy has turned it off. */
  browserTranslator: () => Promise<TranslatorFactory | null>;
  /** The language of a text as the browser detects it, or null. */
  detectLanguage: (text: string) => Promise<string | null>;
  newId: () => string;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Maximum amount of text per request. */
const BATCH = { texts: 12, characters: 2_400 };
/** Number of parallel requests for a page. A local server answers one after the other. */
const REQUESTS = { hosted: 3, local: 1 };
/**
 * Maximum share of a model's window for the texts of one request. The window must also hold their translations and the
 * rest of the request.
 */
const SHARE_OF_WINDOW = 0.35;

export type Engine = { isLocal: boolean; maxTexts: number; maxCharacters: number; maxRequests: number };

/**
 * The translation engine: whether it is on this machine or in the local network, and how much it accepts per request.
 */
export async function findEngine(
  { models, browserTranslator }: EngineDependencies,
  model: ModelRef,
): Promise<Engine | { failure: Failure }> {
  if (model.endpointId === BROWSER_TRANSLATOR.endpointId) {
    if ((await browserTranslator()) === null) return failed({ type: 'translator-absent' });
    return buildEngine({ isLocal: true });
  }
  const connection = await models.connect(model);
  return 'failure' in connection ? connection : buildEngine(connection.profile);
}

function buildEngine({ isLocal }: Pick<ModelProfile, 'isLocal'>): Engine {
  return {
    isLocal,
    maxTexts: BATCH.texts,
    maxCharacters: BATCH.characters,
    maxRequests: isLocal ? REQUESTS.local : REQUESTS.hosted,
  };
}

type Translated = { translations: string[] } | { failure: Failure };
/** Translates texts without secrets, or fails as a whole. '' for one that was not translated. */
export type TranslateAll = (texts: readonly string[], signal: AbortSignal) => Promise<Translated>;

/**
 * Translates texts of a page. Returns '' for a text that is omitted because it is a secret, or that was not translated
 * even in a separate request. Rejects when `signal` is aborted.
 */
export async function translateTexts(
  texts: readonly PageText[],
  translateAll: TranslateAll,
  signal: AbortSignal,
): Promise<Translated> {
  const maskedTexts = texts.map(({ text, before }) => hideSecrets(text, before));
  const translations = texts.map(() => '');
  const translate = async (places: readonly number[]): Promise<{ failure: Failure } | null> => {
    const batch = places.map((at) => maskedTexts[at]?.text ?? '');
    const answer = await translateAll(batch, signal);
    if ('failure' in answer) return answer;
    for (const [index, at] of places.entries()) {
      translations[at] = maskedTexts[at]?.restore(answer.translations[index] ?? '') ?? '';
    }
    return null;
  };
  const open = () => texts.flatMap((_, at) => (maskedTexts[at] !== null && translations[at] === '' ? [at] : []));
  const all = open();
  const failure = all.length === 0 ? null : await translate(all);
  if (failure !== null) return failure;
  // A weak model loses track of several texts, but not of one.
  for (const at of open()) {
    const failedAlone = await translate([at]);
    if (failedAlone !== null) return failedAlone;
  }
  return { translations };
}

/** Translates with a model. The request has no tools, and contains nothing of any chat. */
export function translateByModel(
  { models, newId, sleep }: EngineDependencies,
  model: ModelRef,
  target: string,
): TranslateAll {
  return translateAll;

  async function translateAll(texts: readonly string[], signal: AbortSignal): Promise<Translated> {
    const connection = await models.connect(model);
    if ('failure' in connection) return connection;
    if (texts.length > 1 && !fitsTogether(texts, connection.profile)) return inHalves(texts, signal);
    const release = (await connection.client.connections?.take(signal)) ?? (() => undefined);
    const access = {
      connect: () => models.connect(model),
      learn: (observation: Parameters<Models['learn']>[1]) => models.learn(model, observation),
      sleep,
    };
    const request = translationRequest(model.modelId, target, texts, newId());
    const answer = await requestText(access, request, signal).finally(release);
    if ('text' in answer) return { translations: readTranslations(answer.text, texts) };
    if (answer.failure.code !== 'context-length') return answer;
    return texts.length === 1 ? { translations: [''] } : inHalves(texts, signal);
  }

  async function inHalves(texts: readonly string[], signal: AbortSignal): Promise<Translated> {
    const middle = Math.ceil(texts.length / 2);
    const first = await translateAll(texts.slice(0, middle), signal);
    if ('failure' in first) return first;
    const rest = await translateAll(texts.slice(middle), signal);
    return 'failure' in rest ? rest : { translations: [...first.translations, ...rest.translations] };
  }
}

function fitsTogether(texts: readonly string[], { contextWindow }: Pick<ModelProfile, 'contextWindow'>): boolean {
  return contextWindow === null || estimateTokens(texts.join('\n')) <= contextWindow * SHARE_OF_WINDOW;
}

/**
 * Opens the browser's translator for a page. The source language is the one that the page declares, or that the browser
 * detects.
 */
export async function openBrowserTranslator(
  { browserTranslator, detectLanguage }: EngineDependencies,
  { language, target, sample }: { language: string; target: string; sample: string },
): Promise<BrowserTranslator | { toDownload: string } | { failure: Failure }> {
  const factory = await browserTranslator();
  if (factory === null) return failed({ type: 'translator-absent' });
  const source = toTranslatorTag((await detectLanguage(sample)) ?? language);
  if (source === '') return failed({ type: 'translator-language-unknown' });
  const pair = { sourceLanguage: source, targetLanguage: target };
  // The browser rejects unknown tags.
  const availability = await factory.availability(pair).catch(() => 'unavailable');
  if (availability === 'downloadable' || availability === 'downloading') return { toDownload: source };
  if (availability !== 'available') return failed({ type: 'translator-lacks-pair', source, target });
  return factory.create(pair);
}

/** The primary tag under which browsers have translations: `en` for `en-US`. '' if the tag is invalid. */
function toTranslatorTag(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return language === 'zh' && script === 'Hant' ? 'zh-Hant' : language;
  } catch {
    return '';
  }
}

/** The browser translates the texts one after the other. */
export function translateByBrowser(translator: BrowserTranslator): TranslateAll {
  return async (texts, signal) => {
    const translations: string[] = [];
    for (const text of texts) translations.push(await translator.translate(text, { signal }));
    return { translations };
  };
}

function failed(reason: FailureReason): { failure: Failure } {
  return { failure: { code: 'not-found', reason, retryable: false } };
}

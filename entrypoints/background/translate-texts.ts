import type { ModelConnection, Models } from '../../lib/agent/index.ts';
import type { Failure, ModelRef, PageText } from '../../lib/contracts/index.ts';
import { readTranslations, requestText, translationRequest } from '../../lib/model-api/index.ts';
import { hideSecrets } from '../../lib/security/index.ts';

type Dependencies = {
  models: Models;
  newId: () => string;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** How much is sent with one request. */
const BATCH = { texts: 12, characters: 2_400 };
/** Requests that a page has at once. A local server answers one after the other. */
const REQUESTS = { hosted: 3, local: 1 };
/** Characters of one request for each token of a model's window, which has to hold the texts and their translations. */
const CHARACTERS_PER_TOKEN = 0.5;

export function batchLimits({ contextWindow, isLocal }: Pick<ModelConnection, 'contextWindow' | 'isLocal'>) {
  const fitting = contextWindow === null ? Number.POSITIVE_INFINITY : contextWindow * CHARACTERS_PER_TOKEN;
  return {
    maxTexts: BATCH.texts,
    maxCharacters: Math.min(BATCH.characters, Math.floor(fitting)),
    maxRequests: isLocal ? REQUESTS.local : REQUESTS.hosted,
  };
}

type Wanted = { model: ModelRef; target: string; texts: readonly PageText[] };

/**
 * Has a model translate texts of a page: '' for one that is not sent since it is a secret, or that the model did not translate, also
 * not when asked again. The request has no tools, and nothing of any chat. Rejects when `signal` is aborted.
 */
export async function translateTexts(
  dependencies: Dependencies,
  { model, target, texts }: Wanted,
  signal: AbortSignal,
): Promise<{ translations: string[] } | { failure: Failure }> {
  const hidden = texts.map(({ text, before }) => hideSecrets(text, before));
  const translations = texts.map(() => '');
  const translate = async (places: readonly number[]): Promise<{ failure: Failure } | null> => {
    const sent = places.map((at) => hidden[at]?.text ?? '');
    const answer = await request(dependencies, { model, target, texts: sent }, signal);
    if ('failure' in answer) return answer;
    for (const [index, at] of places.entries()) {
      translations[at] = hidden[at]?.restore(answer.translations[index] ?? '') ?? '';
    }
    return null;
  };
  const open = () => texts.flatMap((_, at) => (hidden[at] !== null && translations[at] === '' ? [at] : []));
  const all = open();
  const failed = all.length === 0 ? null : await translate(all);
  if (failed !== null) return failed;
  // A weak model loses count of several texts, but not of one.
  for (const at of open()) {
    const failedAlone = await translate([at]);
    if (failedAlone !== null) return failedAlone;
  }
  return { translations };
}

/** Sends texts with one request, or in halves where they are too long for the model. */
async function request(
  { models, newId, sleep }: Dependencies,
  { model, target, texts }: { model: ModelRef; target: string; texts: readonly string[] },
  signal: AbortSignal,
): Promise<{ translations: string[] } | { failure: Failure }> {
  const connection = await models.connect(model);
  if ('failure' in connection) return connection;
  const release = (await connection.connections?.take(signal)) ?? (() => undefined);
  const access = {
    connect: () => models.connect(model),
    learn: (observation: Parameters<Models['learn']>[1]) => models.learn(model, observation),
    sleep,
  };
  const answer = await requestText(access, translationRequest(model.modelId, target, texts, newId()), signal).finally(
    release,
  );
  if ('text' in answer) return { translations: readTranslations(answer.text, texts) };
  if (answer.failure.code !== 'context-length') return answer;
  if (texts.length === 1) return { translations: [''] };
  const middle = Math.ceil(texts.length / 2);
  const first = await request({ models, newId, sleep }, { model, target, texts: texts.slice(0, middle) }, signal);
  if ('failure' in first) return first;
  const rest = await request({ models, newId, sleep }, { model, target, texts: texts.slice(middle) }, signal);
  return 'failure' in rest ? rest : { translations: [...first.translations, ...rest.translations] };
}

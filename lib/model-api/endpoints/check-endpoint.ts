import type { EndpointCheck, Failure, HostKind } from '../../contracts/index.ts';
import { formatList, plural, t } from '../../i18n/index.ts';
import { type EndpointClientOptions, HttpError } from '../client/endpoint-client.ts';
import { type ModelAccess, requestWithRetries } from '../client/request-with-retries.ts';
import { networkFailure } from '../errors/model-error.ts';
import { probeObservation, probeTools, type ToolProbe } from './capability-probe.ts';
import { type ListedModel, listModels } from './list-models.ts';
import { probeVision, type VisionProbe, visionObservation } from './vision-probe.ts';

/** The endpoint to test. `known` returns the current observations about the model. */
export type EndpointTest = {
  options: EndpointClientOptions & { hostKind: HostKind };
  asking: ModelAccess;
  modelId: string;
  known: () => Promise<{ vision: boolean | null; contextWindow: number | null }>;
  /** Milliseconds, from any origin. */
  now?: () => number;
};

const LIST_TIMEOUT_MS = 15_000;

/**
 * Checks every stage between the browser's permission and an answer that uses tools; yields each result as it arrives and ends
 * after the first failure. Listing models is not enough: browsers send the extension's Origin only with a POST, which some
 * servers refuse. Throws only when `signal` is aborted.
 */
export async function* checkEndpoint(test: EndpointTest, signal: AbortSignal): AsyncGenerator<EndpointCheck> {
  const listed = await list(test, signal);
  if (!Array.isArray(listed)) {
    yield listed;
    if (listed.result === 'failed') return;
  } else {
    yield ok('reachable', plural('checkLists', listed.length, { host: hostOf(test) }));
  }
  const chat = await tryChat(test, Array.isArray(listed) ? listed : [], signal);
  yield* chat;
  if (chat.some((check) => check.result === 'failed')) return;
  const tools = await probeTools(test.asking, test.modelId, signal);
  await test.asking.learn(probeObservation(tools));
  yield toolsCheck(test.modelId, tools);
  yield await checkVision(test, signal);
  yield contextCheck(test, (await test.known()).contextWindow);
}

/** The models, or the result that explains why there are none. */
async function list({ options, modelId }: EndpointTest, signal: AbortSignal): Promise<ListedModel[] | EndpointCheck> {
  try {
    return await listModels(options, AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]));
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.cause : null;
    // The SDK's error is in between; only a response has a status.
    const http = cause instanceof Error ? cause.cause : null;
    const hasAnswered = cause === undefined || http instanceof HttpError;
    const { host } = new URL(options.baseUrl);
    if (hasAnswered) return note('reachable', t('checkListsNone', { host }));
    const target = { host, hostKind: options.hostKind, hasKey: options.apiKey !== null, modelId };
    return failed('reachable', withDetail(networkFailure(target, error)));
  }
}

const QUESTION = {
  system: 'You are being tested.',
  messages: [{ role: 'user' as const, content: 'Count from one to ten, in words.' }],
  tools: [],
  toolMode: 'none' as const,
  maxOutputTokens: null,
  attempt: 0,
};

/** This many pieces of an answer show that it is streamed. */
const ENOUGH_PIECES = 2;

/** A complete answer within this time may have been streamed in pieces that arrived together. In milliseconds. */
const AT_ONCE_MS = 1_000;

/** A real chat request and the beginning of its answer: four results, or those up to the failure. */
async function tryChat(test: EndpointTest, listed: readonly ListedModel[], signal: AbortSignal) {
  const { asking, modelId, now = () => performance.now() } = test;
  const askedAt = now();
  let pieces = 0;
  for await (const event of requestWithRetries(asking, { ...QUESTION, modelId }, signal)) {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        if (++pieces >= ENOUGH_PIECES) return [...works(test), ok('stream', t('checkStreams'))];
        break;
      case 'failure':
      case 'retry':
        return whatFailed(test, event.failure, listed);
      case 'interrupted':
        return [failed('model', event.detail)];
      default:
    }
  }
  if (pieces === 0) return [failed('model', t('checkEmptyAnswer', { model: modelId }))];
  if (now() - askedAt < AT_ONCE_MS) return [...works(test), ok('stream', t('checkAtOnce'))];
  return [...works(test), note('stream', t('checkOnePiece'))];
}

function works({ options, modelId }: EndpointTest): EndpointCheck[] {
  const key = t(options.apiKey === null ? 'checkNoKey' : 'checkKeyAccepted');
  return [ok('origin', t('checkTakesRequests')), ok('key', key), ok('model', t('checkAnswers', { model: modelId }))];
}

/** The check that a failure belongs to; the checks before it succeeded. */
function whatFailed(test: EndpointTest, failure: Failure, listed: readonly ListedModel[]): EndpointCheck[] {
  const passed = works(test);
  const message = withDetail(failure);
  switch (failure.code) {
    case 'origin-refused':
      return [failed('origin', message)];
    case 'auth':
    case 'permission':
      return [...passed.slice(0, 1), failed('key', message)];
    case 'not-found': {
      const ids = listed.map((model) => model.modelId);
      const similar = ids.includes(test.modelId) ? [] : similarModels(test.modelId, ids);
      const advice = similar.length > 0 ? t('checkSimilar', { message, models: formatList(similar) }) : message;
      return [...passed.slice(0, 2), failed('model', advice)];
    }
    case 'network':
    case 'timeout':
      return [failed('reachable', message)];
    case 'rate-limit':
    case 'context-length':
    case 'bad-response':
    case 'internal':
      return [...passed.slice(0, 2), failed('model', message)];
    default:
      return failure.code satisfies never;
  }
}

/** The result of a test call for the user. It never fails the check, since tools also work as tags. */
function toolsCheck(modelId: string, probe: ToolProbe): EndpointCheck {
  switch (probe.verdict) {
    case 'yes':
      return ok('tools', t('checkNative', { model: modelId, evidence: probe.evidence }));
    case 'no':
      return note('tools', t('checkTags', { evidence: probe.evidence }));
    case 'unclear':
      return note('tools', t('checkToolsUnclear', { evidence: probe.evidence }));
    default:
      return probe.verdict satisfies never;
  }
}

async function checkVision(test: EndpointTest, signal: AbortSignal): Promise<EndpointCheck> {
  const { modelId, options, asking } = test;
  const { vision } = await test.known();
  if (vision !== null) return visionCheck(modelId, { verdict: vision ? 'yes' : 'no', evidence: t('serverSaysSo') });
  const probe = await probeVision(options, modelId, signal);
  const observation = visionObservation(probe);
  if (observation !== null) await asking.learn(observation);
  return visionCheck(modelId, probe);
}

function visionCheck(modelId: string, { verdict, evidence }: VisionProbe): EndpointCheck {
  switch (verdict) {
    case 'yes':
      return ok('vision', t('checkSees', { model: modelId, evidence }));
    case 'no':
      return note('vision', t('checkSeesNot', { model: modelId, evidence }));
    case 'unclear':
      return note('vision', t('checkSeesUnclear', { evidence }));
    default:
      return verdict satisfies never;
  }
}

/** A page of typical length fills this many tokens. */
const SMALL_WINDOW = 8_192;

function contextCheck({ options }: EndpointTest, tokens: number | null): EndpointCheck {
  if (tokens === null) return note('context', t('checkContextUntold'));
  if (tokens >= SMALL_WINDOW) return ok('context', t('factContextWhy', { tokens }));
  return note('context', t(options.hostKind === 'public' ? 'checkContextSmall' : 'checkContextGiveMore', { tokens }));
}

function hostOf({ options }: EndpointTest): string {
  return new URL(options.baseUrl).host;
}

function withDetail({ message, detail }: Failure): string {
  return detail ? t('withDetail', { message, detail }) : message;
}

function ok(check: EndpointCheck['check'], message: string): EndpointCheck {
  return { check, result: 'ok', message };
}

function note(check: EndpointCheck['check'], message: string): EndpointCheck {
  return { check, result: 'note', message };
}

function failed(check: EndpointCheck['check'], message: string): EndpointCheck {
  return { check, result: 'failed', message };
}

/** Up to three listed models whose names are most similar to one that is not listed; names without similarity are left out. */
function similarModels(modelId: string, listed: readonly string[]): string[] {
  const wanted = partsOf(modelId);
  return listed
    .map((each) => ({ each, common: partsOf(each).filter((part) => wanted.includes(part)).length }))
    .filter(({ common }) => common > 0)
    .sort((a, b) => b.common - a.common)
    .slice(0, 3)
    .map(({ each }) => each);
}

function partsOf(modelId: string): string[] {
  return modelId
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter((part) => part !== '');
}

import type { CheckFinding, EndpointCheck, Failure, HostKind } from '../../contracts/index.ts';
import { type EndpointClientOptions, HttpError } from '../client/endpoint-client.ts';
import { type ModelAccess, requestWithRetries } from '../client/model-client.ts';
import { networkFailure } from '../errors/model-error.ts';
import { serverTarget } from '../presets/presets.ts';
import {
  probeObservation,
  probeTools,
  probeVision,
  type ToolProbe,
  type VisionProbe,
  visionObservation,
} from './capability-probe.ts';
import { LIST_TIMEOUT_MS, type ListedModel, ListingError, listModels } from './list-models.ts';
import { listingFailure } from './listing-failure.ts';

/** The endpoint to test. `known` returns the current observations about the model. */
export type EndpointTest = {
  options: EndpointClientOptions & { hostKind: HostKind };
  modelAccess: ModelAccess;
  modelId: string;
  known: () => Promise<{ vision: boolean | null; contextWindow: number | null }>;
  /** Milliseconds, from any origin. */
  now?: () => number;
};

/**
 * Checks every stage from the browser's permission to an answer that uses tools. Yields each result as it arrives and
 * ends after the first failure. Listing models is not enough: browsers send the extension's Origin only with a POST,
 * which some servers refuse. Throws only when `signal` is aborted.
 */
export async function* checkEndpoint(test: EndpointTest, signal: AbortSignal): AsyncGenerator<EndpointCheck> {
  const modelListing = await list(test, signal);
  if (!Array.isArray(modelListing)) {
    const { isRefused: _, ...check } = modelListing;
    yield check;
    if (check.result === 'failed') return;
  } else {
    yield ok('reachable', { type: 'lists-models', host: getHost(test), count: modelListing.length });
  }
  const chat = await tryChat(test, modelListing, signal);
  yield* chat;
  if (chat.some((check) => check.result === 'failed')) return;
  const tools = await probeTools(test.modelAccess, test.modelId, signal);
  await test.modelAccess.learn(probeObservation(tools));
  yield toolsCheck(test.modelId, tools);
  yield await checkVision(test, signal);
  yield contextCheck(test, (await test.known()).contextWindow);
}

/** Why there are no models. `isRefused`: the status is one that a missing key can cause. */
type NoModels = EndpointCheck & { isRefused: boolean };

/** The models, or the result that explains why there are none. */
async function list({ options, modelId }: EndpointTest, signal: AbortSignal): Promise<ListedModel[] | NoModels> {
  try {
    return await listModels(options, AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]));
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.cause : null;
    // The SDK wraps the error; only a response has a status.
    const http = cause instanceof Error ? cause.cause : null;
    const hasAnswered = cause === undefined || http instanceof HttpError;
    const target = serverTarget(options, modelId);
    const isRefused = http instanceof HttpError && ([401, 403].includes(http.status) || http.status >= 500);
    if (hasAnswered) return { ...note('reachable', { type: 'lists-no-models', host: target.host }), isRefused };
    const failure = error instanceof ListingError ? listingFailure(error, target) : networkFailure(target, error);
    return { ...failed('reachable', failureFinding(failure)), isRefused: false };
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

/**
 * Sends a real chat request and reads the beginning of its answer. Yields four results, or those up to the first
 * failure.
 */
async function tryChat(test: EndpointTest, modelListing: ListedModel[] | NoModels, signal: AbortSignal) {
  const { modelAccess, modelId, now = () => performance.now() } = test;
  const askedAt = now();
  let pieces = 0;
  for await (const event of requestWithRetries(modelAccess, { ...QUESTION, modelId }, signal)) {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        if (++pieces >= ENOUGH_PIECES) return [...works(test), ok('stream', { type: 'streams' })];
        break;
      case 'failure':
      case 'retry':
        return whatFailed(test, event.failure, modelListing);
      case 'interrupted':
        return [failed('model', { type: 'broke-off' })];
      default:
    }
  }
  if (pieces === 0) return [failed('model', { type: 'empty-answer', model: modelId })];
  if (now() - askedAt < AT_ONCE_MS) return [...works(test), ok('stream', { type: 'came-at-once' })];
  return [...works(test), note('stream', { type: 'came-in-one-piece' })];
}

function works({ options, modelId }: EndpointTest): EndpointCheck[] {
  return [
    ok('origin', { type: 'takes-requests' }),
    ok('key', { type: options.apiKey === null ? 'no-key-needed' : 'key-accepted' }),
    ok('model', { type: 'model-answers', model: modelId }),
  ];
}

/**
 * The check that a failure belongs to; the checks before it succeeded. A request that was refused for another reason,
 * or an error of the server, does not show whether the key was accepted.
 */
function whatFailed(test: EndpointTest, failure: Failure, modelListing: ListedModel[] | NoModels): EndpointCheck[] {
  const passedChecks = works(test);
  const finding = failureFinding(failure);
  switch (failure.code) {
    case 'origin-refused':
      return [failed('origin', finding)];
    case 'auth':
    case 'permission':
      return [...passedChecks.slice(0, 1), failed('key', finding)];
    case 'not-found': {
      const ids = Array.isArray(modelListing) ? modelListing.map((model) => model.modelId) : [];
      const similar = ids.includes(test.modelId) ? [] : similarModels(test.modelId, ids);
      return [...passedChecks.slice(0, 2), failed('model', { ...finding, similar })];
    }
    case 'network':
    case 'timeout':
      return [failed('reachable', finding)];
    case 'rate-limit':
    case 'context-length':
      return [...passedChecks.slice(0, 2), failed('model', finding)];
    case 'bad-response':
    case 'internal':
      return [...passedChecks.slice(0, 1), mayLackKey(test, failure, modelListing) ?? failed('model', finding)];
    default:
      return failure.code satisfies never;
  }
}

/**
 * The failed check for a key that is probably missing: no key is set, and listing and chatting both end with a server
 * error, as in LiteLLM without a database (quirk: key-refused-with-400). Null otherwise.
 */
function mayLackKey(
  { options }: EndpointTest,
  failure: Failure,
  modelListing: ListedModel[] | NoModels,
): EndpointCheck | null {
  const isServerError = 'reason' in failure && failure.reason.type === 'server-error';
  if (options.apiKey !== null || !isServerError || Array.isArray(modelListing) || !modelListing.isRefused) return null;
  const { host } = new URL(options.baseUrl);
  return failed('key', failureFinding({ ...failure, code: 'auth', reason: { type: 'key-needed', host } }));
}

/** The result of a test call. It never fails the check, since tools also work as tags. */
function toolsCheck(model: string, probe: ToolProbe): EndpointCheck {
  const finding = { type: 'tools', model, ...probe } as const;
  return probe.verdict === 'yes' ? ok('tools', finding) : note('tools', finding);
}

async function checkVision(test: EndpointTest, signal: AbortSignal): Promise<EndpointCheck> {
  const { modelId, modelAccess } = test;
  const { vision } = await test.known();
  if (vision !== null)
    return visionCheck(modelId, { verdict: vision ? 'yes' : 'no', evidence: { type: 'server-says-so' } });
  const probe = await probeVision(modelAccess, modelId, signal);
  const observation = visionObservation(probe);
  if (observation !== null) await modelAccess.learn(observation);
  return visionCheck(modelId, probe);
}

function visionCheck(model: string, probe: VisionProbe): EndpointCheck {
  const finding = { type: 'vision', model, ...probe } as const;
  return probe.verdict === 'yes' ? ok('vision', finding) : note('vision', finding);
}

/** A page of typical length fills a window of this many tokens. */
const SMALL_WINDOW = 8_192;

function contextCheck({ options }: EndpointTest, tokens: number | null): EndpointCheck {
  if (tokens === null) return note('context', { type: 'context-unknown' });
  if (tokens >= SMALL_WINDOW) return ok('context', { type: 'context', tokens, size: 'enough' });
  const size = options.hostKind === 'public' ? 'small' : 'small-setting';
  return note('context', { type: 'context', tokens, size });
}

function getHost({ options }: EndpointTest): string {
  return new URL(options.baseUrl).host;
}

function failureFinding(failure: Failure): Extract<CheckFinding, { type: 'failure' }> {
  return { type: 'failure', failure, similar: [] };
}

function ok(check: EndpointCheck['check'], finding: CheckFinding): EndpointCheck {
  return { check, result: 'ok', finding };
}

function note(check: EndpointCheck['check'], finding: CheckFinding): EndpointCheck {
  return { check, result: 'note', finding };
}

function failed(check: EndpointCheck['check'], finding: CheckFinding): EndpointCheck {
  return { check, result: 'failed', finding };
}

/** Up to three listed models whose names are most similar to one that is not listed. Omits names without similarity. */
function similarModels(modelId: string, listedIds: readonly string[]): string[] {
  const nameParts = splitModelId(modelId);
  return listedIds
    .map((each) => ({ each, common: splitModelId(each).filter((part) => nameParts.includes(part)).length }))
    .filter(({ common }) => common > 0)
    .sort((a, b) => b.common - a.common)
    .slice(0, 3)
    .map(({ each }) => each);
}

function splitModelId(modelId: string): string[] {
  return modelId
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter((part) => part !== '');
}

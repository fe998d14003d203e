import type { EndpointCheck } from '../protocol/endpoint-check.ts';
import type { Failure } from '../protocol/failure.ts';
import { type Asking, askAndLearn } from './ask-and-learn.ts';
import { probeLesson, probeTools, type ToolProbe } from './capability-probe.ts';
import { type EndpointClientOptions, HttpError } from './endpoint-client.ts';
import type { HostKind } from './host-kind.ts';
import { type ListedModel, listModels } from './list-models.ts';
import { networkFailure } from './model-error.ts';
import { similarModels } from './similar-models.ts';
import { probeVision, type VisionProbe, visionLesson } from './vision-probe.ts';

/** What is to be tested. `known` reads what is known of the model by then. */
export type EndpointTest = {
  options: EndpointClientOptions & { hostKind: HostKind };
  asking: Asking;
  modelId: string;
  known: () => Promise<{ vision: boolean | null; contextWindow: number | null }>;
  /** Milliseconds, from any beginning. */
  now?: () => number;
};

const LIST_TIMEOUT_MS = 15_000;

/**
 * Walks what can fail between us and an answer that uses tools, once the browser lets us; yields each result as it comes
 * and ends after the first that failed. Listing models proves nothing: browsers send the extension's Origin only with
 * a POST, and some servers refuse just that (endpoints-and-models, fact 1). Throws only when `signal` is aborted.
 */
export async function* checkEndpoint(test: EndpointTest, signal: AbortSignal): AsyncGenerator<EndpointCheck> {
  const listed = await list(test, signal);
  if (!Array.isArray(listed)) {
    yield listed;
    if (listed.result === 'failed') return;
  } else {
    yield ok('reachable', `${hostOf(test)} answers, and lists ${listed.length} models.`);
  }
  const chat = await tryChat(test, Array.isArray(listed) ? listed : [], signal);
  yield* chat;
  if (chat.some((check) => check.result === 'failed')) return;
  const tools = await probeTools(test.asking, test.modelId, signal);
  await test.asking.learn(probeLesson(tools));
  yield toolsCheck(test.modelId, tools);
  yield await checkVision(test, signal);
  yield contextCheck(test, (await test.known()).contextWindow);
}

/** The models, or the result that says why there are none. */
async function list({ options, modelId }: EndpointTest, signal: AbortSignal): Promise<ListedModel[] | EndpointCheck> {
  try {
    return await listModels(options, AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]));
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.cause : null;
    // The SDK's error in between: only a reply has a status.
    const http = cause instanceof Error ? cause.cause : null;
    const hasAnswered = cause === undefined || http instanceof HttpError;
    const { host } = new URL(options.baseUrl);
    if (hasAnswered) return note('reachable', `${host} answers, but does not list its models. Type the model's name.`);
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

/** As many pieces of an answer show that it streams. */
const ENOUGH_PIECES = 2;

/** A whole answer within this time may have come in pieces that arrived together; nobody waits for it. In milliseconds. */
const AT_ONCE_MS = 1_000;

/** A real chat request, and the beginning of its answer: four results, or those up to what failed. */
async function tryChat(test: EndpointTest, listed: readonly ListedModel[], signal: AbortSignal) {
  const { asking, modelId, now = () => performance.now() } = test;
  const askedAt = now();
  let pieces = 0;
  for await (const event of askAndLearn(asking, { ...QUESTION, modelId }, signal)) {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        if (++pieces >= ENOUGH_PIECES) return [...works(test), ok('stream', 'Its answers stream.')];
        break;
      case 'failure':
      case 'retry':
        return whatFailed(test, event.failure, listed);
      case 'interrupted':
        return [failed('model', event.detail)];
      default:
    }
  }
  if (pieces === 0) return [failed('model', `${modelId} sent an empty answer. Try another model.`)];
  if (now() - askedAt < AT_ONCE_MS) return [...works(test), ok('stream', 'Its answers come at once.')];
  const whole = 'The answer came in one piece: something in between may hold it back until it is whole.';
  return [...works(test), note('stream', whole)];
}

function works({ options, modelId }: EndpointTest): EndpointCheck[] {
  const key = options.apiKey === null ? 'No key is needed.' : 'The key is accepted.';
  return [ok('origin', 'It takes requests from Sidenote.'), ok('key', key), ok('model', `${modelId} answers.`)];
}

/** Which of the things between us and an answer a failure is about; those before it were fine. */
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
      const advice = similar.length > 0 ? ` It has ${similar.join(', ')}.` : '';
      return [...passed.slice(0, 2), failed('model', `${message}${advice}`)];
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

/** What a test call of a tool came to, for the person. Nothing here is wrong: tools work either way. */
function toolsCheck(modelId: string, probe: ToolProbe): EndpointCheck {
  switch (probe.verdict) {
    case 'yes':
      return ok('tools', `${modelId} ${probe.evidence}. Native tool calls are used.`);
    case 'no':
      return note('tools', `No native tool calls (${probe.evidence}). Tags in the prompt are used.`);
    case 'unclear':
      return note(
        'tools',
        `Not clear: ${modelId} ${probe.evidence}. Native calls are tried first, with tags to fall back on.`,
      );
    default:
      return probe.verdict satisfies never;
  }
}

async function checkVision(test: EndpointTest, signal: AbortSignal): Promise<EndpointCheck> {
  const { modelId, options, asking } = test;
  const { vision } = await test.known();
  if (vision !== null) return visionCheck(modelId, { verdict: vision ? 'yes' : 'no', evidence: 'as the server says' });
  const probe = await probeVision(options, modelId, signal);
  const lesson = visionLesson(probe);
  if (lesson !== null) await asking.learn(lesson);
  return visionCheck(modelId, probe);
}

function visionCheck(modelId: string, { verdict, evidence }: VisionProbe): EndpointCheck {
  switch (verdict) {
    case 'yes':
      return ok('vision', `${modelId} sees pictures (${evidence}).`);
    case 'no':
      return note('vision', `${modelId} does not see pictures (${evidence}).`);
    case 'unclear':
      return note('vision', `Whether it sees pictures is not clear: ${modelId} ${evidence}.`);
    default:
      return verdict satisfies never;
  }
}

/** A page of a usual length fills this many tokens. */
const SMALL_WINDOW = 8_192;

function contextCheck({ options }: EndpointTest, tokens: number | null): EndpointCheck {
  if (tokens === null) {
    const message = 'How much it can read at once is not told. A conversation that gets too long is shortened.';
    return note('context', message);
  }
  const words = `It reads ${tokens.toLocaleString('en')} tokens at once.`;
  if (tokens >= SMALL_WINDOW) return ok('context', words);
  const how = options.hostKind === 'public' ? '' : ' Give it more in the server’s settings (Ollama: num_ctx).';
  return note('context', `${words} Long pages will be shortened.${how}`);
}

function hostOf({ options }: EndpointTest): string {
  return new URL(options.baseUrl).host;
}

function withDetail({ message, detail }: Failure): string {
  return detail ? `${message} (${detail})` : message;
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

import type { Lesson } from '../protocol/capability.ts';
import type { Failure, FailureCode } from '../protocol/failure.ts';
import type { ModelEvent } from '../protocol/model-client.ts';
import { contextOverflow } from './context-overflow.ts';
import { errorText } from './error-text.ts';
import type { HostKind } from './host-kind.ts';
import { lessonFromError, THE_MODEL_FAILED } from './learn-from-error.ts';
import { refusesOrigin } from './origin-refusal.ts';
import { retryAfterMs, waitInWords } from './retry-after.ts';
import { saysToolsUnsupported } from './tools-unsupported.ts';

/** Where a request went, for messages a person can act on. */
export type Target = { host: string; hostKind: HostKind; hasKey: boolean; modelId: string };

/**
 * Reads an error reply, or an error inside a reply whose status was 200: what went wrong, what the person can do about it,
 * and whether asking again may help, because the request will be another (a lesson, fewer words, no native tools) or
 * because the server is busy. `reply`: the headers of an error reply and when it came, in milliseconds since 1970; null
 * for an error inside a reply. Whether a retry is of any use where this request stands is `settleRetry`'s to say.
 */
export function refusal(
  target: Target,
  status: number,
  body: string,
  reply: { headers: Headers; now: number } | null = null,
): Extract<ModelEvent, { type: 'failure' | 'retry' }> {
  const detail = errorText(body);
  const fail = (judgement: Judgement): Failure => ({ ...judgement, ...(detail === '' ? {} : { detail }) });
  if (status === 401 || status === 402 || status === 403) {
    return { type: 'failure', failure: fail(judge(target, status, detail)) };
  }
  const overflow = contextOverflow(detail) ?? (status === 413 ? { window: null } : null);
  if (overflow) {
    const lesson: Lesson | null = overflow.window === null ? null : { type: 'context-window', tokens: overflow.window };
    const failure = fail(contextLength(target.modelId));
    return { type: 'retry', reason: 'context-length', lesson, afterMs: 0, failure };
  }
  const failure = fail(judge(target, status, detail));
  const lesson = lessonFromError(status, detail);
  if (lesson) return { type: 'retry', reason: 'retry', lesson, afterMs: 0, failure };
  if (saysToolsUnsupported(status, detail)) {
    const evidence = { type: 'tools', supportsTools: false, source: 'error', evidence: detail } as const;
    return { type: 'retry', reason: 'tools-unsupported', lesson: evidence, afterMs: 0, failure };
  }
  if (!failure.retryable || !mayPass(status, detail)) return { type: 'failure', failure };
  const words = body.slice(0, MAX_WORDS);
  const wait = reply ? retryAfterMs(withHeadersInBody(reply.headers, words), words, reply.now) : waitInWords(words);
  if (wait !== null && wait > MAX_WAIT_MS) {
    return { type: 'failure', failure: { ...failure, message: `${target.host} is busy. ${whenToRetry(wait)}` } };
  }
  const loading = /\bloading\b/i.test(detail) ? LOADING_WAIT_MS : 0;
  return { type: 'retry', reason: 'retry', lesson: null, afterMs: wait ?? loading, failure };
}

/** As far into an error's body as its wait is looked for, in characters. */
const MAX_WORDS = 8000;

/** Nobody waits longer than this in silence. */
const MAX_WAIT_MS = 60_000;

/** A server that says it is loading the model takes at least this long. */
const LOADING_WAIT_MS = 10_000;

/** Busy, restarting, overloaded, or a call the model happened to get wrong: the same request may succeed a moment later. */
function mayPass(status: number, detail: string): boolean {
  if ([408, 409, 429, 502, 503, 504, 529].includes(status)) return true;
  if (THE_MODEL_FAILED.test(detail)) return true;
  return status >= 500 && /overload|capacity|busy|too many requests|temporarily|try again|server_busy/i.test(detail);
}

/** OpenRouter passes the headers of the provider behind it in the body. */
function withHeadersInBody(headers: Headers, body: string): Headers {
  const all = new Headers(headers);
  for (const [, name, value] of body.matchAll(/"(retry-after|x-ratelimit-reset)" ?: ?"?([\w .:,-]+)/gi)) {
    if (name && value && !all.has(name)) all.set(name, value);
  }
  return all;
}

type Judgement = { code: FailureCode; message: string; retryable: boolean };

function judge(target: Target, status: number, detail: string): Judgement {
  const { host, modelId } = target;
  const isLocal = target.hostKind !== 'public';
  switch (status) {
    case 401:
      return target.hasKey
        ? final('auth', `${host} refused the API key. Check the key in Settings.`)
        : final('auth', `${host} needs an API key. Add one in Settings.`);
    case 402:
      return final('rate-limit', `Your account at ${host} has no credit left. Top it up, or choose another model.`);
    case 403:
      if (refusesOrigin(detail) && (isLocal || detail !== '')) return originRefused(host);
      return final(
        'auth',
        `${host} does not allow this key to use ${modelId}. Check the key's rights, or choose another model.`,
      );
    case 404:
    case 405:
      return /model/i.test(detail)
        ? final('not-found', `${host} has no model named ${modelId}. Choose another model.`)
        : final(
            'not-found',
            `${host} has no chat at this address. Check the base URL in Settings; it usually ends in /v1.`,
          );
    case 409:
      return again('bad-response', `${host} was busy with another request. Try again.`);
    case 408:
    case 504:
    case 524:
      return again('timeout', `${host} took too long to answer. Try again.`);
    case 429:
      return isUsedUp(detail)
        ? final('rate-limit', `Your account at ${host} has used up its quota. Top it up, or choose another model.`)
        : again('rate-limit', `${host} is receiving too many requests. Wait a little and try again.`);
    default:
      if (THE_MODEL_FAILED.test(detail)) {
        return again('bad-response', `${modelId} wrote a tool call that ${host} could not read. Try again.`);
      }
      return status >= 500
        ? again(
            'bad-response',
            `${host} had a problem (error ${status}). Try again; if it stays, look at the server's log.`,
          )
        : final('bad-response', `${host} refused the request (error ${status}). ${MAYBE_MODEL}`);
  }
}

/** Money, not haste; a limit per minute is told with the same words and a time (Groq, Gemini). */
function isUsedUp(detail: string): boolean {
  return /quota|billing|credit|balance/i.test(detail) && !/(try again|retry) in \d/i.test(detail);
}

const MAYBE_MODEL = 'What it said is below; another model may work.';

function contextLength(modelId: string): Judgement {
  return final(
    'context-length',
    `The conversation is too long for ${modelId}. Start a new chat, or choose a model with more room.`,
  );
}

function originRefused(host: string): Judgement {
  return final(
    'origin-refused',
    `${host} refuses requests from browser extensions. For Ollama, set OLLAMA_ORIGINS to chrome-extension://*,moz-extension://* and restart it; for other servers, allow these origins (CORS).`,
  );
}

function whenToRetry(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  if (minutes <= 90) return `Try again in ${minutes} minutes.`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `Try again in ${hours} hours.` : `Try again in ${Math.ceil(hours / 24)} days.`;
}

/** The request got no answer: nobody there, a broken connection, a refused redirect, or the browser forbade it. */
export function networkFailure(target: Target, error: unknown): Failure {
  const { host } = target;
  const message =
    target.hostKind === 'public'
      ? `${host} cannot be reached. Check the address in Settings and your connection.`
      : `${host} cannot be reached. Is the server running there, and is the address in Settings right?`;
  return { code: 'network', message, detail: describe(error), retryable: true };
}

export function offlineFailure({ host }: Target): Failure {
  return again('network', `This computer is offline, and ${host} cannot be reached. Connect, and try again.`);
}

export function timeoutFailure(target: Target, seconds: number): Failure {
  const more = target.hostKind === 'public' ? '' : ' A large local model may still be loading.';
  return again('timeout', `${target.host} did not answer within ${seconds} seconds.${more} Try again.`);
}

/** The reply came, but it is not an answer. `detail` says what it looks like. */
export function badReply(target: Target, detail: string): Extract<ModelEvent, { type: 'failure' }> {
  const message = `${target.host} did not answer like a model server. Check the base URL in Settings; it usually ends in /v1.`;
  return { type: 'failure', failure: { ...final('bad-response', message), detail } };
}

function final(code: FailureCode, message: string): Judgement {
  return { code, message, retryable: false };
}

function again(code: FailureCode, message: string): Judgement {
  return { code, message, retryable: true };
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

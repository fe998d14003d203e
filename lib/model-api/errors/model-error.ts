import {
  type CapabilityObservation,
  type Failure,
  type FailureCode,
  type FailureReason,
  type HostKind,
  isTemporary,
  type ModelEvent,
  serverWaitMs,
} from '../../contracts/index.ts';
import { contextOverflow } from './context-overflow.ts';
import { errorText } from './error-text.ts';
import { observeRefusal, pdfRefusal, saysToolsUnsupported, THE_MODEL_FAILED } from './observe-refusal.ts';

/** Where a request went, for messages a user can act on. */
export type Target = {
  host: string;
  hostKind: HostKind;
  hasKey: boolean;
  modelId: string;
  /** The request used another interface than `/chat/completions`, which the server may not know. */
  isNative?: boolean;
  /** PDFs went with the request as files. */
  hasPdfs?: boolean;
};

/**
 * Reads an error reply, or an error inside a reply whose status was 200: what went wrong, what the user can do about it, and
 * whether asking again may help, because the request will be another (an observation, fewer words, no native tools) or
 * because the server is busy. `reply`: the headers of an error reply and when it came, in milliseconds since 1970; null for
 * an error inside a reply. `settleRetry` decides whether a retry is of any use for this request.
 */
export function refusal(
  target: Target,
  status: number,
  body: string,
  reply: { headers: Headers; now: number } | null = null,
): Extract<ModelEvent, { type: 'failure' | 'retry' }> {
  const detail = errorText(body);
  const fail = (judgement: Classification): Failure => ({ ...judgement, ...(detail === '' ? {} : { detail }) });
  if (status === 401 || status === 402 || status === 403) {
    return { type: 'failure', failure: fail(classifyError(target, status, detail)) };
  }
  const pdfs = target.hasPdfs === true ? pdfRefusal(status, detail) : null;
  if (pdfs) {
    const failure = fail(classifyError(target, status, detail));
    return { type: 'retry', reason: 'pdf-refused', observation: pdfs.observation, afterMs: 0, failure };
  }
  const overflow = contextOverflow(detail) ?? (status === 413 ? { window: null } : null);
  if (overflow) {
    const observation: CapabilityObservation | null =
      overflow.window === null ? null : { type: 'context-window', tokens: overflow.window };
    const failure = fail(contextLength(target.modelId));
    return { type: 'retry', reason: 'context-length', observation: observation, afterMs: 0, failure };
  }
  const failure = fail(classifyError(target, status, detail));
  const observation = observeRefusal(status, detail);
  if (observation) return { type: 'retry', reason: 'retry', observation: observation, afterMs: 0, failure };
  if (saysToolsUnsupported(status, detail)) {
    const evidence = { type: 'tools', supportsTools: false, source: 'error', evidence: detail } as const;
    return { type: 'retry', reason: 'tools-unsupported', observation: evidence, afterMs: 0, failure };
  }
  const cause = { isOverloaded: OVERLOADED.test(detail), isModelFault: THE_MODEL_FAILED.test(detail) };
  if (!failure.retryable || !isTemporary(status, cause)) return { type: 'failure', failure };
  const words = body.slice(0, MAX_WORDS);
  const asked = reply ? retryAfterMs(withHeadersInBody(reply.headers, words), words, reply.now) : waitInWords(words);
  const afterMs = serverWaitMs(asked, { isLoading: /\bloading\b/i.test(detail) });
  if (afterMs === null) {
    return {
      type: 'failure',
      failure: { ...failure, reason: { type: 'retry-later', host: target.host, waitMs: asked ?? 0 } },
    };
  }
  return { type: 'retry', reason: 'retry', observation: null, afterMs, failure };
}

/** How much of an error's body is searched for a wait, in characters. */
const MAX_WORDS = 8000;

/** Wordings for an overloaded server. */
const OVERLOADED = /overload|capacity|busy|too many requests|temporarily|try again|server_busy/i;

/** OpenRouter includes the provider's headers in the body. */
function withHeadersInBody(headers: Headers, body: string): Headers {
  const all = new Headers(headers);
  for (const [, name, value] of body.matchAll(/"(retry-after|x-ratelimit-reset)" ?: ?"?([\w .:,-]+)/gi)) {
    if (name && value && !all.has(name)) all.set(name, value);
  }
  return all;
}

type Classification = { code: FailureCode; reason: FailureReason; retryable: boolean };

function classifyError(target: Target, status: number, detail: string): Classification {
  const { host, modelId } = target;
  const isLocal = target.hostKind !== 'public';
  // Gemini and Anthropic say these with a 400 (quirk: key-refused-with-400).
  if (status === 400 && KEY_REFUSED.test(detail)) return final('auth', { type: 'key-refused', host });
  if (status === 400 && NO_CREDIT.test(detail)) return final('rate-limit', { type: 'no-credit', host });
  // OpenAI has models for its chat interface alone (quirk: chat-only-model).
  if (target.isNative === true && OTHER_INTERFACE.test(detail))
    return final('not-found', { type: 'no-such-interface', host });
  if (saysModelGone(status, detail)) return final('not-found', { type: 'model-not-found', host, model: modelId });
  switch (status) {
    case 401:
      return target.hasKey ? final('auth', { type: 'key-refused', host }) : final('auth', { type: 'key-needed', host });
    case 402:
      return final('rate-limit', { type: 'no-credit', host });
    case 403:
      if (refusesOrigin(detail) && (isLocal || detail !== '')) return originRefused(host);
      return final('auth', { type: 'key-lacks-model', host, model: modelId });
    case 404:
    case 405:
      return final('not-found', { type: target.isNative === true ? 'no-such-interface' : 'no-chat-endpoint', host });
    case 409:
      return again('bad-response', { type: 'server-occupied', host });
    case 408:
    case 504:
    case 524:
      return again('timeout', { type: 'took-too-long', host });
    case 429:
      return isUsedUp(detail)
        ? final('rate-limit', { type: 'quota-used-up', host })
        : again('rate-limit', { type: 'too-many-requests', host });
    default:
      if (THE_MODEL_FAILED.test(detail)) {
        return again('bad-response', { type: 'call-unreadable', model: modelId, host });
      }
      return status >= 500
        ? again('bad-response', { type: 'server-error', host, status })
        : final('bad-response', { type: 'request-refused', host, status });
  }
}

/** Whether the server does not have the model, or no longer (quirk: model-gone). */
function saysModelGone(status: number, detail: string): boolean {
  if (status === 404 || status === 405) return /model|deployment/i.test(detail) || MODEL_GONE.test(detail);
  return [400, 410, 422, 500].includes(status) && MODEL_GONE.test(detail);
}

const MODEL_GONE = new RegExp(
  [
    // A name may stand between: The model `m` does not exist. Model Not Exist. model 'm' not found
    /\bmodels?:?( (with identifier )?['"`]?[^\s'"`]+['"`]?)? (does not exist|doesn't exist|not exist|(was |is |could )?not (be )?found|is no longer (available|supported)|(has been|was|is) (decommissioned|deprecated|retired|removed|shut down))/,
    /\b(invalid|unknown) model( identifier| name| id)?\b/,
    /\bnot a valid model\b/,
    /\bno endpoints found for\b/,
    /\bnot found the model\b/,
    /模型不存在/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

const KEY_REFUSED = /\bAPI[ _]key\b.{0,20}(not valid|invalid|expired)|API_KEY_INVALID/i;
const OTHER_INTERFACE = /only supported in v1\/chat\/completions|not .{0,30}(v1\/responses|responses API)/i;
const NO_CREDIT = /credit balance is too low/i;

/** A quota that is used up, not a rate limit; Groq and Gemini use the same words with a time for a limit per minute. */
function isUsedUp(detail: string): boolean {
  return /quota|billing|credit|balance/i.test(detail) && !/(try again|retry) in \d/i.test(detail);
}

function contextLength(modelId: string): Classification {
  return final('context-length', { type: 'conversation-too-long', model: modelId });
}

function originRefused(host: string): Classification {
  return final('origin-refused', { type: 'origin-refused', host });
}

/** The failure of a request without response: no server, a broken connection, a refused redirect, or blocked by the browser. */
export function networkFailure(target: Target, error: unknown): Failure {
  const { host } = target;
  const type = target.hostKind === 'public' ? 'unreachable' : 'server-not-running';
  return { code: 'network', reason: { type, host }, detail: describe(error), retryable: true };
}

export function offlineFailure({ host }: Target): Failure {
  return again('network', { type: 'offline', host });
}

export function timeoutFailure(target: Target, seconds: number): Failure {
  const type = target.hostKind === 'public' ? 'no-answer-within' : 'still-loading';
  return again('timeout', { type, host: target.host, seconds });
}

/** The response is not an answer. `detail`: its title, or its beginning. */
export function invalidResponse(
  { host }: Target,
  reply: 'web-page' | 'ollama' | 'other',
  detail = '',
): Extract<ModelEvent, { type: 'failure' }> {
  const failure = final('bad-response', { type: 'not-a-model-server', host, reply });
  return { type: 'failure', failure: { ...failure, ...(detail === '' ? {} : { detail }) } };
}

function final(code: FailureCode, reason: FailureReason): Classification {
  return { code, reason, retryable: false };
}

function again(code: FailureCode, reason: FailureReason): Classification {
  return { code, reason, retryable: true };
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

/**
 * Whether the same request may succeed a moment later. Takes what fetch rejected with. Node names the cause; browsers say
 * only "Failed to fetch", for a server that is down as for a broken connection. A named cause decides: a reset may pass, a
 * wrong certificate or a refused redirect does not. Without a named cause, only hosted servers are asked again: a local one
 * is most likely not running.
 */
export function isTransientConnectionError(error: unknown, hostKind: HostKind): boolean {
  const words = wordsOf(error);
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE|other side closed|socket hang up/i.test(words)) return true;
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT|\bTLS|\bSSL|self.signed|redirect/i.test(words)) return false;
  return hostKind === 'public';
}

/** Names, codes and messages of an error and its causes. */
function wordsOf(error: unknown): string {
  const words: string[] = [];
  for (let each: unknown = error; each instanceof Error && words.length < 30; each = each.cause) {
    words.push(each.name, each.message, 'code' in each ? String(each.code) : '');
  }
  return words.join(' ');
}

/**
 * Whether the text of a 403 is about the Origin that browsers send with a POST. Ollama sends no text (ollama#1797, ollama#2425);
 * others mention the origin, or CORS.
 */
export function refusesOrigin(message: string): boolean {
  return message.trim() === '' || /\b(origins?|cors|cross-origin)\b/i.test(message);
}

/** The response exceeded a limit. `limit` is in characters. */
export function tooLarge(target: Target, limit: number): Extract<ModelEvent, { type: 'failure' }> {
  const reason = { type: 'reply-too-large', host: target.host, characters: limit } as const;
  return { type: 'failure', failure: final('bad-response', reason) };
}

/**
 * The wait a server requests, in milliseconds, or null: `retry-after-ms`, `retry-after` (seconds or a date, RFC 9110, 10.2.3),
 * the resets of exhausted limits, and finally its text. `now` is in milliseconds since 1970. Invalid values (negative, infinite,
 * not a number) are ignored.
 */
export function retryAfterMs(headers: Headers, text: string, now: number): number | null {
  return (
    milliseconds(headers.get('retry-after-ms')) ??
    secondsOrDate(headers.get('retry-after'), now) ??
    usedUpReset(headers) ??
    resetTime(headers.get('x-ratelimit-reset'), now) ??
    waitInWords(text)
  );
}

function milliseconds(value: string | null): number | null {
  return sensible(value === null || !/^\d+(\.\d+)?$/.test(value.trim()) ? Number.NaN : Number(value));
}

function secondsOrDate(value: string | null, now: number): number | null {
  if (value === null) return null;
  return milliseconds(value) === null ? sensible(Date.parse(value) - now) : sensible(Number(value) * 1000);
}

/** OpenAI and Groq: `x-ratelimit-remaining-tokens: 0` beside `x-ratelimit-reset-tokens: 6m0s`. */
function usedUpReset(headers: Headers): number | null {
  const waits = ['requests', 'tokens']
    .filter((kind) => headers.get(`x-ratelimit-remaining-${kind}`) === '0')
    .map((kind) => duration(headers.get(`x-ratelimit-reset-${kind}`) ?? ''))
    .filter((wait) => wait !== null);
  return waits.length === 0 ? null : Math.max(...waits);
}

/** A time in milliseconds or seconds since 1970 (OpenRouter, GitHub), or seconds from now. */
function resetTime(value: string | null, now: number): number | null {
  const number = milliseconds(value);
  if (number === null) return value === null ? null : duration(value);
  if (number > 1e12) return sensible(number - now);
  return sensible(number > 1e9 ? number * 1000 - now : number * 1000);
}

/**
 * The wait in an error's words, in milliseconds, or null: `Please try again in 1m7.5s`, `Please retry in 34.07s`,
 * `"retryDelay": "34s"`.
 */
function waitInWords(text: string): number | null {
  const match = /(?:try again|retry) in ((?:[\d.]+ ?(?:ms|[hms]))+)|retryDelay"?: ?"?([\d.]+s)/i.exec(text);
  return match ? duration(match[1] ?? match[2] ?? '') : null;
}

const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** `6m0s`, `20ms`, `2m59.56s`. */
function duration(text: string): number | null {
  const parts = [...text.matchAll(/([\d.]+) ?(ms|[hms])/g)];
  if (parts.length === 0) return null;
  return sensible(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0));
}

function sensible(wait: number): number | null {
  return Number.isFinite(wait) && wait >= 0 ? Math.ceil(wait) : null;
}

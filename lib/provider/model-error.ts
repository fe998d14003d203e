import type { Failure, FailureCode } from '../protocol/failure.ts';
import type { ModelEvent } from '../protocol/model-client.ts';
import type { HostKind } from './base-url.ts';
import { errorText } from './error-text.ts';
import { saysToolsUnsupported } from './tools-unsupported.ts';

/** Where a request went, for messages a person can act on. */
export type Target = { host: string; hostKind: HostKind; hasKey: boolean; modelId: string };

/**
 * Reads an error reply, or an error inside a reply whose status was 200: what went wrong, what the person can do about
 * it, and whether the same request may succeed without native tools.
 */
export function refusal(target: Target, status: number, body: string, headers = new Headers()): ModelEvent {
  const detail = errorText(body);
  const judgement = judge(target, status, detail, headers);
  const failure = { ...judgement, ...(detail === '' ? {} : { detail }) };
  return saysToolsUnsupported(status, detail)
    ? {
        type: 'retry',
        reason: 'tools-unsupported',
        lesson: { type: 'tools', supportsTools: false, source: 'error', evidence: detail },
        afterMs: 0,
        failure,
      }
    : { type: 'failure', failure };
}

type Judgement = { code: FailureCode; message: string; retryable: boolean };

function judge(target: Target, status: number, detail: string, headers: Headers): Judgement {
  const { host, modelId } = target;
  const isLocal = target.hostKind !== 'public';
  if (CONTEXT_TOO_LONG.test(detail)) return contextLength(modelId);
  switch (status) {
    case 401:
      return target.hasKey
        ? final('auth', `${host} refused the API key. Check the key in Settings.`)
        : final('auth', `${host} needs an API key. Add one in Settings.`);
    case 402:
      return final('rate-limit', `Your account at ${host} has no credit left. Top it up, or choose another model.`);
    case 403:
      if (isLocal && (detail === '' || /origin|cors/i.test(detail))) return originRefused(host);
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
    case 408:
    case 504:
    case 524:
      return again('timeout', `${host} took too long to answer. Try again.`);
    case 413:
      return contextLength(modelId);
    case 429:
      return /quota|billing|credit|balance/i.test(detail)
        ? final('rate-limit', `Your account at ${host} has used up its quota. Top it up, or choose another model.`)
        : again('rate-limit', `${host} is receiving too many requests. ${whenToRetry(headers)}`);
    default:
      return status >= 500
        ? again(
            'bad-response',
            `${host} had a problem (error ${status}). Try again; if it stays, look at the server's log.`,
          )
        : final('bad-response', `${host} refused the request (error ${status}). ${MAYBE_MODEL}`);
  }
}

const MAYBE_MODEL = 'What it said is below; another model may work.';

const CONTEXT_TOO_LONG =
  /context[_ ](length|size|window)|exceed_context|maximum context|too many tokens|prompt is too long|token limit/i;

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

/** Seconds or a date (RFC 9110, 10.2.3); anything else says nothing. */
function whenToRetry(headers: Headers): string {
  const value = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  if (!Number.isFinite(seconds) || seconds <= 0) return 'Wait a little and try again.';
  return seconds < 120 ? `Try again in ${seconds} seconds.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
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

export function timeoutFailure(target: Target, seconds: number): Failure {
  const more = target.hostKind === 'public' ? '' : ' A large local model may still be loading.';
  return again('timeout', `${target.host} did not answer within ${seconds} seconds.${more} Try again.`);
}

/** The reply came, but it is not an answer. `detail` says what it looks like. */
export function badReply(target: Target, detail: string): ModelEvent {
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

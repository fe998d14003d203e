import {
  type Failure,
  type FailureCode,
  type FailureReason,
  findConnectionRisk,
  type HostKind,
  isTemporary,
  type ModelEvent,
  type RetryEvent,
  serverWaitMs,
} from '../../contracts/index.ts';
import { answerLimit } from './answer-limit-refusal.ts';
import { contextOverflow, overflowInFields } from './context-overflow.ts';
import { errorFields, errorText } from './error-text.ts';
import { pdfRefusal, saysNoPictures } from './file-refusal.ts';
import { isWebPage, keyProblem, refusesPlace } from './key-refusal.ts';
import { mayBeRequest, observeRefusal, THE_MODEL_FAILED } from './observe-refusal.ts';
import { isAnswerLimit, optionalParameters } from './optional-parameters.ts';
import { saysToolsUnsupported } from './parameter-refusal.ts';
import { requestedWaitMs } from './retry-after.ts';
import { refusedState } from './state-refusal.ts';

/** Where a request went, for messages a user can act on. */
export type Target = {
  host: string;
  /**
   * The address of the user's own server, which a browser may be unable to reach (`findConnectionRisk`); '' for a known
   * service.
   */
  ownAddress?: string;
  hostKind: HostKind;
  hasKey: boolean;
  modelId: string;
  /** Whether the request used an interface other than `/chat/completions`, which the server may not support. */
  isNative?: boolean;
  /** Whether PDFs were sent with the request as files. */
  hasPdfs?: boolean;
  /** Whether pictures were sent with the request. */
  hasPictures?: boolean;
  /** The body of the request. */
  body?: object;
};

/**
 * Classifies an error reply, or an error inside a reply whose status was 200: what went wrong, what the user can do
 * about it, and whether a retry may help. A retry may help because the next request will be different (an observation,
 * less text, no native tools) or because the server is busy. `reply`: the headers of an error reply and when it
 * arrived, in milliseconds since 1970; null for an error inside a reply. `settleRetry` decides whether a retry makes
 * sense for this request.
 */
export function refusal(
  target: Target,
  status: number,
  body: string,
  reply: { headers: Headers; now: number } | null = null,
): Extract<ModelEvent, { type: 'failure' | 'retry' }> {
  const detail = errorText(body);
  const toFailure = (classification: Classification): Failure => ({
    ...classification,
    ...(detail === '' ? {} : { detail }),
  });
  const classification =
    keyFailure(target, status, detail, body) ??
    refusedBefore(target, status, body) ??
    classifyError(target, status, detail);
  const failure = toFailure(classification);
  const isFinal = [401, 402, 403].includes(status) || classification.code === 'auth';
  if (isFinal || classification.reason.type === 'no-credit') {
    return { type: 'failure', failure };
  }
  const adapted = adaptedRequest(target, status, body, detail);
  if (adapted !== null) {
    const isTooLong = adapted.reason === 'context-length';
    return {
      type: 'retry',
      ...adapted,
      afterMs: 0,
      failure: isTooLong ? toFailure(contextLength(target.modelId)) : failure,
    };
  }
  const cause = { isOverloaded: OVERLOADED.test(detail), isModelFault: THE_MODEL_FAILED.test(detail) };
  // Some servers report that they are busy with a status for an invalid request.
  const effectiveStatus = status < 500 && BUSY.test(detail) ? 429 : status;
  if (!failure.retryable || !isTemporary(effectiveStatus, cause)) return { type: 'failure', failure };
  const requestedMs = requestedWaitMs(body, reply);
  const afterMs = serverWaitMs(requestedMs, { isLoading: /\bloading\b/i.test(detail) });
  if (afterMs === null) {
    return {
      type: 'failure',
      failure: { ...failure, reason: { type: 'retry-later', host: target.host, waitMs: requestedMs ?? 0 } },
    };
  }
  return { type: 'retry', reason: 'retry', observation: null, afterMs, failure };
}

/** What the next request must do differently, based on the refusal; null if nothing in the request was refused. */
function adaptedRequest(
  target: Target,
  status: number,
  body: string,
  detail: string,
): Pick<RetryEvent, 'reason' | 'observation'> | null {
  const pdfs = target.hasPdfs === true ? pdfRefusal(status, detail) : null;
  if (pdfs) return { reason: 'pdf-refused', observation: pdfs.observation };
  if (target.hasPictures === true && saysNoPictures(status, detail)) {
    return { reason: 'retry', observation: { type: 'vision', vision: false } };
  }
  const sentParameters = target.body && optionalParameters(target.body);
  const limit = mayBeRequest(status) && (sentParameters?.some(isAnswerLimit) ?? true) ? answerLimit(detail) : null;
  if (limit !== null) {
    const rule = { change: 'answer-at-most', tokens: limit } as const;
    return { reason: 'retry', observation: { type: 'parameter-rule', rule, evidence: detail } };
  }
  const overflow =
    contextOverflow(detail) ?? overflowInFields(errorFields(body)) ?? (status === 413 ? { window: null } : null);
  if (overflow) {
    const { window } = overflow;
    return {
      reason: 'context-length',
      observation: window === null ? null : { type: 'context-window', tokens: window },
    };
  }
  const state = mayBeRequest(status) ? refusedState(`${detail} ${errorFields(body)}`, target.body) : null;
  if (state) return { reason: 'retry', observation: { type: 'refused-state', ...state, evidence: detail } };
  const observation = observeRefusal(status, detail, { sent: sentParameters, fields: errorFields(body) });
  if (observation) return { reason: 'retry', observation };
  if (!saysToolsUnsupported(status, detail)) return null;
  return {
    reason: 'tools-unsupported',
    observation: { type: 'tools', supportsTools: false, source: 'error', evidence: detail },
  };
}

/** Wordings for an overloaded server. */
const OVERLOADED =
  /overload|capacity|busy|too many (?:concurrent )?requests|temporarily|try again|try later|retry later|high (?:demand|traffic|load)|rate.?limit|limit reached|queue (?:is )?full|no available (?:workers?|instances?|servers?|channels?)|resource.?exhausted|throttl|繁忙|稍后|过载|负载/i;
/**
 * Wordings for an overloaded server with statuses that usually mean an invalid request, so they must be more specific.
 */
const BUSY =
  /\b(?:server|service|model|system|engine|backend|upstream)\b.{0,20}\b(?:overloaded|too busy|busy|at capacity)|too many (?:concurrent )?requests|rate limit (?:reached|exceeded)|queue (?:is )?full|(?:服务|系统|模型|负载).{0,6}(?:繁忙|过载|饱和)|稍后(?:再试|重试)/i;

type Classification = { code: FailureCode; reason: FailureReason; retryable: boolean };

/**
 * Gateways and some services report a problem with the key with a status other than 401 (quirk: key-refused-with-400).
 */
function keyFailure({ host, hasKey }: Target, status: number, detail: string, body: string): Classification | null {
  if (status === 401 || status === 429) return null;
  const problem = keyProblem(detail, errorFields(body));
  if (problem === null) return null;
  return final('auth', { type: problem === 'missing' && !hasKey ? 'key-needed' : 'key-refused', host });
}

/**
 * A refusal that is not about the key: a proxy or network requires a sign-in, a server in between answers 403 with a
 * web page, or the server does not serve this location. Browsers show such a 407 as a request without a response
 * (quirk: hidden-proxy-refusal).
 */
function refusedBefore({ host }: Target, status: number, body: string): Classification | null {
  if (status === 407 || status === 511) return final('network', { type: 'network-sign-in', host, status });
  if (status !== 403 || refusesOrigin(errorText(body))) return null;
  if (isWebPage(body)) return final('bad-response', { type: 'blocked-on-the-way', host, status });
  return refusesPlace(errorText(body)) ? final('bad-response', { type: 'place-refused', host }) : null;
}

function classifyError(target: Target, status: number, detail: string): Classification {
  const { host, modelId } = target;
  const isLocal = target.hostKind !== 'public';
  if (status !== 429 && NO_CREDIT.test(detail)) return final('rate-limit', { type: 'no-credit', host });
  // OpenAI has models that only its chat interface supports (quirk: chat-only-model).
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
      return target.hasKey
        ? final('auth', { type: 'key-lacks-model', host, model: modelId })
        : final('bad-response', { type: 'request-refused', host, status });
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
      if (status < 500 && BUSY.test(detail)) return again('rate-limit', { type: 'too-many-requests', host });
      return status >= 500
        ? again('bad-response', { type: 'server-error', host, status })
        : final('bad-response', { type: 'request-refused', host, status });
  }
}

/** Whether the server does not have the model, or no longer has it (quirk: model-gone). */
function saysModelGone(status: number, detail: string): boolean {
  if (status === 404 || status === 405) return /model|deployment/i.test(detail) || MODEL_GONE.test(detail);
  return [400, 410, 422, 500].includes(status) && MODEL_GONE.test(detail);
}

const MODEL_GONE = new RegExp(
  [
    // A name may be in between: The model `m` does not exist. Model Not Exist. model 'm' not found
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

const OTHER_INTERFACE = /only supported in v1\/chat\/completions|not .{0,30}(v1\/responses|responses API)/i;
/** The account, not the conversation, has reached a limit (quirk: quota-with-403). */
const NO_CREDIT =
  /credit balance is too low|insufficient[ _-]?(?:\w+?[ _])?(?:balance|credits?|funds|quota)|(?:balance|credits?|funds) (?:is |are |has been )?(?:insufficient|not enough|exhausted|depleted|used up|too low)|not enough (?:credits?|balance|funds)|(?:daily|weekly|monthly|annual|free[ -]tier) (?:\w+ )?(?:limit|allowance) (?:has been |is |was )?(?:reached|exceeded|exhausted|used up)|(?:out of|no(?: more| remaining)?) (?:credits|balance|funds)|quota (?:is |has been )?(?:not enough|insufficient|exhausted|used up|exceeded)|spend(?:ing)? limit|\b(?:key|total|usage|credit) limit (?:has been |is |was )?(?:exceeded|reached)|exceeded your (?:current|monthly) (?:quota|budget|spend)|(?:requires?|needs?) more credits|payment required|billing hard limit|account is (?:in arrears|overdue)|overdue.?payment|arrearage|余额不足|欠费|额度(?:不足|已用尽|失败)|剩余额度/i;

/**
 * Whether a quota is exhausted, as opposed to a rate limit. Groq and Gemini use the same words, with a time, for a
 * limit per minute.
 */
function isUsedUp(detail: string): boolean {
  return (
    (/quota|billing|credit|balance/i.test(detail) || NO_CREDIT.test(detail)) && !/(try again|retry) in \d/i.test(detail)
  );
}

function contextLength(modelId: string): Classification {
  return final('context-length', { type: 'conversation-too-long', model: modelId });
}

function originRefused(host: string): Classification {
  return final('origin-refused', { type: 'origin-refused', host });
}

/**
 * The failure of a request without a response: there is no server, the connection broke, a redirect was refused, or the
 * browser blocked it.
 */
export function networkFailure(target: Target, error: unknown): Failure {
  const { host, ownAddress = '' } = target;
  const type = findConnectionRisk(ownAddress) ?? (target.hostKind === 'public' ? 'unreachable' : 'server-not-running');
  return { code: 'network', reason: { type, host }, detail: describe(error), retryable: true };
}

export function offlineFailure({ host }: Target): Failure {
  return again('network', { type: 'offline', host });
}

export function timeoutFailure(target: Target, seconds: number): Failure {
  const type = target.hostKind === 'public' ? 'no-answer-within' : 'still-loading';
  return again('timeout', { type, host: target.host, seconds });
}

/**
 * The failure of a response that claims to be compressed but could not be decompressed, before any of it was read
 * (quirk: not-compressed). `encoding`: its `content-encoding`.
 */
export function notDecompressed({ host }: Target, encoding: string): Failure {
  return { ...again('bad-response', { type: 'not-decompressed', host }), detail: `content-encoding: ${encoding}` };
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
 * Whether the same request may succeed a moment later. Takes the error with which fetch rejected. Node names the cause.
 * Browsers only say "Failed to fetch", both for a server that is down and for a broken connection. If the cause is
 * named, it decides: a reset may pass, a wrong certificate or a refused redirect does not. Otherwise only hosted
 * servers are retried, since a local one is most likely not running.
 */
export function isTransientConnectionError(error: unknown, hostKind: HostKind): boolean {
  const words = describeErrorChain(error);
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE|other side closed|socket hang up/i.test(words)) return true;
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT|\bTLS|\bSSL|self.signed|redirect/i.test(words)) return false;
  return hostKind === 'public';
}

/** Names, codes and messages of an error and its causes. */
function describeErrorChain(error: unknown): string {
  const words: string[] = [];
  for (let each: unknown = error; each instanceof Error && words.length < 30; each = each.cause) {
    words.push(each.name, each.message, 'code' in each ? String(each.code) : '');
  }
  return words.join(' ');
}

/**
 * Whether the text of a 403 is about the Origin that browsers send with a POST. Ollama sends no text (ollama#1797,
 * ollama#2425); others mention the origin, or CORS.
 */
export function refusesOrigin(message: string): boolean {
  return message.trim() === '' || /\b(origins?|cors|cross-origin)\b/i.test(message);
}

/** The response exceeded a limit. `limit` is in characters. */
export function tooLarge(target: Target, limit: number): Extract<ModelEvent, { type: 'failure' }> {
  const reason = { type: 'reply-too-large', host: target.host, characters: limit } as const;
  return { type: 'failure', failure: final('bad-response', reason) };
}

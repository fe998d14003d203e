import type { CapabilityObservation, RequestQuirk } from './capability.ts';
import type { ResetReason } from './event.ts';
import type { ToolMode } from './model.ts';
import type { ModelEvent } from './model-client.ts';

/**
 * The one retry policy: what was refused, what the next request does, how often, and how long it waits. `lib/model-api`
 * recognises a refusal and gives a `retry` event; `lib/agent` counts the requests of a step in the log. Both only apply this.
 */
export const RETRY_LIMITS = {
  /** Requests of one step, refused and cut ones among them. */
  requestsPerStep: 3,
  /** Replies of one run that were cut off, by the connection or with the worker, and are asked for again. */
  interruptionsPerRun: 2,
  /** A server that asks for more time is not waited for; the user reads when to come back. */
  waitMs: 60_000,
} as const;

export type RetryEvent = Extract<ModelEvent, { type: 'retry' }>;

/** What was refused. */
export type RetryCause =
  /** A parameter, role, id or schema in the request. */
  | 'request-quirk'
  /** Streaming an answer that may call tools. */
  | 'streams-tools'
  | 'tools-unsupported'
  | 'context-length'
  /** Nothing of the request: the server is busy, restarting, silent, or the connection broke. */
  | 'temporary';

export type RetryRule = {
  /** What the next request does. One that did so already was refused for something else, and is not sent again. */
  next: 'adapt-request' | 'do-not-stream' | 'tools-as-tags' | 'shorten-conversation' | 'same-request';
  /** Times in one step, within `requestsPerStep`. */
  perStep: number;
  /** `backoff`: as long as the server asks, and at least `backoffMs`. */
  wait: 'none' | 'backoff';
  /** Also outside a run: a connection test or a probe reports every other refusal as its result. */
  outsideRun: boolean;
};

export const RETRY_RULES: Record<RetryCause, RetryRule> = {
  'request-quirk': { next: 'adapt-request', perStep: RETRY_LIMITS.requestsPerStep, wait: 'none', outsideRun: true },
  'streams-tools': { next: 'do-not-stream', perStep: 1, wait: 'none', outsideRun: true },
  'tools-unsupported': { next: 'tools-as-tags', perStep: 1, wait: 'none', outsideRun: false },
  'context-length': { next: 'shorten-conversation', perStep: 1, wait: 'none', outsideRun: false },
  temporary: { next: 'same-request', perStep: RETRY_LIMITS.requestsPerStep, wait: 'backoff', outsideRun: false },
};

/** Statuses after which the same request may succeed. 524 and a plain 500 do not pass within a minute. */
const TEMPORARY_STATUSES: readonly number[] = [408, 409, 429, 502, 503, 504, 529];

/** A server that says it is loading the model takes at least this long. */
const LOADING_WAIT_MS = 10_000;

/** The first pause in milliseconds, and how many times as long the next one is. */
const BACKOFF = { firstMs: 1000, factor: 4, jitter: 0.25 };

/**
 * Whether the same request may succeed a moment later. `isOverloaded`: a server error's words say so. `isModelFault`: the
 * model wrote a call that its server could not read, which it may do better.
 */
export function isTemporary(status: number, words: { isOverloaded: boolean; isModelFault: boolean }): boolean {
  return TEMPORARY_STATUSES.includes(status) || words.isModelFault || (status >= 500 && words.isOverloaded);
}

/**
 * The wait a server asks for, in milliseconds, or null where it is too long to wait. `askedMs`: what its headers or words say,
 * or null. `backoffMs` is applied later, where the number of the attempt is known.
 */
export function serverWaitMs(askedMs: number | null, { isLoading }: { isLoading: boolean }): number | null {
  if (askedMs === null) return isLoading ? LOADING_WAIT_MS : 0;
  return askedMs > RETRY_LIMITS.waitMs ? null : askedMs;
}

/** The pause before the next request: one second, then four, a quarter more or less as `random` (0 to 1) says. */
export function backoffMs(attempt: number, random: number): number {
  const spread = 1 - BACKOFF.jitter + 2 * BACKOFF.jitter * random;
  return Math.round(BACKOFF.firstMs * BACKOFF.factor ** attempt * spread);
}

export function retryCause({ reason, lesson }: Pick<RetryEvent, 'reason' | 'lesson'>): RetryCause {
  if (reason !== 'retry') return reason;
  const type = lesson?.type;
  return type === 'request-quirk' || type === 'streams-tools' ? type : 'temporary';
}

/** How the request that was refused was sent. `attempt`: requests of the step before it. `random`: 0 to 1. */
export type SentRequest = {
  known: { quirks: ReadonlySet<RequestQuirk>; streamsTools: boolean | null };
  toolMode: ToolMode;
  attempt: number;
  random: number;
};

/** Whether the request did already what the next one would do. */
export function wasApplied(retry: RetryEvent, { known, toolMode }: SentRequest): boolean {
  const { next } = RETRY_RULES[retryCause(retry)];
  switch (next) {
    case 'adapt-request':
      return isKnownQuirk(retry.lesson, known.quirks);
    case 'do-not-stream':
      return toolMode !== 'native' || known.streamsTools === false;
    case 'tools-as-tags':
      return toolMode !== 'native';
    case 'shorten-conversation':
    case 'same-request':
      return false;
    default:
      return next satisfies never;
  }
}

function isKnownQuirk(observation: CapabilityObservation | null, quirks: ReadonlySet<RequestQuirk>): boolean {
  return observation?.type === 'request-quirk' && quirks.has(observation.quirk);
}

/** How long to wait before the request is sent again, in milliseconds. */
export function retryWaitMs(retry: RetryEvent, { attempt, random }: SentRequest): number {
  const { wait } = RETRY_RULES[retryCause(retry)];
  return wait === 'none' ? retry.afterMs : Math.max(retry.afterMs, backoffMs(attempt, random));
}

/**
 * Whether the step may send one more request. `resets` are the resets of the step in the log: each stands for a request that
 * was refused or cut, and one more is running. A request of a stopped worker counts although it may not have been sent.
 */
export function hasRequestLeft(resets: readonly ResetReason[]): boolean {
  return resets.length + 1 < RETRY_LIMITS.requestsPerStep;
}

/** Whether a reply that was cut off is asked for again. Both are resets in the log: of the step, and of its whole run. */
export function mayRepeatInterrupted(ofStep: readonly ResetReason[], ofRun: readonly ResetReason[]): boolean {
  const interruptions = ofRun.filter((reason) => reason === 'interrupted');
  return interruptions.length < RETRY_LIMITS.interruptionsPerRun && hasRequestLeft(ofStep);
}

/** Whether the step is asked for again after this refusal. `mayFallBack`: the user has not fixed how tools are offered. */
export function mayRetry(
  event: RetryEvent,
  resets: readonly ResetReason[],
  { toolMode, mayFallBack }: { toolMode: ToolMode; mayFallBack: boolean },
): boolean {
  const cause = retryCause(event);
  if (event.afterMs > RETRY_LIMITS.waitMs) return false;
  if (cause === 'tools-unsupported' && !(toolMode === 'native' && mayFallBack)) return false;
  // The log keeps the reason of a reset, which is the cause only where it is no plain `retry`.
  const before = event.reason === 'retry' ? 0 : resets.filter((reason) => reason === event.reason).length;
  return before < RETRY_RULES[cause].perStep && hasRequestLeft(resets);
}

/** Whether a connection test or a probe, which has sent `attempt` requests before, sends one more. */
export function mayRetryOutsideRun(event: RetryEvent, attempt: number): boolean {
  return RETRY_RULES[retryCause(event)].outsideRun && attempt + 1 < RETRY_LIMITS.requestsPerStep;
}

/** Requests of a step that were refused before they said anything: the number of the next attempt. */
export function refusalsOf(resets: readonly ResetReason[]): number {
  return resets.filter((reason) => reason !== 'interrupted').length;
}

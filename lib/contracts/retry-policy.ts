import type { CapabilityObservation, ParameterRule, RequestQuirk } from './capability.ts';
import type { ResetReason } from './event.ts';
import type { ToolMode } from './model.ts';
import type { ModelEvent } from './model-client.ts';

/**
 * The retry policy: what was refused, what the next request does, how many times, and how long it waits.
 * `lib/model-api` detects a refusal and yields a `retry` event. `lib/agent` counts the requests of a step in the log.
 * Both only apply this policy.
 */
export const RETRY_LIMITS = {
  /** Requests of one step, including refused and interrupted ones. */
  requestsPerStep: 3,
  /**
   * Steps of one run that are requested again because the worker was stopped during them. A response that the
   * connection cut off ends the run as `interrupted`.
   */
  interruptionsPerRun: 2,
  /** The longest wait to accept from a server. If it asks for more, the user is told when to try again. */
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
  /** PDFs sent as files: by the server in general, or one of these files. */
  | 'pdf-refused'
  /** Nothing in the request: the server is busy, restarting or silent, or the connection broke. */
  | 'temporary';

export type RetryRule = {
  /**
   * What the next request does. If the refused request already did so, it was refused for another reason and is not
   * sent again.
   */
  next: 'adapt-request' | 'do-not-stream' | 'tools-as-tags' | 'shorten-conversation' | 'pdfs-as-text' | 'same-request';
  /** The maximum per step, within `requestsPerStep`. */
  perStep: number;
  /** `backoff`: as long as the server requests, and at least `backoffMs`. */
  wait: 'none' | 'backoff';
  /** Whether it also applies outside a run. A connection test or a probe reports every other refusal as its result. */
  outsideRun: boolean;
};

export const RETRY_RULES: Record<RetryCause, RetryRule> = {
  'request-quirk': { next: 'adapt-request', perStep: RETRY_LIMITS.requestsPerStep, wait: 'none', outsideRun: true },
  'streams-tools': { next: 'do-not-stream', perStep: 1, wait: 'none', outsideRun: true },
  'tools-unsupported': { next: 'tools-as-tags', perStep: 1, wait: 'none', outsideRun: false },
  'context-length': { next: 'shorten-conversation', perStep: 1, wait: 'none', outsideRun: false },
  'pdf-refused': { next: 'pdfs-as-text', perStep: 1, wait: 'none', outsideRun: false },
  temporary: { next: 'same-request', perStep: RETRY_LIMITS.requestsPerStep, wait: 'backoff', outsideRun: false },
};

/**
 * Statuses after which the same request may succeed. 524 and a plain 500 are not included, because they last longer
 * than a minute.
 */
const TEMPORARY_STATUSES: readonly number[] = [408, 409, 429, 502, 503, 504, 529];

/** The minimum wait for a server that is loading the model. */
const LOADING_WAIT_MS = 10_000;

/** The first pause in milliseconds, and the factor for each further one. */
const BACKOFF = { firstMs: 1000, factor: 4, jitter: 0.25 };

/**
 * Whether the same request may succeed soon. `isOverloaded`: the text of a server error says so. `isModelFault`: the
 * model wrote a call that its server could not parse, which may succeed next time.
 */
export function isTemporary(status: number, words: { isOverloaded: boolean; isModelFault: boolean }): boolean {
  return TEMPORARY_STATUSES.includes(status) || words.isModelFault || (status >= 500 && words.isOverloaded);
}

/**
 * Returns the wait that a server requests, in milliseconds, or null if it is too long. `askedMs` is the wait in its
 * headers or text, or null. `backoffMs` is applied later, when the number of the attempt is known.
 */
export function serverWaitMs(askedMs: number | null, { isLoading }: { isLoading: boolean }): number | null {
  if (askedMs === null) return isLoading ? LOADING_WAIT_MS : 0;
  return askedMs > RETRY_LIMITS.waitMs ? null : askedMs;
}

/**
 * Returns the pause before the next request: one second, then four, with a jitter of a quarter determined by `random`
 * (0 to 1).
 */
export function backoffMs(attempt: number, random: number): number {
  const spread = 1 - BACKOFF.jitter + 2 * BACKOFF.jitter * random;
  return Math.round(BACKOFF.firstMs * BACKOFF.factor ** attempt * spread);
}

export function retryCause({ reason, observation }: Pick<RetryEvent, 'reason' | 'observation'>): RetryCause {
  if (reason !== 'retry') return reason;
  const type = observation?.type;
  if (type === 'parameter-rule' || type === 'refused-state' || type === 'vision') return 'request-quirk';
  return type === 'request-quirk' || type === 'streams-tools' ? type : 'temporary';
}

/** How the refused request was sent. `attempt`: earlier requests of the step. `random`: 0 to 1. */
export type SentRequest = {
  known: { quirks: ReadonlySet<RequestQuirk>; streamsTools: boolean | null; rules?: readonly ParameterRule[] };
  toolMode: ToolMode;
  attempt: number;
  random: number;
};

/** Whether the request already did what the next one would do. */
export function wasApplied(retry: RetryEvent, { known, toolMode }: SentRequest): boolean {
  const { next } = RETRY_RULES[retryCause(retry)];
  switch (next) {
    case 'adapt-request':
      return isKnown(retry.observation, known);
    case 'do-not-stream':
      return toolMode !== 'native' || known.streamsTools === false;
    case 'tools-as-tags':
      return toolMode !== 'native';
    case 'shorten-conversation':
    case 'pdfs-as-text':
    case 'same-request':
      return false;
    default:
      return next satisfies never;
  }
}

function isKnown(observation: CapabilityObservation | null, { quirks, rules = [] }: SentRequest['known']): boolean {
  if (observation?.type === 'request-quirk') return quirks.has(observation.quirk);
  return observation?.type === 'parameter-rule' && rules.some((each) => isSameRule(each, observation.rule));
}

/**
 * Returns the next step if the request already did what its refusal asks for, where there is one. After the plainest
 * schemas, tools are sent as tags. After a listed effort, none is requested. Otherwise it returns the same retry.
 */
export function escalateRetry(retry: RetryEvent, sentRequest: SentRequest): RetryEvent {
  const { observation } = retry;
  if (observation === null || !isKnown(observation, sentRequest.known)) return retry;
  const evidence = 'evidence' in observation && typeof observation.evidence === 'string' ? observation.evidence : '';
  if (observation.type === 'parameter-rule' && observation.rule.change === 'one-of') {
    return { ...retry, observation: { ...observation, rule: { change: 'one-of', efforts: [] } } };
  }
  const isAboutTools =
    (observation.type === 'request-quirk' && observation.quirk === 'plain-schemas') ||
    (observation.type === 'parameter-rule' && observation.rule.change === 'no-effort-with-tools');
  if (!isAboutTools) return retry;
  const noTools = { type: 'tools', supportsTools: false, source: 'error', evidence } as const;
  return { ...retry, reason: 'tools-unsupported', observation: noTools };
}

/** Whether two rules are the same. A lower limit is a different rule. */
export function isSameRule(a: ParameterRule, b: ParameterRule): boolean {
  if (a.change === 'leave-out' && b.change === 'leave-out')
    return b.parameters.every((each) => a.parameters.includes(each));
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns how long to wait before the request is sent again, in milliseconds. */
export function retryWaitMs(retry: RetryEvent, { attempt, random }: SentRequest): number {
  const { wait } = RETRY_RULES[retryCause(retry)];
  return wait === 'none' ? retry.afterMs : Math.max(retry.afterMs, backoffMs(attempt, random));
}

/**
 * Whether the step may send one more request. `resets` are the resets of the step in the log. Each is a request that
 * was refused or interrupted, and one more is running. A request of a stopped worker counts although it may not have
 * been sent.
 */
export function hasRequestLeft(resets: readonly ResetReason[]): boolean {
  return resets.length + 1 < RETRY_LIMITS.requestsPerStep;
}

/**
 * Whether a step during which the worker was stopped is requested again. Takes the resets of the step and those of its
 * whole run.
 */
export function mayRepeatInterrupted(ofStep: readonly ResetReason[], ofRun: readonly ResetReason[]): boolean {
  const interruptions = ofRun.filter((reason) => reason === 'interrupted');
  return interruptions.length < RETRY_LIMITS.interruptionsPerRun && hasRequestLeft(ofStep);
}

/**
 * Whether the step is requested again after this refusal. `mayFallBack`: the user has not fixed how tools are offered.
 */
export function mayRetry(
  event: Pick<RetryEvent, 'reason' | 'observation' | 'afterMs'>,
  resets: readonly ResetReason[],
  { toolMode, mayFallBack }: { toolMode: ToolMode; mayFallBack: boolean },
): boolean {
  const cause = retryCause(event);
  if (event.afterMs > RETRY_LIMITS.waitMs) return false;
  if (cause === 'tools-unsupported' && !(toolMode === 'native' && mayFallBack)) return false;
  // The log keeps the reason of a reset, which identifies the cause unless it is a plain `retry`.
  const before = event.reason === 'retry' ? 0 : resets.filter((reason) => reason === event.reason).length;
  return before < RETRY_RULES[cause].perStep && hasRequestLeft(resets);
}

/** Whether a connection test or a probe that has already sent `attempt` requests sends one more. */
export function mayRetryOutsideRun(event: RetryEvent, attempt: number): boolean {
  // These change the conversation, for which the caller is responsible outside a run.
  if (event.observation?.type === 'vision' || event.observation?.type === 'refused-state') return false;
  return RETRY_RULES[retryCause(event)].outsideRun && attempt + 1 < RETRY_LIMITS.requestsPerStep;
}

/**
 * Returns the number of requests of a step that were refused before any output, which is the number of the next
 * attempt.
 */
export function countRefusals(resets: readonly ResetReason[]): number {
  return resets.filter((reason) => reason !== 'interrupted').length;
}

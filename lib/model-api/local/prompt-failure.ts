import type { BuiltInState, Failure, FailureReason, ModelEvent } from '../../contracts/index.ts';

/** Why the browser's model is not available now, and what to do about it. */
export function stateFailure(state: BuiltInState): Failure {
  switch (state) {
    case 'absent':
      return fail('built-in-absent');
    case 'unavailable':
      return fail('built-in-unavailable');
    case 'downloadable':
      return fail('built-in-to-download');
    case 'downloading':
      return { ...fail('built-in-downloading'), retryable: true };
    case 'available':
      return fail('built-in-not-started');
    default:
      return state satisfies never;
  }
}

/**
 * Maps an error of the Prompt API to an event. Takes the error, by the names in the specification, and whether anything of the
 * answer was shown.
 */
export function promptFailure(error: unknown, hasSpoken: boolean): ModelEvent {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
  const detail = `${name}: ${message}`;
  switch (name) {
    case 'QuotaExceededError': {
      const failure: Failure = {
        code: 'context-length',
        reason: { type: 'built-in-too-long' },
        detail,
        retryable: false,
      };
      const window =
        (error as { contextWindow?: number; quota?: number }).contextWindow ?? (error as { quota?: number }).quota;
      const observation = typeof window === 'number' ? ({ type: 'context-window', tokens: window } as const) : null;
      return hasSpoken
        ? { type: 'failure', failure }
        : { type: 'retry', reason: 'context-length', observation: observation, afterMs: 0, failure };
    }
    case 'NotAllowedError':
      return { type: 'failure', failure: { ...stateFailure('downloadable'), detail } };
    case 'NotReadableError':
      return {
        type: 'failure',
        failure: { ...fail('built-in-held-back'), detail },
      };
    case 'NotSupportedError':
      return {
        type: 'failure',
        failure: { ...fail('built-in-not-taken'), detail },
      };
    case 'TimeoutError': {
      const failure: Failure = {
        code: 'timeout',
        reason: { type: 'built-in-silent' },
        detail,
        retryable: true,
      };
      return hasSpoken ? { type: 'interrupted', detail } : { type: 'failure', failure };
    }
    default:
      return hasSpoken
        ? { type: 'interrupted', detail }
        : { type: 'failure', failure: { ...fail('built-in-failed'), detail, retryable: true } };
  }
}

/** Reasons without parameters. */
type BuiltInReason = Extract<FailureReason['type'], `built-in-${string}`>;

function fail(type: BuiltInReason): Failure {
  return { code: 'bad-response', reason: { type }, retryable: false };
}

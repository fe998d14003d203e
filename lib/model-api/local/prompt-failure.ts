import type { BuiltInState, Failure, ModelEvent } from '../../contracts/index.ts';
import { t } from '../../i18n/index.ts';

/** Why the browser's model is not available now, and what to do about it. */
export function stateFailure(state: BuiltInState): Failure {
  switch (state) {
    case 'absent':
      return fail(t('builtInAbsent'));
    case 'unavailable':
      return fail(t('builtInUnavailable'));
    case 'downloadable':
      return fail(t('builtInToDownload'));
    case 'downloading':
      return { ...fail(t('builtInDownloading')), retryable: true };
    case 'available':
      return fail(t('builtInDidNotStart'));
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
        message: t('builtInTooLong'),
        detail,
        retryable: false,
      };
      const window =
        (error as { contextWindow?: number; quota?: number }).contextWindow ?? (error as { quota?: number }).quota;
      const observation = typeof window === 'number' ? ({ type: 'context-window', tokens: window } as const) : null;
      return hasSpoken
        ? { type: 'failure', failure }
        : { type: 'retry', reason: 'context-length', lesson: observation, afterMs: 0, failure };
    }
    case 'NotAllowedError':
      return { type: 'failure', failure: { ...stateFailure('downloadable'), detail } };
    case 'NotReadableError':
      return {
        type: 'failure',
        failure: { ...fail(t('builtInHeldBack')), detail },
      };
    case 'NotSupportedError':
      return {
        type: 'failure',
        failure: { ...fail(t('builtInNotTaken')), detail },
      };
    case 'TimeoutError': {
      const failure: Failure = {
        code: 'timeout',
        message: t('builtInSilent'),
        detail,
        retryable: true,
      };
      return hasSpoken ? { type: 'interrupted', detail: failure.message } : { type: 'failure', failure };
    }
    default:
      return hasSpoken
        ? { type: 'interrupted', detail: t('builtInStopped', { detail }) }
        : { type: 'failure', failure: { ...fail(t('builtInModelFailed')), detail, retryable: true } };
  }
}

function fail(message: string): Failure {
  return { code: 'bad-response', message, retryable: false };
}

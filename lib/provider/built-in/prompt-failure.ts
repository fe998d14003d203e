import type { BuiltInState } from '../../protocol/built-in-model.ts';
import type { Failure } from '../../protocol/failure.ts';
import type { ModelEvent } from '../../protocol/model-client.ts';

/** Why the browser's model cannot be asked now, and what to do about it. */
export function stateFailure(state: BuiltInState): Failure {
  switch (state) {
    case 'absent':
      return fail(
        'This browser has no model of its own. Choose another model; Chrome and Edge on a computer may have one.',
      );
    case 'unavailable':
      return fail(
        'The browser’s model cannot run on this machine: it needs 22 GB of free disk, and a graphics card with over 4 GB or 16 GB of memory. Choose another model.',
      );
    case 'downloadable':
      return fail('The browser’s model has to be downloaded first. Open Settings and press Download.');
    case 'downloading':
      return { ...fail('The browser’s model is still being downloaded. Try again when it is there.'), retryable: true };
    case 'available':
      return fail('The browser’s model did not start. Try again.');
    default:
      return state satisfies never;
  }
}

/**
 * What an error of the Prompt API means here. Takes what it rejected with, by the names its specification gives, and
 * whether anything of the answer was shown.
 */
export function promptFailure(error: unknown, hasSpoken: boolean): ModelEvent {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
  const detail = `${name}: ${message}`;
  switch (name) {
    case 'QuotaExceededError': {
      const failure: Failure = {
        code: 'context-length',
        message: 'The conversation is too long for the browser’s model. Start a new chat, or choose another model.',
        detail,
        retryable: false,
      };
      const window =
        (error as { contextWindow?: number; quota?: number }).contextWindow ?? (error as { quota?: number }).quota;
      const lesson = typeof window === 'number' ? ({ type: 'context-window', tokens: window } as const) : null;
      return hasSpoken
        ? { type: 'failure', failure }
        : { type: 'retry', reason: 'context-length', lesson, afterMs: 0, failure };
    }
    case 'NotAllowedError':
      return { type: 'failure', failure: { ...stateFailure('downloadable'), detail } };
    case 'NotReadableError':
      return {
        type: 'failure',
        failure: { ...fail('The browser held its model’s answer back. Ask in other words.'), detail },
      };
    case 'NotSupportedError':
      return {
        type: 'failure',
        failure: { ...fail('The browser’s model does not take this question. Choose another model.'), detail },
      };
    case 'TimeoutError': {
      const failure: Failure = {
        code: 'timeout',
        message: 'The browser’s model fell silent. Try again.',
        detail,
        retryable: true,
      };
      return hasSpoken ? { type: 'interrupted', detail: failure.message } : { type: 'failure', failure };
    }
    default:
      return hasSpoken
        ? { type: 'interrupted', detail: `The browser’s model stopped (${detail}).` }
        : { type: 'failure', failure: { ...fail('The browser’s model failed. Try again.'), detail, retryable: true } };
  }
}

function fail(message: string): Failure {
  return { code: 'bad-response', message, retryable: false };
}

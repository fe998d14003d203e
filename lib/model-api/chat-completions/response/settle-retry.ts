import {
  type ModelEvent,
  type RetryEvent,
  retryWaitMs,
  type SentRequest,
  wasApplied,
} from '../../../contracts/index.ts';

/**
 * Passes a retry on only if it can help: before anything was shown, and if the next request would differ from this one as the
 * policy requires. Otherwise it becomes the failure in it.
 */
export function settleRetry(retry: RetryEvent, request: SentRequest, hasSpoken: boolean): ModelEvent {
  if (hasSpoken || wasApplied(retry, request)) return { type: 'failure', failure: retry.failure };
  return { ...retry, afterMs: retryWaitMs(retry, request) };
}

/** Whether this event shows anything to the user. */
export function hasVisibleOutput(event: ModelEvent): boolean {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-available':
    case 'tool-input-error':
    case 'tool-input-retract':
    case 'reply-discard':
    case 'text-to-reasoning':
      return true;
    case 'step-notice':
    case 'step-end':
    case 'failure':
    case 'interrupted':
    case 'observation':
    case 'retry':
      return false;
    default:
      return event satisfies never;
  }
}

import type { ModelEvent, ToolMode } from '../../../contracts/index.ts';
import { backoffMs } from '../../errors/retry-after.ts';
import type { RequestCapability } from '../request/request-body.ts';

/** The request of a response. `random`: 0 to 1. */
export type SentRequest = { known: RequestCapability; toolMode: ToolMode; attempt: number; random: number };

type Retry = Extract<ModelEvent, { type: 'retry' }>;

/**
 * Passes a retry on only if it can help: before anything was shown, and with an observation that this request did not take into
 * account yet. Otherwise it becomes the failure in it. A retry of the unchanged request waits at least as long as the backoff for
 * its attempt.
 */
export function settleRetry(retry: Retry, request: SentRequest, hasSpoken: boolean): ModelEvent {
  const failure = { type: 'failure', failure: retry.failure } as const;
  if (hasSpoken || isAlreadyKnown(retry, request)) return failure;
  if (retry.reason !== 'retry' || retry.lesson !== null) return retry;
  return { ...retry, afterMs: Math.max(retry.afterMs, backoffMs(request.attempt, request.random)) };
}

function isAlreadyKnown({ reason, lesson: observation }: Retry, { known, toolMode }: SentRequest): boolean {
  if (reason === 'tools-unsupported') return toolMode !== 'native';
  if (observation?.type === 'request-quirk') return known.quirks.has(observation.quirk);
  if (observation?.type === 'streams-tools') return toolMode !== 'native' || known.streamsTools === false;
  return false;
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
    case 'lesson':
    case 'retry':
      return false;
    default:
      return event satisfies never;
  }
}

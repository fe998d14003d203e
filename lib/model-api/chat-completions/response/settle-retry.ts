import type { ToolMode } from '../../../contracts/model.ts';
import type { ModelEvent } from '../../../contracts/model-client.ts';
import { backoffMs } from '../../errors/retry-after.ts';
import type { KnownOfModel } from '../request/request-body.ts';

/** The request an answer belongs to. `random`: 0 to 1. */
export type AskedRequest = { known: KnownOfModel; toolMode: ToolMode; attempt: number; random: number };

type Retry = Extract<ModelEvent, { type: 'retry' }>;

/**
 * Lets a retry through only where it can help: before anything has been shown, and with a lesson this request did not
 * already follow. Anything else is the failure it carries. A retry that changes nothing waits, at least as long as the
 * backoff for its attempt.
 */
export function settleRetry(retry: Retry, request: AskedRequest, hasSpoken: boolean): ModelEvent {
  const failure = { type: 'failure', failure: retry.failure } as const;
  if (hasSpoken || teachesNothing(retry, request)) return failure;
  if (retry.reason !== 'retry' || retry.lesson !== null) return retry;
  return { ...retry, afterMs: Math.max(retry.afterMs, backoffMs(request.attempt, request.random)) };
}

function teachesNothing({ reason, lesson }: Retry, { known, toolMode }: AskedRequest): boolean {
  if (reason === 'tools-unsupported') return toolMode !== 'native';
  if (lesson?.type === 'request-quirk') return known.quirks.has(lesson.quirk);
  if (lesson?.type === 'streams-tools') return toolMode !== 'native' || known.streamsTools === false;
  return false;
}

/** Has the person seen anything after this event? */
export function speaks(event: ModelEvent): boolean {
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

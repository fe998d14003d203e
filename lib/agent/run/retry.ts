import type { FailureCode, RetryEvent, StepNotice } from '../../contracts/index.ts';
import { t } from '../../i18n/index.ts';

<<<<<<< HEAD
export type RetryEvent = Extract<ModelEvent, { type: 'retry' }>;

/** Maximum requests of a step. */
const MAX_REQUESTS = 3;
/** Maximum wait that a server may request, in milliseconds; longer ones are not waited for (reliability R7). */
const MAX_WAIT_MS = 60_000;

/**
 * Whether the step may send one more request. `resets` are the resets of the step in the log: each is a request that was refused
 * or cut off, and one more is running. A request of a stopped worker counts although it may not have been sent.
 */
export function hasRequestLeft(resets: readonly ResetReason[]): boolean {
  return resets.length + 1 < MAX_REQUESTS;
}

/**
 * Whether the step may be requested again after this refusal. A conversation is shortened once per step; tools are only given up
 * if allowed.
 */
export function mayRetry(
  event: RetryEvent,
  resets: readonly ResetReason[],
  { toolMode, mayFallBack }: { toolMode: ToolMode; mayFallBack: boolean },
): boolean {
  if (event.afterMs > MAX_WAIT_MS) return false;
  if (event.reason === 'tools-unsupported' && !(toolMode === 'native' && mayFallBack)) return false;
  if (event.reason === 'context-length' && resets.includes('context-length')) return false;
  return hasRequestLeft(resets);
}

/** Number of requests of a step that were refused before any output. */
export function refusalsOf(resets: readonly ResetReason[]): number {
  return resets.filter((reason) => reason !== 'interrupted').length;
}

/** The notice shown while all connections to the server are in use. */
=======
/** What the user reads while all connections to the server are in use. */
>>>>>>> main
export function queuedNotice(): StepNotice {
  return { code: 'queued', message: t('waitingForConnection') };
}

/** The notice shown while waiting for a server. */
export function waitingNotice(modelId: string, { failure, afterMs }: RetryEvent): StepNotice {
  const seconds = Math.max(1, Math.ceil(afterMs / 1000));
  return { code: 'waiting', message: t(waitReason(failure.code), { model: modelId, seconds }) };
}

function waitReason(code: FailureCode) {
  switch (code) {
    case 'rate-limit':
      return 'waitingBusy';
    case 'network':
      return 'waitingUnreachable';
    case 'timeout':
      return 'waitingSilent';
    default:
      return 'waitingTrouble';
  }
}

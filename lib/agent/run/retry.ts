import type { FailureCode, ModelEvent, ResetReason, StepNotice, ToolMode } from '../../contracts/index.ts';
import { t } from '../../i18n/index.ts';

export type RetryEvent = Extract<ModelEvent, { type: 'retry' }>;

/** Requests a step may take. */
const MAX_REQUESTS = 3;
/** A server that asks for more timeout than this, in milliseconds, is not waited for (reliability R7). */
const MAX_WAIT_MS = 60_000;

/**
 * Whether the step may send one more request. `resets` are the resets of the step in the log: each stands for a request that
 * was refused or cut, and one more is running. A request of a stopped worker counts although it may not have been sent.
 */
export function hasRequestLeft(resets: readonly ResetReason[]): boolean {
  return resets.length + 1 < MAX_REQUESTS;
}

/**
 * Whether the step may be asked for again after this refusal. A conversation is shortened once per step; tools are given up
 * only where that is allowed.
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

/** Requests of a step that were refused before it said anything. */
export function refusalsOf(resets: readonly ResetReason[]): number {
  return resets.filter((reason) => reason !== 'interrupted').length;
}

/** What the user reads while all connections to the server are in use. */
export function queuedNotice(): StepNotice {
  return { code: 'queued', message: t('waitingForConnection') };
}

/** What the user reads while a server is waited for. */
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

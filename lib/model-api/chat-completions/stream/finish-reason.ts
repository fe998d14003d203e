import type { FinishReason } from '../../../contracts/index.ts';

/** The end of an answer as reported by a server. `error`: it failed, although the status was 200 (OpenRouter). */
export type WireFinish = FinishReason | 'error';

/** Normalizes `finish_reason`; null if there is none yet (quirks: finish-never, finish-other-words). */
export function readFinishReason(value: unknown): WireFinish | null {
  if (typeof value !== 'string') return null;
  switch (value.trim().toLowerCase()) {
    case '':
    case 'null':
      return null;
    case 'stop':
    case 'end_turn':
    case 'eos':
      return 'stop';
    case 'tool_calls':
    case 'function_call':
    case 'tool_use':
      return 'tool-calls';
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'content_filter':
      return 'content-filter';
    case 'error':
      return 'error';
    default:
      return 'other';
  }
}

/** Whether the answer was cut off, so that unfinished parts of it cannot be trusted. */
export function isCutOff(finish: WireFinish | null): boolean {
  return finish === 'length' || finish === 'content-filter' || finish === 'error';
}

/** Combines two finish reasons of one answer: the first, unless a later one says that it was cut off (quirk: finish-repeated). */
export function joinFinish(first: WireFinish | null, second: WireFinish | null): WireFinish | null {
  if (first === null || second === null) return first ?? second;
  return isCutOff(second) && !isCutOff(first) ? second : first;
}

/**
 * The finish reason consistent with the calls: servers send `stop` with calls, and `tool_calls` without (quirks: stop-with-calls,
 * calls-without-call).
 */
export function finishReason(finish: WireFinish | null, hasCalls: boolean): FinishReason {
  switch (finish) {
    case null:
    case 'stop':
    case 'tool-calls':
      return hasCalls ? 'tool-calls' : 'stop';
    case 'error':
      return 'other';
    case 'length':
    case 'content-filter':
    case 'other':
      return finish;
    default:
      return finish satisfies never;
  }
}

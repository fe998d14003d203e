import { type FinishReason, isJsonObject } from '../../../contracts/index.ts';

/** The end of an answer as reported by a server. `error`: it failed, although the status was 200. */
export type WireFinish = FinishReason | 'error';

/**
 * The meaning of finish reasons in every interface, in lower case and with `_` (quirk: finish-other-words):
 * - `stop`: complete;
 * - `tool-calls`: complete, and its calls should run;
 * - `length`: cut off by a limit, or by the provider, which expects a request to continue;
 * - `content-filter`: refused or filtered;
 * - `error`: the server failed, gave up, or could not use what the model wrote.
 */
const WORDS: Record<Exclude<WireFinish, 'other'>, readonly string[]> = {
  stop: [
    'stop',
    'stopped',
    'stop_sequence',
    'stop_token',
    'stop_str',
    'stop_word',
    'stopping_criteria_met',
    'end',
    'end_turn',
    'end_of_text',
    'end_of_turn',
    'end_of_sentence',
    'end_token',
    'endoftext',
    'eos',
    'eos_token',
    'eos_token_id',
    'im_end',
    'eot',
    'eot_id',
    'eom',
    'eom_id',
    's',
    'complete',
    'completed',
    'done',
    'finish',
    'finished',
    'normal',
    'success',
    'load',
    'unload',
  ],
  'tool-calls': ['tool_calls', 'tool_call', 'tool_use', 'function_call', 'function_calls', 'call'],
  length: [
    'length',
    'length_capped',
    'limit',
    'max_tokens',
    'max_output_tokens',
    'max_completion_tokens',
    'max_new_tokens',
    'max_length',
    'max_context_length',
    'max_tokens_reached',
    'model_length',
    'maxlen',
    'token_limit',
    'token_limit_reached',
    'context_length',
    'context_length_exceeded',
    'context_limit',
    'context_window_exceeded',
    'model_context_window_exceeded',
    'incomplete',
    'truncated',
    'pause',
    'pause_turn',
  ],
  'content-filter': [
    'content_filter',
    'content_filtered',
    'content_policy',
    'content_policy_violation',
    'policy_violation',
    'filter',
    'filtered',
    'blocked',
    'blocklist',
    'censored',
    'guardrail',
    'guardrails',
    'guardrail_intervened',
    'hap',
    'image_prohibited_content',
    'image_recitation',
    'image_safety',
    'language',
    'model_armor',
    'moderation',
    'prohibited_content',
    'recitation',
    'refusal',
    'refused',
    'risk_control',
    'safety',
    'sensitive',
    'spii',
    'error_toxic',
    'toxic',
    'unsafe',
    'violation',
  ],
  error: [
    'error',
    'abort',
    'aborted',
    'cancel',
    'cancelled',
    'canceled',
    'connection_error',
    'deadline_exceeded',
    'deadline',
    'disconnected',
    'engine_error',
    'failed',
    'terminated',
    'failure',
    'insufficient_system_resource',
    'insufficient_quota',
    'quota_exceeded',
    'internal_error',
    'interrupted',
    'load_shed',
    'malformed_function_call',
    'malformed_response',
    'missing_thought_signature',
    'killed',
    'oom',
    'out_of_memory',
    'too_many_tool_calls',
    'unexpected_tool_call',
    'no_image',
    'eviction',
    'evicted',
    'shutdown',
    'network_error',
    'overloaded',
    'preempted',
    'server_error',
    'timeout',
    'timed_out',
    'unavailable',
    'upstream_error',
    'user_cancelled',
  ],
};

const MEANINGS: ReadonlyMap<string, WireFinish> = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) => words.map((word) => [word, meaning as WireFinish] as const)),
);

/** Values that mean that the answer has not ended yet. */
const NO_END: ReadonlySet<string> = new Set(['', 'null', 'none', 'undefined', 'unspecified', 'in_progress']);

/** What a part of an unknown finish reason indicates. None indicates that the answer is complete. */
const PARTS: readonly (readonly [WireFinish, RegExp])[] = [
  ['content-filter', /filter|safety|moderat|polic|prohibit|block|sensitiv|refus|toxic|guardrail|harm/],
  [
    'error',
    /err|fail|abort|reject|expir|preempt|shed|throttl|evict|cancel|timeout|timed_out|unavail|connect|exception|kill|crash|overload|malform|interrupt/,
  ],
  ['length', /overflow|limit|length|max|truncat|incomplete|exceed|budget|repetition|loop/],
];

/**
 * Normalizes the finish reason of an answer, in any interface: case, `camelCase`, separators and a type-name prefix do
 * not matter. `other`: an unknown value. Null if the answer has not ended yet.
 */
export function readFinishWord(value: unknown): WireFinish | null {
  if (isJsonObject(value)) return readFinishWord(value.type ?? value.reason);
  if (typeof value !== 'string') return null;
  const word = value
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .replace(/^(?:(?:finish|stop)_reason_)+/, '');
  if (NO_END.has(word)) return null;
  return MEANINGS.get(word) ?? PARTS.find(([, part]) => part.test(word))?.[0] ?? 'other';
}

/** Whether the answer was cut off, so that unfinished parts of it cannot be trusted. */
export function isCutOff(finish: WireFinish | null): boolean {
  return finish === 'length' || finish === 'content-filter' || finish === 'error';
}

/**
 * Combines two finish reasons of one answer: the first, unless a later one says that it was cut off (quirk:
 * finish-repeated).
 */
export function joinFinish(first: WireFinish | null, second: WireFinish | null): WireFinish | null {
  if (first === null || second === null) return first ?? second;
  return isCutOff(second) && !isCutOff(first) ? second : first;
}

/**
 * The finish reason consistent with the calls: servers send `stop` with calls, and `tool_calls` without (quirks:
 * stop-with-calls, calls-without-call).
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

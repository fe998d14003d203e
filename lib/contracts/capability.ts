import type { Evidence } from './endpoint-check.ts';
import type { ModelRef, ReasoningEffort } from './model.ts';

/**
 * What a request to this model must do differently, as observed from the server's refusals. Each value is named after
 * the change. Rules: docs/quirks.md, "What requests must look like".
 */
export type RequestQuirk =
  /** `max_completion_tokens` instead of `max_tokens` (quirk: max-completion-tokens). */
  | 'max-completion-tokens'
  /** No `stream_options` (quirk: no-stream-options). */
  | 'no-stream-options'
  /** No `parallel_tool_calls` (quirk: no-parallel-tool-calls). */
  | 'no-parallel-tool-calls'
  /** Reasoning is sent back with its tool calls (quirk: echo-reasoning). */
  | 'echo-reasoning'
  /** Reasoning is never sent back (quirk: omit-reasoning). */
  | 'omit-reasoning'
  /** Tool-call ids are nine letters and digits (quirk: nine-character-ids). */
  | 'nine-character-ids'
  /** Tool-call ids use only `[a-zA-Z0-9_-]`, at most 40 characters (quirk: plain-ids). */
  | 'plain-ids'
  /** An assistant turn with calls has `""` as content, not null (quirk: content-with-calls). */
  | 'empty-content'
  /**
   * Roles alternate: adjacent turns are merged, the system prompt is part of the first user turn, results are user
   * turns (quirk: alternate-roles).
   */
  | 'alternate-roles'
  /** The system prompt goes into the first user turn (quirks: alternate-roles, no-system-role). */
  | 'no-system-role'
  /** An assistant turn is inserted between a result and the next user turn (quirk: assistant-after-tool). */
  | 'assistant-after-tool'
  /** Content is dropped from assistant turns with calls and reasoning (quirk: content-or-reasoning). */
  | 'no-content-with-calls'
  /** Calls without a thought signature carry the placeholder that Google documents (quirk: thought-signature). */
  | 'dummy-thought-signature'
  /** Tool schemas are reduced to basic keywords (quirk: plain-schemas). */
  | 'plain-schemas'
  /** The prompt is only cached up to a `cache_control` mark. A preset sets this. It is not observed. */
  | 'cache-control'
  /** No `stop` sequences. */
  | 'no-stop'
  /** The request does not ask for arguments to be streamed while they are written (quirk: eager-input). */
  | 'no-eager-input'
  /** Thinking is requested with a budget (quirk: thinking-budget). */
  | 'thinking-budget'
  /** The request does not control thinking (quirk: no-thinking). */
  | 'no-thinking'
  /** The request has no reasoning fields, and no reasoning is echoed (quirk: no-reasoning). */
  | 'no-reasoning'
  /** No summary of the reasoning is requested (quirk: no-reasoning-summary). */
  | 'no-reasoning-summary'
  /** PDFs are not sent as files but as the text read from them (quirk: refused-pdf). */
  | 'pdfs-as-text';

/**
 * What a refusal has shown about parameters of requests (quirks: refused-parameter, answer-limit,
 * no-effort-with-tools). `leave-out` lists names in the body. Other rules give the supported efforts, the maximum
 * length of an answer or the range of a thinking budget in tokens, or require thinking to be off while there are tools.
 */
export type ParameterRule =
  | { change: 'leave-out'; parameters: string[] }
  | { change: 'one-of'; efforts: ReasoningEffort[] }
  | { change: 'budget-between'; least: number; most: number }
  | { change: 'answer-at-most'; tokens: number }
  | { change: 'no-effort-with-tools' };

export type LearnedRule = { rule: ParameterRule; evidence: string; expiresAt: number };

/** An observed quirk, with evidence and expiry. Times are in milliseconds since 1970. */
export type LearnedQuirk = { quirk: RequestQuirk; evidence: string; expiresAt: number };

/**
 * The source of the knowledge about tools. The user's choice takes precedence. Next comes what the server itself did (a
 * reply, an error, a probe) while it is fresh, the newest first, then a listing, then the catalog.
 */
export type CapabilitySource = 'user' | 'reply' | 'error' | 'probe' | 'listing' | 'catalog';

/** What is known about one model at one endpoint, with evidence. */
export type Capability = ModelRef & {
  /** Null if unknown. */
  supportsTools: boolean | null;
  /** `user` is an override and takes precedence over every observation. */
  source: CapabilitySource;
  evidence: Evidence;
  checkedAt: number;
  /** After this time, the observation about tools no longer counts. */
  expiresAt: number;
  /** The base URL of the observations. They do not apply to another one. */
  baseUrl: string;
  /** The number of steps with calls that began with the call, and of those that began with text. */
  toolTiming: { toolsFirst: number; textFirst: number };
  /** False: the server cannot stream if tools are offered. Null: unknown. Valid until `streamsToolsUntil`. */
  streamsTools: boolean | null;
  streamsToolsUntil: number;
  /**
   * The number of steps with calls written as text although tools were offered natively, since the last native call.
   */
  textCalls: number;
  requestQuirks: LearnedQuirk[];
  /** Absent in rows of older versions. */
  parameterRules?: LearnedRule[];
  /** In tokens, or null. Valid until `contextWindowUntil`, because the windows of local servers are a setting. */
  contextWindow: number | null;
  contextWindowUntil: number;
  vision: boolean | null;
  /** Absent in rows of older versions, as is `price`. */
  reasoning?: boolean | null;
  price?: ModelPrice | null;
  /**
   * Counts of steps with a page in the conversation in which tools were called for something else, for that page, or
   * not at all. Absent in rows of older versions, as is `unused`.
   */
  toolOffers?: { useful: number; needless: number; unused?: number };
  /** How fast the model answers on this machine. Absent before its first answer. */
  speed?: ModelSpeed;
  /** The rate limit remaining at a time, in milliseconds since 1970. Absent if the server does not report it. */
  rateLimit?: RateLimit & { at: number };
};

/** The remaining part of a limit. */
export type RateLimitLeft = { left: number; limit: number };

/** The rate limit remaining after an answer. Null if the server does not report it. */
export type RateLimit = { requests: RateLimitLeft | null; tokens: RateLimitLeft | null };

/**
 * Output tokens of recent answers, and the time that their requests took in milliseconds. The weight of older answers
 * decreases with every new one.
 */
export type ModelSpeed = { tokens: number; ms: number };

/**
 * In US dollars per million tokens. `cachedInput` is for input tokens read from a cache, `cacheWrite` for those written
 * to one. If absent, they cost the same as `input`.
 */
export type ModelPrice = { input: number; output: number; cachedInput?: number; cacheWrite?: number };

/** One observation from a reply, an error, a listing or a probe. */
export type CapabilityObservation =
  | { type: 'tools'; supportsTools: boolean; source: Exclude<CapabilitySource, 'user'>; evidence: Evidence }
  /** A probe was inconclusive. It is not repeated automatically until this expires. */
  | { type: 'probe-unclear'; evidence: Evidence }
  | { type: 'streams-tools'; streamsTools: boolean; evidence: string }
  | { type: 'request-quirk'; quirk: RequestQuirk; evidence: string }
  | { type: 'parameter-rule'; rule: ParameterRule; evidence: string }
  /**
   * The server refused provider state that was sent back: state containing one of these texts, or any state if there
   * are none. This concerns a conversation, not the model, and is recorded in the conversation's log.
   */
  | { type: 'refused-state'; keys: string[]; evidence: string }
  | { type: 'text-call'; format: string }
  | { type: 'tool-offer'; use: 'useful' | 'needless' | 'unused' }
  | { type: 'tool-timing'; timing: 'tools-first' | 'text-first' }
  | { type: 'context-window'; tokens: number }
  | { type: 'vision'; vision: boolean }
  | { type: 'reasoning'; reasoning: boolean }
  | { type: 'price'; price: ModelPrice }
  /** A response ended: its output tokens as counted by the server, and the duration of its request, in milliseconds. */
  | { type: 'speed'; tokens: number; ms: number }
  | { type: 'rate-limit'; rateLimit: RateLimit };

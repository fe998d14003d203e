import type { ModelRef } from './model.ts';
import type { Evidence } from './probe-finding.ts';

/**
 * What a request to this model must do differently, learned from the server's own refusals. Named after what is done.
 * Rules: docs/quirks.md, "What requests must look like".
 */
export type RequestQuirk =
  /** `max_completion_tokens` instead of `max_tokens` (quirk: max-completion-tokens). */
  | 'max-completion-tokens'
  /** No `stream_options` (quirk: no-stream-options). */
  | 'no-stream-options'
  /** No `parallel_tool_calls` (quirk: no-parallel-tool-calls). */
  | 'no-parallel-tool-calls'
  /** Reasoning goes back with its tool calls (quirk: echo-reasoning) … */
  | 'echo-reasoning'
  /** … or must not (quirk: omit-reasoning). */
  | 'omit-reasoning'
  /** Tool-call ids are nine letters and digits (quirk: nine-character-ids). */
  | 'nine-character-ids'
  /** Tool-call ids use only `[a-zA-Z0-9_-]`, 40 at most (quirk: plain-ids). */
  | 'plain-ids'
  /** An assistant turn with calls has `""` as content, not null (quirk: content-with-calls). */
  | 'empty-content'
  /** Roles alternate: neighbours are merged, the system prompt goes into the first user turn, results are user turns (quirk: alternate-roles). */
  | 'alternate-roles'
  /** The system prompt goes into the first user turn (quirks: alternate-roles, no-system-role). */
  | 'no-system-role'
  /** An assistant turn stands between a result and the next user turn (quirk: assistant-after-tool). */
  | 'assistant-after-tool'
  /** Content is dropped from assistant turns with calls and reasoning (quirk: content-or-reasoning). */
  | 'no-content-with-calls'
  /** Calls without a thought signature carry the placeholder Google documents (quirk: thought-signature). */
  | 'dummy-thought-signature'
  /** Tool schemas lose every keyword beyond the plainest (quirk: plain-schemas). */
  | 'plain-schemas'
  /** The prompt is cached only up to what is marked with `cache_control`. Known of a service, not learned. */
  | 'cache-control'
  /** No `stop` sequences. */
  | 'no-stop';

/** What was learned, with why and how long it holds. Times are milliseconds since 1970. */
export type LearnedQuirk = { quirk: RequestQuirk; evidence: string; expiresAt: number };

/**
 * Where the belief about tools comes from. The user's word wins over everything; what the server itself did (a reply, an
 * error, a probe) over what a listing says, as long as it is fresh, and the newest of it counts; the catalog comes last.
 */
export type CapabilitySource = 'user' | 'reply' | 'error' | 'probe' | 'listing' | 'catalog';

/** What was learned about one model at one endpoint, and why we believe it. */
export type Capability = ModelRef & {
  /** null: nothing known. */
  supportsTools: boolean | null;
  /** `user` is an override and wins over everything learned. */
  source: CapabilitySource;
  evidence: Evidence;
  checkedAt: number;
  /** After this time the belief about tools is tested again. */
  expiresAt: number;
  /** The base URL all this was learned at; another one makes it void. */
  baseUrl: string;
  /** How many steps with calls began with the call, and how many with text. */
  toolTiming: { toolsFirst: number; textFirst: number };
  /** False: the server cannot stream when tools are given. null: not known. Holds until `streamsToolsUntil`. */
  streamsTools: boolean | null;
  streamsToolsUntil: number;
  /** Steps in which a call came as text although tools were offered natively, since the last native call. */
  textCalls: number;
  requestQuirks: LearnedQuirk[];
  /** In tokens, or null. Holds until `contextWindowUntil`: windows of local servers are a setting. */
  contextWindow: number | null;
  contextWindowUntil: number;
  vision: boolean | null;
  /** Absent in rows from before this was listed, as is `price`. */
  reasoning?: boolean | null;
  price?: ModelPrice | null;
  /**
   * Steps beside a page that was in front: in which tools were called for something else, for that page, and not at all.
   * Absent in older rows, as is `unused`.
   */
  toolOffers?: { useful: number; needless: number; unused?: number };
};

/**
 * In US dollars per million tokens. `cachedInput`: input tokens read from a cache, `cacheWrite`: written to one; absent
 * where the list does not say, and then they cost what input costs.
 */
export type ModelPrice = { input: number; output: number; cachedInput?: number; cacheWrite?: number };

/** One thing a reply, an error, a listing or a probe taught. */
export type CapabilityObservation =
  | { type: 'tools'; supportsTools: boolean; source: Exclude<CapabilitySource, 'user'>; evidence: Evidence }
  /** A test call proved nothing; it is not made again by itself as long as this is fresh. */
  | { type: 'probe-unclear'; evidence: Evidence }
  | { type: 'streams-tools'; streamsTools: boolean; evidence: string }
  | { type: 'request-quirk'; quirk: RequestQuirk; evidence: string }
  | { type: 'text-call'; format: string }
  | { type: 'tool-offer'; use: 'useful' | 'needless' | 'unused' }
  | { type: 'tool-timing'; timing: 'tools-first' | 'text-first' }
  | { type: 'context-window'; tokens: number }
  | { type: 'vision'; vision: boolean }
  | { type: 'reasoning'; reasoning: boolean }
  | { type: 'price'; price: ModelPrice };

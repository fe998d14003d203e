import type { CapabilityObservation } from './capability.ts';
import type { EventOf, ResetReason } from './event.ts';
import type { Failure } from './failure.ts';
import type { ToolMode } from './model.ts';
import type { ToolDefinition } from './tool.ts';
import type { ToolImage } from './tool-output.ts';

export type ModelToolCall = { toolCallId: string; toolName: string; input: unknown };

/**
 * A text beside a question that is data. `label` is ours and says what it is. `page`: the text of a page that was read for
 * the question; `needed` where the run that asks now relies on it, `earlier` where only runs before it did.
 */
export type AttachedData = { label: string; text: string; page?: 'needed' | 'earlier' };

/** A conversation in no server's dialect. Every tool call is followed by its result. */
export type ModelMessage =
  /**
   * `isAside`: it belongs to the exchange before it, as what is said to a run does. `fence`: as below, for the texts that are
   * attached.
   */
  | {
      role: 'user';
      content: string;
      isAside?: true;
      /** What we say of the question, such as the date; it stands before it. */
      preface?: string;
      attached?: {
        fence: string;
        data: readonly AttachedData[];
        images: readonly { name: string; image: ToolImage }[];
      };
    }
  /** `reasoning` and `opaque` only where the same model is asked again; '' and null otherwise. */
  | { role: 'assistant'; content: string; toolCalls: ModelToolCall[]; reasoning: string; opaque: unknown }
  /**
   * `images` only where the model is to look at them now. `fence`: the random marker around untrusted text; absent if there
   * is none.
   */
  | {
      role: 'tool';
      toolCallId: string;
      toolName: string;
      content: string;
      isError: boolean;
      images?: readonly ToolImage[];
      fence?: string;
    };

export type ModelRequest = {
  modelId: string;
  system: string;
  messages: ModelMessage[];
  tools: ToolDefinition[];
  /** Tools whose calls are read in the reply although they are not offered. */
  recognized?: ToolDefinition[];
  toolMode: ToolMode;
  /** The most tokens the answer may have; null leaves it to the server. */
  maxOutputTokens: number | null;
  /** Requests this step has already sent: 0 for the first. Says how long to wait before the next. */
  attempt: number;
};

/**
 * What a model call yields: the log's own words, and at the end exactly one `step-end`, `failure`, `interrupted` or `retry`.
 * One call sends one request. `retry`: nothing has been shown, and asking again in `afterMs` milliseconds may succeed, once
 * `observation` is learned; `failure` is what to say otherwise. `observation` and `step-notice` may come anywhere.
 */
export type ModelEvent =
  | EventOf<
      | 'text-delta'
      | 'reasoning-delta'
      | 'text-to-reasoning'
      | 'tool-input-start'
      | 'tool-input-delta'
      | 'tool-input-available'
      | 'tool-input-error'
      | 'tool-input-retract'
      | 'reply-discard'
      | 'step-notice'
      | 'step-end'
    >
  | { type: 'failure'; failure: Failure }
  /** `detail`: `connection-ended`, `part-lost`, or what a browser's model said. Not shown. */
  | { type: 'interrupted'; detail: string }
  | { type: 'lesson'; lesson: CapabilityObservation }
  | {
      type: 'retry';
      reason: Exclude<ResetReason, 'interrupted'>;
      lesson: CapabilityObservation | null;
      afterMs: number;
      failure: Failure;
    };

export interface ModelClient {
  /** Throws only when `signal` is aborted or for a bug. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** A connection to a server, given back by calling it. */
export type Release = () => void;

/** The connections a browser has for one server. Who takes one has it to itself until it is released. */
export interface Connections {
  /** One that is free now, or null. */
  tryTake(): Release | null;
  /** The next that is free, in the order of asking; rejects when `signal` is aborted. */
  take(signal: AbortSignal): Promise<Release>;
}

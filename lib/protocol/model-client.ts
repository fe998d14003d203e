import type { EventOf } from './event.ts';
import type { Failure } from './failure.ts';
import type { ToolMode } from './model.ts';
import type { ToolDefinition } from './tool.ts';

export type ModelToolCall = { toolCallId: string; toolName: string; input: unknown };

/** A conversation in no server's dialect. Every tool call is followed by its result. */
export type ModelMessage =
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls: ModelToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; content: string; isError: boolean };

export type ModelRequest = {
  modelId: string;
  system: string;
  messages: ModelMessage[];
  tools: ToolDefinition[];
  toolMode: ToolMode;
};

/**
 * What a model call yields: the log's own words, and at the end exactly one `step-end` or one `failure`.
 * `tools-unsupported` says that the same request may succeed with tags instead of native tools.
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
      | 'step-end'
    >
  | { type: 'failure'; failure: Failure }
  | { type: 'interrupted'; detail: string }
  | { type: 'tools-unsupported'; evidence: string; failure: Failure };

export interface ModelClient {
  /** Throws only when `signal` is aborted or for a bug. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

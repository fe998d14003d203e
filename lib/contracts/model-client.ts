import type { CapabilityObservation } from './capability.ts';
import type { EventOf, ResetReason } from './event.ts';
import type { Failure } from './failure.ts';
import type { ToolMode } from './model.ts';
import type { PassageRange } from './page-context.ts';
import type { ToolDefinition } from './tool.ts';
import type { ToolImage } from './tool-output.ts';

export type ModelToolCall = { toolCallId: string; toolName: string; input: unknown };

/**
 * A text attached to a question as data. `label` is Sidenote's description of it. `page`: the text of a page that was
 * read for the question, `needed` if the current run relies on it, `earlier` if only earlier runs did. `pdf`: the file
 * that it was read from. `place`: the page, and which of its passages the text contains.
 */
export type AttachedData = {
  label: string;
  text: string;
  page?: 'needed' | 'earlier';
  pdf?: PdfFile;
  place?: { url: string; ranges: readonly PassageRange[]; count: number };
};

/**
 * A PDF as a file. `label` is Sidenote's description of it. `data` is base64. `tokens` is the estimated share of the
 * context window. `pages` is a lower bound.
 */
export type PdfFile = { name: string; label: string; data: string; tokens: number; pages: number };

/** A conversation, independent of any server's format. Every tool call is followed by its result. */
export type ModelMessage =
  /**
   * `continuesExchange`: it belongs to the exchange before it, like a steer. `delimiter` is the same as below, for the
   * attached texts.
   */
  | {
      role: 'user';
      content: string;
      continuesExchange?: true;
      /** Sidenote's note about the question, such as the date. It comes first. */
      preface?: string;
      attached?: {
        delimiter: string;
        data: readonly AttachedData[];
        images: readonly { name: string; image: ToolImage }[];
        /** PDFs that the model gets as files instead of their text. */
        pdfs?: readonly PdfFile[];
      };
    }
  /** `reasoning` and `opaque` are only set if the same model is called again, otherwise '' and null. */
  | { role: 'assistant'; content: string; toolCalls: ModelToolCall[]; reasoning: string; opaque: unknown }
  /**
   * `images` are only set if the model should see them now. `delimiter` is the random marker around untrusted text. It
   * is absent if there is none.
   */
  | {
      role: 'tool';
      toolCallId: string;
      toolName: string;
      content: string;
      isError: boolean;
      /** The same result as for an identical earlier call. */
      isRepeat?: true;
      images?: readonly ToolImage[];
      delimiter?: string;
    };

export type ModelRequest = {
  modelId: string;
  system: string;
  messages: ModelMessage[];
  tools: ToolDefinition[];
  /** Tools whose calls are read in the response although they are not offered. */
  recognized?: ToolDefinition[];
  toolMode: ToolMode;
  /** The maximum number of tokens of the answer. Null leaves it to the server. */
  maxOutputTokens: number | null;
  /** The number of earlier requests of this step. It determines the wait before the next one. */
  attempt: number;
};

/** Returns the PDFs that a request sends as files. */
export function pdfsIn({ messages }: Pick<ModelRequest, 'messages'>): PdfFile[] {
  return messages.flatMap((message) => (message.role === 'user' ? (message.attached?.pdfs ?? []) : []));
}

/** Whether a request includes pictures. */
export function hasPictures({ messages }: { messages: readonly ModelMessage[] }): boolean {
  return messages.some((message) => {
    if (message.role === 'user') return (message.attached?.images.length ?? 0) > 0;
    return message.role === 'tool' && (message.images?.length ?? 0) > 0;
  });
}

/**
 * What a model request yields: events of the log, and at the end exactly one `step-end`, `failure`, `interrupted` or
 * `retry`. One call sends one request. `retry`: nothing was shown, and another request after `afterMs` milliseconds may
 * succeed once `observation` is recorded. `failure` is what to report otherwise. `observation` and `step-notice` may
 * come at any time.
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
  /** `detail`: `connection-ended`, `part-lost`, or the text of the browser's model. Not shown. */
  | { type: 'interrupted'; detail: string }
  | { type: 'observation'; observation: CapabilityObservation }
  | {
      type: 'retry';
      reason: Exclude<ResetReason, 'interrupted'>;
      observation: CapabilityObservation | null;
      afterMs: number;
      failure: Failure;
    };

export interface ModelClient {
  /** The connections to its server, of which a request takes one. Absent if there is no limit. */
  connections?: Connections;
  /** Throws only when `signal` is aborted or for a bug. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** Releases a connection to a server. */
export type Release = () => void;

/** A browser's connections to one server. Each has one user at a time. */
export interface Connections {
  /** Returns a connection that is free now, or null. */
  tryTake(): Release | null;
  /** Waits for a connection, in the order of requests. Rejects when `signal` is aborted. */
  take(signal: AbortSignal): Promise<Release>;
}

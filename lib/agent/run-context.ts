import type {
  CapabilityObservation,
  ContextProvider,
  ElicitationAnswer,
  Failure,
  Metrics,
  ModelClient,
  ModelProfile,
  ModelRef,
  ModelUse,
  ThreadLog,
  Tool,
} from '../contracts/index.ts';
import { unlessAborted } from '../control-flow/index.ts';
import type { ThreadSession } from './thread/thread-session.ts';
import type { ToolScheduler } from './tool-execution/tool-scheduler.ts';

/** A connection to one model. */
export type ModelConnection = { client: ModelClient; profile: ModelProfile };

export interface Models {
  /**
   * Connects to a model. `answer` is the answer or chat that the client calls the model for. It is absent if the client
   * makes no calls, or calls outside a chat.
   */
  connect(model: ModelRef, answer?: ModelUse): Promise<ModelConnection | { failure: Failure }>;
  /** Stores an observation about a model. It is durable when the promise resolves. */
  learn(model: ModelRef, observation: CapabilityObservation): Promise<void>;
}

/** Everything that the agent needs from outside. */
export type AgentDependencies = {
  log: ThreadLog;
  models: Models;
  tools: readonly Tool[];
  context: ContextProvider;
  /** The assistant's role: the first part of every system prompt. */
  basePrompt: string;
  /** Shared by all runs of the worker, like the scheduler. */
  elicitations: Pick<Elicitations, 'wait'>;
  /** Shared by all runs of the worker. */
  scheduler: ToolScheduler;
  metrics: Metrics;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns a random id. */
  newId: () => string;
  /** Resolves after this many milliseconds. Rejects when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How long deltas are collected before they are written, in milliseconds. */
  coalesceMs: number;
  toolTimeoutMs: number;
};

/**
 * A running tool call. `settled` resolves to null, or to an error of the log (tool failures are results). `cancel` ends
 * the call without a result.
 */
export type RunningTool = { settled: Promise<{ error: unknown } | null>; cancel: () => void };

/**
 * The state of the runner of one thread. It exists only in memory. After a restart, everything is read from the log
 * again.
 */
export type RunContext = {
  dependencies: AgentDependencies;
  session: ThreadSession;
  signal: AbortSignal;
  running: Map<string, RunningTool>;
  /** When each call was complete, in milliseconds since 1970. Only used for metrics. */
  completeAt: Map<string, number>;
  /** The profile of the model that wrote the calls. Null until a model was connected. */
  profile: ModelProfile | null;
  /** From the start of the run to its first content, in milliseconds. Null if this runner did not observe it. */
  firstContentMs: number | null;
};

/**
 * Forms of MCP servers that wait for the user. Answers are passed on in memory, so that the user's input is only sent
 * to the server that asked and never written to the log. If the worker is stopped while a call waits, the outcome of
 * the call is unknown, as for any other call.
 */
export class Elicitations {
  readonly #waiting = new Map<string, (answer: ElicitationAnswer) => void>();

  /** Resolves with the answer to this form. Rejects when `signal` is aborted. */
  async wait(elicitationId: string, signal: AbortSignal): Promise<ElicitationAnswer> {
    const { promise, resolve } = Promise.withResolvers<ElicitationAnswer>();
    this.#waiting.set(elicitationId, resolve);
    try {
      return await unlessAborted(promise, signal);
    } finally {
      this.#waiting.delete(elicitationId);
    }
  }

  /** Returns whether a call was waiting for this answer. */
  answer(elicitationId: string, answer: ElicitationAnswer): boolean {
    const resolve = this.#waiting.get(elicitationId);
    resolve?.(answer);
    return resolve !== undefined;
  }
}

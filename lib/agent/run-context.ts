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
  /** `answer`: the answer or chat that its client calls the model for; absent if it makes no calls, or not for a chat. */
  connect(model: ModelRef, answer?: ModelUse): Promise<ModelConnection | { failure: Failure }>;
  /** Stores an observation about a model. Durable when it resolves. */
  learn(model: ModelRef, observation: CapabilityObservation): Promise<void>;
}

/** Everything the agent needs from outside. */
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
  /** Resolves after this many milliseconds; rejects when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How long deltas are collected before they are written, in milliseconds. */
  coalesceMs: number;
  toolTimeoutMs: number;
};

/**
 * A running tool call. `settled` resolves to null, or to an error of the log (tool failures are results); `cancel` ends it
 * without a result.
 */
export type RunningTool = { settled: Promise<{ error: unknown } | null>; cancel: () => void };

/** State of one runner for one thread. Only in memory: after a restart everything is read from the log again. */
export type RunContext = {
  dependencies: AgentDependencies;
  session: ThreadSession;
  signal: AbortSignal;
  running: Map<string, RunningTool>;
  /** When each call became complete, in milliseconds since 1970. Only used for metrics. */
  completeAt: Map<string, number>;
  /** The profile of the model that the calls are for; null until a model was connected to. */
  profile: ModelProfile | null;
  /** From the start of the run to its first content, in milliseconds; null if that was not observed here. */
  firstContentMs: number | null;
};

/**
 * Forms of MCP servers that wait for the user. Answers are passed on in memory, so that the user's input goes to the server that
 * asked and never into the log. A call whose worker was stopped while it waited is in doubt, like any other.
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

  /** Whether a call was waiting for this answer. */
  answer(elicitationId: string, answer: ElicitationAnswer): boolean {
    const resolve = this.#waiting.get(elicitationId);
    resolve?.(answer);
    return resolve !== undefined;
  }
}

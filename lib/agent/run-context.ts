import type {
  CapabilityObservation,
  Connections,
  Failure,
  Metrics,
  ModelClient,
  ModelRef,
  PageAccess,
  ReadContext,
  ThreadLog,
  Tool,
  ToolMode,
  WebAccess,
} from '../contracts/index.ts';
import type { ThreadSession } from './thread/thread-session.ts';
import type { ToolTiming } from './tool-execution/tool-call-checker.ts';
import type { ToolScheduler } from './tool-execution/tool-scheduler.ts';

/** A connection to one model and its capability. */
export type ModelConnection = {
  client: ModelClient;
  /** null for no limit. */
  connections: Connections | null;
  toolMode: ToolMode;
  /** False when the user fixed the tool mode: then a refusal of tools is shown, not worked around. */
  mayFallBack: boolean;
  /** How many of its steps with calls began with the call, and how many with text. */
  toolTiming: ToolTiming;
  /** In tokens, or null where it is not known. */
  contextWindow: number | null;
  /** Whether it sees pictures; null where that is not known. */
  vision: boolean | null;
  /** The user's own system prompt for this model, or ''. */
  systemPrompt: string;
  /** In tokens, or null where the server decides. */
  maxOutputTokens: number | null;
  /** The server is on this machine or in this network. */
  isLocal: boolean;
  /** The server is on this machine: nothing that is sent to it leaves the machine. */
  isOnThisMachine: boolean;
  /** Whether tools beside a page that is in front help this model: the user's choice, else what was observed; null: not known. */
  worksWithTools: boolean | null;
};

export interface Models {
  connect(model: ModelRef): Promise<ModelConnection | { failure: Failure }>;
  /** Remembers what a reply taught of a model; durable when it resolves. */
  learn(model: ModelRef, observation: CapabilityObservation): Promise<void>;
}

/** Everything the agent needs from outside. */
export type AgentDependencies = {
  log: ThreadLog;
  models: Models;
  tools: readonly Tool[];
  page: PageAccess;
  readContext: ReadContext;
  /** null where there is none, as in tests. */
  web: WebAccess | null;
  /** Shared by all runs of the worker. */
  scheduler: ToolScheduler;
  metrics: Metrics;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A random id. */
  newId: () => string;
  /** Resolves after so many milliseconds; rejects when the signal falls. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Deltas are gathered this long before they are written. */
  coalesceMs: number;
  toolTimeoutMs: number;
};

/**
 * A tool call under way. `settled` resolves to null, or to what went wrong with the log (tool failures are results);
 * `cancel` ends it without a result.
 */
export type RunningTool = { settled: Promise<{ error: unknown } | null>; cancel: () => void };

/** One pass over one thread. In memory only: after a restart everything is read from the log again. */
export type RunContext = {
  dependencies: AgentDependencies;
  session: ThreadSession;
  signal: AbortSignal;
  running: Map<string, RunningTool>;
  /** When each call became complete, in milliseconds since 1970. Only measured with. */
  completeAt: Map<string, number>;
  /** The window of the model that was asked last, in tokens; null where it is not known. */
  contextWindow: number | null;
  /** From the start of the run to its first content, in milliseconds; null where that was not seen here. */
  firstContentMs: number | null;
};

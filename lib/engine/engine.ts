import {
  type AgentDependencies,
  continueAnswer,
  createToolScheduler,
  DATA_RULE,
  Elicitations,
  loadThread,
  messageMarkdown,
  nextMessage,
  type Revision,
  reviseAnswer,
  reviseQuestion,
  runThread,
  stopRun,
  TOOL_LIMITS,
} from '../agent/index.ts';
import {
  DEFAULT_CONTEXT_TOKENS,
  type EventOf,
  type LoggedEvent,
  type Metrics,
  type ModelClient,
  type ModelRef,
  openRun,
  type ThreadEvent,
  type ThreadLog,
  type ThreadState,
  waitingCalls,
} from '../contracts/index.ts';
import { createTurns, sleep, type Turns } from '../control-flow/index.ts';
import { type EngineContext, type EngineSource, toContextProvider } from './engine-context.ts';
import { type CapabilityStore, connectModel, createMemoryCapabilities, type EndpointConfig } from './engine-models.ts';
import { EngineRun, type Run, type RunResult, type WaitingCall } from './engine-run.ts';
import { type EngineTool, toAgentTool } from './engine-tool.ts';
import { createMemoryStore, createThreadLog } from './thread-log.ts';

/**
 * Decides about a call that needs an approval. Without a policy, runs end as `waiting`, and `respond` continues them.
 */
export type ApprovalPolicy = (call: WaitingCall, threadId: string) => boolean | Promise<boolean>;

export type EngineOptions = {
  /** A server with its model, whose interface is recognized, or a custom client. */
  model: EndpointConfig | ModelClient;
  tools?: readonly EngineTool[];
  /** Reads the documents that questions are about. Without it, no document can be read. */
  context?: EngineContext;
  /** Maximum tokens of documents that are sent with one question, within the model's window. Defaults to 24,000. */
  contextTokens?: number;
  /** The assistant's role: the first part of the system prompt. The rule about text from tools is always added. */
  system?: string;
  approve?: ApprovalPolicy;
  /** In memory by default. `createThreadLog` creates a log on any row store. */
  log?: ThreadLog;
  /** What was learned about models. In memory by default. */
  capabilities?: CapabilityStore;
  /** Number of steps that may use tools. The next step must answer. Defaults to 12. */
  maxSteps?: number;
  /** Time limit of a call, in milliseconds. Defaults to one minute. */
  toolTimeoutMs?: number;
  /** How long pieces of text are collected before they are written and emitted, in milliseconds. Defaults to 20. */
  coalesceMs?: number;
  /** Excludes other runners of a thread. By default, only those in this process. */
  lock?: Turns;
  metrics?: Metrics;
  /** Milliseconds since 1970. */
  now?: () => number;
  newId?: () => string;
};

export type ChatMessage = { role: 'user' | 'assistant'; content: string };

export type RunInput = {
  /** The thread to continue. A new one if absent. */
  threadId?: string;
  /** The question, or, for a new thread, an existing conversation that ends with one. */
  messages: string | readonly ChatMessage[];
  /** What the question is about: documents that are read before the model is called. */
  sources?: readonly EngineSource[];
  /** Aborting it stops the run. */
  signal?: AbortSignal;
};

const DEFAULT_PROMPT = 'You are a helpful assistant. Answer in the language of the question.';
const MAX_STEPS = 12;
const TOOL_TIMEOUT_MS = 60_000;
const COALESCE_MS = 20;

/**
 * Creates an engine that runs conversations with tools. See docs/engine.md. Throws InvalidAddressError if the address
 * of the model cannot be used.
 */
export function createEngine(options: EngineOptions): Engine {
  return new Engine(options);
}

export type { Engine };

/**
 * Runs one model with the same tools, in any number of threads. Everything that a run needs is in the log, so that
 * `resume` can continue it after a crash. Runs of one thread take turns.
 */
class Engine {
  readonly #dependencies: AgentDependencies;
  readonly #model: ModelRef;
  readonly #maxSteps: number;
  readonly #contextTokens: number;
  readonly #approve: ApprovalPolicy | undefined;
  readonly #lock: Turns;
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Map<string, (events: readonly LoggedEvent[]) => void>();

  constructor(options: EngineOptions) {
    const { now = Date.now, newId = () => crypto.randomUUID(), metrics = { record: () => undefined } } = options;
    const { coalesceMs = COALESCE_MS, toolTimeoutMs = TOOL_TIMEOUT_MS, tools = [], system = DEFAULT_PROMPT } = options;
    const { models, ref } = connectModel(options.model, options.capabilities ?? createMemoryCapabilities(), now);
    this.#model = ref;
    this.#maxSteps = options.maxSteps ?? MAX_STEPS;
    this.#contextTokens = options.contextTokens ?? DEFAULT_CONTEXT_TOKENS;
    this.#approve = options.approve;
    this.#lock = options.lock ?? createTurns();
    this.#dependencies = {
      log: this.#observe(options.log ?? createThreadLog(createMemoryStore(), now)),
      models,
      tools: tools.map(toAgentTool),
      basePrompt: `${system}\n${DATA_RULE}`,
      context: toContextProvider(options.context ?? { read: async () => null }),
      elicitations: new Elicitations(),
      scheduler: createToolScheduler({ limits: TOOL_LIMITS, metrics, now }),
      metrics,
      now,
      newId,
      sleep,
      coalesceMs,
      toolTimeoutMs,
    };
  }

  /** Asks a question. Waits if a run of the thread is in progress. */
  run({ threadId = this.#dependencies.newId(), messages, sources = [], signal }: RunInput): Run {
    return this.#start(threadId, signal, async () => {
      const { newId } = this.#dependencies;
      const list: readonly ChatMessage[] =
        typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages;
      const question = list.at(-1);
      if (question?.role !== 'user') throw new TypeError('The last of the messages has to be the user’s question.');
      const messageId = newId();
      const questionEvent: ThreadEvent = { type: 'user-message', messageId, content: question.content };
      const documents = sources.map(({ id }) => id);
      return [...this.#history(list.slice(0, -1)), questionEvent, this.#runStart(messageId, { documents })];
    });
  }

  /**
   * Continues a thread whose run is open after a crash. Without an open run, it ends immediately with the last result.
   */
  resume(threadId: string, signal?: AbortSignal): Run {
    return this.#start(threadId, signal, async () => []);
  }

  /**
   * Answers a call that is waiting for an approval, and continues its run. Does nothing if that call is no longer
   * waiting.
   */
  respond(threadId: string, toolCallId: string, approved: boolean): Run {
    return this.#start(threadId, undefined, async (state) => {
      const isWaiting = waitingCalls(openRun(state)).some((call) => call.toolCallId === toolCallId);
      return isWaiting ? [{ type: 'tool-approval-response', toolCallId, approved }] : [];
    });
  }

  /** Regenerates the answer `messageId`, or the last one. The existing answer becomes a branch. */
  retry(threadId: string, messageId?: string): Run {
    return this.#revise(threadId, (state) => reviseAnswer(state, messageId));
  }

  /** Asks an edited question. The old one, with everything after it, becomes a branch. */
  edit(threadId: string, messageId: string, content: string): Run {
    const newMessageId = this.#dependencies.newId();
    return this.#revise(threadId, (state) => reviseQuestion(state, { messageId, newMessageId, content }), messageId);
  }

  /** Continues an answer that was cut off by a limit or a broken connection. */
  continue(threadId: string): Run {
    return this.#revise(threadId, continueAnswer);
  }

  /** Adds a message to the open run, for its next step. Resolves to whether there was one. */
  async steer(threadId: string, content: string): Promise<boolean> {
    const run = openRun(await this.thread(threadId));
    if (run === null) return false;
    const { log, newId } = this.#dependencies;
    await log.append(threadId, [{ type: 'run-steer', messageId: newId(), content }], run.messageId);
    return true;
  }

  /** Ends the open run of a thread, if there is one. Its calls are aborted. */
  async stop(threadId: string): Promise<void> {
    try {
      await stopRun(this.#dependencies, threadId);
    } finally {
      this.#running.get(threadId)?.abort();
    }
  }

  /** Selects the branch with this message. */
  async selectBranch(threadId: string, messageId: string): Promise<void> {
    await this.#dependencies.log.append(threadId, [{ type: 'branch-select', messageId }], null);
  }

  /** The current state of a thread, folded from its log. */
  thread(threadId: string): Promise<ThreadState> {
    return loadThread(this.#dependencies.log, threadId);
  }

  /** `of`: the question whose documents are sent with the new run. Defaults to the question that the run answers. */
  #revise(threadId: string, revise: (state: ThreadState) => Revision, of?: string): Run {
    return this.#start(threadId, undefined, async (state) => {
      const revision = revise(state);
      if ('refusal' in revision) throw new RevisionError(revision.refusal.type);
      const { question, continues } = revision;
      const documents = listDocuments(state, of ?? question.messageId);
      return [...revision.events, this.#runStart(question.messageId, { continues, documents })];
    });
  }

  /** Appends `begin`'s events and advances the thread until its run ends or waits. */
  #start(
    threadId: string,
    signal: AbortSignal | undefined,
    begin: (state: ThreadState) => Promise<ThreadEvent[]>,
  ): Run {
    return new EngineRun(threadId, (emit) =>
      this.#lock(threadId, async () => {
        const controller = new AbortController();
        const stop = () => void this.stop(threadId).catch(() => undefined);
        this.#running.set(threadId, controller);
        this.#listeners.set(threadId, emit);
        signal?.addEventListener('abort', stop, { once: true });
        try {
          signal?.throwIfAborted();
          const state = await this.thread(threadId);
          const events = await begin(state);
          const open = events.some(({ type }) => type === 'run-start') ? null : (openRun(state)?.messageId ?? null);
          if (events.length > 0) await this.#dependencies.log.append(threadId, events, open);
          return await this.#advance(threadId, controller.signal);
        } finally {
          signal?.removeEventListener('abort', stop);
          this.#listeners.delete(threadId);
          this.#running.delete(threadId);
        }
      }),
    );
  }

  async #advance(threadId: string, signal: AbortSignal): Promise<RunResult> {
    for (;;) {
      await runThread(threadId, this.#dependencies, signal);
      const state = await this.thread(threadId);
      const events = signal.aborted ? [] : await this.#continuation(state);
      if (events.length === 0) return describeResult(state);
      await this.#dependencies.log.append(threadId, events, openRun(state)?.messageId ?? null);
    }
  }

  /**
   * Events that continue a thread without the caller: approvals by the policy, and an answer to a message that the run
   * did not see before it ended.
   */
  async #continuation(state: ThreadState): Promise<ThreadEvent[]> {
    const next = nextMessage(state, []);
    if (next?.type === 'continue') return [this.#runStart(findQuestionId(state), { continues: next.after.messageId })];
    const approve = this.#approve;
    if (approve === undefined) return [];
    return Promise.all(
      waitingCalls(openRun(state)).map(async (call) => {
        const approved = await approve(call, state.threadId);
        return { type: 'tool-approval-response' as const, toolCallId: call.toolCallId, approved };
      }),
    );
  }

  #runStart(
    messageId: string,
    { continues = null, documents = [] }: { continues?: string | null; documents?: readonly string[] } = {},
  ): EventOf<'run-start'> {
    return {
      type: 'run-start',
      runId: this.#dependencies.newId(),
      messageId,
      model: this.#model,
      tabId: null,
      page: null,
      maxSteps: this.#maxSteps,
      ...(continues === null ? {} : { continues }),
      ...(documents.length === 0 ? {} : this.#withDocuments(documents)),
    };
  }

  #withDocuments(documents: readonly string[]): Pick<EventOf<'run-start'>, 'documents' | 'context'> {
    return { documents: [...documents], context: { mode: 'on-demand', maxTokens: this.#contextTokens } };
  }

  /** Converts an existing conversation to events of complete runs. */
  #history(messages: readonly ChatMessage[]): ThreadEvent[] {
    let messageId = '';
    return messages.flatMap(({ role, content }): ThreadEvent[] => {
      if (role === 'user') {
        messageId = this.#dependencies.newId();
        return [{ type: 'user-message', messageId, content }];
      }
      const start = this.#runStart(messageId);
      return [
        start,
        { type: 'step-start', stepId: `${start.runId}:0`, toolMode: 'none' },
        { type: 'text-delta', delta: content },
        { type: 'step-end', finishReason: 'stop' },
        { type: 'run-end', outcome: { type: 'complete' }, stats: { ms: 0, steps: 1, toolCalls: 0 } },
      ];
    });
  }

  /**
   * Wraps a log so that everything written to a thread is emitted to its run, regardless of which part of the engine
   * writes it.
   */
  #observe(log: ThreadLog): ThreadLog {
    return {
      read: (threadId, after) => log.read(threadId, after),
      claim: (threadId) => log.claim(threadId),
      append: async (threadId, events, openRunId, fence) => {
        const rows = await log.append(threadId, events, openRunId, fence);
        this.#listeners.get(threadId)?.(rows);
        return rows;
      },
    };
  }
}

/**
 * A change that a thread does not allow. `code`: no-question, question-gone, no-answer-to-continue, cannot-continue.
 */
export class RevisionError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`The thread cannot be changed in this way: ${code}.`);
    this.name = 'RevisionError';
    this.code = code;
  }
}

/** The ids of the documents that were sent with a question. */
function listDocuments({ messages }: ThreadState, questionId: string): readonly string[] {
  const answer = messages[messages.findIndex(({ messageId }) => messageId === questionId) + 1];
  return answer?.role === 'assistant' ? answer.documents : [];
}

function findQuestionId({ messages }: ThreadState): string {
  return messages.findLast(({ role }) => role === 'user')?.messageId ?? '';
}

function describeResult(state: ThreadState): RunResult {
  const { threadId } = state;
  const message = state.messages.at(-1);
  if (message?.role !== 'assistant') throw new RevisionError('no-question');
  const calls = waitingCalls(openRun(state));
  const open = calls.length > 0 ? ({ type: 'waiting', calls } as const) : ({ type: 'taken-over' } as const);
  return { threadId, outcome: message.outcome ?? open, text: messageMarkdown(message), message };
}

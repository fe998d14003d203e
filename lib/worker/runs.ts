import { type AgentDependencies, runThread } from '../agent/index.ts';
import { isOpinionId, type Tool, toChatId } from '../contracts/index.ts';
import type { Stores } from '../storage/index.ts';
import type { WorkerHold } from './held-work.ts';
import type { ToolProbes } from './tool-probes.ts';

export type Runs = {
  /** Runs a thread in the background after any current runner has finished, so that no change to the log is missed. */
  start(threadId: string): void;
  /** Runs a thread unless it has a runner. */
  resume(threadId: string): void;
  /** Stops the work on a thread. Its later output is not written. */
  abort(threadId: string): void;
  /** Ends a runner's wait before the next request to a busy server. Does nothing if it is not waiting. */
  endWait(threadId: string): void;
};

export type RunsDependencies = {
  engine: AgentDependencies;
  /** The tools that a thread may use. */
  loadTools: (threadId: string) => Promise<readonly Tool[]>;
  keepAlive: WorkerHold;
  probes: ToolProbes;
  /** Starts the next queued message. Resolves to whether there was one. */
  startNext: (threadId: string) => Promise<boolean>;
  /** Called after the lock is released. */
  onDone: (threadId: string) => Promise<void>;
  /** Runs `work` while holding the thread's lock. Waits for the lock or, with `ifFree`, does nothing if it is held. */
  withLock: (threadId: string, ifFree: boolean, work: () => Promise<void>) => Promise<unknown>;
};

/** The runs of this worker. Every run can be resumed from the log. */
export function createRuns(dependencies: RunsDependencies): Runs {
  const { engine, loadTools, keepAlive, probes, startNext, onDone, withLock } = dependencies;
  const running = new Map<string, AbortController>();
  const waits = new EndableWaits(engine.sleep);

  async function go(threadId: string): Promise<void> {
    const controller = new AbortController();
    running.set(threadId, controller);
    const release = keepAlive.hold();
    probes.runStarts();
    try {
      const sleep = (ms: number, signal: AbortSignal) => waits.sleep(threadId, ms, signal);
      do await runThread(threadId, { ...engine, sleep, tools: await loadTools(threadId) }, controller.signal);
      while (!controller.signal.aborted && (await startNext(threadId)));
    } finally {
      release();
      running.delete(threadId);
      if (running.size === 0) probes.runEnded(threadId);
    }
  }

  async function afterwards(threadId: string): Promise<void> {
    const release = keepAlive.hold();
    // A queued question waits for both answers to the previous one.
    if (isOpinionId(threadId)) lockAndGo(toChatId(threadId), false);
    try {
      await onDone(threadId);
    } finally {
      release();
    }
  }

  function lockAndGo(threadId: string, ifFree: boolean): void {
    withLock(threadId, ifFree, () => go(threadId))
      .then(() => afterwards(threadId))
      .catch((error: unknown) => {
        // The log cannot be written: nothing can be shown either. The run stays open and is resumed later.
        // biome-ignore lint/suspicious/noConsole: the only place left to say it
        console.error('Sidenote: a run could not be written.', error);
      });
  }

  return {
    start: (threadId) => lockAndGo(threadId, false),
    resume: (threadId) => lockAndGo(threadId, true),
    abort: (threadId) => running.get(threadId)?.abort(),
    endWait: (threadId) => waits.end(threadId),
  };
}

/** Waits before the next request to a busy server, each of which can be ended early. */
class EndableWaits {
  readonly #sleep: AgentDependencies['sleep'];
  readonly #ends = new Map<string, () => void>();

  constructor(sleep: AgentDependencies['sleep']) {
    this.#sleep = sleep;
  }

  /** Resolves after `ms` milliseconds, or when `end` is called for the thread. Rejects when `signal` is aborted. */
  async sleep(threadId: string, ms: number, signal: AbortSignal): Promise<void> {
    const end = Promise.withResolvers<void>();
    const timer = new AbortController();
    this.#ends.set(threadId, end.resolve);
    try {
      await Promise.race([this.#sleep(ms, AbortSignal.any([signal, timer.signal])), end.promise]);
    } finally {
      this.#ends.delete(threadId);
      timer.abort();
    }
  }

  end(threadId: string): void {
    this.#ends.get(threadId)?.();
  }
}

/** Resumes the runs that were open when the worker was stopped, and starts those that are queued. */
export async function resumeOpenRuns(
  storage: Pick<Stores, 'queue' | 'threads'>,
  runs: Pick<Runs, 'resume'>,
): Promise<void> {
  const waiting = [...(await storage.threads.withOpenRun()), ...(await storage.queue.threads())];
  for (const threadId of new Set(waiting)) runs.resume(threadId);
}

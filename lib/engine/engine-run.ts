import type { AssistantMessage, LoggedEvent, RunOutcome, ToolCall } from '../contracts/index.ts';

/** A call that needs an approval: its effect, and the details to show to the user first. */
export type WaitingCall = Extract<ToolCall, { state: 'approval-requested' }>;

/**
 * How a run ended, or `waiting`: `respond` continues it. `taken-over`: another process has continued this thread, and
 * its run reports the outcome.
 */
export type EngineOutcome = RunOutcome | { type: 'waiting'; calls: readonly WaitingCall[] } | { type: 'taken-over' };

/**
 * `text`: the answer as Markdown, without text that preceded tool calls. `message`: the whole answer, with steps and
 * usage.
 */
export type RunResult = { threadId: string; outcome: EngineOutcome; text: string; message: AssistantMessage };

/**
 * A run in progress. Iterate over it to receive its events from the first one, each as soon as it is in the log.
 * Iterations are independent of each other. `result` rejects if the log cannot be written, or if the thread does not
 * allow this change.
 */
export interface Run extends AsyncIterable<LoggedEvent> {
  readonly threadId: string;
  readonly result: Promise<RunResult>;
}

/** Collects the events of a run, so that an iteration that begins late misses none. */
export class EngineRun implements Run {
  readonly threadId: string;
  readonly result: Promise<RunResult>;
  readonly #events: LoggedEvent[] = [];
  #hasEnded = false;
  #wake: PromiseWithResolvers<void> = Promise.withResolvers();

  /** `work` receives a function that emits events. */
  constructor(threadId: string, work: (emit: (events: readonly LoggedEvent[]) => void) => Promise<RunResult>) {
    this.threadId = threadId;
    this.result = work((events) => this.#push(events)).finally(() => this.#end());
    // A caller that only iterates gets the error from the iteration.
    this.result.catch(() => undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LoggedEvent, void, undefined> {
    for (let index = 0; ; ) {
      const event = this.#events[index];
      if (event !== undefined) {
        index++;
        yield event;
      } else if (this.#hasEnded) break;
      else await this.#wake.promise;
    }
    await this.result;
  }

  #push(events: readonly LoggedEvent[]): void {
    this.#events.push(...events);
    this.#notify();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#notify();
  }

  #notify(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

import { useCallback, useEffect, useMemo, useState } from 'react';
import { factCheckRequest } from '../agent/index.ts';
import {
  type AnswerCheck,
  type AssistantMessage,
  type Endpoint,
  type ModelRef,
  mergeModelSettings,
  openRun,
  type ThreadState,
} from '../contracts/index.ts';
import { settings } from '../extension/index.ts';
import type { Stores } from '../storage/index.ts';
import { FactCheckClient } from './fact-checker.ts';
import { useSetting } from './use-setting.ts';

/** The checked answers of a chat by message id: null for those that have nothing to check. */
type FactChecks = ReadonlyMap<string, AnswerCheck | null>;

type ThreadFactChecks = {
  checks: FactChecks;
  /** Whether an answer of this model is checked once it has ended. */
  isChecked: (model: ModelRef) => boolean;
};

/**
 * Checks the answers of a chat. One that has just ended is checked immediately, and those of an opened chat in idle
 * time, newest first. While an answer is being written, only its sources are prepared.
 */
export function useFactChecks(thread: ThreadState, endpoints: readonly Endpoint[]): ThreadFactChecks {
  const [isOn = settings.checksFacts.fallback] = useSetting(settings.checksFacts);
  const isChecked = useCallback((model: ModelRef) => checksModel(isOn, endpoints, model), [isOn, endpoints]);
  const [checks, setChecks] = useState<FactChecks>(NONE);
  const queue = useMemo(() => new CheckQueue(setChecks), []);
  useEffect(() => () => queue.close(), [queue]);
  useEffect(() => queue.update(thread, isChecked), [queue, thread, isChecked]);
  return useMemo(() => ({ checks, isChecked }), [checks, isChecked]);
}

const NONE: FactChecks = new Map();

/** The setting of a model takes precedence over the one for all. */
function checksModel(isOn: boolean, endpoints: readonly Endpoint[], { endpointId, modelId }: ModelRef): boolean {
  const endpoint = endpoints.find((each) => each.endpointId === endpointId);
  return mergeModelSettings(endpoint?.settings, modelId).checksFacts ?? isOn;
}

/** The answers of one chat that are checked or waiting. They are checked one at a time. */
class CheckQueue {
  readonly #checker = new FactCheckClient();
  readonly #onChange: (checks: FactChecks) => void;
  /** The message to which each check belongs, since an answer can be continued or regenerated. */
  #done = new Map<string, { message: AssistantMessage; check: AnswerCheck | null }>();
  #thread: ThreadState | null = null;
  #isChecked: (model: ModelRef) => boolean = () => false;
  #isBusy = false;
  #openRunId: string | null = null;
  #prepared = '';
  #cancelIdle: () => void = () => undefined;

  constructor(onChange: (checks: FactChecks) => void) {
    this.#onChange = onChange;
  }

  update(thread: ThreadState, isChecked: (model: ModelRef) => boolean): void {
    if (thread.threadId !== this.#thread?.threadId) {
      this.#done = new Map();
      this.#openRunId = null;
    }
    this.#thread = thread;
    this.#isChecked = isChecked;
    this.#dropOthers();
    const run = openRun(thread);
    if (run) {
      this.#openRunId = run.messageId;
      this.#prepare(run);
      return;
    }
    const last = thread.messages.at(-1);
    if (last?.role === 'assistant' && last.messageId === this.#openRunId) this.#next();
    else this.#nextInIdleTime();
  }

  close(): void {
    this.#cancelIdle();
    this.#thread = null;
    this.#checker.close();
  }

  /** Forgets answers that have changed, and those of models that are no longer checked. */
  #dropOthers(): void {
    const messages = new Set<unknown>(this.#thread?.messages);
    const remainingChecks = [...this.#done].filter(
      ([, { message }]) => messages.has(message) && this.#isChecked(message.model),
    );
    if (remainingChecks.length === this.#done.size) return;
    this.#done = new Map(remainingChecks);
    this.#report();
  }

  #report(): void {
    this.#onChange(new Map([...this.#done].map(([id, { check }]) => [id, check])));
  }

  /** Indexes everything that was read so far, whenever there is more. */
  #prepare(run: AssistantMessage): void {
    const thread = this.#thread;
    if (!thread || !this.#isChecked(run.model)) return;
    const state = [
      run.messageId,
      run.contexts.filter((part) => part.state === 'available').length,
      run.steps.length,
      run.steps.at(-1)?.parts.some(({ type }) => type === 'text') ?? false,
    ].join(' ');
    if (state === this.#prepared) return;
    this.#prepared = state;
    const request = factCheckRequest(thread.messages, thread.messages.indexOf(run));
    if (request) this.#checker.prepare(thread.threadId, request.sources);
  }

  #nextInIdleTime(): void {
    this.#cancelIdle();
    const run = () => this.#next();
    if ('requestIdleCallback' in globalThis) {
      const handle = requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
      this.#cancelIdle = () => cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(run);
      this.#cancelIdle = () => clearTimeout(timer);
    }
  }

  #next(): void {
    const thread = this.#thread;
    if (!thread || this.#isBusy) return;
    const message = thread.messages.findLast(
      (each): each is AssistantMessage =>
        each.role === 'assistant' &&
        each.outcome !== null &&
        !this.#done.has(each.messageId) &&
        this.#isChecked(each.model),
    );
    if (!message) return;
    void this.#check(thread, message);
  }

  async #check(thread: ThreadState, message: AssistantMessage): Promise<void> {
    this.#isBusy = true;
    const request = factCheckRequest(thread.messages, thread.messages.indexOf(message));
    const check = request && (await this.#checker.check(thread.threadId, request));
    this.#isBusy = false;
    if (this.#thread?.messages.includes(message)) {
      this.#done.set(message.messageId, { message, check });
      this.#report();
    }
    if (this.#openRunId !== null && !this.#done.has(this.#openRunId)) this.#next();
    else this.#nextInIdleTime();
  }
}

/** In milliseconds. Without it, a busy page would postpone the check indefinitely. */
const IDLE_TIMEOUT_MS = 2000;

/** The checks of all answers of a chat, for a document of it. */
export async function checkThread(storage: Pick<Stores, 'endpoints'>, thread: ThreadState): Promise<FactChecks> {
  const [isOn, endpoints] = await Promise.all([settings.checksFacts.getValue(), storage.endpoints.all()]);
  const checker = new FactCheckClient();
  const checks = new Map<string, AnswerCheck | null>();
  try {
    for (const [index, message] of thread.messages.entries()) {
      if (message.role !== 'assistant' || !checksModel(isOn, endpoints, message.model)) continue;
      const request = factCheckRequest(thread.messages, index);
      if (request) checks.set(message.messageId, await checker.check(thread.threadId, request));
    }
  } finally {
    checker.close();
  }
  return checks;
}

import {
  type LoggedEvent,
  RunConflictError,
  TakenOverError,
  type ThreadEvent,
  type ThreadLog,
} from '../contracts/index.ts';

/** Storage for the rows of a log: an array, a file, a table. */
export interface LogStore {
  /** All rows of a thread, in the order in which they were saved. */
  load(threadId: string): Promise<readonly LoggedEvent[]>;
  /** Adds rows of one thread, all of them or none. They are durable when the promise resolves. */
  save(rows: readonly LoggedEvent[]): Promise<void>;
}

/** A store in memory. `rows` outlives the log, so that a test can open a second one on it. */
export function createMemoryStore(rows: LoggedEvent[] = []): LogStore {
  return {
    load: async (threadId) => rows.filter((row) => row.threadId === threadId),
    save: async (newRows) => void rows.push(...newRows),
  };
}

/** One thread: its rows that are known to be durable, and the writes in progress. */
type Thread = { rows: LoggedEvent[]; fence: number; last: Promise<unknown> };

/**
 * A log on a store to which only this process writes. Keeps the rows of threads in use in memory, writes in order, and
 * provides the guarantees of `ThreadLog`: one open run per thread, and no writes by a runner after a later one has
 * claimed the thread.
 */
export function createThreadLog(store: LogStore, now: () => number = Date.now): ThreadLog {
  const threads = new Map<string, Promise<Thread>>();

  function open(threadId: string): Promise<Thread> {
    const cachedThread = threads.get(threadId);
    if (cachedThread) return cachedThread;
    const loading = store
      .load(threadId)
      .then((rows): Thread => ({ rows: [...rows], fence: 0, last: Promise.resolve() }));
    threads.set(threadId, loading);
    // If the store could not be read, the next call tries again.
    loading.catch(() => threads.delete(threadId));
    return loading;
  }

  async function write(thread: Thread, { threadId, events, openRunId, fence }: Append): Promise<LoggedEvent[]> {
    if (fence !== undefined && fence !== thread.fence) throw new TakenOverError(threadId);
    const actual = findOpenRun(thread.rows);
    if (actual !== openRunId) throw new RunConflictError(openRunId, actual);
    const seq = thread.rows.at(-1)?.seq ?? 0;
    const at = now();
    const rows = events.map((event, index) => ({ threadId, seq: seq + index + 1, at, event }));
    await store.save(rows);
    thread.rows.push(...rows);
    return rows;
  }

  return {
    async read(threadId, after = 0) {
      const { rows } = await open(threadId);
      return rows.filter((row) => row.seq > after);
    },
    async append(threadId, events, openRunId, fence) {
      const thread = await open(threadId);
      const writeTask = thread.last.then(() => write(thread, { threadId, events, openRunId, fence }));
      // The next write does not depend on whether this one succeeds.
      thread.last = writeTask.catch(() => undefined);
      return writeTask;
    },
    async claim(threadId) {
      const thread = await open(threadId);
      await thread.last;
      if (findOpenRun(thread.rows) !== null) thread.fence++;
      return thread.fence;
    },
  };
}

type Append = { threadId: string; events: readonly ThreadEvent[]; openRunId: string | null; fence: number | undefined };

/** The run in the rows of a thread that has started and not ended, or null. */
function findOpenRun(rows: readonly LoggedEvent[]): string | null {
  const last = rows.findLast(({ event }) => event.type === 'run-start' || event.type === 'run-end');
  return last?.event.type === 'run-start' ? last.event.runId : null;
}

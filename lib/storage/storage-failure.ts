import type { StorageFailure, StorageFailureCode, ThreadEvent, ThreadLog } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';

/** Creates a failure with this code. */
export function createStorageFailure(code: StorageFailureCode, detail = ''): StorageFailure {
  return { code, detail };
}

/** The storage failure behind an error of Dexie or IndexedDB; null for other errors. */
export function findStorageFailure(error: unknown): StorageFailure | null {
  for (const each of listErrorChain(error)) {
    const code = toFailureCode(each);
    if (code) return createStorageFailure(code, `${each.name}: ${each.message}`);
  }
  return null;
}

/** Chromium reports a full disk as UnknownError if the database's own files cannot grow. */
const NO_SPACE = /no.?space|disk.?full|quota/i;

function toFailureCode({ name, message }: Error): StorageFailureCode | null {
  switch (name) {
    case 'QuotaExceededError':
      return 'full';
    case 'VersionError':
      return 'newer';
    case 'UnknownError':
    case 'OpenFailedError':
    case 'MissingAPIError':
    case 'SecurityError':
    case 'InvalidStateError':
      return NO_SPACE.test(message) ? 'full' : 'broken';
    default:
      return null;
  }
}

/**
 * An error and its causes: Dexie stores the browser's own error in `inner`, and those of a bulk write in `failures`.
 */
function listErrorChain(error: unknown): Error[] {
  const chain: Error[] = [];
  let next = error;
  while (isError(next) && !chain.includes(next)) {
    chain.push(next);
    const { inner, cause, failures } = next as { inner?: unknown; cause?: unknown; failures?: unknown[] };
    next = inner ?? cause ?? failures?.[0];
  }
  return chain;
}

/** Includes DOMException, which is not an Error in every browser. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}

/**
 * Events that could not be written to a thread, and why. `after`: the last row of the log before them. They are only
 * kept in memory. Pages show them until they are closed.
 */
export type FailedWrite = { threadId: string; after: number; events: ThreadEvent[]; failure: StorageFailure };

/**
 * A log that also calls `onWriteFailure` for every append to a run that the database refused, and for the events after
 * it. The append still rejects. A question that could not be written is not reported here, since it returns to the
 * composer.
 */
export function withWriteFailureReporting(
  log: ThreadLog,
  onWriteFailure: (failedWrite: FailedWrite) => void,
): ThreadLog {
  const failuresByThread = new Map<string, Pick<FailedWrite, 'after' | 'failure'>>();

  function report(threadId: string, events: ThreadEvent[]): void {
    const before = failuresByThread.get(threadId);
    if (before) onWriteFailure({ threadId, events, ...before });
  }

  return {
    read: log.read,
    claim(threadId) {
      failuresByThread.delete(threadId);
      return log.claim(threadId);
    },
    async append(threadId, events, openRunId, fence) {
      try {
        return await log.append(threadId, events, openRunId, fence);
      } catch (error) {
        const failure = findStorageFailure(error);
        if (failure && openRunId !== null) {
          failuresByThread.set(threadId, { after: await lastSeq(log, threadId), failure });
          report(threadId, events);
        }
        throw error;
      }
    },
    reportFailedWrite: report,
  };
}

/** The last row of the log. If the log cannot be read either, no event counts as coming after it. */
async function lastSeq(log: ThreadLog, threadId: string): Promise<number> {
  const rows = await log.read(threadId).catch(() => null);
  return rows === null ? Number.POSITIVE_INFINITY : (rows.at(-1)?.seq ?? 0);
}

/** Broadcasts a failed write to all pages of the extension. Uses a channel, since the database has failed. */
export function announceFailedWrite({ name }: Pick<SidenoteDb, 'name'>, failedWrite: FailedWrite): void {
  const channel = new BroadcastChannel(channelName(name));
  channel.postMessage(failedWrite);
  channel.close();
}

/** Calls `onWriteFailure` for each failed write from now on. Returns the unsubscribe function. */
export function onFailedWrite(
  { name }: Pick<SidenoteDb, 'name'>,
  onWriteFailure: (failedWrite: FailedWrite) => void,
): () => void {
  const channel = new BroadcastChannel(channelName(name));
  channel.onmessage = (message) => onWriteFailure(message.data);
  return () => channel.close();
}

function channelName(dbName: string): string {
  return `${dbName}:unwritten`;
}

import { nextMessage, wasSent } from '../../lib/agent/index.ts';
import {
  type AssistantMessage,
  type EventOf,
  type QueuedMessage,
  RunConflictError,
  type ThreadEvent,
  type ThreadLog,
  type ThreadState,
  toAttachments,
} from '../../lib/contracts/index.ts';
import { originOf } from '../../lib/security/index.ts';
import { dequeue, loadQueue, type SidenoteDb } from '../../lib/storage/index.ts';
import { loadThread, type RunStartDependencies, runStart } from './run-start.ts';

export type NextRunDependencies = RunStartDependencies & { db: SidenoteDb; log: ThreadLog };

/**
 * Starts the next queued message of a thread: writes the question and its run before it is removed from the queue. If the worker
 * is stopped in between, the question is recognized by its id and not sent twice. Call it under the thread's lock; resolves to
 * whether there is a run.
 */
export async function startNextRun(dependencies: NextRunDependencies, threadId: string): Promise<boolean> {
  const { db, log } = dependencies;
  const queue = await loadQueue(db, threadId);
  const state = await loadThread(log, threadId);
  const next = nextMessage(state, queue);
  for (const { messageId } of queue) if (wasSent(state, messageId)) await dequeue(db, threadId, messageId);
  if (next === null) return false;
  const events =
    next.type === 'send'
      ? await asking(dependencies, threadId, next.message)
      : [await goingOn(dependencies, state, next.after)];
  try {
    await log.append(threadId, events, null);
  } catch (error) {
    // The user has started another run in the meantime.
    if (error instanceof RunConflictError) return false;
    throw error;
  }
  if (next.type === 'send') await dequeue(db, threadId, next.message.messageId);
  return true;
}

async function asking(
  dependencies: NextRunDependencies,
  threadId: string,
  message: QueuedMessage,
): Promise<ThreadEvent[]> {
  const { messageId, content, site } = message;
  const start = onSite(await runStart(dependencies, { ...message, threadId }), site);
  return [{ type: 'user-message', messageId, content, ...toAttachments(message) }, start];
}

async function goingOn(
  dependencies: NextRunDependencies,
  { threadId, messages }: ThreadState,
  after: AssistantMessage,
): Promise<ThreadEvent> {
  const question = messages.findLast((message) => message.role === 'user');
  const { model, tabId, page, messageId: continues } = after;
  const start = await runStart(dependencies, {
    threadId,
    messageId: question?.messageId ?? '',
    model,
    tabId,
    tabs: question?.tabs,
    continues,
    pageContext: after.contextPolicy?.mode,
    web: after.web ? true : undefined,
    ownData: after.ownData ? true : undefined,
  });
  return onSite(start, page === null ? null : originOf(page.url));
}

/** If the tab has navigated to another site since the question was queued, the run has to ask before reading it. */
function onSite(start: EventOf<'run-start'>, site: string | null): EventOf<'run-start'> {
  return start.page !== null && originOf(start.page.url) === site ? start : { ...start, page: null };
}

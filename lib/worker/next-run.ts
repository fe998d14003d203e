import { loadThread, nextMessage, wasSent } from '../agent/index.ts';
import {
  type AssistantMessage,
  type EventOf,
  type QueuedMessage,
  RunConflictError,
  type ThreadEvent,
  type ThreadLog,
  type ThreadState,
  toAttachments,
} from '../contracts/index.ts';
import { parseOrigin } from '../security/index.ts';
import type { Stores } from '../storage/index.ts';
import { askMissingOpinion, type OpinionStartDependencies, startOpinion } from './opinion-commands.ts';
import { buildRunStart } from './run-start.ts';

export type NextRunDependencies = OpinionStartDependencies & {
  storage: Pick<Stores, 'opinions' | 'queue'>;
  log: ThreadLog;
};

/**
 * Starts the next queued message of a thread, which waits for both answers to a question. Writes the question and its
 * runs before removing it from the queue. If the worker is stopped in between, the question is recognized by its id and
 * not sent twice. Call it under the thread's lock. Resolves to whether there is a run.
 */
export async function startNextRun(dependencies: NextRunDependencies, threadId: string): Promise<boolean> {
  const { storage, log } = dependencies;
  if (await storage.opinions.isOpen(threadId)) return false;
  const queue = await storage.queue.load(threadId);
  const state = await loadThread(log, threadId);
  const next = nextMessage(state, queue);
  for (const message of queue.filter(({ messageId }) => wasSent(state, messageId))) {
    await askMissingOpinion(dependencies, state, message, () => questionStart(dependencies, threadId, message));
    await storage.queue.remove(threadId, message.messageId);
  }
  if (next === null) return false;
  const start =
    next.type === 'send'
      ? await questionStart(dependencies, threadId, next.message)
      : await continuationStart(dependencies, state, next.after);
  try {
    await log.append(threadId, next.type === 'send' ? [toQuestion(next.message), start] : [start], null);
  } catch (error) {
    // The user has started another run in the meantime.
    if (error instanceof RunConflictError) return false;
    throw error;
  }
  if (next.type === 'send') {
    const { opinion, pageContext } = next.message;
    if (opinion !== undefined) await startOpinion(dependencies, start, { threadId, model: opinion, pageContext });
    await storage.queue.remove(threadId, next.message.messageId);
  }
  return true;
}

function toQuestion(message: QueuedMessage): ThreadEvent {
  const { messageId, content } = message;
  return { type: 'user-message', messageId, content, ...toAttachments(message) };
}

async function questionStart(
  dependencies: NextRunDependencies,
  threadId: string,
  message: QueuedMessage,
): Promise<EventOf<'run-start'>> {
  return onSite(await buildRunStart(dependencies, { ...message, threadId }), message.site);
}

async function continuationStart(
  dependencies: NextRunDependencies,
  { threadId, messages }: ThreadState,
  after: AssistantMessage,
): Promise<EventOf<'run-start'>> {
  const question = messages.findLast((message) => message.role === 'user');
  const { model, tabId, page, messageId: continues } = after;
  const start = await buildRunStart(dependencies, {
    threadId,
    messageId: question?.messageId ?? '',
    content: question?.content ?? '',
    model,
    tabId,
    tabs: question?.tabs,
    continues,
    pageContext: after.contextPolicy?.mode,
    web: after.web ? true : undefined,
    ownData: after.ownData ? true : undefined,
  });
  return onSite(start, page === null ? null : parseOrigin(page.url));
}

/** If the tab has navigated to another site since the question was queued, the run has to ask before reading it. */
function onSite(start: EventOf<'run-start'>, site: string | null): EventOf<'run-start'> {
  return start.page !== null && parseOrigin(start.page.url) === site ? start : { ...start, page: null };
}

import { findComparison, loadThread, reviseAnswer, stopRun } from '../agent/index.ts';
import {
  type Command,
  type CommandReply,
  type EventOf,
  emptyThread,
  type Metrics,
  type ModelRef,
  openRun,
  RunConflictError,
  type ThreadEvent,
  type ThreadLog,
  type ThreadState,
  toOpinionId,
} from '../contracts/index.ts';
import type { Stores } from '../storage/index.ts';
import { createBusyReply, DONE_REPLY, refuseCommand } from './command-replies.ts';
import { buildOpinionStart, buildRunStart, type RunStartDependencies } from './run-start.ts';
import type { Runs } from './runs.ts';

export type OpinionStartDependencies = RunStartDependencies & {
  storage: Pick<Stores, 'opinions'>;
  runs: Pick<Runs, 'start'>;
  now: () => number;
};

export type OpinionDependencies = OpinionStartDependencies & { log: ThreadLog; runs: Runs; metrics: Metrics };

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>;

/** Asks another model for an answer to a question that already has one. The page is read again, as for a new answer. */
export async function askOpinion(
  dependencies: OpinionDependencies,
  { threadId, messageId, model, tabId, pageContext }: CommandOf<'ask-opinion'>,
): Promise<CommandReply> {
  const thread = await loadThread(dependencies.log, threadId);
  const revision = reviseAnswer(thread, messageId);
  if ('refusal' in revision) return refuseCommand('internal', revision.refusal);
  const { question } = revision;
  // The history of the second opinion ends before the event that lists the imported messages.
  if (thread.imported.has(question.messageId)) return refuseCommand('internal', { type: 'question-gone' });
  const { content, tabs } = question;
  const asked = { threadId, messageId: question.messageId, content, model, tabId, tabs, pageContext };
  return startOpinion(dependencies, await buildRunStart(dependencies, asked), { threadId, model, pageContext });
}

/** Starts the second answer to the question of a run that is starting. Does nothing if there is one already. */
export async function startOpinion(
  dependencies: OpinionStartDependencies,
  start: EventOf<'run-start'>,
  { threadId, ...choices }: Pick<CommandOf<'ask-opinion'>, 'threadId' | 'model' | 'pageContext'>,
): Promise<CommandReply> {
  const { storage, runs, now } = dependencies;
  try {
    await storage.opinions.start(threadId, await buildOpinionStart(dependencies, start, choices), now());
  } catch (error) {
    if (error instanceof RunConflictError) return createBusyReply();
    throw error;
  }
  runs.start(toOpinionId(threadId));
  return DONE_REPLY;
}

/** A question that two models answer; without `opinion`, one does. */
type AskedOfTwo = {
  messageId: string;
  opinion?: ModelRef | undefined;
  pageContext?: CommandOf<'ask-opinion'>['pageContext'];
};

/**
 * Asks the second model about a question that is already written. If the worker was stopped in between, the second
 * model was not asked: then the last question has no second answer.
 */
export async function askMissingOpinion(
  dependencies: OpinionStartDependencies,
  state: ThreadState,
  { messageId, opinion, pageContext }: AskedOfTwo,
  buildStart: () => Promise<EventOf<'run-start'>>,
): Promise<void> {
  const { threadId, messages } = state;
  const isLast = messages.findLast(({ role }) => role === 'user')?.messageId === messageId;
  if (opinion === undefined || !isLast || findComparison(state, emptyThread(toOpinionId(threadId))) !== null) return;
  await startOpinion(dependencies, await buildStart(), { threadId, model: opinion, pageContext });
}

/** Continues a chat from one of two answers, and stops the other one if it is not complete. */
export async function keepAnswer(
  dependencies: OpinionDependencies,
  { threadId, messageId }: CommandOf<'keep-answer'>,
): Promise<CommandReply> {
  const { log } = dependencies;
  const opinionId = toOpinionId(threadId);
  for (const id of [threadId, opinionId]) {
    const run = openRun(await loadThread(log, id));
    if (run?.messageId === messageId) return createBusyReply();
    if (run !== null) await stopThread(dependencies, id);
  }
  const { messages } = await loadThread(log, threadId);
  const isSelected = messages.some((message) => message.messageId === messageId);
  const selection: ThreadEvent[] = isSelected ? [] : [{ type: 'branch-select', messageId }];
  await log.append(threadId, [...selection, { type: 'opinion-settle' }], null);
  return DONE_REPLY;
}

/** Ends the open run of a thread. */
async function stopThread(
  dependencies: Pick<OpinionDependencies, 'log' | 'metrics' | 'now' | 'runs'>,
  threadId: string,
): Promise<void> {
  try {
    await stopRun(dependencies, threadId);
  } catch (error) {
    // The run has just ended.
    if (!(error instanceof RunConflictError)) throw error;
  } finally {
    // Aborts even if the end cannot be written, since the user wants it to stop.
    dependencies.runs.abort(threadId);
  }
}

/** Stops both answers of a chat. */
export async function stopAnswers(dependencies: OpinionDependencies, threadId: string): Promise<CommandReply> {
  const hasOpinion = await dependencies.storage.opinions.isOpen(threadId);
  const threadIds = hasOpinion ? [threadId, toOpinionId(threadId)] : [threadId];
  await Promise.all(threadIds.map((id) => stopThread(dependencies, id)));
  return DONE_REPLY;
}

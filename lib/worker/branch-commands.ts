import {
  allMessages,
  continueAnswer,
  loadThread,
  type Revision,
  reviseAnswer,
  reviseQuestion,
} from '../agent/index.ts';
import {
  type Command,
  type CommandReply,
  type ModelRef,
  openRun,
  type ThreadLog,
  type UserMessage,
} from '../contracts/index.ts';
import { createTooLateReply, DONE_REPLY, refuseCommand } from './command-replies.ts';
import { askMissingOpinion, type OpinionStartDependencies, startOpinion } from './opinion-commands.ts';
import { buildRunStart } from './run-start.ts';
import type { Runs } from './runs.ts';

type Dependencies = OpinionStartDependencies & { log: ThreadLog; runs: Runs };
type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>;

/** Regenerates an answer. The existing answer, with everything after it, becomes a branch. */
export async function retry(dependencies: Dependencies, command: CommandOf<'retry'>): Promise<CommandReply> {
  const thread = await loadThread(dependencies.log, command.threadId);
  return startRevision(dependencies, command, reviseAnswer(thread, command.messageId));
}

/**
 * Edits a question and asks it again with its attachments, and also asks a second model if there is one. The old
 * question, with everything after it, becomes a branch.
 */
export async function edit(dependencies: Dependencies, command: CommandOf<'edit'>): Promise<CommandReply> {
  const thread = await loadThread(dependencies.log, command.threadId);
  // The panel repeated the command because it did not receive the reply.
  const written = allMessages(thread).find((message) => message.messageId === command.newMessageId);
  if (written?.role === 'user') {
    const { newMessageId: messageId, opinion, pageContext } = command;
    const buildStart = () => buildRunStart(dependencies, toAsked(command, written, null));
    await askMissingOpinion(dependencies, thread, { messageId, opinion, pageContext }, buildStart);
    return DONE_REPLY;
  }
  return startRevision(dependencies, command, reviseQuestion(thread, command), command.opinion);
}

/** Continues an answer that was cut off. */
export async function continueRun(dependencies: Dependencies, command: CommandOf<'continue'>): Promise<CommandReply> {
  const thread = await loadThread(dependencies.log, command.threadId);
  return startRevision(dependencies, command, continueAnswer(thread));
}

async function startRevision(
  dependencies: Dependencies,
  command: CommandOf<'retry' | 'edit' | 'continue'>,
  revision: Revision,
  opinion?: ModelRef,
): Promise<CommandReply> {
  if ('refusal' in revision) return refuseCommand('internal', revision.refusal);
  const { log, runs } = dependencies;
  const { threadId, pageContext } = command;
  const { events, question, continues } = revision;
  const start = await buildRunStart(dependencies, toAsked(command, question, continues));
  await log.append(threadId, [...events, start], null);
  runs.start(threadId);
  if (opinion !== undefined) await startOpinion(dependencies, start, { threadId, model: opinion, pageContext });
  return DONE_REPLY;
}

/** What a run is asked that answers a question again, as the command says. */
function toAsked(
  { threadId, model, tabId, pageContext, web, ownData }: CommandOf<'retry' | 'edit' | 'continue'>,
  { messageId, content, tabs }: UserMessage,
  continues: string | null,
) {
  return { threadId, messageId, content, model, tabId, tabs, continues, pageContext, web, ownData };
}

export async function chooseBranch(
  { log }: Dependencies,
  { threadId, messageId }: CommandOf<'select-branch'>,
): Promise<CommandReply> {
  await log.append(threadId, [{ type: 'branch-select', messageId }], null);
  return DONE_REPLY;
}

export async function deleteExchange(
  { log }: Dependencies,
  { threadId, messageId }: CommandOf<'delete-exchange'>,
): Promise<CommandReply> {
  await log.append(threadId, [{ type: 'exchange-delete', messageId }], null);
  return DONE_REPLY;
}

/** Adds a message to the open run. It is durable before the reply, so that a worker that resumes the run finds it. */
export async function steer({ log }: Dependencies, command: CommandOf<'steer'>): Promise<CommandReply> {
  const { threadId, messageId, content } = command;
  const run = openRun(await loadThread(log, threadId));
  if (run === null) return createTooLateReply();
  if (run.steers.some((each) => each.messageId === messageId)) return DONE_REPLY;
  await log.append(threadId, [{ type: 'run-steer', messageId, content }], run.messageId);
  return DONE_REPLY;
}

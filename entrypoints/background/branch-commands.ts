import { allMessages } from '../../lib/agent/index.ts';
import {
  type Command,
  type CommandReply,
  openRun,
  type ThreadEvent,
  type ThreadLog,
  toAttachments,
} from '../../lib/contracts/index.ts';
import { DONE, refuse, tooLate } from './command-replies.ts';
import { loadThread, type RunStartDependencies, runStart } from './run-start.ts';
import type { Runs } from './runs.ts';

type Dependencies = RunStartDependencies & { log: ThreadLog; runs: Runs };
type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>;

/** Regenerates an answer. The existing one, with everything after it, becomes a branch. */
export async function retry(dependencies: Dependencies, command: CommandOf<'retry'>): Promise<CommandReply> {
  const { log, runs } = dependencies;
  const { threadId, model, tabId } = command;
  const { messages } = await loadThread(log, threadId);
  const wanted = messages.findIndex((message) => message.messageId === command.messageId);
  const place = wanted < 0 ? messages.length - 1 : wanted;
  const old = messages[place];
  const question = messages.slice(0, place + 1).findLast((message) => message.role === 'user');
  if (!question) return refuse('internal', { type: 'no-question' });
  const truncate: ThreadEvent[] =
    old?.role === 'assistant' ? [{ type: 'thread-truncate', messageId: old.messageId }] : [];
  // A run that continued another does so again.
  const continues = old?.role === 'assistant' ? old.continues : null;
  const start = await runStart(dependencies, {
    threadId,
    messageId: question.messageId,
    model,
    tabId,
    tabs: question.tabs,
    continues,
    pageContext: command.pageContext,
    web: command.web,
    ownData: command.ownData,
  });
  await log.append(threadId, [...truncate, start], null);
  runs.start(threadId);
  return DONE;
}

/** Edits a question and asks it again with its attachments. The old one, with everything after it, becomes a branch. */
export async function edit(dependencies: Dependencies, command: CommandOf<'edit'>): Promise<CommandReply> {
  const { log, runs } = dependencies;
  const { threadId, messageId, newMessageId, content, model, tabId } = command;
  const thread = await loadThread(log, threadId);
  // The panel repeated the command because it did not receive the reply.
  if (allMessages(thread).some((message) => message.messageId === newMessageId)) return DONE;
  const old = thread.messages.find((message) => message.messageId === messageId);
  if (old?.role !== 'user') {
    return refuse('internal', { type: 'question-gone' });
  }
  await log.append(
    threadId,
    [
      { type: 'thread-truncate', messageId },
      { type: 'user-message', messageId: newMessageId, content, ...toAttachments(old) },
      await runStart(dependencies, {
        threadId,
        messageId: newMessageId,
        model,
        tabId,
        tabs: old.tabs,
        pageContext: command.pageContext,
        web: command.web,
        ownData: command.ownData,
      }),
    ],
    null,
  );
  runs.start(threadId);
  return DONE;
}

export async function selectBranch(
  { log }: Dependencies,
  { threadId, messageId }: CommandOf<'select-branch'>,
): Promise<CommandReply> {
  await log.append(threadId, [{ type: 'branch-select', messageId }], null);
  return DONE;
}

export async function deleteExchange(
  { log }: Dependencies,
  { threadId, messageId }: CommandOf<'delete-exchange'>,
): Promise<CommandReply> {
  await log.append(threadId, [{ type: 'exchange-delete', messageId }], null);
  return DONE;
}

/** Adds a message to the open run. It is durable before the reply, so that a worker that resumes the run finds it. */
export async function steer({ log }: Dependencies, command: CommandOf<'steer'>): Promise<CommandReply> {
  const { threadId, messageId, content } = command;
  const run = openRun(await loadThread(log, threadId));
  if (run === null) return tooLate();
  if (run.steers.some((each) => each.messageId === messageId)) return DONE;
  await log.append(threadId, [{ type: 'run-steer', messageId, content }], run.messageId);
  return DONE;
}

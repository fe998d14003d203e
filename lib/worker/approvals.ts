import { type Elicitations, loadThread } from '../agent/index.ts';
import {
  type AssistantMessage,
  type Command,
  type CommandReply,
  type EventOf,
  hasOnlyFormFields,
  invalidField,
  isOfTab,
  label,
  listToolCalls,
  type OwnData,
  openRun,
  type PageAccess,
  type PageAccessState,
  type PageError,
  type ThreadEvent,
  type ThreadLog,
  waitingCalls,
} from '../contracts/index.ts';
import {
  approveContexts,
  approvePermitted,
  approveReading,
  callsAboutTab,
  isAboutTab,
  judgeAnswer,
  type PageCall,
  siteOfTab,
  type WaitingContext,
} from '../security/index.ts';
import type { Stores } from '../storage/index.ts';
import { DONE_REPLY } from './command-replies.ts';
import type { Runs } from './runs.ts';

type Dependencies = {
  storage: Pick<Stores, 'threads'>;
  log: ThreadLog;
  runs: Runs;
  page: Pick<PageAccess, 'check'>;
  ownData: Pick<OwnData, 'hasPermission'>;
  now: () => number;
};
const CHANGED: CommandReply = {
  type: 'refused',
  failure: { code: 'internal', reason: { type: 'approval-changed' }, retryable: true },
};
/** How many times, and at what interval, access is checked after a click that grants it. Milliseconds. */
const ACCESS = { tries: 5, pauseMs: 100 };

/** Logs the user's answer to a waiting call, if it matches what was shown. */
export async function respondToCall(
  dependencies: Dependencies,
  command: Extract<Command, { type: 'respond' }>,
): Promise<CommandReply> {
  const { threadId, toolCallId } = command;
  const run = await loadOpenRun(dependencies, threadId);
  const call = waitingCalls(run).find((each) => each.toolCallId === toolCallId);
  if (!run || !call) return DONE_REPLY;
  const events = await judgeAnswer(run, call, command, dependencies);
  return events === null ? CHANGED : write(dependencies, threadId, run, events);
}

/** Removes a rule, so that what it covered needs the user's approval again. Calls that are already running finish. */
export async function removeRule(
  { log }: Pick<Dependencies, 'log'>,
  { threadId, rule }: Extract<Command, { type: 'remove-rule' }>,
): Promise<CommandReply> {
  const run = await loadOpenRun({ log }, threadId);
  await log.append(threadId, [{ type: 'rule-remove', rule }], run?.messageId ?? null);
  return DONE_REPLY;
}

/**
 * Logs whether a page may be sent with the question. The run continues in either case, also if the page can no longer
 * be read, for example because its tab was closed.
 */
export async function respondContext(
  dependencies: Dependencies,
  { threadId, contextId, approved }: Extract<Command, { type: 'respond-context' }>,
): Promise<CommandReply> {
  const run = await loadOpenRun(dependencies, threadId);
  const part = waitingContexts(run).find((each) => each.contextId === contextId);
  if (!run || !part) return DONE_REPLY;
  if (!approved)
    return write(dependencies, threadId, run, [{ type: 'context-approval-response', contextId, approved }]);
  const access = part.source.type === 'tab' ? await dependencies.page.check(part.source.tabId) : null;
  const answers =
    access?.type === 'impossible'
      ? [closedPage(contextId, access.error)]
      : await approveContexts(dependencies.page, [part]);
  return write(dependencies, threadId, run, answers);
}

/**
 * Passes the user's answer to the call that shows this form. Refused if the form is a different one, or if its worker
 * was stopped, in which case the outcome of the call is unknown.
 */
export async function answerForm(
  dependencies: Pick<Dependencies, 'log'> & { elicitations: Elicitations },
  { threadId, toolCallId, elicitationId, answer }: Extract<Command, { type: 'answer-form' }>,
): Promise<CommandReply> {
  const calls = (await loadOpenRun(dependencies, threadId))?.steps.slice(-1).flatMap(listToolCalls) ?? [];
  const call = calls.find((each) => each.toolCallId === toolCallId);
  const currentElicitation = call?.state === 'executing' ? call.elicitation : null;
  if (currentElicitation?.elicitationId !== elicitationId) return CHANGED;
  const { form } = currentElicitation;
  const isValid =
    answer.action !== 'accept' ||
    (hasOnlyFormFields(form, answer.content) && invalidField(form, answer.content) === null);
  return isValid && dependencies.elicitations.answer(elicitationId, answer) ? DONE_REPLY : CHANGED;
}

/**
 * Approves all requests for access to the page beside the clicked toolbar button. The button may be clicked for another
 * reason, so the click does not approve sending an accessible page to a model, which needs the card's own button.
 */
export async function allowByClick(dependencies: Dependencies, tabId: number): Promise<void> {
  for (const threadId of await dependencies.storage.threads.withOpenRun()) {
    const run = await loadOpenRun(dependencies, threadId);
    const calls = callsAboutTab(run, tabId);
    const contexts = waitingContexts(run).filter((part) => isOfTab(part, tabId) && isAboutAccess(part));
    if (!run || calls.length + contexts.length === 0) continue;
    const access = await accessAfterClick(dependencies.page, tabId);
    if (access.type === 'viewer') {
      await askForSite(dependencies, threadId, { run, calls, contexts, origin: new URL(access.url).origin });
      continue;
    }
    // A reading call reports itself why it cannot read.
    const readable = await approveReading(dependencies.page, tabId, calls);
    const contextEvents =
      access.type === 'impossible'
        ? contexts.map(({ contextId }) => closedPage(contextId, access.error))
        : await approveContexts(dependencies.page, contexts);
    await write(dependencies, threadId, run, [...readable, ...contextEvents]);
  }
}

/** No extension may read the page, or its tab was closed, so waiting would be useless. */
function closedPage(contextId: string, { code }: PageError): EventOf<'context-error'> {
  return { type: 'context-error', contextId, code, ms: 0 };
}

/**
 * The browser may not have granted access yet, and may report wrong facts about the page until then (quirk:
 * active-tab-late).
 */
async function accessAfterClick(page: Dependencies['page'], tabId: number): Promise<PageAccessState> {
  for (let tries = ACCESS.tries; ; tries--) {
    const access = await page.check(tabId);
    const isFinal = access.type === 'granted' || access.type === 'viewer';
    if (isFinal || tries <= 0) return access;
    await new Promise((resolve) => setTimeout(resolve, ACCESS.pauseMs));
  }
}

type WaitingForTab = {
  run: AssistantMessage;
  calls: readonly PageCall[];
  contexts: readonly WaitingContext[];
  origin: string;
};

/** The click revealed the site of a document in a browser viewer, so the cards can now ask for access to it. */
async function askForSite(
  { log }: Dependencies,
  threadId: string,
  { run, calls, contexts, origin }: WaitingForTab,
): Promise<void> {
  const reason = label('askReadViewed', { site: origin });
  const questions: ThreadEvent[] = [
    ...calls
      .filter(({ request }) => request.origin === undefined && request.viewer === undefined)
      .map(({ toolCallId, request }) => ({
        type: 'tool-approval-request' as const,
        toolCallId,
        request: { ...request, reason, viewer: origin },
      })),
    ...contexts.map(({ contextId }) => ({
      type: 'context-approval-request' as const,
      contextId,
      question: { reason: 'viewer' as const, origin },
    })),
  ];
  if (questions.length > 0) await log.append(threadId, questions, run.messageId);
}

/**
 * A site or a permission was granted in the browser's own dialog. This approves reading the waiting tabs that are now
 * accessible, and the calls that wait for the permission.
 */
export async function allowByGrant(dependencies: Dependencies): Promise<void> {
  for (const threadId of await dependencies.storage.threads.withOpenRun()) {
    const run = await loadOpenRun(dependencies, threadId);
    const tabIds = waitingCalls(run).flatMap(({ request }) =>
      isAboutTab(request) && request.origin === undefined ? [request.tabId] : [],
    );
    const contexts = waitingContexts(run).filter(
      ({ question }) => question.origin === null || question.reason === 'viewer',
    );
    if (run) await write(dependencies, threadId, run, await approveContexts(dependencies.page, contexts));
    if (run) await write(dependencies, threadId, run, await approvePermitted(dependencies.ownData, run));
    for (const tabId of new Set(tabIds)) {
      if (!run || (await siteOfTab(dependencies.page, tabId)) === null) continue;
      const calls = callsAboutTab(run, tabId);
      await write(dependencies, threadId, run, await approveReading(dependencies.page, tabId, calls));
    }
  }
}

function isAboutAccess({ question }: WaitingContext): boolean {
  return question.reason === 'no-access' || question.reason === 'moved';
}

function waitingContexts(run: AssistantMessage | null): WaitingContext[] {
  return run?.contexts.filter((part) => part.state === 'approval-requested') ?? [];
}

async function write(
  { log, runs }: Dependencies,
  threadId: string,
  run: AssistantMessage,
  answers: readonly ThreadEvent[],
): Promise<CommandReply> {
  if (answers.length === 0) return DONE_REPLY;
  await log.append(threadId, [...answers], run.messageId);
  runs.start(threadId);
  return DONE_REPLY;
}

async function loadOpenRun({ log }: Pick<Dependencies, 'log'>, threadId: string): Promise<AssistantMessage | null> {
  return openRun(await loadThread(log, threadId));
}

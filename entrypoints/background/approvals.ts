import { siteOfTab } from '../../lib/engine/needed-approval.ts';
import { reduceAll } from '../../lib/engine/reduce.ts';
import { judgeAnswer } from '../../lib/guard/tool-policy.ts';
import { t } from '../../lib/i18n/translate.ts';
import type { Command, CommandReply } from '../../lib/protocol/command.ts';
import type { Confirm } from '../../lib/protocol/confirm.ts';
import type { EventOf } from '../../lib/protocol/event.ts';
import type { PageAccess } from '../../lib/protocol/page.ts';
import { type AssistantMessage, emptyThread, openRun, toolCallsOf } from '../../lib/protocol/thread.ts';
import type { ThreadLog } from '../../lib/protocol/thread-log.ts';
import type { ToolCall } from '../../lib/protocol/tool-call.ts';
import type { ApprovalRequest } from '../../lib/protocol/tool-output.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { threadsWithOpenRun } from '../../lib/store/threads.ts';
import type { Runs } from './runs.ts';

type Dependencies = { db: SidenoteDb; log: ThreadLog; runs: Runs; page: Pick<PageAccess, 'check'>; now: () => number };
type Answer = EventOf<'tool-approval-response'>;
type WaitingCall = Extract<ToolCall, { state: 'approval-requested' }>;

const DONE: CommandReply = { type: 'done' };

/**
 * Writes what the person answered to the question a call waits with. A yes counts only for the question that was on the
 * screen, after a moment in which it could be read, before it expires, and while the tab shows what it showed.
 */
export async function respond(
  dependencies: Dependencies,
  { threadId, toolCallId, approved, confirmId }: Extract<Command, { type: 'respond' }>,
): Promise<CommandReply> {
  const { page, now } = dependencies;
  const run = await openRunOf(dependencies, threadId);
  const call = waitingCalls(run).find((each) => each.toolCallId === toolCallId);
  if (!run || !call) return DONE;
  const { request } = call;
  if (!approved) return write(dependencies, threadId, run, [{ type: 'tool-approval-response', toolCallId, approved }]);
  if (request.type === 'page-access' && request.document !== undefined) {
    return write(dependencies, threadId, run, [await allowDocument(page, call)]);
  }
  if (request.type === 'page-access') {
    return write(dependencies, threadId, run, await allowReading(page, run, request.tabId));
  }
  // A question of an older version said too little: it is asked again.
  const confirm: Confirm | undefined = request.confirm;
  const origin = confirm ? await siteOfTab(page, run.tabId) : null;
  const refusal = confirm ? judgeAnswer(confirm, { confirmId, origin }, now()) : null;
  if (refusal === 'unasked') {
    return { type: 'refused', failure: { code: 'internal', message: t('questionChanged'), retryable: true } };
  }
  const answer = { type: 'tool-approval-response', toolCallId, approved: refusal === null } as const;
  return write(dependencies, threadId, run, [refusal === null ? answer : { ...answer, refusal }]);
}

/** Clicking the toolbar button beside a page is a yes to every question about reading that page. */
export async function allowByClick(dependencies: Dependencies, tabId: number): Promise<void> {
  for (const threadId of await threadsWithOpenRun(dependencies.db)) {
    const run = await openRunOf(dependencies, threadId);
    if (run) await write(dependencies, threadId, run, await allowReading(dependencies.page, run, tabId));
  }
}

/** A site was allowed in the browser's own words: a yes to reading the tabs that wait and can be read now. */
export async function allowByGrant(dependencies: Dependencies): Promise<void> {
  for (const threadId of await threadsWithOpenRun(dependencies.db)) {
    const run = await openRunOf(dependencies, threadId);
    const tabIds = waitingCalls(run).flatMap(({ request }) =>
      isAboutTab(request) && request.origin === undefined ? [request.tabId] : [],
    );
    for (const tabId of new Set(tabIds)) {
      if (!run || (await siteOfTab(dependencies.page, tabId)) === null) continue;
      await write(dependencies, threadId, run, await allowReading(dependencies.page, run, tabId));
    }
  }
}

/** A yes for the one document that was named, from the page that was open: no other may be read for it. */
async function allowDocument(page: Pick<PageAccess, 'check'>, { toolCallId, request }: WaitingCall): Promise<Answer> {
  const isThere =
    request.type === 'page-access' && request.origin === ((await siteOfTab(page, request.tabId)) ?? undefined);
  const answer = { type: 'tool-approval-response', toolCallId, approved: isThere } as const;
  return isThere ? answer : { ...answer, refusal: 'moved' };
}

/** A yes for every call that waits to read this tab, for the site the tab shows now. */
async function allowReading(page: Pick<PageAccess, 'check'>, run: AssistantMessage, tabId: number): Promise<Answer[]> {
  const calls = waitingCalls(run).filter(({ request }) => isAboutTab(request) && request.tabId === tabId);
  if (calls.length === 0) return [];
  const origin = await siteOfTab(page, tabId);
  return calls.map(({ toolCallId, request }): Answer => {
    const asked = request.type === 'page-access' ? request.origin : undefined;
    // The card named a site, and this is another: that was not the question.
    if (asked !== undefined && asked !== origin)
      return { type: 'tool-approval-response', toolCallId, approved: false, refusal: 'moved' };
    return { type: 'tool-approval-response', toolCallId, approved: true, ...(origin === null ? {} : { origin }) };
  });
}

type PageRequest = Extract<ApprovalRequest, { type: 'page-access' }>;

function isAboutTab(request: ApprovalRequest): request is PageRequest {
  return request.type === 'page-access' && request.document === undefined;
}

async function write(
  { log, runs }: Dependencies,
  threadId: string,
  run: AssistantMessage,
  answers: Answer[],
): Promise<CommandReply> {
  if (answers.length === 0) return DONE;
  await log.append(threadId, answers, run.messageId);
  runs.start(threadId);
  return DONE;
}

async function openRunOf({ log }: Dependencies, threadId: string): Promise<AssistantMessage | null> {
  return openRun(reduceAll(emptyThread(threadId), await log.read(threadId)));
}

function waitingCalls(run: AssistantMessage | null) {
  return (
    run?.steps
      .slice(-1)
      .flatMap(toolCallsOf)
      .filter((call) => call.state === 'approval-requested') ?? []
  );
}

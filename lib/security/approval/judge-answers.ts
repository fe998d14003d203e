import {
  type ApprovalRequest,
  type AssistantMessage,
  type ChatRule,
  type Command,
  type ContextPart,
  chatRuleKey,
  type EventOf,
  effectDetails,
  type OwnData,
  type PageAccess,
  waitingCalls,
} from '../../contracts/index.ts';
import { approvedValues } from '../form-values.ts';
import { validateApproval } from './approval-policy.ts';
import { siteOfTab } from './tab-site.ts';

type Answer = EventOf<'tool-approval-response'>;
type WaitingCall = ReturnType<typeof waitingCalls>[number];
type Pages = Pick<PageAccess, 'check'>;
type Permissions = Pick<OwnData, 'hasPermission'>;

/** What an answer is compared with: the browser as it is now, and the time in milliseconds since 1970. */
export type AnswerSituation = { page: Pages; ownData: Permissions; now: () => number };

/**
 * Judges the user's answer to a call that waits. Returns the resulting events, or null if it does not answer what was
 * shown. An approval only counts for the request that was on the screen, after enough time to read it, before it
 * expires, and while the tab shows the same site. With a rule for the chat, it also covers similar calls that wait.
 */
export async function judgeAnswer(
  run: AssistantMessage,
  { toolCallId, request }: WaitingCall,
  answer: Pick<Extract<Command, { type: 'respond' }>, 'approved' | 'confirmId' | 'forChat' | 'form'>,
  { page, ownData, now }: AnswerSituation,
): Promise<(Answer | EventOf<'rule-add'>)[] | null> {
  const { approved, confirmId, forChat, form } = answer;
  if (!approved) return [{ type: 'tool-approval-response', toolCallId, approved }];
  if (request.type === 'page-access') {
    const calls = request.document === undefined ? callsAboutTab(run, request.tabId) : [{ toolCallId, request }];
    return approveReading(page, request.tabId, calls);
  }
  if (request.type === 'browser-permission') return approvePermitted(ownData, run);
  const { confirm } = request;
  // The request of an older version lacks details, so a new one is made.
  if (confirm === undefined) return [{ type: 'tool-approval-response', toolCallId, approved }];
  const refusal = validateApproval(confirm, { confirmId, origin: await siteOfTab(page, run.tabId) }, now());
  if (refusal === 'unasked') return null;
  const values = confirm.form && (form === undefined ? null : approvedValues(confirm.form, form));
  // The card shows another form, or the values are not those that were ticked.
  if (values === null && refusal === null) return null;
  const formValues = values ? { values } : {};
  const response = { type: 'tool-approval-response', toolCallId, approved: refusal === null, ...formValues } as const;
  if (refusal !== null) return [{ ...response, refusal }];
  const rule = forChat ? confirm.rule : undefined;
  if (rule === undefined) return [response];
  const others = waitingCalls(run).filter((each) => each.toolCallId !== toolCallId);
  return [response, ...approveByRule(others, rule), { type: 'rule-add', rule }];
}

/** Returns approvals for those waiting calls that a rule covers. Each is judged again before it runs. */
function approveByRule(calls: readonly WaitingCall[], rule: ChatRule): Answer[] {
  return calls.flatMap(({ toolCallId, request }): Answer[] => {
    const offeredRule = effectDetails(request)?.rule;
    if (offeredRule === undefined || chatRuleKey(offeredRule) !== chatRuleKey(rule)) return [];
    return [{ type: 'tool-approval-response', toolCallId, approved: true, rule }];
  });
}

/** Returns approvals for all calls that wait for a permission that the browser has granted in the meantime. */
export async function approvePermitted(ownData: Permissions, run: AssistantMessage): Promise<Answer[]> {
  const answers = await Promise.all(
    waitingCalls(run).map(async ({ toolCallId, request }): Promise<Answer[]> => {
      if (request.type !== 'browser-permission' || !(await ownData.hasPermission(request.permission))) return [];
      return [{ type: 'tool-approval-response', toolCallId, approved: true }];
    }),
  );
  return answers.flat();
}

export type PageRequest = Extract<ApprovalRequest, { type: 'page-access' }>;
export type PageCall = { toolCallId: string; request: PageRequest };

/** Returns approvals to read a tab, for the site that it shows now. For a document, only that document is approved. */
export async function approveReading(page: Pages, tabId: number, calls: readonly PageCall[]): Promise<Answer[]> {
  if (calls.length === 0) return [];
  const origin = (await siteOfTab(page, tabId)) ?? undefined;
  return calls.map(({ toolCallId, request }): Answer => {
    const isDocument = request.document !== undefined;
    const cardOrigin = request.origin ?? request.viewer;
    // The card named another site, so this was not approved. A document must belong to the current page.
    if ((isDocument || cardOrigin !== undefined) && cardOrigin !== origin)
      return { type: 'tool-approval-response', toolCallId, approved: false, refusal: 'moved' };
    const site = isDocument || origin === undefined ? {} : { origin };
    return { type: 'tool-approval-response', toolCallId, approved: true, ...site };
  });
}

/** Returns the waiting calls that ask to read this tab, excluding those that ask for a document of it. */
export function callsAboutTab(run: AssistantMessage | null, tabId: number): PageCall[] {
  return waitingCalls(run).flatMap(({ toolCallId, request }) =>
    isAboutTab(request) && request.tabId === tabId ? [{ toolCallId, request }] : [],
  );
}

export function isAboutTab(request: ApprovalRequest): request is PageRequest {
  return request.type === 'page-access' && request.document === undefined;
}

export type WaitingContext = Extract<ContextPart, { state: 'approval-requested' }>;

/**
 * Returns approvals for the sites that these tabs show now. A tab that shows another site than the one named in the
 * card is skipped.
 */
export async function approveContexts(
  page: Pages,
  parts: readonly WaitingContext[],
): Promise<EventOf<'context-approval-response'>[]> {
  const answers = await Promise.all(
    parts.map(async ({ contextId, source, question }) => {
      const origin = source.type === 'tab' ? await siteOfTab(page, source.tabId) : null;
      if (origin === null || (question.origin !== null && question.origin !== origin)) return [];
      return [{ type: 'context-approval-response' as const, contextId, approved: true, origin }];
    }),
  );
  return answers.flat();
}

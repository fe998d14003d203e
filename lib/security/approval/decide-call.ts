import {
  type ApprovalDetails,
  type ApprovalRequest,
  type ApprovedForm,
  type AssistantMessage,
  BROWSER_SEARCH,
  buildFillId,
  type ChatRule,
  effectDetails,
  hasRule,
  label,
  type PageAccess,
  PageError,
  type TabOpening,
  type Tool,
  type ToolCall,
} from '../../contracts/index.ts';
import {
  allowedSites,
  coveredEgress,
  createApprovalDetails,
  isApprovalValid,
  isCoveredByRule,
  parseOrigin,
  requiresApproval,
  ruleFor,
  type ToolUse,
  untrustedSources,
  withheldPages,
  withOrigins,
} from '../../security/index.ts';
import type { RunContext } from '../run-context.ts';
import { toolContext } from './execute-tool.ts';

type Waiting = { run: AssistantMessage; tool: Tool; call: Extract<ToolCall, { state: 'input-available' }> };

/**
 * What a call needs before it may run, or that it may: by which rule of the user if it would be asked for otherwise, what it may open
 * in a tab, the form that it may fill in, and the arguments that the tool gets instead of its own, if they have to be others.
 */
export type ApprovalDecision =
  | { type: 'ask'; request: ApprovalRequest }
  | { type: 'run'; rule: ChatRule | null; tab: TabOpening | null; form: ApprovedForm | null; sent?: unknown };

const RUN: Extract<ApprovalDecision, { type: 'run' }> = { type: 'run', rule: null, tab: null, form: null };

/**
 * Decides whether this call needs an approval first. Every call passes here on its way to its tool. Earlier approvals are
 * validated again for the exact current call.
 */
export async function decideApproval(
  runner: RunContext,
  { run, tool, call }: Waiting,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  const { session, dependencies } = runner;
  const { request } = call.granted ?? {};
  const approvedDetails = effectDetails(request);
  if (approvedDetails?.tab !== undefined)
    return decideTab(runner, { run, tool, call }, { ...approvedDetails, tab: approvedDetails.tab });
  const requiredApproval = (await tool.approval?.(call.input, toolContext(runner, run, signal))) ?? null;
  const pendingRequest = isApproved(requiredApproval, request) ? null : requiredApproval;
  if (pendingRequest?.type === 'browser-permission') return { type: 'ask', request: pendingRequest };
  if (pendingRequest?.type === 'page-access')
    return { type: 'ask', request: await withSite(dependencies.page, run, pendingRequest) };
  if (tool.proposeForm !== undefined) return decideForm(runner, { run, tool, call }, signal);
  const destination = (await tool.sendsTo?.(call.input, toolContext(runner, run, signal))) ?? null;
  const change = (await tool.definitionChange?.(toolContext(runner, run, signal))) ?? null;
  // Read after the last wait: another call of a tool that has changed may have been approved meanwhile.
  const isReadOnly = tool.annotations.readOnlyHint && pendingRequest === null;
  const { input, repaired: isRepaired } = call;
  const about = { toolName: tool.name, input, isRepaired, destination, ownSource: tool.source?.name ?? null };
  const use: ToolUse = { ...about, isReadOnly, change, origin: null };
  const sources = untrustedSources(session.state, dependencies.tools);
  if (!requiresApproval(use, sources)) return RUN;
  const egress = isReadOnly && destination !== BROWSER_SEARCH ? tool.webEgress?.(call.input) : undefined;
  const covered = egress && coveredEgress(egress, { state: session.state, run, call }, dependencies.tools);
  if (covered?.type === 'address') return RUN;
  if (covered && tool.inputTelling) return { ...RUN, sent: tool.inputTelling(covered) };
  const now = dependencies.now();
  const here: ToolUse = { ...use, origin: await siteOfTab(dependencies.page, run.tabId) };
  const wasRead = call.granted?.rule === undefined;
  if (wasRead && isApprovalValid(here, approvedDetails, now)) return RUN;
  const rule = ruleFor(tool, use);
  // The user may have removed the rule since the log was read last.
  if (rule !== null && hasRule(session.state.rules, rule)) await session.refresh();
  if (isCoveredByRule(rule, input, session.state)) return { ...RUN, rule };
  const confirm = createApprovalDetails(here, sources, dependencies.newId(), now, { rule });
  const reason =
    pendingRequest?.reason ?? label(change === null ? 'askExactly' : 'askChangedTool', { tool: tool.title });
  return { type: 'ask', request: { type: 'effect', reason, confirm } };
}

/**
 * The request to open a page in a tab, which every rule leaves to the user: cookies are sent, and scripts run. null if the user lets the
 * run read no tabs at all.
 */
export async function requestTab(
  runner: RunContext,
  { run, tool, call }: { run: AssistantMessage; tool: Tool; call: CallWithInput },
  tab: TabOpening,
): Promise<ApprovalRequest | null> {
  return withheldPages(run).all ? null : tabRequest(runner, { run, tool, call }, tab);
}

async function tabRequest(
  runner: RunContext,
  { run, tool, call }: { run: AssistantMessage; tool: Tool; call: CallWithInput },
  tab: TabOpening,
): Promise<ApprovalRequest> {
  const { session, dependencies } = runner;
  const use = await tabUse(runner, { run, tool, call }, tab);
  const sources = untrustedSources(session.state, dependencies.tools);
  const confirm = createApprovalDetails(use, sources, dependencies.newId(), dependencies.now());
  return { type: 'effect', reason: label('approveTab', { address: tab.url }), confirm: { ...confirm, tab } };
}

/** Whether the tab of an approval may be opened now; it is asked for again if the approval is no longer valid. */
async function decideTab(
  runner: RunContext,
  waiting: Waiting,
  confirm: ApprovalDetails & { tab: TabOpening },
): Promise<ApprovalDecision> {
  const { tab } = confirm;
  if (isApprovalValid(await tabUse(runner, waiting, tab), confirm, runner.dependencies.now())) return { ...RUN, tab };
  // That the run may read tabs was checked before the first request, and is fixed when a run begins.
  return { type: 'ask', request: await tabRequest(runner, waiting, tab) };
}

/**
 * Whether a form may be filled in now, with the values that the user has approved for it. It is asked for, as it is on the page now, if
 * it was not, or if the approval is no longer valid.
 */
async function decideForm(
  runner: RunContext,
  { run, tool, call }: Waiting,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  const { session, dependencies } = runner;
  const { input, repaired: isRepaired } = call;
  const about = { toolName: tool.name, input, isRepaired, destination: null, ownSource: null, change: null };
  const use: ToolUse = { ...about, isReadOnly: false, origin: await siteOfTab(dependencies.page, run.tabId) };
  const form = findApprovedForm(call);
  const confirm = effectDetails(call.granted?.request);
  if (form !== null && isApprovalValid(use, confirm, dependencies.now())) return { ...RUN, form };
  const draft = await tool.proposeForm?.(input, toolContext(runner, run, signal));
  if (draft === undefined) return RUN;
  const proposal = withOrigins(draft, session.state, dependencies.tools);
  const sources = untrustedSources(session.state, dependencies.tools);
  const details = createApprovalDetails(use, sources, dependencies.newId(), dependencies.now(), { form: proposal });
  const reason = label('askExactly', { tool: tool.title });
  return { type: 'ask', request: { type: 'effect', reason, confirm: details } };
}

/** The form that the user lets a call fill in, with the values of its card; null if there is none. */
export function findApprovedForm({ toolCallId, granted }: ToolCall): ApprovedForm | null {
  const confirm = effectDetails(granted?.request);
  if (confirm?.form === undefined || granted?.values === undefined) return null;
  return {
    fillId: buildFillId(confirm.confirmId, toolCallId),
    proposal: confirm.form,
    values: granted.values,
    until: confirm.expiresAt,
  };
}

type CallWithInput = Extract<ToolCall, { repaired: boolean }>;

async function tabUse(
  { dependencies }: RunContext,
  { run, tool, call }: { run: AssistantMessage; tool: Tool; call: CallWithInput },
  { url }: TabOpening,
): Promise<ToolUse> {
  const origin = await siteOfTab(dependencies.page, run.tabId);
  const about = { toolName: tool.name, input: call.input, isRepaired: call.repaired, destination: url, origin };
  return { ...about, isReadOnly: false, ownSource: null, change: null };
}

/**
 * Whether this was approved. If the browser did not grant access to a tab after the approval, reading it reports the error,
 * since another request would not help; the same holds for a permission of the browser. An approval of a document is bound to
 * its address: the page may have another one under the same number.
 */
function isApproved(requiredApproval: ApprovalRequest | null, approvedRequest: ApprovalRequest | undefined): boolean {
  if (requiredApproval?.type === 'browser-permission')
    return approvedRequest?.type === 'browser-permission' && approvedRequest.permission === requiredApproval.permission;
  if (requiredApproval?.type !== 'page-access' || approvedRequest?.type !== 'page-access') return false;
  return requiredApproval.document === approvedRequest.document;
}

/** Adds the site, if the browser reveals it, and why approval is needed. */
async function withSite(
  page: PageAccess,
  run: AssistantMessage,
  request: Extract<ApprovalRequest, { type: 'page-access' }>,
): Promise<ApprovalRequest> {
  const origin = await siteOfTab(page, request.tabId);
  if (origin === null) return request;
  // The site may be read already: the tool asks for something else and says what, or the user wants to be asked.
  if (allowedSites(run).has(origin)) return { ...request, origin };
  const isWhereAsked = run.page === null || parseOrigin(run.page.url) === origin;
  const reason =
    request.tabId !== run.tabId
      ? label('askReadTabOn', { site: origin })
      : isWhereAsked
        ? label('askReadPageOn', { site: origin })
        : label('askReadMoved', { site: origin });
  return { ...request, reason, origin };
}

/** The site of a tab with read access, else null. */
export async function siteOfTab(page: Pick<PageAccess, 'check'>, tabId: number | null): Promise<string | null> {
  const url = await pageUrl(page, tabId);
  return url === null ? null : parseOrigin(url);
}

/** The address of a tab with read access, else null. */
export async function pageUrl(page: Pick<PageAccess, 'check'>, tabId: number | null): Promise<string | null> {
  if (tabId === null) return null;
  try {
    const access = await page.check(tabId);
    return access.type === 'granted' ? access.url : null;
  } catch (error) {
    if (error instanceof PageError) return null;
    throw error;
  }
}

import {
  type ApprovalDetails,
  type ApprovalRequest,
  type ApprovedForm,
  type AssistantMessage,
  BROWSER_SEARCH,
  buildFillId,
  type ChatRule,
  effectDetails,
  type FormProposal,
  hasRule,
  label,
  type PageAccess,
  type TabOpening,
  type ThreadState,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolFailureCode,
  type ToolOutput,
} from '../../contracts/index.ts';
import { withOrigins } from '../form-values.ts';
import { isSwitchedOn } from '../own-data-policy.ts';
import { withheldPages } from '../pinned-pages.ts';
import { untrustedSources } from '../provenance.ts';
import { carriesSecret, coveredEgress, getWebEgress, webRefusal } from '../web-policy.ts';
import {
  createApprovalDetails,
  isApprovalValid,
  isCoveredByRule,
  requiresApproval,
  ruleFor,
  type ToolUse,
} from './approval-policy.ts';
import { siteOfTab } from './tab-site.ts';
import { findMissingNeed } from './tool-needs.ts';

/** A call that is about to run, or to run again after its worker was stopped, and what its decision depends on. */
export type CallSituation = {
  call: Extract<ToolCall, { state: 'input-available' | 'executing' }>;
  run: AssistantMessage;
  /** The tool of that name, if there is one. */
  tool: Tool | undefined;
  tools: readonly Tool[];
  /** The thread with the locally known state. `refresh` reads what others have written since. */
  thread: { readonly state: ThreadState; refresh(): Promise<void> };
  page: Pick<PageAccess, 'check'>;
  /** Returns what the tool would receive if it ran now. */
  toolContext: () => ToolContext;
  /** Returns the output that the call would only repeat, or null. */
  findRepeatedOutput: () => Promise<ToolOutput | null>;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
};

type WithTool = CallSituation & { tool: Tool };
type NewCall = WithTool & { call: Extract<ToolCall, { state: 'input-available' }> };

/**
 * What happens to a call. `refuse`: it must not run, regardless of what the user would allow. `repeat`: it has an
 * answer without running. `ask`: the user decides. The request contains what would be done, under the influence of
 * which sources, and until when an approval counts. `run`: with the user's `rule` that makes the question unnecessary,
 * what it may open in a `tab`, the `form` that it may fill in, and the arguments that are `sent` instead of its own.
 */
export type CallDecision =
  | { type: 'refuse'; errorText: string; code: ToolFailureCode }
  | { type: 'repeat'; output: ToolOutput }
  | { type: 'ask'; request: ApprovalRequest }
  | {
      type: 'run';
      tool: Tool;
      rule: ChatRule | null;
      tab: TabOpening | null;
      form: ApprovedForm | null;
      sent?: unknown;
    };

function runTool(tool: Tool, more: Partial<Extract<CallDecision, { type: 'run' }>> = {}): CallDecision {
  return { type: 'run', tool, rule: null, tab: null, form: null, ...more };
}

export const IN_DOUBT =
  'In doubt: Sidenote was interrupted while this ran. It may or may not have happened, and was not repeated. Check before you ask again.';

/**
 * Decides whether a call may run, or what the user is asked first. Every call passes through here on its way to its
 * tool, and nothing else decides this. Earlier approvals are validated again for the exact current call. Throws
 * ToolError if a page that it needs cannot be read.
 */
export async function decideCall(situation: CallSituation): Promise<CallDecision> {
  const { call, run, tool, tools, thread } = situation;
  // A tool that the user has not enabled is treated as unknown.
  if (tool === undefined || !isSwitchedOn(tool, thread.state, run))
    return { type: 'refuse', errorText: `No tool ${call.toolName}.`, code: 'unknown-tool' };
  if (call.state === 'executing') return decideInterrupted(tool, call);
  const egress = getWebEgress(tool, call.input);
  const refusal = egress === null ? null : webRefusal(egress, { state: thread.state, run, call }, tools);
  if (refusal !== null) return { type: 'refuse', ...refusal };
  const output = await situation.findRepeatedOutput();
  if (output !== null) return { type: 'repeat', output };
  const newCall: NewCall = { ...situation, tool, call };
  const approved = effectDetails(call.granted?.request);
  if (approved?.tab !== undefined) return decideTab(newCall, { ...approved, tab: approved.tab });
  const missing = await findMissingNeed(newCall);
  if (missing !== null && missing.type !== 'effect') return { type: 'ask', request: missing };
  return tool.effects?.preview === undefined ? decideUse(newCall, missing) : decideForm(newCall);
}

/**
 * The worker was stopped before the result was written. The effect may have happened, so it is not repeated silently.
 */
function decideInterrupted(tool: Tool, call: Extract<ToolCall, { state: 'executing' }>): CallDecision {
  const { readOnlyHint, idempotentHint } = tool.annotations;
  // A call that was allowed to open a tab may have opened it, even if it only reads. Opening sends cookies and runs
  // scripts.
  const opensTab = effectDetails(call.granted?.request)?.tab !== undefined;
  if ((!readOnlyHint && !idempotentHint) || opensTab) return { type: 'refuse', errorText: IN_DOUBT, code: 'in-doubt' };
  // The page reports the outcome of filling in a form that was in progress.
  return runTool(tool, { rule: call.rule ?? null, form: findApprovedForm(call), sent: call.sent });
}

/** Decides what the call does and sends. `effect` is the request of a tool whose calls always need approval. */
async function decideUse(situation: NewCall, effect: ApprovalRequest | null): Promise<CallDecision> {
  const { call, run, tool, tools, thread, toolContext } = situation;
  const destination = (await tool.effects?.sendsTo?.(call.input, toolContext())) ?? null;
  const change = (await tool.effects?.source?.definitionChange(toolContext())) ?? null;
  // Read after the last wait, because another call of a tool that has changed may have been approved in the meantime.
  const isReadOnly = tool.annotations.readOnlyHint && effect === null;
  const { input, repaired: isRepaired } = call;
  const about = { toolName: tool.name, input, isRepaired, destination, ownSource: tool.effects?.source?.name ?? null };
  const use: ToolUse = { ...about, isReadOnly, change, origin: null };
  const sources = untrustedSources(thread.state, tools);
  if (!requiresApproval(use, sources)) return runTool(tool);
  const egress = isReadOnly && destination !== BROWSER_SEARCH ? getWebEgress(tool, input) : null;
  const covered = egress && coveredEgress(egress, { state: thread.state, run, call }, tools);
  if (covered?.type === 'address') return runTool(tool);
  const optIn = tool.effects?.optIn;
  if (covered && optIn?.type === 'web' && optIn.inputTelling)
    return runTool(tool, { sent: optIn.inputTelling(covered) });
  const now = situation.now();
  const here: ToolUse = { ...use, origin: await siteOfTab(situation.page, run.tabId) };
  const wasRead = call.granted?.rule === undefined;
  if (wasRead && isApprovalValid(here, effectDetails(call.granted?.request), now)) return runTool(tool);
  const rule = ruleFor(tool, use);
  // The user may have removed the rule since the log was last read.
  if (rule !== null && hasRule(thread.state.rules, rule)) await thread.refresh();
  if (isCoveredByRule(rule, input, thread.state)) return runTool(tool, { rule });
  const confirm = createApprovalDetails(here, sources, situation.newId(), now, { rule });
  const reason = effect?.reason ?? label(change === null ? 'askExactly' : 'askChangedTool', { tool: tool.title });
  return { type: 'ask', request: { type: 'effect', reason, confirm } };
}

/**
 * Returns the request to open a page in a tab, for a call that has found that it needs one. No rule covers this, so the
 * user always decides, because cookies are sent and scripts run. Null if the user does not let the run read any tabs.
 */
export async function requestTab(situation: WithTool, tab: TabOpening): Promise<ApprovalRequest | null> {
  return withheldPages(situation.run).all ? null : tabRequest(situation, tab);
}

async function tabRequest(situation: WithTool, tab: TabOpening): Promise<ApprovalRequest> {
  const { tools, thread, newId, now } = situation;
  const use = await tabUse(situation, tab);
  const confirm = createApprovalDetails(use, untrustedSources(thread.state, tools), newId(), now());
  return { type: 'effect', reason: label('approveTab', { address: tab.url }), confirm: { ...confirm, tab } };
}

/**
 * Decides whether the tab of an approval may be opened now. The user is asked again if the approval is no longer valid.
 */
async function decideTab(situation: NewCall, confirm: ApprovalDetails & { tab: TabOpening }): Promise<CallDecision> {
  const { tab } = confirm;
  if (isApprovalValid(await tabUse(situation, tab), confirm, situation.now())) return runTool(situation.tool, { tab });
  // Whether the run may read tabs was checked before the first request, and is fixed when a run begins.
  return { type: 'ask', request: await tabRequest(situation, tab) };
}

async function tabUse({ call, run, tool, page }: WithTool, { url }: TabOpening): Promise<ToolUse> {
  const { input, repaired: isRepaired } = call;
  const about = { toolName: tool.name, input, isRepaired, destination: url, ownSource: null, change: null };
  return { ...about, isReadOnly: false, origin: await siteOfTab(page, run.tabId) };
}

/**
 * Decides whether a form may be filled in, or a tool of a page called, with the values that the user has approved. The
 * user is asked about it, as it is on the page now, if it was not approved or the approval is no longer valid.
 */
async function decideForm(situation: NewCall): Promise<CallDecision> {
  const { call, run, tool, tools, thread, page, toolContext, newId, now } = situation;
  const { input, repaired: isRepaired } = call;
  const about = { toolName: tool.name, input, isRepaired, destination: null, ownSource: null, change: null };
  const use: ToolUse = { ...about, isReadOnly: false, origin: await siteOfTab(page, run.tabId) };
  const form = findApprovedForm(call);
  const confirm = effectDetails(call.granted?.request);
  if (form !== null && isApprovalValid(use, confirm, now())) return runTool(tool, { form });
  const draft = await tool.effects?.preview?.(input, toolContext());
  if (draft === undefined) return runTool(tool);
  const proposal = withOrigins(draft, thread.state, tools);
  if (proposal.tool !== undefined && carriesSecret(argumentsText(proposal), thread.state))
    return { type: 'refuse', errorText: ARGUMENT_IS_SECRET, code: 'carries-secret' };
  const sources = untrustedSources(thread.state, tools);
  const details = createApprovalDetails(use, sources, newId(), now(), { form: proposal });
  const reason = label('askExactly', { tool: tool.title });
  return { type: 'ask', request: { type: 'effect', reason, confirm: details } };
}

/** The values that a model gives to a tool of a page. */
function argumentsText({ fields }: FormProposal): string {
  return JSON.stringify(fields.map(({ field, value }) => [field.key, value]));
}

const ARGUMENT_IS_SECRET =
  'Not called: an argument has something that is masked as a secret. Only the user enters passwords, codes and payment data, on the page.';

/** Returns the form that the user lets a call fill in, with the values of its card. Null if there is none. */
function findApprovedForm({ toolCallId, granted }: ToolCall): ApprovedForm | null {
  const confirm = effectDetails(granted?.request);
  if (confirm?.form === undefined || granted?.values === undefined) return null;
  return {
    fillId: buildFillId(confirm.confirmId, toolCallId),
    proposal: confirm.form,
    values: granted.values,
    until: confirm.expiresAt,
  };
}

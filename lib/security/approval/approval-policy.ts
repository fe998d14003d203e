import {
  type ApprovalDetails,
  BROWSER_SEARCH,
  type ChatRule,
  type DefinitionChange,
  type FormProposal,
  hasRule,
  type ThreadState,
  type Tool,
} from '../../contracts/index.ts';
import { parseOrigin } from '../addresses.ts';
import { carriesSecret, getWebEgress } from '../web-policy.ts';

/** How long an approval request stays valid, in milliseconds. */
const APPROVAL_TTL_MS = 120_000;
/**
 * How long an approval request for a form stays valid, in milliseconds. The user edits it in its card, and it is
 * compared with the page again before it is filled in.
 */
const FORM_TTL_MS = 600_000;

/** An approval within this time after the request, in milliseconds, is ignored as an accidental click. */
export const APPROVAL_ARMING_MS = 500;

/** What a call would do. */
export type ToolUse = {
  toolName: string;
  input: unknown;
  /** Whether the input was repaired, so it differs from what the model wrote. */
  isRepaired: boolean;
  isReadOnly: boolean;
  /** The address that the call sends to or opens, or null. */
  destination: string | null;
  /** The current site of the run's tab, or null. */
  origin: string | null;
  /**
   * The destination of the call if it is among the sources, because its own text may be sent back to it. Null if that
   * does not matter.
   */
  ownSource: string | null;
  /** How the tool's description differs from the one that the user allowed. Null if it does not. */
  change: DefinitionChange | null;
};

/**
 * Whether the user must approve this call first. This is always the case for a call with effects, for a tool that has
 * changed, and for a search in a tab. A read-only call that sends its arguments to another site needs approval once the
 * model has read untrusted text from elsewhere.
 */
export function requiresApproval(use: ToolUse, sources: readonly string[]): boolean {
  if (!use.isReadOnly || use.change !== null) return true;
  // It opens a tab, and the search engine receives the user's cookies.
  if (use.destination === BROWSER_SEARCH) return true;
  return use.destination !== null && sources.some((source) => source !== use.ownSource);
}

/**
 * Creates the approval request, which shows the exact bytes and their destination. `now` is in milliseconds since 1970.
 * `rule` is the rule that the user may allow for the chat instead. `form` is the form that the call fills in.
 */
export function createApprovalDetails(
  use: ToolUse,
  sources: readonly string[],
  confirmId: string,
  now: number,
  { rule = null, form = null }: { rule?: ChatRule | null; form?: FormProposal | null } = {},
): ApprovalDetails {
  const { toolName, destination, origin } = use;
  return {
    confirmId,
    toolName,
    arguments: JSON.stringify(use.input),
    ...(use.isRepaired ? { repaired: true as const } : {}),
    ...(use.change === null ? {} : { change: use.change }),
    destination,
    origin,
    sources: [...sources],
    ...(rule === null ? {} : { rule }),
    ...(form === null ? {} : { form }),
    askedAt: now,
    expiresAt: now + (form === null ? APPROVAL_TTL_MS : FORM_TTL_MS),
  };
}

/**
 * Whether an approval covers this use now. It does not cover another tool, argument, destination or site, nor repaired
 * arguments unless the request said so.
 */
export function isApprovalValid(use: ToolUse, approval: ApprovalDetails | undefined, now: number): boolean {
  if (approval === undefined || now > approval.expiresAt) return false;
  return (
    approval.toolName === use.toolName &&
    approval.arguments === JSON.stringify(use.input) &&
    (approval.repaired === true || !use.isRepaired) &&
    (use.change === null || JSON.stringify(approval.change) === JSON.stringify(use.change)) &&
    approval.destination === use.destination &&
    approval.origin === use.origin
  );
}

/** Why an approval is not valid. */
type RefusalReason = 'expired' | 'moved';

/**
 * Validates an approval when it arrives. Null if it is valid. `unasked` if it answers another request, or one that was
 * not visible long enough to be read.
 */
export function validateApproval(
  approval: ApprovalDetails,
  answer: { confirmId: string | undefined; origin: string | null },
  now: number,
): RefusalReason | 'unasked' | null {
  if (answer.confirmId !== approval.confirmId || now < approval.askedAt + APPROVAL_ARMING_MS) return 'unasked';
  if (now > approval.expiresAt) return 'expired';
  return answer.origin === approval.origin ? null : 'moved';
}

/**
 * Returns the rule that lets the user allow similar calls for the rest of a chat, or null. There is one only for
 * read-only calls of a tool whose description is the one that the user allowed, and never for addresses that are not on
 * a web server.
 */
export function ruleFor(
  tool: Tool,
  { input, destination, isReadOnly, change }: Omit<ToolUse, 'origin'>,
): ChatRule | null {
  if (!isReadOnly || change !== null || destination === null) return null;
  const egress = getWebEgress(tool, input);
  if (egress !== null) {
    const origin = parseOrigin(egress.type === 'query' ? destination : egress.url);
    if (origin === null || !(origin === BROWSER_SEARCH || /^https?:/.test(origin))) return null;
    return { type: egress.type === 'query' ? 'searches' : 'pages', origin };
  }
  // Uses the server's tool name, because the name that the model uses may belong to another tool once the list has
  // changed.
  const source = tool.effects?.source;
  return source === undefined ? null : { type: 'tool', server: destination, tool: source.tool };
}

/**
 * Whether this rule is allowed in this chat and covers the input. Nothing that is masked as a secret is sent under a
 * rule.
 */
export function isCoveredByRule(rule: ChatRule | null, input: unknown, state: ThreadState): boolean {
  return rule !== null && hasRule(state.rules, rule) && !carriesSecret(JSON.stringify(input), state);
}

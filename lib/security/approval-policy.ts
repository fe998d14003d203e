import { type ApprovalDetails, BROWSER_SEARCH, type ChatRule, type DefinitionChange } from '../contracts/index.ts';

/** How long an approval request stays open, in milliseconds. */
export const APPROVAL_TTL_MS = 120_000;

/** An approval within this time after the request, in milliseconds, is ignored as an accidental click. */
export const APPROVAL_ARMING_MS = 500;

/** What a call will do. */
export type ToolUse = {
  toolName: string;
  input: unknown;
  /** Whether the input was repaired, so it differs from what the model wrote. */
  isRepaired: boolean;
  isReadOnly: boolean;
  /** The address the call sends to or opens, or null. */
  destination: string | null;
  /** The current site of the run's tab, or null. */
  origin: string | null;
  /** Among the sources, the one the call goes to: its own words may come back to it. null where that does not matter. */
  ownSource: string | null;
  /** The tool is described otherwise than when the user allowed it; null where it is not. */
  change: DefinitionChange | null;
};

/**
 * Whether the user must approve this call first. A call with effects, of a tool that has changed, or that searches in a tab: always. A call that only
 * reads but sends its arguments to another site: once the model has read untrusted text from elsewhere.
 */
export function requiresApproval(use: ToolUse, sources: readonly string[]): boolean {
  if (!use.isReadOnly || use.change !== null) return true;
  // It opens a tab, and the engine gets the user's cookies.
  if (use.destination === BROWSER_SEARCH) return true;
  return use.destination !== null && sources.some((source) => source !== use.ownSource);
}

/**
 * Creates the approval request, which shows the exact bytes and their destination. `now` is in milliseconds since 1970. `rule`: what
 * the user may allow for the chat instead.
 */
export function createApprovalDetails(
  use: ToolUse,
  sources: readonly string[],
  confirmId: string,
  now: number,
  rule: ChatRule | null = null,
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
    askedAt: now,
    expiresAt: now + APPROVAL_TTL_MS,
  };
}

/**
 * Whether an approval covers this use now. It does not cover another tool, argument, destination or site, nor repaired arguments
 * unless the request said so.
 */
export function isApprovalValid(use: ToolUse, confirm: ApprovalDetails | undefined, now: number): boolean {
  if (confirm === undefined || now > confirm.expiresAt) return false;
  return (
    confirm.toolName === use.toolName &&
    confirm.arguments === JSON.stringify(use.input) &&
    (confirm.repaired === true || !use.isRepaired) &&
    (use.change === null || JSON.stringify(confirm.change) === JSON.stringify(use.change)) &&
    confirm.destination === use.destination &&
    confirm.origin === use.origin
  );
}

/** Why an approval is not valid. */
export type RefusalReason = 'expired' | 'moved';

/**
 * Validates an approval when it arrives: null if it is valid; `unasked` if it answers another request, or one that was not
 * visible long enough to be read.
 */
export function validateApproval(
  confirm: ApprovalDetails,
  answer: { confirmId: string | undefined; origin: string | null },
  now: number,
): RefusalReason | 'unasked' | null {
  if (answer.confirmId !== confirm.confirmId || now < confirm.askedAt + APPROVAL_ARMING_MS) return 'unasked';
  if (now > confirm.expiresAt) return 'expired';
  return answer.origin === confirm.origin ? null : 'moved';
}

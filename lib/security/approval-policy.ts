import type { ApprovalDetails, DefinitionChange } from '../contracts/index.ts';

/** How long an approval request stays open, in milliseconds. */
export const APPROVAL_TTL_MS = 120_000;

/** An approval that comes sooner after the request than this, in milliseconds, is ignored as a misplaced click. */
export const APPROVAL_ARMING_MS = 500;

/** What a call is about to do. */
export type ToolUse = {
  toolName: string;
  input: unknown;
  /** The input was repaired, so it is not to the letter what the model wrote. */
  isRepaired: boolean;
  isReadOnly: boolean;
  /** The address the call sends to or opens, or null. */
  destination: string | null;
  /** The site the run's tab shows now, or null. */
  origin: string | null;
  /** Among the sources, the one the call goes to: its own words may come back to it. null where that does not matter. */
  ownSource: string | null;
  /** The tool is described otherwise than when the user allowed it; null where it is not. */
  change: DefinitionChange | null;
};

/**
 * Whether the user must approve this call first. A call with effects, or of a tool that has changed: always. A call that only
 * reads but sends its arguments to another site: once the model has read untrusted text from elsewhere.
 */
export function requiresApproval(use: ToolUse, sources: readonly string[]): boolean {
  if (!use.isReadOnly || use.change !== null) return true;
  return use.destination !== null && sources.some((source) => source !== use.ownSource);
}

/** The approval request: it shows the exact bytes and where they go. `now`: milliseconds since 1970. */
export function createApprovalDetails(
  use: ToolUse,
  sources: readonly string[],
  confirmId: string,
  now: number,
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
    askedAt: now,
    expiresAt: now + APPROVAL_TTL_MS,
  };
}

/**
 * Does what the user allowed cover this use, now? Another tool, argument, destination or site is not what was allowed, nor
 * are repaired arguments where the question did not say so.
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

/** Why an answer to a question does not count. */
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

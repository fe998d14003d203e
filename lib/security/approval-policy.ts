import type { Confirm } from '../contracts/approval-request.ts';

/** How long a question about an effect may be answered, in milliseconds. */
export const CONFIRM_MS = 120_000;

/** A yes that comes sooner after the question than this, in milliseconds, was meant for something else. */
export const ARMING_MS = 500;

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
};

/**
 * Must the person see and allow this call first? One that has effects: always, there is no acting without asking. One that
 * only reads but tells another site something with its arguments: as soon as the model has read a word of a stranger's.
 */
export function mustConfirm({ isReadOnly, destination }: ToolUse, sources: readonly string[]): boolean {
  if (!isReadOnly) return true;
  return destination !== null && sources.length > 0;
}

/** The question: it shows the exact bytes and where they go. `now`: milliseconds since 1970. */
export function confirmFor(use: ToolUse, sources: readonly string[], confirmId: string, now: number): Confirm {
  const { toolName, destination, origin } = use;
  return {
    confirmId,
    toolName,
    arguments: JSON.stringify(use.input),
    ...(use.isRepaired ? { repaired: true as const } : {}),
    destination,
    origin,
    sources: [...sources],
    askedAt: now,
    expiresAt: now + CONFIRM_MS,
  };
}

/**
 * Does what the person allowed cover this use, now? Another tool, argument, destination or site is not what was allowed, nor
 * are repaired arguments where the question did not say so.
 */
export function isCovered(use: ToolUse, confirm: Confirm | undefined, now: number): boolean {
  if (confirm === undefined || now > confirm.expiresAt) return false;
  return (
    confirm.toolName === use.toolName &&
    confirm.arguments === JSON.stringify(use.input) &&
    (confirm.repaired === true || !use.isRepaired) &&
    confirm.destination === use.destination &&
    confirm.origin === use.origin
  );
}

/** Why an answer to a question does not count. */
export type RefusalReason = 'expired' | 'moved';

/** Looks at a yes as it comes: null where it counts; `unasked` where it answers another question, or none a person can have read. */
export function judgeAnswer(
  confirm: Confirm,
  answer: { confirmId: string | undefined; origin: string | null },
  now: number,
): RefusalReason | 'unasked' | null {
  if (answer.confirmId !== confirm.confirmId || now < confirm.askedAt + ARMING_MS) return 'unasked';
  if (now > confirm.expiresAt) return 'expired';
  return answer.origin === confirm.origin ? null : 'moved';
}

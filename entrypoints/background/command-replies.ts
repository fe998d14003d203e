import type { CommandReply } from '../../lib/protocol/command.ts';
import type { FailureCode } from '../../lib/protocol/failure.ts';

export const DONE: CommandReply = { type: 'done' };

export const BUSY = refuse('internal', 'An answer is still being written. Wait for it, or press Stop.');

/** For what was said to a run that has ended meanwhile. */
export const TOO_LATE = refuse('internal', 'The answer has just ended. Send this as a question instead.');

export function refuse(code: FailureCode, message: string): CommandReply {
  return { type: 'refused', failure: { code, message, retryable: false } };
}

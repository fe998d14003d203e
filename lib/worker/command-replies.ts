import type { CommandReply, FailureCode, FailureReason } from '../../lib/contracts/index.ts';

export const DONE: CommandReply = { type: 'done' };

export function busy(): CommandReply {
  return refuse('internal', { type: 'answer-in-progress' });
}

/** The reply to a message for a run that has ended in the meantime. */
export function tooLate(): CommandReply {
  return refuse('internal', { type: 'answer-ended' });
}

export function refuse(code: FailureCode, reason: FailureReason): CommandReply {
  return { type: 'refused', failure: { code, reason, retryable: false } };
}

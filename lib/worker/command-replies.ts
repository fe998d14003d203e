import type { Command, CommandReply, FailureCode, FailureReason } from '../contracts/index.ts';
import { findStorageFailure } from '../storage/index.ts';

export const DONE_REPLY: CommandReply = { type: 'done' };

export function createBusyReply(): CommandReply {
  return refuseCommand('internal', { type: 'answer-in-progress' });
}

/** The reply to a message for a run that has ended in the meantime. */
export function createTooLateReply(): CommandReply {
  return refuseCommand('internal', { type: 'answer-ended' });
}

export function refuseCommand(code: FailureCode, reason: FailureReason): CommandReply {
  return { type: 'refused', failure: { code, reason, retryable: false } };
}

type Handle = (command: Command) => Promise<CommandReply>;

/** Replies to commands that fail because of the database with the storage failure. */
export function refusingStorageFailures(handle: Handle): Handle {
  return async (command) => {
    try {
      return await handle(command);
    } catch (error) {
      const failure = findStorageFailure(error);
      if (failure === null) throw error;
      const { code, detail } = failure;
      const reason = { type: 'storage-failed', error: code } as const;
      return { type: 'refused', failure: { code: 'internal', reason, detail, retryable: true } };
    }
  };
}

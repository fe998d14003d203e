import type { Command, CommandReply } from '../../lib/contracts/command.ts';
import { storageFailureOf } from '../../lib/storage/storage-failure.ts';

type Handle = (command: Command) => Promise<CommandReply>;

/** Commands that fail because of the database are refused with what to do about it. */
export function refusingStorageFailures(handle: Handle): Handle {
  return async (command) => {
    try {
      return await handle(command);
    } catch (error) {
      const failure = storageFailureOf(error);
      if (failure === null) throw error;
      const { message, detail } = failure;
      return { type: 'refused', failure: { code: 'internal', message, detail, retryable: true } };
    }
  };
}

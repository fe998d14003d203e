import type { Command, CommandReply } from '../../lib/contracts/command.ts';
import { storeTrouble } from '../../lib/storage/storage-failure.ts';

type Handle = (command: Command) => Promise<CommandReply>;

/** Commands that fail because of the database are refused with what to do about it. */
export function refusingStoreTrouble(handle: Handle): Handle {
  return async (command) => {
    try {
      return await handle(command);
    } catch (error) {
      const trouble = storeTrouble(error);
      if (trouble === null) throw error;
      const { message, detail } = trouble;
      return { type: 'refused', failure: { code: 'internal', message, detail, retryable: true } };
    }
  };
}

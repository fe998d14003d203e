import type { CommandReply, FailureCode } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';

export const DONE: CommandReply = { type: 'done' };

export function busy(): CommandReply {
  return refuse('internal', t('answerIsWritten'));
}

/** The reply to a message for a run that has ended in the meantime. */
export function tooLate(): CommandReply {
  return refuse('internal', t('answerHasEnded'));
}

export function refuse(code: FailureCode, message: string): CommandReply {
  return { type: 'refused', failure: { code, message, retryable: false } };
}

import type { Failure, FailureReason } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';

/** What went wrong and what to do about it, in the user's language. Logs of older versions hold the sentence itself. */
export function failureMessage(failure: Failure): string {
  if (!('reason' in failure)) return failure.message;
  const { reason } = failure;
  const sentence = SENTENCES[reason.type] as (reason: FailureReason) => string;
  return sentence(reason);
}

/** What the server or browser said, for the one who wants to know, or ''. */
export function failureDetail(failure: Failure): string {
  const { detail = '' } = failure;
  if (!('reason' in failure)) return detail;
  const { reason } = failure;
  switch (reason.type) {
    case 'reply-too-large':
      return t('moreThanCharacters', { limit: reason.characters });
    case 'not-a-model-server':
      if (reason.reply === 'ollama') return t('ollamaReply');
      if (reason.reply === 'web-page') return detail === '' ? t('webPage') : t('webPageTitled', { title: detail });
      return detail;
    default:
      return detail;
  }
}

const SENTENCES: { [Type in FailureReason['type']]: (reason: Extract<FailureReason, { type: Type }>) => string } = {
  'key-refused': ({ host }) => t('keyRefused', { host }),
  'key-needed': ({ host }) => t('keyNeeded', { host }),
  'key-lacks-model': ({ host, model }) => t('keyMayNotUseModel', { host, model }),
  'no-credit': ({ host }) => t('noCredit', { host }),
  'quota-used-up': ({ host }) => t('quotaUsedUp', { host }),
  'model-not-found': ({ host, model }) => t('modelNotThere', { host, model }),
  'no-chat-endpoint': ({ host }) => t('noChatHere', { host }),
  'conversation-too-long': ({ model }) => t('conversationTooLong', { model }),
  'request-refused': ({ host, status }) => t('requestRefused', { host, status: String(status) }),
  'origin-refused': ({ host }) => t('originRefused', { host }),
  'too-many-requests': ({ host }) => t('tooManyRequests', { host }),
  'retry-later': ({ host, waitMs }) => retryLater(host, waitMs),
  'server-occupied': ({ host }) => t('busyWithAnother', { host }),
  'server-error': ({ host, status }) => t('serverProblem', { host, status: String(status) }),
  'took-too-long': ({ host }) => t('tookTooLong', { host }),
  unreachable: ({ host }) => t('cannotBeReached', { host }),
  'server-not-running': ({ host }) => t('isServerRunning', { host }),
  offline: ({ host }) => t('computerOffline', { host }),
  'no-answer-within': ({ host, seconds }) => t('noAnswerWithin', { host, seconds }),
  'still-loading': ({ host, seconds }) => t('maybeStillLoading', { host, seconds }),
  'closed-without-answer': ({ host }) => t('closedWithoutAnswer', { host }),
  'not-a-model-server': ({ host }) => t('notLikeModelServer', { host }),
  'reply-too-large': ({ host }) => t('replyTooLarge', { host }),
  'call-unreadable': ({ host, model }) => t('callNotReadByServer', { host, model }),
  'empty-answer': () => t('emptyAnswer'),
  'built-in-absent': () => t('builtInAbsent'),
  'built-in-unavailable': () => t('builtInUnavailable'),
  'built-in-to-download': () => t('builtInToDownload'),
  'built-in-downloading': () => t('builtInDownloading'),
  'built-in-not-started': () => t('builtInDidNotStart'),
  'built-in-too-long': () => t('builtInTooLong'),
  'built-in-held-back': () => t('builtInHeldBack'),
  'built-in-not-taken': () => t('builtInNotTaken'),
  'built-in-silent': () => t('builtInSilent'),
  'built-in-failed': () => t('builtInModelFailed'),
  'internal-error': () => t('internalTrouble'),
  'not-understood': () => t('notUnderstood'),
  'command-failed': () => t('wentWrong'),
  'no-answer-from-worker': () => t('didNotAnswer'),
};

function retryLater(host: string, waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  if (minutes <= 90) return plural('busyForMinutes', minutes, { host });
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? plural('busyForHours', hours, { host }) : plural('busyForDays', Math.ceil(hours / 24), { host });
}

import type { FailureCode, StepNotice } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/** A notice of a step in the user's language. Logs of older versions hold the sentence itself. */
export function noticeMessage(notice: StepNotice): string {
  if ('message' in notice) return notice.message;
  switch (notice.code) {
    case 'queued':
      return t('waitingForConnection');
    case 'waiting':
      return t(waitKey(notice.cause), { model: notice.model, seconds: notice.seconds });
    case 'shortened':
      return notice.what === 'by-server' ? t('serverReadOnly', { tokens: notice.tokens }) : t(SHORTENED[notice.what]);
    case 'not-streaming':
      return t('notStreaming', { host: notice.host });
    default:
      return notice satisfies never;
  }
}

const SHORTENED = {
  pages: 'pagesLeftOut',
  results: 'resultsShortened',
  files: 'filesShortened',
  messages: 'messagesLeftOut',
} as const satisfies Record<string, PlainKey>;

function waitKey(cause: FailureCode) {
  switch (cause) {
    case 'rate-limit':
      return 'waitingBusy';
    case 'network':
      return 'waitingUnreachable';
    case 'timeout':
      return 'waitingSilent';
    default:
      return 'waitingTrouble';
  }
}

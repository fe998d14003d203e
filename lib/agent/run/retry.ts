import type { FailureCode, RetryEvent, StepNotice } from '../../contracts/index.ts';
import { t } from '../../i18n/index.ts';

/** The notice shown while all connections to the server are in use. */
export function queuedNotice(): StepNotice {
  return { code: 'queued', message: t('waitingForConnection') };
}

/** The notice shown while waiting for a server. */
export function waitingNotice(modelId: string, { failure, afterMs }: RetryEvent): StepNotice {
  const seconds = Math.max(1, Math.ceil(afterMs / 1000));
  return { code: 'waiting', message: t(waitReason(failure.code), { model: modelId, seconds }) };
}

function waitReason(code: FailureCode) {
  switch (code) {
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

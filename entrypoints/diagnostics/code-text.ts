import type { FailureCode, IncompleteReason, ResetReason } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/** How an answer ended, or why a step was repeated. */
type Code = 'complete' | IncompleteReason | FailureCode | ResetReason;

const MESSAGES: Record<Code, PlainKey> = {
  complete: 'codeComplete',
  cancelled: 'codeCancelled',
  interrupted: 'codeInterrupted',
  length: 'codeLength',
  'content-filter': 'codeContentFilter',
  'step-limit': 'codeStepLimit',
  auth: 'codeAuth',
  permission: 'codePermission',
  'origin-refused': 'codeOriginRefused',
  'not-found': 'codeNotFound',
  network: 'codeNetwork',
  timeout: 'codeTimeout',
  'rate-limit': 'codeRateLimit',
  'context-length': 'codeContextLength',
  'bad-response': 'codeBadResponse',
  internal: 'codeInternal',
  'tools-unsupported': 'codeToolsUnsupported',
  'pdf-refused': 'codePdfRefused',
  retry: 'codeRetry',
};

/** A code of a measurement in words. One of an older version is shown as it is, as are names of formats of calls. */
export function codeText(code: string): string {
  if (code === 'native') return t('nativeCalls');
  return Object.hasOwn(MESSAGES, code) ? t(MESSAGES[code as Code]) : code;
}

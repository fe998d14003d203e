import type { ToolFailureCode } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/** The message for the user about a failed call, and what to do. The text for the model is separate, and English. */
export function toolFailureText(code: ToolFailureCode): string {
  return t(WORDS[code]);
}

const WORDS: Record<ToolFailureCode, PlainKey> = {
  'tab-gone': 'pageTabGone',
  'no-access': 'pageNoAccess',
  'other-site': 'pageOtherSite',
  'browser-page': 'pageOfBrowser',
  'not-loaded': 'pageNotLoaded',
  asleep: 'pageAsleep',
  'files-off': 'pageFilesOff',
  'not-readable': 'pageNotReadable',
  'not-in-front': 'pageNotInFront',
  'needs-click': 'pageNeedsClick',
  'no-picture': 'pageNoPicture',
  drawn: 'pageDrawn',
  'not-fetched': 'pageNotFetched',
  'site-refused': 'pageSiteRefused',
  'too-large': 'pageTooLarge',
  'pdf-locked': 'pdfLocked',
  'pdf-damaged': 'pdfDamaged',
  'pdf-slow': 'pdfSlow',
  'pdf-failed': 'pdfFailed',
  'bad-input': 'callBadInput',
  'truncated-input': 'callTruncated',
  'unknown-tool': 'callUnknownTool',
  'no-page': 'callNoPage',
  'not-sent': 'pageNotSent',
  refused: 'callRefused',
  expired: 'callExpired',
  moved: 'callMoved',
  'not-run': 'callNotRun',
  busy: 'callBusy',
  'timed-out': 'callTimedOut',
  stopped: 'callStopped',
  'in-doubt': 'callInDoubt',
  failed: 'callToolFailed',
};

import * as z from 'zod';
import { type PlainKey, t } from '../i18n/index.ts';

/** Why a page, a document or a screenshot could not be read. */
export const PageErrorCode = z.enum([
  'tab-gone',
  'no-access',
  'other-site',
  'browser-page',
  'not-loaded',
  'asleep',
  'files-off',
  'not-readable',
  'not-in-front',
  'needs-click',
  'no-picture',
  'drawn',
  'not-fetched',
  'site-refused',
  'too-large',
  'pdf-locked',
  'pdf-damaged',
  'pdf-slow',
  'pdf-failed',
  'no-page',
  'not-sent',
]);
export type PageErrorCode = z.infer<typeof PageErrorCode>;

/** Why a tool call failed: because of a page, the user, the model, or the end of its run. */
export const ToolFailureCode = z.enum([
  ...PageErrorCode.options,
  'bad-input',
  'truncated-input',
  'unknown-tool',
  'refused',
  'expired',
  'moved',
  'not-run',
  'busy',
  'timed-out',
  'stopped',
  'in-doubt',
  'failed',
]);
export type ToolFailureCode = z.infer<typeof ToolFailureCode>;

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

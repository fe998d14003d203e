import { findConnectionRisk, type ToolFailureCode } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/**
 * Returns the message for the user about a failed call, including what to do. The text for the model is separate, and
 * in English.
 */
export function toolFailureText(code: ToolFailureCode): string {
  return t(WORDS[code]);
}

/**
 * Like `toolFailureText`, for the failure of a test in the settings, shown next to its fields. It neither refers the
 * user to the settings nor mentions a question. `address` is that of the server, or '' if it is not the user's.
 */
export function testFailureText(code: ToolFailureCode, address: string): string {
  const { host } = URL.parse(address) ?? { host: '' };
  const isSilent = code === 'mcp-unreachable' || code === 'offline';
  const doubt = isSilent ? findConnectionRisk(address) : null;
  if (doubt !== null) return t(doubt === 'maybe-upgraded' ? 'maybeUpgraded' : 'maybeUntrusted', { host });
  if (code === 'mcp-redirect') return t('addressRedirects', { host });
  const word = WORDS_OF_TEST[code];
  return word === undefined ? toolFailureText(code) : t(word);
}

const WORDS_OF_TEST: Partial<Record<ToolFailureCode, PlainKey>> = {
  'mcp-unreachable': 'mcpUnreachableHere',
  'mcp-auth': 'mcpAuthHere',
  'mcp-http': 'mcpServerFaultHere',
  'mcp-bad-reply': 'mcpBadReplyHere',
  'mcp-refused': 'mcpBadReplyHere',
  'mcp-timed-out': 'testTimedOut',
  'timed-out': 'testTimedOut',
  'search-key': 'webWrongKeyHere',
  'search-quota': 'webQuotaHere',
  'search-blocked': 'webBlockedHere',
  'search-junk': 'webJunkHere',
};

const WORDS: Record<ToolFailureCode, PlainKey> = {
  'tab-gone': 'pageTabGone',
  'no-access': 'pageNoAccess',
  'other-site': 'pageOtherSite',
  'browser-page': 'pageOfBrowser',
  'hidden-page': 'pageHidden',
  'not-loaded': 'pageNotLoaded',
  asleep: 'pageAsleep',
  'files-off': 'pageFilesOff',
  'file-unread': 'pageFileUnread',
  'reader-view': 'pageReaderView',
  'not-readable': 'pageNotReadable',
  'not-in-front': 'pageNotInFront',
  'needs-click': 'pageNeedsClick',
  'no-picture': 'pageNoPicture',
  drawn: 'pageDrawn',
  'not-fetched': 'pageNotFetched',
  'site-refused': 'pageSiteRefused',
  'not-sent-again': 'pageNotSentAgain',
  'in-container': 'pageInContainer',
  'too-large': 'pageTooLarge',
  'pdf-locked': 'pdfLocked',
  'pdf-damaged': 'pdfDamaged',
  'pdf-slow': 'pdfSlow',
  'pdf-failed': 'pdfFailed',
  'bad-input': 'callBadInput',
  'truncated-input': 'callTruncated',
  'unknown-tool': 'callUnknownTool',
  'mcp-no-permission': 'mcpNotAllowed',
  'mcp-key-locked': 'keysAreLocked',
  'mcp-unreachable': 'mcpUnreachable',
  'mcp-auth': 'mcpAuth',
  'mcp-sign-in': 'mcpSignInNeeded',
  'mcp-scope': 'mcpScopeNeeded',
  'mcp-http': 'mcpServerFault',
  'mcp-no-endpoint': 'mcpNoEndpoint',
  'mcp-old-transport': 'mcpOldTransport',
  'mcp-redirect': 'mcpRedirect',
  'mcp-too-large': 'mcpTooLarge',
  'mcp-bad-reply': 'mcpBadReply',
  'mcp-cut-off': 'mcpCutOff',
  'mcp-version': 'mcpVersion',
  'mcp-refused': 'mcpBadReply',
  'mcp-timed-out': 'callTimedOut',
  'mcp-asks-back': 'mcpAsksBack',
  'mcp-tool-gone': 'mcpToolChanged',
  'mcp-tool-changed': 'mcpToolChanged',
  'no-page': 'callNoPage',
  'not-sent': 'pageNotSent',
  'form-input': 'pageFormInput',
  'tool-input': 'pageToolInput',
  refused: 'callRefused',
  expired: 'callExpired',
  moved: 'callMoved',
  'not-run': 'callNotRun',
  busy: 'callBusy',
  'timed-out': 'callTimedOut',
  stopped: 'callStopped',
  'in-doubt': 'callInDoubt',
  failed: 'callToolFailed',
  'no-search-engine': 'webNoEngine',
  'search-key': 'webWrongKey',
  'search-quota': 'webQuota',
  'search-limiter': 'webLimiter',
  'search-password': 'webPassword',
  'search-wrong-path': 'webWrongPath',
  'search-redirect': 'webLeadsElsewhere',
  'search-blocked': 'webBlocked',
  'search-junk': 'webJunk',
  'search-no-json': 'webNoJson',
  'search-failed': 'webSearchFailed',
  'results-hidden': 'webResultsHidden',
  'results-unread': 'webResultsUnread',
  offline: 'webOffline',
  'site-not-allowed': 'webSiteNotAllowed',
  'private-address': 'webPrivateAddress',
  'carries-secret': 'webCarriesSecret',
  'page-limit': 'webPageLimit',
  'redirect-refused': 'webRedirects',
  'needs-browser': 'webNeedsBrowser',
  'page-refused': 'webPageRefused',
  'page-too-large': 'webPageTooLarge',
  'page-slow': 'webPageSlow',
  'tab-elsewhere': 'webTabElsewhere',
  'tab-unread': 'webTabUnread',
};

import type {
  Failure,
  FailureReason,
  FieldErrorCode,
  GgufProblem,
  IncompleteReason,
  ListingProblem,
} from '../../lib/contracts/index.ts';
import { formatList, formatNumber, languageName, type PlainKey, plural, t } from '../../lib/i18n/index.ts';
import { addressErrorText, apiKeyErrorText } from './address-text.ts';
import { formatFileSize } from './amounts.ts';
import { storageFailureText } from './storage-text.ts';
import { toolFailureText } from './tool-failure-text.ts';

/** Returns the message for a failure, including what to do. Logs of older versions contain the sentence itself. */
export function failureMessage(failure: Failure): string {
  if (!('reason' in failure)) return failure.message;
  const { reason } = failure;
  const sentence = SENTENCES[reason.type] as (reason: FailureReason) => string;
  return sentence(reason);
}

/** The text of the server or browser, or ''. */
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
  'no-such-interface': ({ host }) => t('noInterfaceHere', { host }),
  'conversation-too-long': ({ model }) => t('conversationTooLong', { model }),
  'request-refused': ({ host, status }) => t('requestRefused', { host, status: String(status) }),
  'blocked-on-the-way': ({ host, status }) => t('blockedOnTheWay', { host, status: String(status) }),
  'network-sign-in': ({ host, status }) => t('networkSignIn', { host, status: String(status) }),
  'place-refused': ({ host }) => t('placeRefused', { host }),
  'origin-refused': ({ host }) => t('originRefused', { host }),
  'too-many-requests': ({ host }) => t('tooManyRequests', { host }),
  'retry-later': ({ host, waitMs }) => retryLater(host, waitMs),
  'server-occupied': ({ host }) => t('busyWithAnother', { host }),
  'server-error': ({ host, status }) => t('serverProblem', { host, status: String(status) }),
  'took-too-long': ({ host }) => t('tookTooLong', { host }),
  unreachable: ({ host }) => t('cannotBeReached', { host }),
  'server-not-running': ({ host }) => t('isServerRunning', { host }),
  'maybe-upgraded': ({ host }) => t('maybeUpgraded', { host }),
  'maybe-untrusted': ({ host }) => t('maybeUntrusted', { host }),
  offline: ({ host }) => t('computerOffline', { host }),
  'no-answer-within': ({ host, seconds }) => t('noAnswerWithin', { host, seconds }),
  'still-loading': ({ host, seconds }) => t('maybeStillLoading', { host, seconds }),
  'closed-without-answer': ({ host }) => t('closedWithoutAnswer', { host }),
  'not-a-model-server': ({ host }) => t('notLikeModelServer', { host }),
  'not-decompressed': ({ host }) => t('notDecompressed', { host }),
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
  'gguf-failed': ({ model, problem }) => ggufProblemText(problem, model),
  'endpoint-removed': () => t('endpointRemoved'),
  'endpoint-blocked': ({ name }) => t('blockedByOrganization', { name }),
  'endpoint-not-allowed': ({ name }) => t('endpointNotAllowed', { name }),
  'address-not-usable': ({ name, error }) => t('addressNotUsable', { name, reason: addressErrorText({ code: error }) }),
  'stored-key-invalid': ({ error }) => t('storedKeyTrouble', { reason: apiKeyErrorText({ code: error }) }),
  'key-not-over-http': ({ name }) => t('keyNotOverHttp', { name }),
  'keys-locked': () => t('keysAreLocked'),
  'sign-in-cancelled': ({ host }) => t('serviceSignInCancelled', { host }),
  'sign-in-refused': ({ host }) => t('serviceSignInRefused', { host }),
  'built-in-has-no-server': () => t('builtInHasNoServer'),
  'connections-in-use': ({ host }) => t('connectionsInUse', { host }),
  'models-not-listed': ({ host, problem }) => listingProblemText(host, problem),
  'own-endpoints-off': () => t('ownEndpointsOff'),
  'machine-not-allowed': () => t('machineNotAllowed'),
  'model-name-not-valid': ({ model }) => t('modelNameNotValid', { model }),
  'model-not-in-library': ({ model }) => t('modelNotInLibrary', { model }),
  'server-disk-full': ({ host }) => t('serverDiskFull', { host }),
  'server-outdated': ({ host, model }) => t('serverOutdated', { host, model }),
  'library-unreachable': ({ host }) => t('libraryUnreachable', { host }),
  'download-interrupted': ({ host }) => t('downloadInterrupted', { host }),
  'download-failed': ({ host, model }) => t('downloadFailed', { host, model }),
  'answer-in-progress': () => t('answerIsWritten'),
  'answer-ended': () => t('answerHasEnded'),
  'no-answer-to-continue': () => t('noAnswerToGoOnWith'),
  'cannot-continue': () => t('cannotContinue'),
  'no-question': () => t('noQuestionToAnswer'),
  'question-gone': () => t('questionGone'),
  'approval-changed': () => t('questionChanged'),
  'about-no-page': () => t('aboutNoPage'),
  'tab-shows-another-page': () => t('tabShowsAnotherPage'),
  'passage-not-found': () => t('passageNotThere'),
  'page-failed': ({ error }) => toolFailureText(error),
  'field-failed': ({ error }) => t(FIELD_WORDS[error]),
  'practice-cannot-translate': () => t('translationNeedsModel'),
  'translator-absent': () => t('translatorAbsent'),
  'translator-language-unknown': () => t('translatorLanguageUnknown'),
  'translator-lacks-pair': ({ source, target }) =>
    t('translatorLacksPair', { source: languageName(source), target: languageName(target) }),
  'picture-refused': ({ host, status }) => t('noSuchPicture', { host, status: String(status) }),
  'picture-too-large': ({ megabytes }) => t('pictureTooLarge', { megabytes }),
  'not-a-picture': ({ host }) => t('notAPicture', { host }),
  'picture-not-sent': ({ host }) => t('pictureNotSent', { host }),
  'storage-failed': ({ error }) => storageFailureText(error),
  'database-open-elsewhere': () => t('onlyThisWindow'),
  'internal-error': () => t('internalTrouble'),
  'not-understood': () => t('notUnderstood'),
  'command-failed': () => t('wentWrong'),
  'no-answer-from-worker': () => t('didNotAnswer'),
};

const FIELD_WORDS: Record<FieldErrorCode, PlainKey> = {
  'no-field': 'fieldNotFound',
  'no-selection': 'fieldNoSelection',
  secret: 'fieldSecret',
  'frame-no-access': 'fieldFrameNoAccess',
  'too-long': 'fieldTooLong',
  gone: 'fieldGone',
  changed: 'fieldChanged',
  'not-inserted': 'fieldNotInserted',
  altered: 'fieldAltered',
  'not-undone': 'fieldNotUndone',
};

function retryLater(host: string, waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  if (minutes <= 90) return plural('busyForMinutes', minutes, { host });
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? plural('busyForHours', hours, { host }) : plural('busyForDays', Math.ceil(hours / 24), { host });
}

function listingProblemText(host: string, problem: ListingProblem): string {
  switch (problem.type) {
    case 'status':
      return t('modelsNotListed', { host, detail: t('errorStatus', { status: String(problem.status) }) });
    case 'no-answer':
      return t('modelsNotListed', { host, detail: t('noAnswer') });
    case 'redirect':
      return t('addressRedirects', { host });
    case 'no-list':
      return t('modelsNotListed', { host, detail: t('noList') });
    case 'empty':
      return t('listIsEmpty', { host });
    default:
      return problem satisfies never;
  }
}

/** Returns why a GGUF model cannot be stored or run, and what to do. `model` is its name. */
export function ggufProblemText(problem: GgufProblem, model: string): string {
  switch (problem.type) {
    case 'not-gguf':
      return t('ggufNotGguf');
    case 'file-cut':
      return t('ggufFileCut');
    case 'gguf-version':
      return t('ggufVersion', { version: String(problem.version) });
    case 'not-a-chat-model':
      return t('ggufNotChat');
    case 'parts-missing':
      return t('ggufPartsMissing', { count: formatNumber(problem.count), files: formatList(problem.missing) });
    case 'not-one-model':
      return t('ggufNotOneModel', { file: problem.file });
    case 'too-large':
      return t('ggufTooLarge', { size: formatFileSize(problem.bytes), limit: formatFileSize(problem.limit) });
    case 'disk-full':
      return t('ggufDiskFull', { size: formatFileSize(problem.bytes) });
    case 'not-stored':
      return t('ggufNotStored');
    case 'download-refused':
      return t('ggufDownloadRefused', { host: problem.host, status: String(problem.status) });
    case 'download-broken':
      return t('ggufDownloadBroken');
    case 'wrong-checksum':
      return t('ggufWrongChecksum');
    case 'no-memory64':
      return t('ggufNotHere');
    case 'out-of-memory':
      return t('ggufOutOfMemory', { model });
    case 'model-deleted':
      return t('ggufDeleted', { model });
    case 'not-loaded':
      return t('ggufNotLoaded', { model });
    case 'page-closed':
      return t('ggufPageClosed', { model });
    default:
      return problem satisfies never;
  }
}

/** Returns why an answer is incomplete, for the user. */
export function incompleteReasonText(reason: IncompleteReason): string {
  return t(INCOMPLETE[reason]);
}

const INCOMPLETE: Record<IncompleteReason, PlainKey> = {
  cancelled: 'stopped',
  interrupted: 'brokeOff',
  length: 'hitLength',
  'content-filter': 'filtered',
  'step-limit': 'outOfSteps',
};

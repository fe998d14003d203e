import type { CheckFinding, Failure } from '../../lib/contracts/index.ts';
import { formatList, plural, t } from '../../lib/i18n/index.ts';
import { evidenceText } from '../models/model-facts.ts';
import { failureDetail, failureMessage } from '../parts/failure-message.ts';

/** Returns the message for a finding of the connection test, including what to do. */
export function checkMessage(finding: CheckFinding): string {
  switch (finding.type) {
    case 'test-interrupted':
      return t('testInterrupted');
    case 'test-failed':
      return t('wentWrongWith', { detail: finding.detail });
    case 'may-connect':
      return t('checkMayTalk', { host: finding.host });
    case 'connections-in-use':
      return t('connectionsInUse', { host: finding.host });
    case 'lists-models':
      return plural('checkLists', finding.count, { host: finding.host });
    case 'lists-no-models':
      return t('checkListsNone', { host: finding.host });
    case 'takes-requests':
      return t('checkTakesRequests');
    case 'no-key-needed':
      return t('checkNoKey');
    case 'key-accepted':
      return t('checkKeyAccepted');
    case 'model-answers':
      return t('checkAnswers', { model: finding.model });
    case 'empty-answer':
      return t('checkEmptyAnswer', { model: finding.model });
    case 'broke-off':
      return t('connectionEnded');
    case 'streams':
      return t('checkStreams');
    case 'came-at-once':
      return t('checkAtOnce');
    case 'came-in-one-piece':
      return t('checkOnePiece');
    case 'failure': {
      const message = withDetail(finding.failure);
      return finding.similar.length > 0 ? t('checkSimilar', { message, models: formatList(finding.similar) }) : message;
    }
    case 'tools':
      return toolsMessage(finding);
    case 'vision':
      return visionMessage(finding);
    case 'context-unknown':
      return t('checkContextUntold');
    case 'context':
      return t(CONTEXT[finding.size], { tokens: finding.tokens });
    default:
      return finding satisfies never;
  }
}

const CONTEXT = {
  enough: 'factContextWhy',
  small: 'checkContextSmall',
  'small-setting': 'checkContextGiveMore',
} as const;

function toolsMessage({ verdict, model, evidence: found }: Extract<CheckFinding, { type: 'tools' }>): string {
  const evidence = evidenceText(found);
  switch (verdict) {
    case 'yes':
      return t('checkNative', { model, evidence });
    case 'no':
      return t('checkTags', { evidence });
    case 'unclear':
      return t('checkToolsUnclear', { evidence });
    default:
      return verdict satisfies never;
  }
}

function visionMessage({ verdict, model, evidence: found }: Extract<CheckFinding, { type: 'vision' }>): string {
  const evidence = evidenceText(found);
  switch (verdict) {
    case 'yes':
      return t('checkSees', { model, evidence });
    case 'no':
      return t('checkSeesNot', { model, evidence });
    case 'unclear':
      return t('checkSeesUnclear', { evidence });
    default:
      return verdict satisfies never;
  }
}

/** Returns the message for a failure while an endpoint is set up, with the text of the server or browser. */
export function withDetail(failure: Failure): string {
  const [message, detail] = [keyMessage(failure) ?? failureMessage(failure), failureDetail(failure)];
  return detail === '' ? message : t('withDetail', { message, detail });
}

/** Returns what is wrong with the key, which is here and not "in Settings". Null for other failures. */
function keyMessage(failure: Failure): string | null {
  const reason = 'reason' in failure ? failure.reason : null;
  if (reason?.type === 'key-refused') return t('keyRefusedHere', { host: reason.host });
  return reason?.type === 'key-needed' ? t('keyNeededHere', { host: reason.host }) : null;
}

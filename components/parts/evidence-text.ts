import type { Evidence, Failure } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { failureMessage } from './failure-message.ts';

/** Why something is believed of a model, in the user's language; the words of a server are shown as they are. */
export function evidenceText(evidence: Evidence): string {
  if (typeof evidence === 'string') return evidence;
  switch (evidence.type) {
    case 'used-tool':
      return t('probeUsed');
    case 'no-call':
      return t('probeNoCall');
    case 'wrote-call-as-text':
      return t('probeWroteText');
    case 'still-thinking':
      return t('probeStillThinking', { tokens: evidence.tokens });
    case 'tool-never-arrived':
      return t('probeNeverArrived', { tokens: evidence.tokens });
    case 'refused':
      return t('probeRefused', { detail: wordsOf(evidence.failure) });
    case 'broke-off':
      return t('connectionEnded');
    case 'result-refused':
      return t('probeResultRefused', { detail: wordsOf(evidence.failure) });
    case 'said-nothing':
      return t('probeSaidNothing');
    case 'probe-interrupted':
      return t('probeInterrupted');
    case 'server-says-so':
      return t('serverSaysSo');
    case 'saw-picture':
      return t('visionSaw');
    case 'did-not-say-colour':
      return t('visionDidNotSay');
    case 'picture-not-answered':
      return t('visionNoAnswer');
    case 'picture-refused':
      return t('visionRefused', { detail: evidence.detail });
    default:
      return evidence satisfies never;
  }
}

function wordsOf(failure: Failure): string {
  return failure.detail ?? failureMessage(failure);
}

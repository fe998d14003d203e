import type { IncompleteReason } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/** Why an answer is incomplete, for the user. */
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

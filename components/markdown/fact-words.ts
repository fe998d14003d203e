import { type AnswerCheck, type CheckedFact, countFacts } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

const STATES: Record<CheckedFact['state'], PlainKey> = {
  found: 'factFound',
  computed: 'factComputed',
  elsewhere: 'factElsewhere',
  'not-found': 'factNotFound',
};

export function factState(state: CheckedFact['state']): string {
  return t(STATES[state]);
}

/** Says in one line how many facts of an answer are where the answer says they are. */
export function factsLine(check: AnswerCheck): string {
  const { total, present, missing } = countFacts(check);
  const line = t(check.isOfPage ? 'factsOnPage' : 'factsInSources', { found: present, total });
  return missing === 0 ? line : t('factsMissing', { line, missing });
}

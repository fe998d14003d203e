import type { AnswerCheck, CheckedFact, RunOutcome, ToolFailureCode } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { factState, factsLine } from '../markdown/fact-words.ts';
import { failureMessage, incompleteReasonText } from '../parts/failure-message.ts';
import { toolFailureText } from '../parts/tool-failure-text.ts';

/** The interface text in a chat exported as a document. */
export const DOCUMENT_WORDS = {
  get untitled() {
    return t('untitledChat');
  },
  get user() {
    return t('you');
  },
  tab: (title: string, url: string) => t('exportedTab', { title, url }),
  file: (name: string) => t('exportedFile', { name }),
  call: (tool: string) => t('exportedCall', { tool }),
  callFailure: (code: ToolFailureCode) => toolFailureText(code),
  factsLine: (check: AnswerCheck) => factsLine(check),
  factState: (state: CheckedFact['state']) => factState(state),
  outcome(outcome: Exclude<RunOutcome, { type: 'complete' }> | null): string {
    if (outcome === null) return t('stillBeingWritten');
    return outcome.type === 'incomplete' ? incompleteReasonText(outcome.reason) : failureMessage(outcome.failure);
  },
};

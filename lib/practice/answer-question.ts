import { t } from '../i18n/translate.ts';
import { callSteps } from './call-steps.ts';
import { chooseCall } from './choose-tool.ts';
import type { Conversation } from './conversation.ts';
import { type PracticeStep, textSteps } from './practice-step.ts';
import { answerFromResults } from './quote-results.ts';

/** What the practice model does with an ordinary question: it reads first, then quotes what it read. */
export function answerQuestion(conversation: Conversation): PracticeStep[] {
  const { question, offer, results } = conversation;
  if (results.length > 0) return textSteps(answerFromResults(question, results));
  if (offer.mode === 'none') return textSteps(t('practiceCannotSee'));
  return callSteps(conversation, [chooseCall(question, offer.tools)]);
}

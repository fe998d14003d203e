import { t } from '../../../i18n/index.ts';
import { callSteps } from './call-steps.ts';
import { asksForSelection, chooseCall } from './choose-tool.ts';
import type { Conversation } from './conversation.ts';
import { type PracticeStep, textSteps } from './practice-step.ts';
import { answerFromResults } from './quote-results.ts';
import type { ToolResult } from './tool-result.ts';

/** The practice model's response to an ordinary question: it quotes the page in the request, or reads first and then quotes. */
export function answerQuestion(conversation: Conversation): PracticeStep[] {
  const { question, offer, results, pages } = conversation;
  if (results.length > 0) return textSteps(answerFromResults(question, results));
  const wanted = offer.mode === 'none' ? null : chooseCall(question, offer.tools);
  if (pages.length > 0 && wanted?.toolName !== 'list_tabs') return textSteps(answerFromPages(question, pages));
  if (wanted === null) return textSteps(t('practiceCannotSee'));
  return callSteps(conversation, [wanted]);
}

function answerFromPages(question: string, pages: readonly ToolResult[]): string {
  const selected = pages.filter(({ toolName }) => toolName === 'read_selection');
  const isAboutSelection = asksForSelection(question) && selected.length > 0;
  return answerFromResults(question, isAboutSelection ? selected : pages.filter((page) => !selected.includes(page)));
}

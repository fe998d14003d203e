import { asksForSelection, chooseCall } from './choose-tool.ts';
import type { Conversation } from './conversation.ts';
import { callSteps, type PracticeStep, textSteps } from './practice-step.ts';
import type { PracticeWords } from './practice-words.ts';
import { answerFromResults } from './quote-results.ts';
import type { ToolResult } from './tool-result.ts';

/** The practice model's response to an ordinary question: it quotes the page in the request, or reads first and then quotes. */
export function answerQuestion(conversation: Conversation): PracticeStep[] {
  const { question, offer, results, pages, words } = conversation;
  if (results.length > 0) return textSteps(answerFromResults(question, results, words));
  const wanted = offer.mode === 'none' ? null : chooseCall(question, offer.tools);
  if (pages.length > 0 && wanted?.toolName !== 'list_tabs') return textSteps(answerFromPages(question, pages, words));
  if (wanted === null) return textSteps(words.cannotSee);
  return callSteps(conversation, [wanted]);
}

function answerFromPages(question: string, pages: readonly ToolResult[], words: PracticeWords): string {
  const selected = pages.filter(({ toolName }) => toolName === 'read_selection');
  const isAboutSelection = asksForSelection(question) && selected.length > 0;
  const used = isAboutSelection ? selected : pages.filter((page) => !selected.includes(page));
  return answerFromResults(question, used, words);
}

import { callSteps } from './call-steps.ts';
import { chooseCall } from './choose-tool.ts';
import type { Conversation } from './conversation.ts';
import { type PracticeStep, textSteps } from './practice-step.ts';
import { answerFromResults } from './quote-results.ts';

export const cannotSeeText = `I am Sidenote's practice model: not an AI, just a demonstration. I cannot see the page, because this request offers me no tool to read it with: neither in its list of tools nor described in the prompt. A real model could still talk with you; connect one in **Settings**.`;

/** What the practice model does with an ordinary question: it reads first, then quotes what it read. */
export function answerQuestion(conversation: Conversation): PracticeStep[] {
  const { question, offer, results } = conversation;
  if (results.length > 0) return textSteps(answerFromResults(question, results));
  if (offer.mode === 'none') return textSteps(cannotSeeText);
  return callSteps(conversation, [chooseCall(question, offer.tools)]);
}

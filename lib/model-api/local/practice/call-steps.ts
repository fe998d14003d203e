import type { PracticeCall } from './choose-tool.ts';
import type { Conversation } from './conversation.ts';
import { type PracticeStep, textSteps } from './practice-step.ts';

/** Short enough that a tag never arrives in one piece. */
const tagPiece = /[\s\S]{1,5}/gu;

/** Makes calls in the form of this request: natively, or as tags in the text. */
export function callSteps({ offer }: Conversation, calls: readonly PracticeCall[]): PracticeStep[] {
  if (offer.mode === 'native') return calls.map((call) => ({ type: 'tool-call', ...call }));
  const tags = calls.map((call) => `<tool name="${call.toolName}">${call.argumentsText}</tool>`).join('\n');
  return textSteps(...(tags.match(tagPiece) ?? []));
}

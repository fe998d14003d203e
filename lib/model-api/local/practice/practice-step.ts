import type { PracticeCall } from './choose-tool.ts';
import type { Conversation } from './conversation.ts';

/** One step of the practice model's answer. */
export type PracticeStep =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool-call'; toolName: string; argumentsText: string }
  | { type: 'wait'; ms: number }
  /** The connection is lost: nothing follows, not even the end of the stream. */
  | { type: 'cut' };

/** The practice model's response to a request: an answer in steps, or an HTTP error. */
export type PracticeReply =
  | { type: 'answer'; steps: PracticeStep[] }
  | { type: 'refusal'; status: number; code: string; message: string; headers: Record<string, string> };

export function textSteps(...texts: string[]): PracticeStep[] {
  return texts.map((text) => ({ type: 'text', text }));
}

/** Short enough that a tag never arrives in one piece. */
const tagPiece = /[\s\S]{1,5}/gu;

/** Makes calls in the form of this request: natively, or as tags in the text. */
export function callSteps({ offer }: Conversation, calls: readonly PracticeCall[]): PracticeStep[] {
  if (offer.mode === 'native') return calls.map((call) => ({ type: 'tool-call', ...call }));
  const tags = calls.map((call) => `<tool name="${call.toolName}">${call.argumentsText}</tool>`).join('\n');
  return textSteps(...(tags.match(tagPiece) ?? []));
}

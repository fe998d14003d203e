import type { ToolResult } from './chat-request.ts';
import { asksForSelection, chooseCall, type PracticeCall } from './choose-tool.ts';
import type { Conversation, PracticeWords } from './conversation.ts';
import { answerFromResults } from './quote-results.ts';

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

/** Short enough that a tag never fits into one piece. */
const TAG_PIECE = /[\s\S]{1,5}/gu;

/** Writes calls in the form of this request: natively, or as tags in the text. */
export function callSteps({ offer }: Conversation, calls: readonly PracticeCall[]): PracticeStep[] {
  if (offer.mode === 'native') return calls.map((call) => ({ type: 'tool-call', ...call }));
  const tags = calls.map((call) => `<tool name="${call.toolName}">${call.argumentsText}</tool>`).join('\n');
  return textSteps(...(tags.match(TAG_PIECE) ?? []));
}

/**
 * The practice model's response to an ordinary question: it quotes the page in the request, or reads first and then
 * quotes.
 */
export function answerQuestion(conversation: Conversation): PracticeStep[] {
  const { question, offer, results, pages, words } = conversation;
  if (results.length > 0) return textSteps(answerFromResults(question, results, words));
  const nextCall = offer.mode === 'none' ? null : chooseCall(question, offer.tools);
  if (pages.length > 0 && nextCall?.toolName !== 'list_tabs') return textSteps(answerFromPages(question, pages, words));
  if (nextCall === null) return textSteps(words.cannotSee);
  return callSteps(conversation, [nextCall]);
}

function answerFromPages(question: string, pages: readonly ToolResult[], words: PracticeWords): string {
  const selected = pages.filter(({ toolName }) => toolName === 'read_selection');
  const isAboutSelection = asksForSelection(question) && selected.length > 0;
  const sources = isAboutSelection ? selected : pages.filter((page) => !selected.includes(page));
  return answerFromResults(question, sources, words);
}

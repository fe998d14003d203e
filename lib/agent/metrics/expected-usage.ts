import type { ThreadState } from '../../contracts/index.ts';
import { estimateTokens } from '../../text/index.ts';
import { type BilledTokens, usageOfAnswer } from './usage.ts';

/** The system prompt and tools, and a typical answer, in tokens. */
const INSTRUCTIONS = 1_500;
const TYPICAL_ANSWER = 500;

/**
 * Estimates what an answer to the next question of a chat will use, from the last answer or, if there is none, from the
 * size of the page. `pageTokens` is null if unknown.
 */
export function estimateNextUsage(thread: ThreadState, question: string, pageTokens: number | null): BilledTokens {
  const last = thread.messages.findLast((message) => message.role === 'assistant');
  const usage = last?.steps.at(-1)?.usage;
  const outputTokens = last?.stats?.outputTokens ?? TYPICAL_ANSWER;
  const before = usage ? (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) : INSTRUCTIONS + (pageTokens ?? 0);
  return { inputTokens: before + estimateTokens(question), outputTokens, cachedTokens: 0, cacheWriteTokens: 0 };
}

/**
 * Estimates what another model will use for the same answer: as much, without a cache. Null if the first model reported
 * nothing.
 */
export function estimateUsageWithoutCache(thread: ThreadState, messageId: string): BilledTokens | null {
  const answer = thread.messages.find((message) => message.messageId === messageId);
  const usage = answer?.role === 'assistant' ? usageOfAnswer(thread.threadId, answer) : null;
  return usage && { ...usage, cachedTokens: 0, cacheWriteTokens: 0 };
}

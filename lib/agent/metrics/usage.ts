import type { AssistantMessage, ModelPrice, ModelRef, ThreadState } from '../../contracts/index.ts';
import { formatLocalDay } from '../../text/index.ts';
import { allMessages } from '../thread/branches.ts';

/**
 * The usage of one answer. Times are in milliseconds. A value is null if the server did not report it, or it was not
 * measured.
 */
export type AnswerUsage = {
  /** Start time, in milliseconds since 1970. */
  at: number;
  threadId: string;
  messageId: string;
  model: ModelRef;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Input tokens that were read from a cache, and those that were written to one. */
  cachedTokens: number;
  cacheWriteTokens: number;
  ms: number;
  firstContentMs: number | null;
};

/**
 * The usage of several answers. Unknown values are excluded from sums: `uncounted` answers have no tokens, `unpriced`
 * ones no cost. `cost` is in US dollars. `tokensPerSecond` of output is computed over the time of whole runs.
 */
export type UsageSum = {
  answers: number;
  inputTokens: number;
  outputTokens: number;
  /** Input tokens that were read from a cache. */
  cachedTokens: number;
  uncounted: number;
  cost: number;
  unpriced: number;
  ms: number;
  /** The mean of the measured values. */
  firstContentMs: number | null;
  tokensPerSecond: number | null;
};

export type UsageKey = 'message' | 'thread' | 'day' | 'model';

/** Returns the ended answers of a thread in all branches. Unselected ones are included, because they cost as much. */
export function listUsages(thread: ThreadState): AnswerUsage[] {
  const { threadId } = thread;
  return allMessages(thread).flatMap((message) =>
    message.role === 'assistant' ? (usageOfAnswer(threadId, message) ?? []) : [],
  );
}

/** Null if it has not ended. */
export function usageOfAnswer(threadId: string, { messageId, model, at, stats }: AssistantMessage): AnswerUsage | null {
  if (stats === null) return null;
  const { ms, inputTokens = null, outputTokens = null, firstContentMs = null } = stats;
  const { cachedTokens = 0, cacheWriteTokens = 0 } = stats;
  const tokens = { inputTokens, outputTokens, cachedTokens, cacheWriteTokens };
  return { at, threadId, messageId, model, ...tokens, ms, firstContentMs };
}

/**
 * Sums usage by message, thread, day (in the user's time zone, as YYYY-MM-DD) or model (`JSON.stringify([endpointId,
 * modelId])`), in order of first occurrence. `findPrice` returns null for an unknown price.
 */
export function sumUsage(
  usages: readonly AnswerUsage[],
  key: UsageKey,
  findPrice: (model: ModelRef) => ModelPrice | null,
): Map<string, UsageSum> {
  const groups = Map.groupBy(usages, (usage) => getGroupKey(usage, key));
  return new Map([...groups].map(([name, group]) => [name, sumUsages(group, findPrice)]));
}

/** The tokens of an answer that a server charges for. */
export type BilledTokens = Pick<AnswerUsage, 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'cacheWriteTokens'>;

/** Returns the cost of an answer in US dollars. Null if the tokens or the price are unknown. */
export function computeCost(usage: BilledTokens, price: ModelPrice | null): number | null {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens } = usage;
  if (inputTokens === null || outputTokens === null || price === null) return null;
  const { input, output, cachedInput = input, cacheWrite = input } = price;
  const fresh = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  const read = fresh * input + cachedTokens * cachedInput + cacheWriteTokens * cacheWrite;
  return (read + outputTokens * output) / 1_000_000;
}

/** Returns the total of the known costs, in US dollars. */
export function sumCost(usages: readonly AnswerUsage[], findPrice: (model: ModelRef) => ModelPrice | null): number {
  return total(usages.map((usage) => computeCost(usage, findPrice(usage.model))));
}

function sumUsages(usages: readonly AnswerUsage[], findPrice: (model: ModelRef) => ModelPrice | null): UsageSum {
  const costs = usages.map((usage) => computeCost(usage, findPrice(usage.model)));
  const measuredUsages = usages.filter((usage) => usage.outputTokens !== null);
  const firsts = usages.flatMap((usage) => usage.firstContentMs ?? []);
  const seconds = total(measuredUsages.map((usage) => usage.ms)) / 1000;
  const outputTokens = total(usages.map((usage) => usage.outputTokens));
  return {
    answers: usages.length,
    inputTokens: total(usages.map((usage) => usage.inputTokens)),
    outputTokens,
    cachedTokens: total(usages.map((usage) => usage.cachedTokens)),
    uncounted: usages.length - measuredUsages.length,
    cost: total(costs),
    unpriced: costs.filter((cost) => cost === null).length,
    ms: total(usages.map((usage) => usage.ms)),
    firstContentMs: firsts.length === 0 ? null : total(firsts) / firsts.length,
    tokensPerSecond: seconds === 0 ? null : outputTokens / seconds,
  };
}

function total(numbers: readonly (number | null)[]): number {
  return numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0);
}

function getGroupKey({ messageId, threadId, at, model }: AnswerUsage, key: UsageKey): string {
  switch (key) {
    case 'message':
      return messageId;
    case 'thread':
      return threadId;
    case 'day':
      return formatLocalDay(at);
    case 'model':
      return JSON.stringify([model.endpointId, model.modelId]);
    default:
      return key satisfies never;
  }
}

/**
 * Returns the beginning of the month that contains `now`, in the user's time zone. Both are in milliseconds since 1970.
 */
export function monthStart(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
}

/** The share of the limit at which the user is warned. */
const NEAR = 0.8;

/** Compares a month's spending with the limit, both in US dollars. Reaching the limit only shows a warning. */
export function compareWithLimit(spent: number, limit: number | null): 'under' | 'near' | 'over' {
  if (limit === null || spent < limit * NEAR) return 'under';
  return spent < limit ? 'near' : 'over';
}

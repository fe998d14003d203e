import { useCallback, useEffect, useState } from 'react';
import { type AnswerUsage, compareWithLimit, computeCost, monthStart, sumCost, usageOfAnswer } from '../agent/index.ts';
import type { AssistantMessage, MetricSample, ModelRef, ThreadState } from '../contracts/index.ts';
import { settings } from '../extension/index.ts';
import type { Prices, Stores } from '../storage/index.ts';
import { useSetting } from './use-setting.ts';
import { useStored } from './use-stored.ts';

/** The usage of answers since `from` (milliseconds since 1970), and the prices. Undefined until it is known. */
export function useUsage(
  storage: Pick<Stores, 'usage'>,
  from: number,
): { usages: readonly AnswerUsage[]; findPrice: Prices } | undefined {
  return useStored(
    async () => ({ usages: await storage.usage.since(from), findPrice: await storage.usage.listedPrices() }),
    [storage, from],
  );
}

/** The costs of a thread's answers, based on the prices that servers list. Null if unknown. */
export function useCosts(
  storage: Pick<Stores, 'usage'>,
  { threadId, messages }: ThreadState,
): (answer: AssistantMessage) => number | null {
  const models = new Map<string, ModelRef>();
  for (const message of messages) {
    if (message.role === 'assistant') models.set(JSON.stringify(message.model), message.model);
  }
  const modelKeys = [...models.keys()].join();
  const findPrice = useStored(() => storage.usage.loadPrices([...models.values()]), [storage, modelKeys]);
  return useCallback(
    (answer: AssistantMessage) => {
      const usage = usageOfAnswer(threadId, answer);
      return usage === null || findPrice === undefined ? null : computeCost(usage, findPrice(usage.model));
    },
    [threadId, findPrice],
  );
}

/** The spending of the month, in US dollars, if the limit is near or exceeded, else null. */
type Spending = { spent: number; limit: number; state: 'near' | 'over' };

/** Updated after every answer of this chat. Nothing is read if there is no limit. */
export function useSpending(storage: Pick<Stores, 'usage'>, { messages }: ThreadState): Spending | null {
  const [limit = null] = useSetting(settings.monthlyLimit);
  const [spent, setSpent] = useState(0);
  const answerCount = messages.filter((message) => message.role === 'assistant' && message.stats !== null).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: computed again when an answer has ended
  useEffect(() => {
    if (limit === null) return;
    let isWanted = true;
    const add = async () => {
      const usages = await storage.usage.since(monthStart(Date.now()));
      const sum = sumCost(usages, await storage.usage.listedPrices());
      if (isWanted) setSpent(sum);
    };
    // Storage failures are shown elsewhere.
    add().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [storage, limit, answerCount]);
  const state = compareWithLimit(spent, limit);
  return limit === null || state === 'under' ? null : { spent, limit, state };
}

/** Interval at which the window advances without new samples, in milliseconds. */
const TICK_MS = 30_000;

/** Samples of an interval. Milliseconds since 1970. */
export type MeasuredWindow = { from: number; to: number; samples: readonly MetricSample[] };

/** The measurements of the last `lengthMs` milliseconds, live. Null until they are known. */
export function useMetrics(storage: Pick<Stores, 'metrics'>, lengthMs: number): MeasuredWindow | null {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const measured = useStored(async () => {
    const to = Date.now();
    const from = to - lengthMs;
    return { from, to, samples: await storage.metrics.since(from) };
  }, [storage, lengthMs, tick]);
  return measured ?? null;
}

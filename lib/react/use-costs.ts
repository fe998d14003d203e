import { useCallback } from 'react';
import { costOf, usageOfAnswer } from '../agent/metrics/usage.ts';
import type { ModelRef } from '../contracts/model.ts';
import type { AssistantMessage, ThreadState } from '../contracts/thread.ts';
import type { SidenoteDb } from '../storage/db.ts';
import { pricesOf } from '../storage/usage.ts';
import { useStored } from './use-stored.ts';

/** What answers of a thread cost, by the prices that servers list; null where that is not known. */
export function useCosts(
  db: SidenoteDb,
  { threadId, messages }: ThreadState,
): (answer: AssistantMessage) => number | null {
  const models = new Map<string, ModelRef>();
  for (const message of messages) {
    if (message.role === 'assistant') models.set(JSON.stringify(message.model), message.model);
  }
  const asked = [...models.keys()].join();
  const priceOf = useStored(() => pricesOf(db, [...models.values()]), [db, asked]);
  return useCallback(
    (answer: AssistantMessage) => {
      const usage = usageOfAnswer(threadId, answer);
      return usage === null || priceOf === undefined ? null : costOf(usage, priceOf(usage.model));
    },
    [threadId, priceOf],
  );
}

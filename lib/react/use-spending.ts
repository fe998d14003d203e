import { useEffect, useState } from 'react';
import { limitState, monthStart, sumCost } from '../agent/metrics/usage.ts';
import type { ThreadState } from '../contracts/thread.ts';
import { monthlyLimit } from '../extension/settings.ts';
import type { SidenoteDb } from '../storage/db.ts';
import { listedPrices, usageSince } from '../storage/usage.ts';
import { useSetting } from './use-setting.ts';

/** What was spent this month, in US dollars, where the limit is near or passed; else null. */
export type Spending = { spent: number; limit: number; state: 'near' | 'over' };

/** Adds up after every answer of this chat; nothing is read as long as no limit is set. */
export function useSpending(db: SidenoteDb, { messages }: ThreadState): Spending | null {
  const [limit = null] = useSetting(monthlyLimit);
  const [spent, setSpent] = useState(0);
  const ended = messages.filter((message) => message.role === 'assistant' && message.stats !== null).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: added up anew when an answer has ended
  useEffect(() => {
    if (limit === null) return;
    let isWanted = true;
    const add = async () => {
      const usages = await usageSince(db, monthStart(Date.now()));
      const sum = sumCost(usages, await listedPrices(db));
      if (isWanted) setSpent(sum);
    };
    // Where the database is in failure, that is said elsewhere.
    add().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [db, limit, ended]);
  const state = limitState(spent, limit);
  return limit === null || state === 'under' ? null : { spent, limit, state };
}

import { reduceAll } from '../engine/reduce.ts';
import { type Usage, usageOf } from '../engine/usage.ts';
import type { ModelPrice } from '../protocol/capability.ts';
import type { ModelRef } from '../protocol/model.ts';
import { emptyThread } from '../protocol/thread.ts';
import type { SidenoteDb } from './db.ts';
import { readThread } from './read-thread.ts';

/** What the answers took that began since `from` (milliseconds since 1970), in chats that still exist. */
export async function usageSince(db: SidenoteDb, from: number): Promise<Usage[]> {
  const threadIds = await db.threads.where('updatedAt').aboveOrEqual(from).primaryKeys();
  const usages: Usage[] = [];
  for (const threadId of threadIds) {
    const { rows } = await readThread(db, threadId);
    usages.push(...usageOf(reduceAll(emptyThread(threadId), rows)));
  }
  return usages.filter((usage) => usage.at >= from).sort((a, b) => a.at - b.at);
}

/** The prices that servers have listed, by model. */
export async function listedPrices(db: SidenoteDb): Promise<(model: ModelRef) => ModelPrice | null> {
  const prices = new Map<string, ModelPrice>();
  await db.capabilities.each(({ endpointId, modelId, price }) => {
    if (price) prices.set(JSON.stringify([endpointId, modelId]), price);
  });
  return ({ endpointId, modelId }) => prices.get(JSON.stringify([endpointId, modelId])) ?? null;
}

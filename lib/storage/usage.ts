import { type AnswerUsage, listUsages, reduceAll } from '../agent/index.ts';
import { type Capability, emptyThread, type ModelPrice, type ModelRef, toChatId } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { readThread } from './read-thread.ts';

/** The usage of answers since `from` (milliseconds since 1970), in chats that still exist. */
export async function usageSince(db: SidenoteDb, from: number): Promise<AnswerUsage[]> {
  const threadIds = await db.threads.where('updatedAt').aboveOrEqual(from).primaryKeys();
  const usages: AnswerUsage[] = [];
  for (const threadId of threadIds) {
    const { rows } = await readThread(db, threadId);
    usages.push(...listUsages(reduceAll(emptyThread(toChatId(threadId)), rows)));
  }
  return usages.filter((usage) => usage.at >= from).sort((a, b) => a.at - b.at);
}

export type Prices = (model: ModelRef) => ModelPrice | null;

/** The prices that servers have listed, of all models. */
export async function listedPrices(db: SidenoteDb): Promise<Prices> {
  return pricesIn(await db.capabilities.filter(({ price }) => Boolean(price)).toArray());
}

/** The prices that servers have listed, of these models. */
export async function loadPrices(db: SidenoteDb, models: readonly ModelRef[]): Promise<Prices> {
  const keys = models.map(({ endpointId, modelId }): [string, string] => [endpointId, modelId]);
  return pricesIn((await db.capabilities.bulkGet(keys)).filter((each) => each !== undefined));
}

function pricesIn(capabilities: readonly Capability[]): Prices {
  const prices = new Map(capabilities.map(({ price, ...model }) => [toModelKey(model), price ?? null]));
  return (model) => prices.get(toModelKey(model)) ?? null;
}

function toModelKey({ endpointId, modelId }: ModelRef): string {
  return JSON.stringify([endpointId, modelId]);
}

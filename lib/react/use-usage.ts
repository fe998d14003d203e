import type { Usage } from '../agent/metrics/usage.ts';
import type { SidenoteDb } from '../storage/db.ts';
import { listedPrices, type Prices, usageSince } from '../storage/usage.ts';
import { useStored } from './use-stored.ts';

/** What answers took since `from` (milliseconds since 1970), and the prices; undefined until it is known. */
export function useUsage(db: SidenoteDb, from: number): { usages: readonly Usage[]; priceOf: Prices } | undefined {
  return useStored(async () => ({ usages: await usageSince(db, from), priceOf: await listedPrices(db) }), [db, from]);
}

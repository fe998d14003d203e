import { bindStore, getDatabase } from './bind-store.ts';
import type { SidenoteDb } from './db.ts';
import type { Stores } from './stores.ts';
import { decryptApiKey, type SessionMemory, wrappingKey } from './wrapping-key.ts';

/**
 * The key of an endpoint, or null if there is none for this origin. Only for the worker: dependency-cruiser prevents
 * pages from importing it. Rejects with KeysLockedError if the passphrase was not entered.
 */
export async function loadApiKey(
  db: SidenoteDb,
  endpointId: string,
  origin: string,
  session: SessionMemory,
): Promise<string | null> {
  const row = await db.apiKeys.get(endpointId);
  if (row === undefined || row.origin !== origin) return null;
  return decryptApiKey(await wrappingKey(db, session), row);
}

/** The keys themselves, only for the worker. */
export function secretKeys({ keys }: Pick<Stores, 'keys'>) {
  return bindStore(getDatabase(keys), { load: loadApiKey });
}

import type { SidenoteDb } from './db.ts';
import { type SessionMemory, wrap, wrappingKey } from './wrapping-key.ts';

/**
 * Stores API keys encrypted with a non-extractable key of the browser, which keeps them out of exports, logs and copies of a
 * table. It does not protect from someone with the whole browser profile, unless the user sets a passphrase. A key belongs to the
 * origin it was entered for. Pages only write keys; they are read by load-api-key.ts.
 */
export async function saveApiKey(
  db: SidenoteDb,
  endpointId: string,
  origin: string,
  apiKey: string,
  session: SessionMemory,
): Promise<void> {
  await db.apiKeys.put(await wrap(await wrappingKey(db, session), endpointId, origin, apiKey));
}

export async function deleteApiKey(db: SidenoteDb, endpointId: string): Promise<void> {
  await db.apiKeys.delete(endpointId);
}

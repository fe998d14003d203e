import type { SidenoteDb } from './db.ts';
import type { SessionMemory } from './session-memory.ts';
import { wrap, wrappingKey } from './wrapping-key.ts';

/**
 * API keys, encrypted under a key that the browser does not let out. That keeps them out of exports, logs and copies of a
 * table; it does not protect from somebody who has the whole browser profile, unless the user sets a passphrase. A key
 * belongs to the origin it was entered for. Pages write keys and never read them: see load-api-key.ts.
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

import type { Endpoint } from '../contracts/index.ts';
import { deleteApiKey } from './api-keys.ts';
import type { SidenoteDb } from './db.ts';

/** In the order they were added. */
export function allEndpoints(db: SidenoteDb): Promise<Endpoint[]> {
  return db.endpoints.orderBy('createdAt').toArray();
}

/**
 * Saves an endpoint. A changed address makes what was learned about its models void, and its key too; another interface only
 * the former.
 */
export async function saveEndpoint(db: SidenoteDb, endpoint: Endpoint): Promise<void> {
  await db.transaction('rw', db.endpoints, db.capabilities, db.apiKeys, async () => {
    const before = await db.endpoints.get(endpoint.endpointId);
    await db.endpoints.put(endpoint);
    if (before === undefined) return;
    if (before.baseUrl === endpoint.baseUrl && before.interface === endpoint.interface) return;
    await db.capabilities.where('endpointId').equals(endpoint.endpointId).delete();
    if (originOf(before.baseUrl) !== originOf(endpoint.baseUrl)) await deleteApiKey(db, endpoint.endpointId);
  });
}

/** Deletes an endpoint with its key and all observations about it. Conversations stay. */
export async function deleteEndpoint(db: SidenoteDb, endpointId: string): Promise<void> {
  await db.transaction('rw', db.endpoints, db.capabilities, db.apiKeys, async () => {
    await db.endpoints.delete(endpointId);
    await db.capabilities.where('endpointId').equals(endpointId).delete();
    await deleteApiKey(db, endpointId);
  });
}

export async function saveListedModels(db: SidenoteDb, endpointId: string, models: string[]): Promise<void> {
  await db.endpoints.update(endpointId, { models });
}

function originOf(baseUrl: string): string | undefined {
  return URL.parse(baseUrl)?.origin;
}

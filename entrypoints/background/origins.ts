import { hideOriginFrom } from '../../lib/extension/index.ts';
import { parseBaseUrl } from '../../lib/model-api/index.ts';
import { allEndpoints, type SidenoteDb } from '../../lib/storage/index.ts';

/**
 * Removes the Origin for local servers, which are those that refuse it, and for others that were found to. `also` are addresses
 * that are not endpoints yet.
 */
export async function hideOrigins(db: SidenoteDb, also: readonly string[] = []): Promise<void> {
  const configured = (await allEndpoints(db)).flatMap(({ baseUrl: address, hidesOrigin = false }) => {
    const baseUrl = parseBaseUrl(address);
    return 'error' in baseUrl || (baseUrl.hostKind === 'public' && !hidesOrigin) ? [] : [baseUrl.origin];
  });
  await hideOriginFrom([...configured, ...also]);
}

/** Stores that a server refuses our Origin, and removes it from now on. */
export async function learnOriginRefusal(db: SidenoteDb, endpointId: string): Promise<void> {
  await db.endpoints.update(endpointId, { hidesOrigin: true });
  await hideOrigins(db);
}

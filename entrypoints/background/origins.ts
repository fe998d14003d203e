import { hideOriginFrom } from '../../lib/extension/index.ts';
import { parseBaseUrl } from '../../lib/model-api/index.ts';
import { allEndpoints, type SidenoteDb } from '../../lib/storage/index.ts';

/**
 * Keeps the Origin from the servers near by, which are the ones that mind it, and from those that were found to. `also`:
 * addresses that are no endpoints yet.
 */
export async function hideOrigins(db: SidenoteDb, also: readonly string[] = []): Promise<void> {
  const configured = (await allEndpoints(db)).flatMap(({ baseUrl: address, hidesOrigin = false }) => {
    const baseUrl = parseBaseUrl(address);
    return 'error' in baseUrl || (baseUrl.hostKind === 'public' && !hidesOrigin) ? [] : [baseUrl.origin];
  });
  await hideOriginFrom([...configured, ...also]);
}

/** Remembers that a server refuses our Origin, and keeps it back from now on. */
export async function learnOriginRefusal(db: SidenoteDb, endpointId: string): Promise<void> {
  await db.endpoints.update(endpointId, { hidesOrigin: true });
  await hideOrigins(db);
}

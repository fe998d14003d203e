import { hideOriginFrom } from '../../lib/extension/index.ts';
import { parseBaseUrl } from '../../lib/model-api/index.ts';
import { allEndpoints, allMcpServers, type SidenoteDb } from '../../lib/storage/index.ts';

/**
 * Keeps the Origin from the servers near by, which are the ones that mind it, from those that were found to, and from MCP
 * servers, which must refuse one that they do not know. `also`:
 * addresses that are no endpoints yet.
 */
export async function hideOrigins(db: SidenoteDb, also: readonly string[] = []): Promise<void> {
  const configured = (await allEndpoints(db)).flatMap(({ baseUrl: address, hidesOrigin = false }) => {
    const baseUrl = parseBaseUrl(address);
    return 'error' in baseUrl || (baseUrl.hostKind === 'public' && !hidesOrigin) ? [] : [baseUrl.origin];
  });
  const mcpServers = (await allMcpServers(db)).flatMap(({ url }) => URL.parse(url)?.origin ?? []);
  await hideOriginFrom([...configured, ...mcpServers, ...also]);
}

/** Stores that a server refuses our Origin, and removes it from now on. */
export async function learnOriginRefusal(db: SidenoteDb, endpointId: string): Promise<void> {
  await db.endpoints.update(endpointId, { hidesOrigin: true });
  await hideOrigins(db);
}

import { hideOriginFrom } from '../../lib/extension/index.ts';
import { parseBaseUrl } from '../../lib/model-api/index.ts';
import { allEndpoints, allMcpServers, type SidenoteDb } from '../../lib/storage/index.ts';

/**
 * Removes the Origin header from requests to servers on this machine or network, to endpoints that refused it, and to MCP servers.
 * `also`: further origins.
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

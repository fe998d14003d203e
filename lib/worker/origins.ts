import { hideOriginFrom } from '../extension/index.ts';
import { parseBaseUrl } from '../model-api/index.ts';
import type { Stores } from '../storage/index.ts';

/**
 * Removes the Origin header from requests to servers on this machine or network, to endpoints that refused it, and to MCP servers.
 * `also`: further origins.
 */
export async function hideOrigins(
  storage: Pick<Stores, 'endpoints' | 'mcpServers'>,
  also: readonly string[] = [],
): Promise<void> {
  const configured = (await storage.endpoints.all()).flatMap(({ baseUrl: address, hidesOrigin = false }) => {
    const baseUrl = parseBaseUrl(address);
    return 'error' in baseUrl || (baseUrl.hostKind === 'public' && !hidesOrigin) ? [] : [baseUrl.origin];
  });
  const mcpServers = (await storage.mcpServers.all()).flatMap(({ url }) => URL.parse(url)?.origin ?? []);
  await hideOriginFrom([...configured, ...mcpServers, ...also]);
}

/** Stores that a server refuses our Origin, and removes it from now on. */
export async function learnOriginRefusal(
  storage: Pick<Stores, 'endpoints' | 'mcpServers'>,
  endpointId: string,
): Promise<void> {
  await storage.endpoints.hideOrigin(endpointId);
  await hideOrigins(storage);
}

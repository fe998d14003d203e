import { parseBaseUrl } from '../model-api/index.ts';
import type { Stores } from '../storage/index.ts';
import type { BrowserAccess } from './browser-access.ts';

export type OriginDependencies = {
  storage: Pick<Stores, 'endpoints' | 'mcpServers'>;
  browser: Pick<BrowserAccess, 'hideOriginFrom'>;
};

/**
 * Removes the Origin header from requests to servers on this machine or network, to endpoints that refused it, and to
 * MCP servers. `also`: additional origins.
 */
export async function hideOrigins(
  { storage, browser }: OriginDependencies,
  also: readonly string[] = [],
): Promise<void> {
  const configured = (await storage.endpoints.all()).flatMap(({ baseUrl: address, hidesOrigin = false }) => {
    const baseUrl = parseBaseUrl(address);
    return 'error' in baseUrl || (baseUrl.hostKind === 'public' && !hidesOrigin) ? [] : [baseUrl.origin];
  });
  const mcpServers = (await storage.mcpServers.all()).flatMap(({ url }) => URL.parse(url)?.origin ?? []);
  await browser.hideOriginFrom([...configured, ...mcpServers, ...also]);
}

/** Stores that a server refuses the extension's Origin, and removes it from now on. */
export async function learnOriginRefusal(dependencies: OriginDependencies, endpointId: string): Promise<void> {
  await dependencies.storage.endpoints.hideOrigin(endpointId);
  await hideOrigins(dependencies);
}

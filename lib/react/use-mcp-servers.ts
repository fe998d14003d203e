import { type McpServer, mcpKeyId, mcpSignInKeyId } from '../contracts/index.ts';
import { allMcpServers, type SidenoteDb } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly McpServer[] = [];

/** The MCP servers the user has added, live. */
export function useMcpServers(db: SidenoteDb): readonly McpServer[] {
  return useStored(() => allMcpServers(db), [db]) ?? NONE;
}

/** The end of a server's token, live; null where it has none. */
export function useMcpToken(db: SidenoteDb, serverId: string): string | null {
  return useStored(() => db.apiKeys.get(mcpKeyId(serverId)), [db, serverId])?.lastFour ?? null;
}

/** Whether the user is signed in to a server, live. */
export function useMcpSignedIn(db: SidenoteDb, serverId: string): boolean {
  return useStored(async () => (await db.apiKeys.get(mcpSignInKeyId(serverId))) !== undefined, [db, serverId]) ?? false;
}

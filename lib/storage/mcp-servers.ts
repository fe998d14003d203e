import { type McpServer, type McpToolDefinition, mcpKeyIds, mcpSignInKeyId } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { deleteApiKey } from './wrapping-key.ts';

/** All servers, in the order in which they were added. */
export function allMcpServers(db: SidenoteDb): Promise<McpServer[]> {
  return db.mcpServers.orderBy('createdAt').toArray();
}

export function getMcpServer(db: SidenoteDb, serverId: string): Promise<McpServer | undefined> {
  return db.mcpServers.get(serverId);
}

/**
 * Saves a server. A changed address makes it a different server: its tools are off until the user has seen them, and it
 * is not trusted. If the origin has also changed, its token, sign-in and client secret are deleted.
 */
export async function saveMcpServer(db: SidenoteDb, server: McpServer): Promise<void> {
  await db.transaction('rw', db.mcpServers, db.apiKeys, async () => {
    const before = await db.mcpServers.get(server.serverId);
    const isMoved = before !== undefined && before.url !== server.url;
    await db.mcpServers.put(isMoved ? { ...server, tools: [], isTrustedToRead: false, signInRequest: null } : server);
    if (isMoved && URL.parse(before.url)?.origin !== URL.parse(server.url)?.origin) {
      await deleteKeys(db, server.serverId);
    } else if (isMoved) {
      // Tokens are valid for one address (RFC 8707).
      await deleteApiKey(db, mcpSignInKeyId(server.serverId));
    }
  });
}

/** Changes a server as currently stored. Does nothing if it was deleted in the meantime. */
export async function changeMcpServer(
  db: SidenoteDb,
  serverId: string,
  change: (server: McpServer) => McpServer,
): Promise<void> {
  await db.transaction('rw', db.mcpServers, async () => {
    const server = await db.mcpServers.get(serverId);
    if (server !== undefined) await db.mcpServers.put(change(server));
  });
}

/** Switches a tool on, and stores the definition that the user allowed. */
export function allowMcpTool(
  db: SidenoteDb,
  serverId: string,
  name: string,
  definition: McpToolDefinition,
): Promise<void> {
  return changeMcpServer(db, serverId, (server) => ({
    ...server,
    tools: server.tools.map((tool) => (tool.name === name ? { ...tool, isOn: true, allowed: definition } : tool)),
  }));
}

/** Signs the user out of a server on this device. */
export function deleteMcpSignIn(db: SidenoteDb, serverId: string): Promise<void> {
  return deleteApiKey(db, mcpSignInKeyId(serverId));
}

/** Deletes a server with its token and its sign-in. Conversations are kept. */
export async function deleteMcpServer(db: SidenoteDb, serverId: string): Promise<void> {
  await db.transaction('rw', db.mcpServers, db.apiKeys, async () => {
    await db.mcpServers.delete(serverId);
    await deleteKeys(db, serverId);
  });
}

async function deleteKeys(db: SidenoteDb, serverId: string): Promise<void> {
  await Promise.all(mcpKeyIds(serverId).map((id) => deleteApiKey(db, id)));
}

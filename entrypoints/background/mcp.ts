import { browser } from 'wxt/browser';
import { type McpCheck, McpError, type McpServer, mcpKeyId, type Tool } from '../../lib/contracts/index.ts';
import { browserSession, hasHostPermission } from '../../lib/extension/index.ts';
import {
  McpClient,
  type McpConnection,
  McpSessions,
  mcpTools,
  mergeTools,
  parseMcpAddress,
  tokenHeader,
} from '../../lib/mcp/index.ts';
import {
  allMcpServers,
  allowMcpTool,
  changeMcpServer,
  KeysLockedError,
  type SidenoteDb,
} from '../../lib/storage/index.ts';
import { loadApiKey } from '../../lib/storage/load-api-key.ts';
import { hideOrigins } from './origins.ts';

export type McpServers = {
  /** The tools that are on, as they are stored; nothing is sent for that. */
  tools(): Promise<Tool[]>;
  /** Tries the way to a server step by step. */
  check(serverId: string, signal: AbortSignal): AsyncIterable<McpCheck>;
};

/** The MCP servers the user has added. `own`: the tools of this program, whose names are taken. */
export function createMcpServers(db: SidenoteDb, now: () => number, own: readonly Tool[]): McpServers {
  const sessions = new McpSessions({
    connect: (server) => connectTo(db, server),
    saveListed: (serverId, listed) =>
      changeMcpServer(db, serverId, (server) => ({ ...server, tools: mergeTools(server.tools, listed) })),
    allow: (serverId, name, definition) => allowMcpTool(db, serverId, name, definition),
    now,
  });
  const taken = own.map(({ name }) => name);
  return {
    tools: async () => mcpTools(await allMcpServers(db), sessions, taken),
    async *check(serverId, signal) {
      const server = await db.mcpServers.get(serverId);
      if (server !== undefined) yield* sessions.check(server, signal);
    },
  };
}

/** A client with the server's token, where the browser lets us talk to it and the token is for its origin. */
async function connectTo(db: SidenoteDb, server: McpServer): Promise<McpConnection> {
  const address = parseMcpAddress(server.url);
  if ('error' in address || !(await hasHostPermission(address.url))) {
    throw new McpError('mcp-no-permission', 'The user has not allowed Sidenote to connect to this MCP server.');
  }
  const { url } = address;
  const token = await loadApiKey(db, mcpKeyId(server.serverId), new URL(url).origin, browserSession).catch(
    (error: unknown) => {
      if (!(error instanceof KeysLockedError)) throw error;
      throw new McpError(
        'mcp-key-locked',
        'The token of this MCP server is locked. The user has to unlock it in Settings.',
      );
    },
  );
  // Servers refuse requests of pages they do not know, as they must.
  await hideOrigins(db);
  const client = new McpClient({
    url,
    headers: token === null ? {} : tokenHeader(server.header, token),
    // It may have been withdrawn since.
    fetch: async (...request) => {
      if (await hasHostPermission(url)) return fetch(...request);
      throw new McpError('mcp-no-permission', 'The user has not allowed Sidenote to connect to this MCP server.');
    },
    clientVersion: browser.runtime.getManifest().version,
  });
  return { client, secrets: token === null ? [] : [token] };
}

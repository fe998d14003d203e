import { McpClient } from '../../mcp/mcp-client.ts';
import type { McpClientOptions } from '../../mcp/message-exchange.ts';
import { type RawServer, sendJson, startRawServer } from '../model-api/raw-server.ts';
import { type McpServerOptions, type McpTestServer, startMcpServer, textResult } from './mcp-server.ts';

/** Servers and clients for tests of the MCP client. Each test file closes the servers after each test. */
const open: { close(): Promise<void> }[] = [];

export async function closeMcpServers(): Promise<void> {
  await Promise.all(open.splice(0).map((server) => server.close()));
}

export const ECHO = { name: 'echo', inputSchema: { type: 'object' } };
export const never = () => new AbortController().signal;

export function createMcpClient(url: string, more: Partial<McpClientOptions> = {}): McpClient {
  return new McpClient({ url, headers: {}, fetch, clientVersion: '1', ...more });
}

export async function served(options: McpServerOptions = {}): Promise<McpTestServer> {
  const server = await startMcpServer(options);
  open.push(server);
  return server;
}

export async function raw(...handle: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...handle);
  open.push(server);
  return server;
}

/** Answers the handshake of a server of 2025-11-25, and passes other requests to `handle`. */
export function older(handle: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  return raw(async (request, response) => {
    const { id, method } = request.method === 'POST' ? JSON.parse(request.body) : { id: null, method: null };
    if (method === 'server/discover') return void sendJson(response, 400, { error: 'What?' });
    if (method === 'initialize') {
      return void sendJson(response, 200, {
        jsonrpc: '2.0',
        id,
        result: { protocolVersion: '2025-11-25', capabilities: {} },
      });
    }
    if (method?.startsWith('notifications/') === true || method === undefined)
      return void response.writeHead(202).end();
    await handle(request, response);
  });
}

export const parseRequestId = (body: string): number => JSON.parse(body).id;
export const toolResponse = (id: unknown, text = 'done') => ({ jsonrpc: '2.0', id, result: textResult(text) });

import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import type { ModelEvent, ModelRequest } from '../../contracts/model-client.ts';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { createModelClient } from '../../model-api/client/model-client.ts';
import type { Timeouts } from '../../model-api/client/stream-response.ts';
import { EVENT_STREAM, type RawRequest, type RawServer, startRawServer } from './raw-server.ts';

export const TOOLS: ToolDefinition[] = [
  { name: 'find', description: 'Finds words.', inputSchema: z.strictObject({ query: z.string() }) },
];
export const REQUEST: ModelRequest = {
  modelId: 'm',
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'Where?' }],
  tools: TOOLS,
  toolMode: 'native',
  maxOutputTokens: null,
  attempt: 0,
};

/** Servers to close after the test. A test may add its own. */
export const servers: RawServer[] = [];
/** For `afterEach`. */
export async function closeServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
}

type Handle = (response: ServerResponse, request: RawRequest) => void | Promise<void>;

/**
 * Sends one request with the real client to a raw loopback server. Returns what the client yields and what the server
 * received.
 */
export async function ask(
  handle: Handle,
  change: Partial<ModelRequest> = {},
  {
    apiKey = null as string | null,
    timeouts = undefined as Timeouts | undefined,
    signal = new AbortController().signal,
  } = {},
) {
  const server = await startRawServer((request, response) => handle(response, request));
  servers.push(server);
  const client = createModelClient({
    baseUrl: `${server.url}/v1`,
    hostKind: 'loopback',
    apiKey,
    fetch,
    ...(timeouts ? { timeouts } : {}),
  });
  const events: ModelEvent[] = [];
  for await (const event of client.stream({ ...REQUEST, ...change }, signal)) events.push(event);
  return { events, request: server.requests[0] };
}

export const stream = (response: ServerResponse, ...pieces: string[]) => {
  response.writeHead(200, EVENT_STREAM);
  for (const piece of pieces) response.write(piece);
  response.end();
};
export const reply = (response: ServerResponse, status: number, body: string, headers = {}) => {
  response.writeHead(status, headers);
  response.end(body);
};

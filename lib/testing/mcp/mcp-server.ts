import type { ServerResponse } from 'node:http';
import { type RawRequest, type RawServer, sse, startRawServer } from '../model-api/raw-server.ts';

type Message = {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
};
export type ServedTool = {
  name: string;
  description?: string;
  inputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
};
type Call = {
  name: string;
  input: Record<string, unknown>;
  request: RawRequest;
  response: ServerResponse;
  id: number | string;
};

export type McpServerOptions = {
  /** The supported revisions, newest first. */
  versions?: readonly string[];
  sessions?: boolean;
  /** Whether a session has its own stream. There is only one, as in the TypeScript SDK (quirk: one-session-stream). */
  sessionStream?: boolean;
  /** How results are sent. */
  reply?: 'json' | 'events';
  token?: string;
  /** Answers a request instead of the server, for example with metadata or a refusal. Returns whether it did. */
  guard?: (request: RawRequest, response: ServerResponse) => boolean;
  tools?: ServedTool[];
  /** Maximum number of tools in a page of the list. */
  pageSize?: number;
  /** What it declares besides tools, and its results for other requests. Undefined refuses the request. */
  capabilities?: Record<string, object>;
  answer?: (method: string, params: Record<string, unknown>) => unknown;
  /** Handles a call. Returns the result, or nothing if it has answered itself. */
  call?: (call: Call) => unknown;
};

export type McpTestServer = RawServer & {
  /** The address to which clients connect. */
  address: string;
  messages: Message[];
  tools: ServedTool[];
  /** The open streams of sessions, by session. */
  streams: ReadonlyMap<string, ServerResponse>;
  /** Sends a message on all streams. */
  push(message: object): void;
  /** Forgets all sessions. */
  forgetSessions(): void;
};

const OLD = ['2025-11-25', '2025-06-18', '2024-11-05'];

/** A real MCP server on a free port, as strict as the specification in everything that a client could get wrong. */
export async function startMcpServer(options: McpServerOptions = {}): Promise<McpTestServer> {
  const { versions = ['2026-07-28', ...OLD], sessions = true, reply = 'json', token, pageSize = 100 } = options;
  const messages: Message[] = [];
  const live = new Set<string>();
  const streams = new Map<string, ServerResponse>();
  const tools = [...(options.tools ?? [])];
  let names = 0;

  const raw = await startRawServer(async (request, response) => {
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const { headers } = request;
    if (options.guard?.(request, response) === true) return;
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) return void json(401, { error: 'no' });
    if (request.method === 'DELETE') {
      live.delete(String(headers['mcp-session-id']));
      return void response.writeHead(200).end();
    }
    if (request.method === 'GET' && options.sessionStream === true) {
      const sessionId = String(headers['mcp-session-id']);
      if (!live.has(sessionId)) return void json(404, {});
      if (streams.has(sessionId)) return void json(409, {});
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      streams.set(sessionId, response);
      return void response.on('close', () => streams.delete(sessionId));
    }
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse(request.body) as Message;
    messages.push(message);
    const { id, method, params = {} } = message;
    const fail = (status: number, code: number, text: string, data?: unknown) =>
      json(status, { jsonrpc: '2.0', id: id ?? null, error: { code, message: text, data } });
    const meta = params._meta as Record<string, unknown> | undefined;
    const modern = meta?.['io.modelcontextprotocol/protocolVersion'];
    const succeed = (result: unknown, extra: Record<string, string> = {}) => {
      const body = { jsonrpc: '2.0', id, result };
      if (reply === 'json') return json(200, body, extra);
      return response
        .writeHead(200, { 'content-type': 'text/event-stream', ...extra })
        .end(`data: ${JSON.stringify(body)}\n\n`);
    };
    if (modern !== undefined) {
      if (!versions.includes('2026-07-28')) return void fail(400, -32600, 'Bad Request: Server not initialized');
      if (headers['mcp-protocol-version'] !== modern || headers['mcp-method'] !== method)
        return void fail(400, -32020, 'Header mismatch');
      if (method === 'tools/call' && headers['mcp-name'] !== params.name)
        return void fail(400, -32020, 'Header mismatch');
      if (method === 'server/discover')
        return void succeed({
          resultType: 'complete',
          supportedVersions: versions,
          capabilities: { tools: {}, ...options.capabilities },
        });
    } else if (method === 'initialize') {
      const asked = String(params.protocolVersion);
      const older = versions.filter((each) => each !== '2026-07-28');
      const sessionId = `session-${names++}`;
      if (sessions) live.add(sessionId);
      const result = {
        protocolVersion: older.includes(asked) ? asked : (older[0] ?? asked),
        capabilities: { tools: {}, ...options.capabilities },
        serverInfo: { name: 'Test', version: '1' },
      };
      return void succeed(result, sessions ? { 'mcp-session-id': sessionId } : {});
    } else {
      if (sessions && !live.has(String(headers['mcp-session-id']))) return void fail(404, -32001, 'Session not found');
      if (!OLD.includes(String(headers['mcp-protocol-version']))) return void fail(400, -32600, 'Bad version');
    }
    if (id === undefined || method === undefined) return void response.writeHead(202).end();
    if (method === 'tools/list') {
      const from = Number(params.cursor ?? 0);
      const page = tools.slice(from, from + pageSize).map((tool) => ({ inputSchema: { type: 'object' }, ...tool }));
      return void succeed({
        tools: page,
        ...(from + pageSize < tools.length ? { nextCursor: String(from + pageSize) } : {}),
      });
    }
    if (method === 'tools/call') {
      const input = (params.arguments ?? {}) as Record<string, unknown>;
      const result = options.call?.({ name: String(params.name), input, request, response, id });
      if (result !== undefined) succeed(result);
      return;
    }
    const answered = options.answer?.(method, params);
    if (answered !== undefined) return void succeed(answered);
    fail(modern === undefined ? 200 : 404, -32601, 'Method not found');
  });
  return {
    ...raw,
    address: `${raw.url}/mcp`,
    messages,
    tools,
    streams,
    push(message) {
      for (const stream of streams.values()) stream.write(sse({ jsonrpc: '2.0', ...message }));
    },
    forgetSessions: () => live.clear(),
  };
}

/** A result that is one text. */
export function textResult(text: string): unknown {
  return { content: [{ type: 'text', text }] };
}

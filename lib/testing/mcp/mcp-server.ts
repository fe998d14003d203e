import type { ServerResponse } from 'node:http';
import { type RawRequest, type RawServer, sendJson, sse, startRawServer } from '../model-api/raw-server.ts';

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

const STATELESS = '2026-07-28';
const WITH_SESSIONS = ['2025-11-25', '2025-06-18', '2024-11-05'];

/** A real MCP server on a free port, as strict as the specification in everything that a client could get wrong. */
export async function startMcpServer(options: McpServerOptions = {}): Promise<McpTestServer> {
  const server = new ServedMcp(options);
  const raw = await startRawServer((request, response) => server.handle(request, response));
  const { messages, tools, streams } = server;
  return {
    ...raw,
    address: `${raw.url}/mcp`,
    messages,
    tools,
    streams,
    push(message) {
      for (const stream of streams.values()) stream.write(sse({ jsonrpc: '2.0', ...message }));
    },
    forgetSessions: () => server.sessions.clear(),
  };
}

/** What is sent. Without a body, only the status. */
type Reply = { status: number; body?: unknown; headers?: Record<string, string> };

/** One message of a client, and the connection on which it is answered. */
type Exchange = { request: RawRequest; response: ServerResponse; message: Message; params: Record<string, unknown> };

class ServedMcp {
  readonly messages: Message[] = [];
  readonly tools: ServedTool[];
  /** The ids of the sessions that exist. */
  readonly sessions = new Set<string>();
  readonly streams = new Map<string, ServerResponse>();
  readonly #options: McpServerOptions;
  readonly #versions: readonly string[];
  #sessionCount = 0;

  constructor(options: McpServerOptions) {
    this.#options = options;
    this.#versions = options.versions ?? [STATELESS, ...WITH_SESSIONS];
    this.tools = [...(options.tools ?? [])];
  }

  handle(request: RawRequest, response: ServerResponse): void {
    const reply = this.#reply(request, response);
    if (reply === null) return;
    const { status, body, headers } = reply;
    if (body === undefined) response.writeHead(status, headers).end();
    else if (this.#options.reply === 'events' && status === 200 && isResult(body))
      response.writeHead(200, { 'content-type': 'text/event-stream', ...headers }).end(sse(body));
    else sendJson(response, status, body, headers);
  }

  /** Null if the request was answered here, or is answered later. */
  #reply(request: RawRequest, response: ServerResponse): Reply | null {
    const { guard, token, sessionStream } = this.#options;
    const { method, headers } = request;
    if (guard?.(request, response) === true) return null;
    if (token !== undefined && headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { error: 'no' } };
    if (method === 'POST') return this.#receive(request, response);
    const sessionId = String(headers['mcp-session-id']);
    if (method === 'GET' && sessionStream === true) return this.#openStream(sessionId, response);
    if (method !== 'DELETE') return { status: 405 };
    this.sessions.delete(sessionId);
    return { status: 200 };
  }

  #openStream(sessionId: string, response: ServerResponse): Reply | null {
    if (!this.sessions.has(sessionId)) return { status: 404, body: {} };
    if (this.streams.has(sessionId)) return { status: 409, body: {} };
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    this.streams.set(sessionId, response);
    response.on('close', () => this.streams.delete(sessionId));
    return null;
  }

  #receive(request: RawRequest, response: ServerResponse): Reply | null {
    const message = JSON.parse(request.body) as Message;
    this.messages.push(message);
    const exchange = { request, response, message, params: message.params ?? {} };
    const meta = exchange.params._meta as Record<string, unknown> | undefined;
    const version = meta?.['io.modelcontextprotocol/protocolVersion'];
    if (version !== undefined) return this.#receiveStateless(exchange, version);
    return message.method === 'initialize' ? this.#initialize(exchange) : this.#receiveInSession(exchange);
  }

  #receiveStateless(exchange: Exchange, version: unknown): Reply | null {
    const { request, message, params } = exchange;
    const { headers } = request;
    if (!this.#versions.includes(STATELESS)) return refuse(message, 400, -32600, 'Bad Request: Server not initialized');
    const isMatching = headers['mcp-protocol-version'] === version && headers['mcp-method'] === message.method;
    if (!isMatching || (message.method === 'tools/call' && headers['mcp-name'] !== params.name))
      return refuse(message, 400, -32020, 'Header mismatch');
    if (message.method !== 'server/discover') return this.#answer(exchange, 404);
    const capabilities = { tools: {}, ...this.#options.capabilities };
    return succeed(message, { resultType: 'complete', supportedVersions: this.#versions, capabilities });
  }

  #initialize({ message, params }: Exchange): Reply {
    const requested = String(params.protocolVersion);
    const versions = this.#versions.filter((each) => each !== STATELESS);
    const sessionId = `session-${this.#sessionCount++}`;
    if (this.#hasSessions) this.sessions.add(sessionId);
    const reply = succeed(message, {
      protocolVersion: versions.includes(requested) ? requested : (versions[0] ?? requested),
      capabilities: { tools: {}, ...this.#options.capabilities },
      serverInfo: { name: 'Test', version: '1' },
    });
    return this.#hasSessions ? { ...reply, headers: { 'mcp-session-id': sessionId } } : reply;
  }

  #receiveInSession(exchange: Exchange): Reply | null {
    const { message, request } = exchange;
    const { headers } = request;
    if (this.#hasSessions && !this.sessions.has(String(headers['mcp-session-id'])))
      return refuse(message, 404, -32001, 'Session not found');
    if (!WITH_SESSIONS.includes(String(headers['mcp-protocol-version'])))
      return refuse(message, 400, -32600, 'Bad version');
    return this.#answer(exchange, 200);
  }

  /** `unknownStatus`: the status with which a method that does not exist is refused. */
  #answer({ request, response, message, params }: Exchange, unknownStatus: number): Reply | null {
    const { id, method } = message;
    if (id === undefined || method === undefined) return { status: 202 };
    if (method === 'tools/list') return succeed(message, this.#listTools(Number(params.cursor ?? 0)));
    if (method === 'tools/call') {
      const input = (params.arguments ?? {}) as Record<string, unknown>;
      const result = this.#options.call?.({ name: String(params.name), input, request, response, id });
      return result === undefined ? null : succeed(message, result);
    }
    const result = this.#options.answer?.(method, params);
    if (result === undefined) return refuse(message, unknownStatus, -32601, 'Method not found');
    return succeed(message, result);
  }

  #listTools(from: number): object {
    const end = from + (this.#options.pageSize ?? 100);
    const tools = this.tools.slice(from, end).map((tool) => ({ inputSchema: { type: 'object' }, ...tool }));
    return { tools, ...(end < this.tools.length ? { nextCursor: String(end) } : {}) };
  }

  get #hasSessions(): boolean {
    return this.#options.sessions !== false;
  }
}

function succeed({ id }: Message, result: unknown): Reply {
  return { status: 200, body: { jsonrpc: '2.0', id, result } };
}

function refuse({ id }: Message, status: number, code: number, message: string): Reply {
  return { status, body: { jsonrpc: '2.0', id: id ?? null, error: { code, message } } };
}

function isResult(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'result' in body;
}

/** A result that is one text. */
export function textResult(text: string): unknown {
  return { content: [{ type: 'text', text }] };
}

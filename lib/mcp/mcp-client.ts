import type * as z from 'zod';
import { McpError, sleep, unlessAborted } from '../contracts/index.ts';
import {
  answerInputRequests,
  type ElicitServerForm,
  type FormCall,
  MAX_ROUNDS,
  ServerForms,
  unsupportedInputRequest,
} from './elicitation-form.ts';
import {
  exchangeHttp,
  type HttpRequest,
  type HttpTarget,
  httpError,
  ReplyTimeout,
  throwIfRefused,
  unreachable,
} from './http-transport.ts';
import {
  CallResult,
  isRequestFailure,
  JSON_RPC,
  ListedTool,
  type Progress,
  ProgressParams,
  RpcRefusal,
  type ServerMessage,
} from './protocol.ts';
import {
  badReply,
  isEventStream,
  readAllPages,
  replyMessages,
  resultOf,
  type StreamPosition,
  streamStart,
} from './reply-messages.ts';
import { mirroredHeaders, mirroredParameters, standardHeaders } from './request-headers.ts';
import { createSessionStream, type SessionStream } from './session-stream.ts';
import { type NegotiatedProtocol, negotiateProtocol, protocolHeaders } from './version-negotiation.ts';

export type McpClientOptions = HttpTarget & {
  clientVersion: string;
  /** A request whose stream is silent for so long is given up; in milliseconds. */
  idleMs?: number;
  /** Whether callers pass `elicit`, so that servers are told that they may show forms. */
  hasForms?: boolean;
};

export type RequestOptions = {
  signal: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Asks the user what the server asks. Forms are declined without. */
  elicit?: ElicitServerForm;
};

const IDLE_MS = 60_000;
/** Times a stream is taken up again without anything new in it. */
const MAX_RESUMES = 5;
/** Opens a stream of notifications, in the newest revision. */
const LISTEN = 'subscriptions/listen';

/**
 * A client for one MCP server over Streamable HTTP: the revision of 2026-07-28, and those before it that begin with
 * `initialize`. It declares no capabilities but forms, if the caller can show them: all else that a server asks back is
 * declined. Follows no redirect, and keeps nothing but the session. Every failure is an McpError or, if the server refused the
 * request itself, an RpcRefusal.
 */
export class McpClient {
  readonly #options: McpClientOptions;
  #connection: Promise<Connection> | null = null;
  /** Those that are told of changes of a resource. */
  readonly #watchers = new Set<{ uri: string; onUpdated: () => void }>();
  #nextId = 1;
  /** The server said that its tools have changed since they were listed. */
  isListStale = false;
  /** The server said that its prompts or resources have changed since they were listed. */
  areOffersStale = false;
  readonly #forms = new ServerForms();

  constructor(options: McpClientOptions) {
    this.#options = options;
  }

  /** The negotiated revision. Connects if necessary. */
  async connect(signal: AbortSignal): Promise<string> {
    return (await this.#connected(signal)).version;
  }

  /** Whether the server says that it has prompts, resources or completions. Connects if necessary. */
  async offers(what: 'prompts' | 'resources' | 'completions', signal: AbortSignal): Promise<boolean> {
    return (await this.#connected(signal)).capabilities.includes(what);
  }

  /** All tools, in the server's order, without those whose definition is invalid. */
  async listTools(signal: AbortSignal): Promise<ListedTool[]> {
    this.isListStale = false;
    const tools = await this.listAll('tools/list', 'tools', ListedTool, signal);
    return tools.filter(({ inputSchema }) => mirroredParameters(inputSchema));
  }

  /** All items of a paged list, in the server's order, without those that are invalid. */
  listAll<Item>(method: string, key: string, itemSchema: z.ZodType<Item>, signal: AbortSignal): Promise<Item[]> {
    return readAllPages((params) => this.#request(method, params, { signal }), key, itemSchema);
  }

  async callTool(
    tool: { name: string; inputSchema: Record<string, unknown> },
    input: unknown,
    options: RequestOptions,
  ): Promise<CallResult> {
    const params = { name: tool.name, arguments: input };
    const result = await this.complete('tools/call', params, options, mirroredHeaders(tool.inputSchema, input));
    const parsed = CallResult.safeParse(result);
    if (!parsed.success) throw badReply('no result of a tool');
    return parsed.data;
  }

  /** Sends a request, and again with the user's answers as often as the server asks for them. */
  async complete(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    let result = await this.#request(method, params, options, headers);
    for (let round = 0; result.resultType === 'input_required'; round++) {
      if (round >= MAX_ROUNDS) throw unsupportedInputRequest();
      const answers = await answerInputRequests(result, options.elicit, options.signal);
      result = await this.#request(method, { ...params, ...answers }, options, headers);
    }
    return result;
  }

  /**
   * Calls `onUpdated` whenever the server says that a resource has changed, until `signal` is aborted or the server ends its
   * stream. Resolves at once if the server has no subscriptions. Revisions before 2026-07-28 send updates on the stream of the
   * session.
   */
  async watchResource(uri: string, onUpdated: () => void, signal: AbortSignal): Promise<void> {
    await this.#connectedFor(signal, async (connection) => {
      if (!connection.hasSubscriptions) return;
      const watcher = { uri, onUpdated };
      this.#watchers.add(watcher);
      const { stream } = connection;
      const leave = await stream?.join(null, signal);
      const { signal: ending } = new AbortController();
      const inSession = (method: string, until = ending) =>
        this.#exchange(connection, `resources/${method}`, { uri }, { signal: until });
      try {
        if (stream === undefined) return await this.#listen(connection, uri, signal);
        await inSession('subscribe', signal);
        signal.throwIfAborted();
        await unlessAborted(stream.ended, signal);
      } finally {
        leave?.();
        this.#watchers.delete(watcher);
        const isWatched = [...this.#watchers].some((other) => other.uri === uri);
        if (stream && !isWatched) void inSession('unsubscribe').catch(() => undefined);
      }
    });
  }

  /** Reads the updates of a resource from a stream of their own. */
  async #listen(connection: Connection, uri: string, signal: AbortSignal): Promise<void> {
    const params = { notifications: { resourceSubscriptions: [uri] } };
    const message = {
      jsonrpc: '2.0',
      id: this.#nextId++,
      method: LISTEN,
      params: this.#withMeta(connection, params, null),
    };
    const headers = { ...protocolHeaders(connection), ...standardHeaders(LISTEN, params) };
    const response = await this.#http('POST', message, headers, signal);
    if (!response.ok || !isEventStream(response)) {
      await response.body?.cancel();
      return;
    }
    for await (const message of replyMessages(response, streamStart())) {
      this.#handleMessage(connection, message, null);
    }
  }

  /** Ends the session, if any. */
  async close(): Promise<void> {
    const protocol = await this.#connection?.catch(() => null);
    this.#connection = null;
    protocol?.stream?.end();
    if (protocol?.type !== 'session' || protocol.sessionId === null) return;
    await this.#http('DELETE', null, protocolHeaders(protocol), AbortSignal.timeout(5_000))
      .then((response) => response.body?.cancel())
      .catch(() => undefined);
  }

  /** Connects once for all concurrent callers. */
  #connecting(): Promise<Connection> {
    const connecting = this.#connection ?? this.#negotiate();
    this.#connection = connecting;
    connecting.catch(() => this.#forget(connecting));
    return connecting;
  }

  /** The next caller connects anew, unless another has done so meanwhile. */
  #forget(connecting: Promise<Connection>): void {
    if (this.#connection === connecting) this.#connection = null;
  }

  /** Aborting one caller does not abort the others. */
  #connected(signal: AbortSignal): Promise<Connection> {
    return unlessAborted(this.#connecting(), signal);
  }

  async #negotiate(): Promise<Connection> {
    const { signal } = new AbortController();
    const protocol = await negotiateProtocol(
      (asked, method, params, onResponse) => this.#exchange(asked, method, params, { signal }, {}, onResponse),
      this.#about(),
    );
    if (protocol.type !== 'session') return protocol;
    await this.#send(protocol, { jsonrpc: '2.0', method: 'notifications/initialized' }, signal);
    const stream = createSessionStream<PendingRequest>(
      (position, ended) => this.#get(protocol, position, ended),
      (message, call) => this.#handleMessage(protocol, message, call),
    );
    return { ...protocol, stream };
  }

  /** What this client tells a server about itself. */
  #about() {
    const { clientVersion, hasForms } = this.#options;
    const capabilities = hasForms === true ? { elicitation: { form: {} } } : {};
    return { clientInfo: { name: 'Sidenote', version: clientVersion }, capabilities };
  }

  #request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions,
    headers: Record<string, string> = {},
  ) {
    return this.#connectedFor(options.signal, (connection) =>
      this.#exchange(connection, method, params, options, headers),
    );
  }

  /**
   * Does something with the connection, and once more with a new one if the server has ended the session: it then answers
   * 404 (MCP 2025-11-25, "Session Management").
   */
  async #connectedFor<Result>(signal: AbortSignal, use: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connecting = this.#connecting();
    const connection = await unlessAborted(connecting, signal);
    try {
      return await use(connection);
    } catch (error) {
      const isGone = error instanceof McpError && error.code === 'mcp-http' && error.status === 404;
      if (!isGone || connection.type !== 'session' || connection.sessionId === null) throw error;
      this.#forget(connecting);
      return use(await this.#connected(signal));
    }
  }

  /** Sends a request and reads its response, however many streams that takes. `protocol`: null for `initialize`. */
  async #exchange(
    protocol: Connection | null,
    method: string,
    params: Record<string, unknown>,
    { signal, onProgress, elicit }: RequestOptions,
    headers: Record<string, string> = {},
    onResponse: (response: Response) => void = () => undefined,
  ): Promise<Record<string, unknown>> {
    const id = this.#nextId++;
    const idle = new ReplyTimeout(this.#options.idleMs ?? IDLE_MS);
    const ended = AbortSignal.any([signal, idle.signal]);
    const message = { jsonrpc: '2.0', id, method, params: this.#withMeta(protocol, params, onProgress ? id : null) };
    const position = streamStart();
    const forms = new AbortController();
    const pending = {
      id,
      position,
      idle,
      onProgress,
      elicit,
      forms: { signal: forms.signal, count: 0, last: Promise.resolve() },
      signal: ended,
    };
    let leave: () => void = () => undefined;
    try {
      if (elicit !== undefined) leave = (await protocol?.stream?.join(pending, ended)) ?? leave;
      const named = protocol?.type === 'stateless' ? standardHeaders(method, params) : {};
      let response = await this.#http('POST', message, { ...protocolHeaders(protocol), ...named, ...headers }, ended);
      onResponse(response);
      await throwIfRefused(response, id);
      for (let resumes = 0; ; resumes++) {
        const before = position.lastEventId;
        const result = await this.#readReply(protocol, response, pending);
        if (result !== null) return result;
        if (position.lastEventId !== before) resumes = 0;
        // Only the older revisions have streams that can be taken up again.
        if (protocol?.type !== 'session' || position.lastEventId === null || resumes >= MAX_RESUMES) throw cutOff();
        idle.stop();
        await sleep(position.retryMs, signal);
        idle.restart();
        response = await this.#get(protocol, position, ended);
        if (!response.ok) {
          await response.body?.cancel();
          throw cutOff();
        }
      }
    } catch (error) {
      if (!ended.aborted) throw isRequestFailure(error) ? error : unreachable();
      if (protocol?.type === 'session') this.#sendCancelled(protocol, id);
      signal.throwIfAborted();
      throw new McpError('mcp-timed-out', 'The MCP server did not answer in time.');
    } finally {
      idle.stop();
      forms.abort();
      leave();
    }
  }

  /** The result in a response, or null if its stream ended before the result. */
  async #readReply(
    protocol: NegotiatedProtocol | null,
    response: Response,
    pending: PendingRequest,
  ): Promise<Record<string, unknown> | null> {
    const { id, position, idle, signal } = pending;
    const isStream = isEventStream(response);
    try {
      for await (const message of replyMessages(response, position)) {
        idle.restart();
        if (message.method !== undefined) {
          this.#handleMessage(protocol, message, pending);
        } else if (String(message.id) === String(id)) {
          return resultOf(message);
        } else if (message.error !== undefined && (message.id ?? null) === null) {
          throw new RpcRefusal(message.error);
        } else if (!isStream) {
          throw badReply('an answer to another request');
        }
      }
    } catch (error) {
      if (isRequestFailure(error) || signal.aborted) throw error;
      // The connection broke; what came before stands.
      return null;
    }
    if (!isStream) throw badReply('empty');
    return null;
  }

  /**
   * Answers a request of the server, or takes note of its notification. `pending`: the request whose response it came with,
   * or null.
   */
  #handleMessage(
    protocol: NegotiatedProtocol | null,
    { id, method, params }: ServerMessage,
    pending: PendingRequest | null,
  ): void {
    if (id !== undefined && id !== null) {
      if (protocol?.type !== 'session' || method === undefined) return;
      const signal = pending?.signal ?? AbortSignal.timeout(5_000);
      if (method === 'elicitation/create' && pending?.elicit !== undefined) {
        this.#forms.show(id, params, pending, (answer) =>
          this.#send(protocol, { jsonrpc: '2.0', id, ...answer }, signal),
        );
        return;
      }
      const answer =
        method === 'ping' ? { result: {} } : { error: { code: JSON_RPC.methodNotFound, message: 'Not supported' } };
      void this.#send(protocol, { jsonrpc: '2.0', id, ...answer }, signal).catch(() => undefined);
      return;
    }
    switch (method) {
      case 'notifications/tools/list_changed':
        this.isListStale = true;
        return;
      case 'notifications/prompts/list_changed':
      case 'notifications/resources/list_changed':
        this.areOffersStale = true;
        return;
      case 'notifications/cancelled':
        this.#forms.close(params?.requestId);
        return;
      case 'notifications/resources/updated':
        for (const { uri, onUpdated } of this.#watchers) {
          // A part of the resource may be named instead.
          if (String(params?.uri).startsWith(uri)) onUpdated();
        }
        return;
      case 'notifications/progress': {
        const { data } = ProgressParams.safeParse(params);
        if (data !== undefined && String(data.progressToken) === String(pending?.id)) pending?.onProgress?.(data);
      }
    }
  }

  #withMeta(
    protocol: NegotiatedProtocol | null,
    params: Record<string, unknown>,
    progressToken: number | null,
  ): Record<string, unknown> {
    const { clientInfo, capabilities } = this.#about();
    const meta: Record<string, unknown> = {};
    if (protocol?.type === 'stateless') {
      meta['io.modelcontextprotocol/protocolVersion'] = protocol.version;
      meta['io.modelcontextprotocol/clientInfo'] = clientInfo;
      meta['io.modelcontextprotocol/clientCapabilities'] = capabilities;
    }
    if (progressToken !== null) meta.progressToken = progressToken;
    return Object.keys(meta).length === 0 ? params : { ...params, _meta: meta };
  }

  /** Sends a notification or an answer, to which nothing comes back. */
  async #send(protocol: NegotiatedProtocol, message: object, signal: AbortSignal): Promise<void> {
    const response = await this.#http('POST', message, protocolHeaders(protocol), signal);
    await response.body?.cancel();
    if (!response.ok) throw httpError(response.status);
  }

  #sendCancelled(protocol: NegotiatedProtocol, requestId: number): void {
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    void this.#send(protocol, message, AbortSignal.timeout(5_000)).catch(() => undefined);
  }

  /** Opens a stream of the session, or takes one up where it ended. */
  #get(protocol: NegotiatedProtocol, { lastEventId }: StreamPosition, signal: AbortSignal): Promise<Response> {
    const resumed = lastEventId === null ? {} : { 'Last-Event-ID': lastEventId };
    return this.#http('GET', null, { ...protocolHeaders(protocol), ...resumed }, signal);
  }

  #http(
    method: HttpRequest['method'],
    message: object | null,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    return exchangeHttp(this.#options, { method, message, headers }, signal);
  }
}

/** `stream`: what the server sends on no response, if there are sessions. */
type Connection = NegotiatedProtocol & { stream?: SessionStream<PendingRequest> };

/** A request whose reply is being read. */
type PendingRequest = FormCall & {
  id: number;
  position: StreamPosition;
  onProgress: RequestOptions['onProgress'];
  signal: AbortSignal;
};

function cutOff(): McpError {
  return new McpError('mcp-cut-off', "The MCP server's reply ended before the result. The call may have been done.");
}

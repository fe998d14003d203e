import type * as z from 'zod';
import { type AnswerRef, McpError } from '../contracts/index.ts';
import { unlessAborted } from '../control-flow/index.ts';
import { answerInputRequests, MAX_ROUNDS, unsupportedInputRequest } from './elicitation-form.ts';
import { type Connection, type McpClientOptions, MessageExchange, type RequestOptions } from './message-exchange.ts';
import { CallResult, ListedTool, type ServerMessage, UnusableTool } from './protocol.ts';
import { createBadReplyError, readAllPages } from './reply-messages.ts';
import { mirroredHeaders, mirroredParameters } from './request-headers.ts';

/** Maximum idle time of a call, in milliseconds. Long, since a JSON reply arrives only when it is complete. */
const CALL_IDLE_MS = 300_000;
/** Maximum time for a ping, in milliseconds. A server that knows the session answers immediately. */
const PING_IDLE_MS = 10_000;

/** The method that opens a stream of notifications in the newest revision. */
const LISTEN = 'subscriptions/listen';

/**
 * A client for one MCP server over Streamable HTTP, for the revision of 2026-07-28 and the previous ones that begin
 * with `initialize`. The only capability it declares is forms, if the caller can show them. Any other request from a
 * server is declined. Follows no redirect, and keeps only the session. Every failure is an McpError or, if the server
 * refused the request itself, an RpcRefusal.
 */
export class McpClient {
  readonly #exchange: MessageExchange;
  #connection: Promise<Connection> | null = null;
  /** Observers of changes to a resource. */
  readonly #watchers = new Set<{ uri: string; onUpdated: () => void }>();
  /** Whether the server reported that its tools have changed since they were listed. */
  isListStale = false;
  /** Names of tools that the server listed with an invalid definition. */
  unusableTools: readonly string[] = [];
  /** Whether the server reported that its prompts or resources have changed since they were listed. */
  areOffersStale = false;

  constructor(options: McpClientOptions) {
    this.#exchange = new MessageExchange(options, (method, params) => this.#takeNotification(method, params));
  }

  /** The negotiated revision. Connects if necessary. */
  async connect(signal: AbortSignal): Promise<string> {
    return (await this.#connected(signal)).version;
  }

  /** Whether the server declares prompts, resources or completions. Connects if necessary. */
  async offers(what: 'prompts' | 'resources' | 'completions', signal: AbortSignal): Promise<boolean> {
    return (await this.#connected(signal)).capabilities.includes(what);
  }

  /**
   * All tools, in the server's order, without those whose definition is invalid. `unusableTools` contains their names.
   */
  async listTools(signal: AbortSignal, answer?: AnswerRef): Promise<ListedTool[]> {
    this.isListStale = false;
    const listedTools = await this.listAll('tools/list', 'tools', ListedTool.or(UnusableTool), signal, answer);
    const isUsable = (tool: (typeof listedTools)[number]): tool is ListedTool =>
      'inputSchema' in tool && mirroredParameters(tool.inputSchema) !== null;
    this.unusableTools = listedTools.flatMap((tool) => (isUsable(tool) ? [] : [tool.name]));
    return listedTools.filter(isUsable);
  }

  /** All items of a paged list, in the server's order, without those that are invalid. */
  listAll<Item>(
    method: string,
    key: string,
    itemSchema: z.ZodType<Item>,
    signal: AbortSignal,
    answer?: AnswerRef,
  ): Promise<Item[]> {
    return readAllPages((params) => this.#request(method, params, { signal, answer }), key, itemSchema);
  }

  async callTool(
    tool: { name: string; inputSchema: Record<string, unknown> },
    input: unknown,
    options: RequestOptions,
  ): Promise<CallResult> {
    const params = { name: tool.name, arguments: input };
    const callOptions = { idleMs: CALL_IDLE_MS, ...options };
    const result = await this.complete('tools/call', params, callOptions, mirroredHeaders(tool.inputSchema, input));
    const parseResult = CallResult.safeParse(result);
    if (!parseResult.success) throw createBadReplyError('no result of a tool');
    return parseResult.data;
  }

  /** Sends a request, and sends it again with the user's answers whenever the server asks for input. */
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
      result = await this.#request(method, { ...params, ...answers }, { ...options, isPrivate: true }, headers);
    }
    return result;
  }

  /**
   * Calls `onUpdated` whenever the server reports that a resource has changed, until `signal` is aborted or the server
   * ends its stream. Resolves immediately if the server does not support subscriptions. Revisions before 2026-07-28
   * send updates on the stream of the session.
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
        this.#exchange.request(connection, `resources/${method}`, { uri }, { signal: until });
      try {
        if (stream === undefined) {
          const params = { notifications: { resourceSubscriptions: [uri] } };
          return await this.#exchange.listen(connection, LISTEN, params, signal);
        }
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

  /** Ends the session, if any. */
  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => null);
    this.#connection = null;
    if (connection) await this.#exchange.end(connection);
  }

  /** Connects once for all concurrent callers. */
  #connecting(answer: AnswerRef | undefined): Promise<Connection> {
    const connecting = this.#connection ?? this.#exchange.connect(answer);
    this.#connection = connecting;
    connecting.catch(() => this.#forget(connecting));
    return connecting;
  }

  /** The next caller reconnects, unless another one already has. */
  #forget(connecting: Promise<Connection>): void {
    if (this.#connection === connecting) this.#connection = null;
  }

  /** Aborting one caller does not abort the others. */
  #connected(signal: AbortSignal, answer?: AnswerRef): Promise<Connection> {
    return unlessAborted(this.#connecting(answer), signal);
  }

  #request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions,
    headers: Record<string, string> = {},
  ) {
    const send = (connection: Connection) => this.#exchange.request(connection, method, params, options, headers);
    return this.#connectedFor(options.signal, send, options.answer);
  }

  /**
   * Runs `use` with the connection, and again with a new one if the server has ended the session, since the request was
   * then refused before anything was done.
   */
  async #connectedFor<Result>(
    signal: AbortSignal,
    use: (connection: Connection) => Promise<Result>,
    answer?: AnswerRef,
  ): Promise<Result> {
    const connecting = this.#connecting(answer);
    const connection = await unlessAborted(connecting, signal);
    try {
      return await use(connection);
    } catch (error) {
      if (signal.aborted || !(await this.#hasForgottenSession(connection, error, { signal, answer }))) throw error;
      this.#forget(connecting);
      return use(await this.#connected(signal, answer));
    }
  }

  /**
   * Whether a request failed because the server no longer knows the session. The server should answer 404 (MCP
   * 2025-11-25, "Session Management"), but some answer 400, 401 or 500 (quirk: forgotten-session-status). For those, a
   * ping decides: the session is lost if the ping is refused in the same way, since a server that knows the session
   * always answers it.
   */
  async #hasForgottenSession(
    connection: Connection,
    error: unknown,
    { signal, answer }: { signal: AbortSignal; answer: AnswerRef | undefined },
  ): Promise<boolean> {
    if (connection.type !== 'session' || connection.sessionId === null || !(error instanceof McpError)) return false;
    const { code, status } = error;
    if ((code !== 'mcp-http' && code !== 'mcp-auth') || status === null || status === 429) return false;
    if (status === 404) return true;
    const ping = this.#exchange.request(connection, 'ping', {}, { signal, answer, idleMs: PING_IDLE_MS });
    return ping.then(
      () => false,
      (refusal: unknown) => refusal instanceof McpError && refusal.status === status,
    );
  }

  #takeNotification(method: string | undefined, params: ServerMessage['params']): void {
    switch (method) {
      case 'notifications/tools/list_changed':
        this.isListStale = true;
        return;
      case 'notifications/prompts/list_changed':
      case 'notifications/resources/list_changed':
        this.areOffersStale = true;
        return;
      case 'notifications/resources/updated':
        for (const { uri, onUpdated } of this.#watchers) {
          // The notification may name a part of the resource.
          if (String(params?.uri).startsWith(uri)) onUpdated();
        }
    }
  }
}

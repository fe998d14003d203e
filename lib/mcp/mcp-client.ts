import * as z from 'zod';
import { McpError, unlessAborted } from '../contracts/index.ts';
import { headerValue, mirroredHeaders, mirroredParameters } from './mirrored-headers.ts';
import {
  CallResult,
  DiscoverResult,
  InitializeResult,
  InputRequired,
  JSON_RPC,
  ListedTool,
  type Progress,
  ProgressParams,
  RpcRefusal,
  SESSION_VERSIONS,
  ServerMessage,
  STATELESS_VERSION,
  SupportedVersions,
} from './protocol.ts';
import { badReply, bodyText, replyMessages, type StreamPosition } from './reply-messages.ts';

export type McpClientOptions = {
  url: string;
  /** Sent with every request: the token. */
  headers: Readonly<Record<string, string>>;
  fetch: typeof fetch;
  clientVersion: string;
  /** A request whose stream is silent for so long is given up; in milliseconds. */
  silenceMs?: number;
};

export type RequestOptions = { signal: AbortSignal; onProgress?: (progress: Progress) => void };

/** How the server wants to be spoken to. */
type Era = { type: 'stateless'; version: string } | { type: 'session'; version: string; sessionId: string | null };

const SILENCE_MS = 60_000;
/** Times a stream is taken up again without anything new in it. */
const MAX_RESUMES = 5;
const MAX_RETRY_MS = 30_000;
const MAX_PAGES = 50;
const MAX_TOOLS = 1_000;
/** Times a server may ask back during one call. */
const MAX_ROUNDS = 3;

/**
 * A client for one MCP server over Streamable HTTP: the revision of 2026-07-28, and those before it that begin with
 * `initialize`. It declares no capabilities: what a server asks back is declined. Follows no redirect, and keeps nothing but
 * the session. Every failure is an McpError or, where the server refused the request itself, an RpcRefusal.
 */
export class McpClient {
  readonly #options: McpClientOptions;
  #era: Promise<Era> | null = null;
  #nextId = 1;
  /** The server said that its tools have changed since they were listed. */
  isListStale = false;

  constructor(options: McpClientOptions) {
    this.#options = options;
  }

  /** The negotiated revision; connects where that has not happened yet. */
  async connect(signal: AbortSignal): Promise<string> {
    return (await this.#connected(signal)).version;
  }

  /** All tools, in the server's order, without those whose definition is invalid. */
  async listTools(signal: AbortSignal): Promise<ListedTool[]> {
    this.isListStale = false;
    const tools: ListedTool[] = [];
    const cursors = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page++) {
      const result = await this.#request('tools/list', cursor === undefined ? {} : { cursor }, { signal });
      const parsed = ToolPage.safeParse(result);
      if (!parsed.success) throw badReply('no list of tools');
      tools.push(
        ...parsed.data.tools.flatMap((tool) => (tool !== null && mirroredParameters(tool.inputSchema) ? [tool] : [])),
      );
      cursor = parsed.data.nextCursor;
      if (cursor === undefined || cursors.has(cursor)) break;
      cursors.add(cursor);
    }
    return tools.slice(0, MAX_TOOLS);
  }

  async callTool(
    tool: { name: string; inputSchema: Record<string, unknown> },
    input: unknown,
    options: RequestOptions,
  ): Promise<CallResult> {
    const params = { name: tool.name, arguments: input };
    const headers = mirroredHeaders(tool.inputSchema, input);
    let result = await this.#request('tools/call', params, options, headers);
    for (let round = 0; result.resultType === 'input_required'; round++) {
      if (round >= MAX_ROUNDS) throw asksBack();
      result = await this.#request('tools/call', { ...params, ...declined(result) }, options, headers);
    }
    const parsed = CallResult.safeParse(result);
    if (!parsed.success) throw badReply('no result of a tool');
    return parsed.data;
  }

  /** Ends the session where there is one. */
  async close(): Promise<void> {
    const era = await this.#era?.catch(() => null);
    this.#era = null;
    if (era?.type !== 'session' || era.sessionId === null) return;
    await this.#fetch('DELETE', null, this.#headers(era), AbortSignal.timeout(5_000))
      .then((response) => response.body?.cancel())
      .catch(() => undefined);
  }

  /** Connects once for all who wait for it, whoever of them gives up. */
  async #connected(signal: AbortSignal): Promise<Era> {
    const connecting = this.#era ?? this.#negotiate(new AbortController().signal);
    this.#era = connecting;
    connecting.catch(() => {
      if (this.#era === connecting) this.#era = null;
    });
    return unlessAborted(connecting, signal);
  }

  /** Asks as the newest revision does; what is no answer of that revision is one of a server that wants `initialize`. */
  async #negotiate(signal: AbortSignal, mayRepeat = true): Promise<Era> {
    const stateless: Era = { type: 'stateless', version: STATELESS_VERSION };
    try {
      const result = await this.#exchange(stateless, 'server/discover', {}, { signal });
      const { data } = DiscoverResult.safeParse(result);
      if (data?.supportedVersions.includes(STATELESS_VERSION)) return stateless;
    } catch (error) {
      const supported = supportedVersions(error);
      if (supported !== null) {
        if (supported.includes(STATELESS_VERSION) && mayRepeat) return this.#negotiate(signal, false);
        if (!supported.some(isSessionVersion)) throw noVersion();
      } else if (error instanceof RpcRefusal && isModernError(error.code)) {
        throw refused(error);
      } else if (!isOfOlderServer(error)) throw error;
    }
    return this.#initialize(signal);
  }

  async #initialize(signal: AbortSignal): Promise<Era> {
    const asked: Era = { type: 'session', version: SESSION_VERSIONS[0], sessionId: null };
    const params = { protocolVersion: asked.version, capabilities: {}, clientInfo: this.#clientInfo() };
    let sessionId: string | null = null;
    const onResponse = ({ headers }: Response) => {
      sessionId = headers.get('mcp-session-id');
    };
    const result = await this.#exchange(null, 'initialize', params, { signal }, {}, onResponse).catch(
      (error: unknown) => {
        throw error instanceof RpcRefusal ? refused(error) : error;
      },
    );
    const parsed = InitializeResult.safeParse(result);
    if (!parsed.success) throw badReply('no answer to initialize');
    const { protocolVersion: version } = parsed.data;
    if (!isSessionVersion(version)) throw noVersion();
    const era: Era = { type: 'session', version, sessionId };
    await this.#send(era, { jsonrpc: '2.0', method: 'notifications/initialized' }, signal);
    return era;
  }

  #clientInfo() {
    return { name: 'Sidenote', version: this.#options.clientVersion };
  }

  /** A request whose session has ended is sent once more in a new one: the server has done nothing with it. */
  async #request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions,
    headers: Record<string, string> = {},
  ) {
    const era = await this.#connected(options.signal);
    try {
      return await this.#exchange(era, method, params, options, headers);
    } catch (error) {
      const isGone = error instanceof McpError && error.code === 'mcp-http' && error.status === 404;
      if (!isGone || era.type !== 'session' || era.sessionId === null) throw error;
      this.#era = null;
      return this.#exchange(await this.#connected(options.signal), method, params, options, headers);
    }
  }

  /** Sends a request and reads its response, however many streams that takes. `era`: null for `initialize`. */
  async #exchange(
    era: Era | null,
    method: string,
    params: Record<string, unknown>,
    { signal, onProgress }: RequestOptions,
    headers: Record<string, string> = {},
    onResponse: (response: Response) => void = () => undefined,
  ): Promise<Record<string, unknown>> {
    const id = this.#nextId++;
    const silence = new Silence(this.#options.silenceMs ?? SILENCE_MS);
    const ended = AbortSignal.any([signal, silence.signal]);
    const message = { jsonrpc: '2.0', id, method, params: this.#withMeta(era, params, onProgress ? id : null) };
    const position: StreamPosition = { lastEventId: null, retryMs: null };
    try {
      const named = era?.type === 'stateless' ? standardHeaders(method, params) : {};
      let response = await this.#fetch('POST', message, { ...this.#headers(era), ...named, ...headers }, ended);
      onResponse(response);
      await throwIfRefused(response, id);
      for (let resumes = 0; ; resumes++) {
        const before = position.lastEventId;
        const result = await this.#readReply(era, response, { id, position, silence, onProgress, signal: ended });
        if (result !== null) return result;
        if (position.lastEventId !== before) resumes = 0;
        // Only the older revisions have streams that can be taken up again.
        if (era?.type !== 'session' || position.lastEventId === null || resumes >= MAX_RESUMES) throw cutOff();
        silence.hold();
        await waitFor(Math.min(position.retryMs ?? 1_000, MAX_RETRY_MS), signal);
        silence.restart();
        response = await this.#fetch(
          'GET',
          null,
          { ...this.#headers(era), 'Last-Event-ID': position.lastEventId },
          ended,
        );
        if (!response.ok) {
          await response.body?.cancel();
          throw cutOff();
        }
      }
    } catch (error) {
      if (!ended.aborted) throw error instanceof McpError || error instanceof RpcRefusal ? error : unreachable();
      if (era?.type === 'session') this.#sendCancelled(era, id);
      signal.throwIfAborted();
      throw new McpError('mcp-timed-out', 'The MCP server did not answer in time.');
    } finally {
      silence.stop();
    }
  }

  /** The result in a response, or null where its stream ended before that. */
  async #readReply(
    era: Era | null,
    response: Response,
    { id, position, silence, onProgress, signal }: Reading,
  ): Promise<Record<string, unknown> | null> {
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
    try {
      for await (const message of replyMessages(response, position)) {
        silence.restart();
        if (message.method !== undefined) {
          this.#hear(era, message, id, onProgress, signal);
        } else if (String(message.id) === String(id)) {
          return resultOf(message);
        } else if (message.error !== undefined && (message.id ?? null) === null) {
          throw new RpcRefusal(message.error);
        } else if (!isStream) {
          throw badReply('an answer to another request');
        }
      }
    } catch (error) {
      if (error instanceof McpError || error instanceof RpcRefusal || signal.aborted) throw error;
      // The connection broke; what came before stands.
      return null;
    }
    if (!isStream) throw badReply('empty');
    return null;
  }

  #hear(
    era: Era | null,
    { id, method, params }: ServerMessage,
    requestId: number,
    onProgress: Reading['onProgress'],
    signal: AbortSignal,
  ): void {
    if (id !== undefined && id !== null) {
      if (era?.type !== 'session') return;
      const answer =
        method === 'ping' ? { result: {} } : { error: { code: JSON_RPC.methodNotFound, message: 'Not supported' } };
      void this.#send(era, { jsonrpc: '2.0', id, ...answer }, signal).catch(() => undefined);
      return;
    }
    if (method === 'notifications/tools/list_changed') this.isListStale = true;
    if (method !== 'notifications/progress') return;
    const progress = ProgressParams.safeParse(params);
    if (progress.success && String(progress.data.progressToken) === String(requestId)) onProgress?.(progress.data);
  }

  #withMeta(era: Era | null, params: Record<string, unknown>, progressToken: number | null): Record<string, unknown> {
    const meta = {
      ...(era?.type === 'stateless'
        ? {
            'io.modelcontextprotocol/protocolVersion': era.version,
            'io.modelcontextprotocol/clientInfo': this.#clientInfo(),
            'io.modelcontextprotocol/clientCapabilities': {},
          }
        : {}),
      ...(progressToken === null ? {} : { progressToken }),
    };
    return Object.keys(meta).length === 0 ? params : { ...params, _meta: meta };
  }

  #headers(era: Era | null): Record<string, string> {
    return {
      ...this.#options.headers,
      ...(era === null ? {} : { 'MCP-Protocol-Version': era.version }),
      ...(era?.type === 'session' && era.sessionId !== null ? { 'Mcp-Session-Id': era.sessionId } : {}),
    };
  }

  /** Sends a notification or an answer, to which nothing comes back. */
  async #send(era: Era, message: object, signal: AbortSignal): Promise<void> {
    const response = await this.#fetch('POST', message, this.#headers(era), signal);
    await response.body?.cancel();
    if (!response.ok) throw httpError(response.status);
  }

  #sendCancelled(era: Era, requestId: number): void {
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    void this.#send(era, message, AbortSignal.timeout(5_000)).catch(() => undefined);
  }

  async #fetch(
    method: 'POST' | 'GET' | 'DELETE',
    message: object | null,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    const response = await this.#options
      .fetch(this.#options.url, {
        method,
        headers: {
          Accept: method === 'POST' ? 'application/json, text/event-stream' : 'text/event-stream',
          ...(message === null ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: message === null ? null : JSON.stringify(message),
        signal,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      })
      .catch((error: unknown) => {
        throw signal.aborted || error instanceof McpError ? error : unreachable();
      });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new McpError('mcp-redirect', 'The MCP server redirects elsewhere, which is not followed.', response.status);
    }
    return response;
  }
}

type Reading = {
  id: number;
  position: StreamPosition;
  silence: Silence;
  onProgress: RequestOptions['onProgress'];
  signal: AbortSignal;
};

const ToolPage = z.object({
  tools: z.array(ListedTool.nullable().catch(null)),
  nextCursor: z.string().min(1).optional().catch(undefined),
});

/** Falls when nothing was heard for a while. */
class Silence {
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    this.hold();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  hold(): void {
    clearTimeout(this.#timer);
  }

  stop(): void {
    this.hold();
  }
}

function standardHeaders(method: string, params: Record<string, unknown>): Record<string, string> {
  const name = params.name ?? params.uri;
  return { 'Mcp-Method': method, ...(typeof name === 'string' ? { 'Mcp-Name': headerValue(name) } : {}) };
}

/** Throws what an HTTP status means; a JSON-RPC error in the body says more than the status. */
async function throwIfRefused(response: Response, id: number): Promise<void> {
  if (response.ok) return;
  if (response.status === 401 || response.status === 403) {
    await response.body?.cancel();
    throw new McpError('mcp-auth', `The MCP server refuses access (HTTP ${response.status}).`, response.status);
  }
  const text = await bodyText(response).catch(() => '');
  const { data } = ServerMessage.safeParse(tryJson(text));
  const isOurs = data?.id === undefined || data.id === null || String(data.id) === String(id);
  if (data?.error !== undefined && isOurs && isModernError(data.error.code)) throw new RpcRefusal(data.error);
  throw httpError(response.status);
}

/** Codes that say more than the HTTP status; others come with any failure, such as that of a lost session. */
function isModernError(code: number): boolean {
  return (
    code === JSON_RPC.unsupportedVersion ||
    code === JSON_RPC.missingCapability ||
    code === JSON_RPC.headerMismatch ||
    code === -32602
  );
}

/** Whether this is how a server answers that does not know the newest revision. */
function isOfOlderServer(error: unknown): boolean {
  if (error instanceof RpcRefusal) return true;
  if (!(error instanceof McpError)) return false;
  if (error.code === 'mcp-bad-reply' || error.code === 'mcp-cut-off') return true;
  return (
    error.code === 'mcp-http' &&
    error.status !== null &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 429
  );
}

function resultOf({ result, error }: ServerMessage): Record<string, unknown> {
  if (error !== undefined) throw new RpcRefusal(error);
  if (result === undefined) throw badReply('neither a result nor an error');
  return result;
}

/** The answer to what a server asks back: nobody fills in forms, and nothing else is ever given (MCP 2026-07-28, "MRTR"). */
function declined(result: Record<string, unknown>): Record<string, unknown> {
  const { success, data } = InputRequired.safeParse(result);
  if (!success) throw asksBack();
  const { inputRequests = {}, requestState } = data;
  const answers = Object.entries(inputRequests).map(([key, { method }]) => {
    if (method !== 'elicitation/create') throw asksBack();
    return [key, { action: 'decline' }] as const;
  });
  return {
    ...(answers.length === 0 ? {} : { inputResponses: Object.fromEntries(answers) }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

function supportedVersions(error: unknown): readonly string[] | null {
  if (!(error instanceof RpcRefusal) || error.code !== JSON_RPC.unsupportedVersion) return null;
  return SupportedVersions.safeParse(error.data).data?.supported ?? SESSION_VERSIONS;
}

function isSessionVersion(version: string): boolean {
  return (SESSION_VERSIONS as readonly string[]).includes(version);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function httpError(status: number): McpError {
  return new McpError('mcp-http', `The MCP server answered with HTTP ${status}.`, status);
}

function refused({ code }: RpcRefusal): McpError {
  return new McpError('mcp-refused', `The MCP server refused the connection (${code}).`, code);
}

function asksBack(): McpError {
  return new McpError('mcp-asks-back', 'The MCP server asks for more input, which is not supported.');
}

function noVersion(): McpError {
  return new McpError('mcp-version', 'The MCP server speaks no revision of the protocol that this client knows.');
}

function unreachable(): McpError {
  return new McpError('mcp-unreachable', 'The MCP server could not be reached.');
}

function cutOff(): McpError {
  return new McpError('mcp-cut-off', "The MCP server's reply ended before the result. The call may have been done.");
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

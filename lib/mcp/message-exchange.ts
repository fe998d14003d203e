import { type AnswerRef, McpError } from '../contracts/index.ts';
import { sleep } from '../control-flow/index.ts';
import { type ElicitServerForm, type FormCall, ServerForms } from './elicitation-form.ts';
import {
  createUnreachableError,
  exchangeHttp,
  type HttpRequest,
  type HttpTarget,
  httpError,
  ReplyTimeout,
  type SentMessage,
  throwIfRefused,
} from './http-transport.ts';
import {
  isRequestFailure,
  JSON_RPC,
  type Progress,
  ProgressParams,
  RpcRefusal,
  type ServerMessage,
} from './protocol.ts';
import {
  createBadReplyError,
  isEventStream,
  replyMessages,
  type StreamPosition,
  streamStart,
  unwrapResult,
} from './reply-messages.ts';
import { standardHeaders } from './request-headers.ts';
import { SessionStream } from './session-stream.ts';
import { type NegotiatedProtocol, negotiateProtocol, protocolHeaders } from './version-negotiation.ts';

export type McpClientOptions = HttpTarget & {
  clientVersion: string;
  /** Maximum idle time of any request, in milliseconds. */
  idleMs?: number;
  /** Whether callers pass `elicit`. If so, servers are told that they may show forms. */
  hasForms?: boolean;
};

export type RequestOptions = {
  signal: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Shows a form from the server to the user. Without it, forms are declined. */
  elicit?: ElicitServerForm;
  /** The request is aborted if nothing arrives for this long, in milliseconds. */
  idleMs?: number;
} & SentMessage;

/** `stream`: for messages that are not part of a response, if the protocol has sessions. */
export type Connection = NegotiatedProtocol & { stream?: SessionStream<PendingRequest> };

/** `method`: undefined if the server does not name one. */
type NotificationHandler = (method: string | undefined, params: ServerMessage['params']) => void;

/** A request whose reply is being read. */
type PendingRequest = FormCall & {
  id: number;
  position: StreamPosition;
  onProgress: RequestOptions['onProgress'];
  signal: AbortSignal;
  answer: AnswerRef | undefined;
};

const IDLE_MS = 60_000;
/**
 * How long to wait for a reply to the first request before treating a server as an older one, which may ignore unknown
 * requests. In milliseconds.
 */
const DISCOVER_IDLE_MS = 10_000;
/** How many times a stream without new content is resumed. */
const MAX_RESUMES = 5;

/**
 * Exchanges messages between this client and one MCP server: requests, their replies, and the server's other messages.
 * It answers the server's own requests. Notifications that belong to no request are passed to `onNotification`. Every
 * failure is an McpError or, if the server refused the request itself, an RpcRefusal.
 */
export class MessageExchange {
  readonly #options: McpClientOptions;
  #target: HttpTarget;
  readonly #onNotification: NotificationHandler;
  #nextId = 1;
  readonly #forms = new ServerForms();

  constructor(options: McpClientOptions, onNotification: NotificationHandler) {
    this.#options = options;
    this.#target = options;
    this.#onNotification = onNotification;
  }

  /** Negotiates a revision of the protocol, and begins the session if there are sessions. */
  async connect(answer?: AnswerRef): Promise<Connection> {
    const { signal } = new AbortController();
    const protocol = await this.#negotiate(signal, answer);
    if (protocol.type !== 'session') return protocol;
    await this.#send(protocol, { jsonrpc: '2.0', method: 'notifications/initialized' }, signal, { answer });
    const stream = new SessionStream<PendingRequest>(
      (position, endSignal, call) => this.#get(protocol, position, endSignal, call?.answer ?? answer),
      (message, call) => this.#handleMessage(protocol, message, call),
    );
    return { ...protocol, stream };
  }

  /**
   * A server that redirects is tried once more with a slash added to, or removed from, the end of its path, since many
   * redirect from one to the other. No redirect is followed, and browsers do not reveal its target.
   */
  async #negotiate(signal: AbortSignal, answer: AnswerRef | undefined): Promise<NegotiatedProtocol> {
    const agree = () =>
      negotiateProtocol(
        (candidate, method, params, onResponse) => {
          const idleMs = method === 'server/discover' ? DISCOVER_IDLE_MS : IDLE_MS;
          return this.request(candidate, method, params, { signal, idleMs, answer }, {}, onResponse);
        },
        { ...this.#about(), hasEventStream: () => this.#hasEventStream(answer) },
      );
    try {
      return await agree();
    } catch (error) {
      if (!(error instanceof McpError) || error.code !== 'mcp-redirect') throw error;
      const { url } = this.#target;
      this.#target = { ...this.#target, url: withOtherSlash(url) };
      return agree().catch(() => {
        this.#target = { ...this.#target, url };
        throw error;
      });
    }
  }

  /**
   * Whether the address answers like a server of 2024-11-05, which sends its replies on a stream opened by a GET
   * request.
   */
  async #hasEventStream(answer: AnswerRef | undefined): Promise<boolean> {
    const timeoutSignal = AbortSignal.timeout(5_000);
    const response = await this.#http(null, 'GET', null, {}, timeoutSignal, { answer }).catch(() => null);
    void response?.body?.cancel().catch(() => undefined);
    return response?.ok === true && isEventStream(response);
  }

  /** Sends a request and reads its response, over as many streams as necessary. `protocol`: null for `initialize`. */
  async request(
    protocol: Connection | null,
    method: string,
    params: Record<string, unknown>,
    { signal, onProgress, elicit, idleMs = IDLE_MS, answer, isPrivate = false }: RequestOptions,
    headers: Record<string, string> = {},
    onResponse: (response: Response) => void = () => undefined,
  ): Promise<Record<string, unknown>> {
    const id = this.#nextId++;
    const idle = new ReplyTimeout(Math.min(idleMs, this.#options.idleMs ?? idleMs));
    const endSignal = AbortSignal.any([signal, idle.signal]);
    const position = streamStart();
    const forms = new AbortController();
    const pending = {
      id,
      position,
      idle,
      onProgress,
      elicit,
      forms: { signal: forms.signal, count: 0, last: Promise.resolve() },
      signal: endSignal,
      answer,
    };
    let leave: () => void = () => undefined;
    try {
      if (elicit !== undefined) leave = (await protocol?.stream?.join(pending, endSignal)) ?? leave;
      const message = { id, method, params, progressToken: onProgress ? id : null };
      let response = await this.#post(protocol, message, headers, endSignal, { answer, isPrivate });
      onResponse(response);
      await throwIfRefused(response, id);
      for (let resumes = 0; ; resumes++) {
        const before = position.lastEventId;
        const result = await this.#readReply(protocol, response, pending);
        if (result !== null) return result;
        if (position.lastEventId !== before) resumes = 0;
        // Only streams of the older revisions can be resumed.
        if (protocol?.type !== 'session' || position.lastEventId === null || resumes >= MAX_RESUMES) throw cutOff();
        idle.stop();
        await sleep(position.retryMs, signal);
        idle.restart();
        response = await this.#get(protocol, position, endSignal, answer);
        if (!response.ok) {
          await response.body?.cancel();
          throw cutOff();
        }
      }
    } catch (error) {
      if (!endSignal.aborted) throw isRequestFailure(error) ? error : createUnreachableError();
      if (protocol?.type === 'session') this.#sendCancelled(protocol, id, answer);
      signal.throwIfAborted();
      throw new McpError('mcp-timed-out', 'The MCP server did not answer in time.');
    } finally {
      idle.stop();
      forms.abort();
      leave();
    }
  }

  /** Sends a request whose reply is a stream of notifications, and handles them until it ends. */
  async listen(
    protocol: NegotiatedProtocol,
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    const response = await this.#post(
      protocol,
      { id: this.#nextId++, method, params, progressToken: null },
      {},
      signal,
    );
    if (!response.ok || !isEventStream(response)) {
      await response.body?.cancel();
      return;
    }
    for await (const message of replyMessages(response, streamStart())) this.#handleMessage(protocol, message, null);
  }

  /** Ends the session, if any. */
  async end(connection: Connection): Promise<void> {
    connection.stream?.end();
    if (connection.type !== 'session' || connection.sessionId === null) return;
    await this.#http(connection, 'DELETE', null, {}, AbortSignal.timeout(5_000))
      .then((response) => response.body?.cancel())
      .catch(() => undefined);
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
      // Busy servers send comments during a call (MCP Python SDK: a ping every 15 s).
      for await (const message of replyMessages(response, position, () => idle.restart())) {
        if (message.method !== undefined) {
          this.#handleMessage(protocol, message, pending);
        } else if (String(message.id) === String(id)) {
          return unwrapResult(message);
        } else if (message.error !== undefined && (message.id ?? null) === null) {
          throw new RpcRefusal(message.error);
        } else if (!isStream) {
          throw createBadReplyError('an answer to another request');
        }
      }
    } catch (error) {
      if (isRequestFailure(error) || signal.aborted) throw error;
      // The connection broke. What arrived before is kept.
      return null;
    }
    if (!isStream) throw createBadReplyError('empty');
    return null;
  }

  /**
   * Answers a request from the server, or handles its notification. `pending`: the request with whose response it
   * arrived, or null.
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
          this.#send(protocol, { jsonrpc: '2.0', id, ...answer }, signal, { answer: pending.answer, isPrivate: true }),
        );
        return;
      }
      const answer =
        method === 'ping' ? { result: {} } : { error: { code: JSON_RPC.methodNotFound, message: 'Not supported' } };
      const messageInfo = { answer: pending?.answer };
      void this.#send(protocol, { jsonrpc: '2.0', id, ...answer }, signal, messageInfo).catch(() => undefined);
      return;
    }
    switch (method) {
      case 'notifications/cancelled':
        this.#forms.close(params?.requestId);
        return;
      case 'notifications/progress': {
        const { data } = ProgressParams.safeParse(params);
        if (data !== undefined && String(data.progressToken) === String(pending?.id)) pending?.onProgress?.(data);
        return;
      }
      default:
        this.#onNotification(method, params);
    }
  }

  /** The information about this client that a server receives. */
  #about() {
    const { clientVersion, hasForms } = this.#options;
    const capabilities = hasForms === true ? { elicitation: { form: {} } } : {};
    return { clientInfo: { name: 'Sidenote', version: clientVersion }, capabilities };
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

  /** Sends a request and returns the response, whose reply the caller reads. */
  #post(
    protocol: NegotiatedProtocol | null,
    request: { id: number; method: string; params: Record<string, unknown>; progressToken: number | null },
    headers: Record<string, string>,
    signal: AbortSignal,
    messageInfo: SentMessage = {},
  ): Promise<Response> {
    const { id, method, params, progressToken } = request;
    const message = { jsonrpc: '2.0', id, method, params: this.#withMeta(protocol, params, progressToken) };
    const methodHeaders = protocol?.type === 'stateless' ? standardHeaders(method, params) : {};
    return this.#http(protocol, 'POST', message, { ...methodHeaders, ...headers }, signal, messageInfo);
  }

  /** Sends a notification or an answer, which gets no reply. */
  async #send(
    protocol: NegotiatedProtocol,
    message: object,
    signal: AbortSignal,
    messageInfo: SentMessage,
  ): Promise<void> {
    const response = await this.#http(protocol, 'POST', message, {}, signal, messageInfo);
    await response.body?.cancel();
    if (!response.ok) throw httpError(response.status);
  }

  #sendCancelled(protocol: NegotiatedProtocol, requestId: number, answer: AnswerRef | undefined): void {
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    void this.#send(protocol, message, AbortSignal.timeout(5_000), { answer }).catch(() => undefined);
  }

  /** Opens a stream of the session, or resumes one. */
  #get(
    protocol: NegotiatedProtocol,
    { lastEventId }: StreamPosition,
    signal: AbortSignal,
    answer: AnswerRef | undefined,
  ): Promise<Response> {
    const resumed = lastEventId === null ? {} : { 'Last-Event-ID': lastEventId };
    return this.#http(protocol, 'GET', null, resumed, signal, { answer });
  }

  #http(
    protocol: NegotiatedProtocol | null,
    method: HttpRequest['method'],
    message: object | null,
    more: Record<string, string>,
    signal: AbortSignal,
    messageInfo: SentMessage = {},
  ): Promise<Response> {
    const headers = { ...protocolHeaders(protocol), ...more };
    return exchangeHttp(this.#target, { method, message, headers, sent: messageInfo }, signal);
  }
}

function withOtherSlash(url: string): string {
  const address = new URL(url);
  address.pathname = address.pathname.endsWith('/') ? address.pathname.slice(0, -1) : `${address.pathname}/`;
  return address.href;
}

function cutOff(): McpError {
  return new McpError('mcp-cut-off', "The MCP server's reply ended before the result. The call may have been done.");
}

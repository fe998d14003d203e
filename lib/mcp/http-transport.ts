import { type AnswerRef, isJsonObject, McpError, parseJson } from '../contracts/index.ts';
import { unlessAborted } from '../control-flow/index.ts';
import { htmlTitle, oneLine } from '../text/index.ts';
import { isProtocolRefusal, RpcRefusal, ServerMessage } from './protocol.ts';
import { bodyText } from './reply-messages.ts';
import type { Authorization } from './sign-in/access-token.ts';
import { bearerChallenge } from './sign-in/auth-challenge.ts';

/** The server's URL, and the headers and authorization of every request. */
export type HttpTarget = {
  url: string;
  headers: Readonly<Record<string, string>>;
  authorization?: Authorization;
  fetch: (url: string, init: RequestInit, sent: SentMessage) => Promise<Response>;
};

/**
 * For the receipt: the answer for which a message is sent, if any, and whether it contains something the user entered
 * only for the server.
 */
export type SentMessage = { answer?: AnswerRef | undefined; isPrivate?: boolean };

export type HttpRequest = {
  method: 'POST' | 'GET' | 'DELETE';
  /** The JSON-RPC message, or null if there is none. */
  message: object | null;
  headers: Record<string, string>;
  sent?: SentMessage;
};

/**
 * One HTTP exchange, without cookies. Follows no redirect. A request whose token was refused is sent once more with a
 * renewed token, since the server has not acted on it. Rejects with McpError or the signal's reason.
 */
export async function exchangeHttp(target: HttpTarget, request: HttpRequest, signal: AbortSignal): Promise<Response> {
  const { authorization } = target;
  if (authorization === undefined) return sendOnce(target, request, {}, signal);
  for (let isRepeated = false; ; isRepeated = true) {
    const headers = await unlessAborted(authorization.headers(), signal);
    const response = await sendOnce(target, request, headers, signal);
    const { status } = response;
    if (status !== 401 && status !== 403) return response;
    // Some servers answer a forgotten session this way (quirk: forgotten-session-status).
    if ('Mcp-Session-Id' in request.headers && !response.headers.has('www-authenticate')) return response;
    const challenge = bearerChallenge(response.headers.get('www-authenticate'));
    // The refusal is not about the sign-in, and the server's text says what it is about.
    if (status === 403 && challenge.error !== 'insufficient_scope') return response;
    await response.body?.cancel();
    await unlessAborted(authorization.renew({ status, challenge, headers, isRepeated }), signal);
  }
}

async function sendOnce(
  target: HttpTarget,
  { method, message, headers, sent = {} }: HttpRequest,
  authHeaders: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const response = await target
    .fetch(
      target.url,
      {
        method,
        headers: {
          Accept: method === 'POST' ? 'application/json, text/event-stream' : 'text/event-stream',
          ...(message === null ? {} : { 'Content-Type': 'application/json' }),
          ...target.headers,
          ...authHeaders,
          ...headers,
        },
        body: message === null ? null : JSON.stringify(message),
        signal,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      },
      sent,
    )
    .catch((error: unknown) => {
      throw signal.aborted || error instanceof McpError ? error : createUnreachableError();
    });
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    // Browsers do not reveal the target of a redirect, and report 0 as the status.
    throw new McpError(
      'mcp-redirect',
      'The MCP server redirects elsewhere, which is not followed.',
      response.status || null,
    );
  }
  return response;
}

/** Throws McpError or RpcRefusal for an unsuccessful response to request `id`. */
export async function throwIfRefused(response: Response, id: number): Promise<void> {
  if (response.ok) return;
  if (response.status === 401 || response.status === 403) {
    const words = extractErrorText(await bodyText(response).catch(() => ''), response);
    throw new McpError('mcp-auth', `The MCP server refuses access (HTTP ${response.status}).`, response.status, words);
  }
  const text = await bodyText(response).catch(() => '');
  const { data } = ServerMessage.safeParse(parseJson(text));
  const isOurs = data?.id === undefined || data.id === null || String(data.id) === String(id);
  if (data?.error !== undefined && isOurs && isProtocolRefusal(data.error.code)) throw new RpcRefusal(data.error);
  throw httpError(response.status, extractErrorText(data?.error?.message ?? text, response));
}

export function httpError(status: number, words = ''): McpError {
  return new McpError('mcp-http', `The MCP server answered with HTTP ${status}.`, status, words);
}

const MAX_WORDS = 300;

/** A server's description of a failure, on one line. For a web page, its title. */
function extractErrorText(text: string, { headers }: Response): string {
  const isPage = /html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
  if (isPage) return oneLine(htmlTitle(text), MAX_WORDS);
  const value = parseJson(text);
  const message = isJsonObject(value)
    ? (value.message ?? value.detail ?? value.error_description ?? value.error)
    : text;
  return typeof message === 'string' ? oneLine(message, MAX_WORDS) : '';
}

export function createUnreachableError(): McpError {
  return new McpError('mcp-unreachable', 'The MCP server could not be reached.');
}

/** Aborts `signal` when the server has sent nothing for `ms` milliseconds. */
export class ReplyTimeout {
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #holds = 0;

  constructor(ms: number) {
    this.#ms = ms;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    this.stop();
    if (this.#holds === 0) this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  /** Pauses the timeout until `release`, since the server is waiting for the user. */
  hold(): void {
    this.#holds++;
    this.stop();
  }

  release(): void {
    this.#holds--;
    this.restart();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

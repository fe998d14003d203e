import { base64Of, isJsonObject, McpError, parseJson, unlessAborted } from '../contracts/index.ts';
import { isProtocolRefusal, RpcRefusal, ServerMessage } from './protocol.ts';
import { bodyText } from './reply-messages.ts';
import type { Authorization } from './sign-in/access-token.ts';
import { bearerChallenge } from './sign-in/auth-challenge.ts';

/** Where the server is, and what goes with every request to it: a token by hand, or that of a sign-in. */
export type HttpTarget = {
  url: string;
  headers: Readonly<Record<string, string>>;
  authorization?: Authorization;
  fetch: typeof fetch;
};

export type HttpRequest = {
  method: 'POST' | 'GET' | 'DELETE';
  /** The JSON-RPC message; null: none. */
  message: object | null;
  headers: Record<string, string>;
};

/**
 * One HTTP exchange, without cookies. Follows no redirect. A request that was refused for its token is sent once more with a
 * renewed one: the server has done nothing with it. Rejects with McpError or the signal's reason.
 */
export async function exchangeHttp(target: HttpTarget, request: HttpRequest, signal: AbortSignal): Promise<Response> {
  const { authorization } = target;
  if (authorization === undefined) return sendOnce(target, request, {}, signal);
  for (let isRepeated = false; ; isRepeated = true) {
    const headers = await unlessAborted(authorization.headers(), signal);
    const response = await sendOnce(target, request, headers, signal);
    const { status } = response;
    if (status !== 401 && status !== 403) return response;
    await response.body?.cancel();
    const challenge = bearerChallenge(response.headers.get('www-authenticate'));
    await unlessAborted(authorization.renew({ status, challenge, headers, isRepeated }), signal);
  }
}

async function sendOnce(
  target: HttpTarget,
  { method, message, headers }: HttpRequest,
  proof: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const response = await target
    .fetch(target.url, {
      method,
      headers: {
        Accept: method === 'POST' ? 'application/json, text/event-stream' : 'text/event-stream',
        ...(message === null ? {} : { 'Content-Type': 'application/json' }),
        ...target.headers,
        ...proof,
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

/** The headers that the newest revision requires with a request, so that proxies can route it without reading the body. */
export function standardHeaders(method: string, params: Record<string, unknown>): Record<string, string> {
  const name = params.name ?? params.uri;
  return { 'Mcp-Method': method, ...(typeof name === 'string' ? { 'Mcp-Name': headerValue(name) } : {}) };
}

/** Throws what the HTTP status of request `id` means; a JSON-RPC error in the body may say more. */
export async function throwIfRefused(response: Response, id: number): Promise<void> {
  if (response.ok) return;
  if (response.status === 401 || response.status === 403) {
    await response.body?.cancel();
    throw new McpError('mcp-auth', `The MCP server refuses access (HTTP ${response.status}).`, response.status);
  }
  const text = await bodyText(response).catch(() => '');
  const { data } = ServerMessage.safeParse(parseJson(text));
  const isOurs = data?.id === undefined || data.id === null || String(data.id) === String(id);
  if (data?.error !== undefined && isOurs && isProtocolRefusal(data.error.code)) throw new RpcRefusal(data.error);
  throw httpError(response.status);
}

export function httpError(status: number): McpError {
  return new McpError('mcp-http', `The MCP server answered with HTTP ${status}.`, status);
}

export function unreachable(): McpError {
  return new McpError('mcp-unreachable', 'The MCP server could not be reached.');
}

/** Aborts `signal` when the server was silent for `ms` milliseconds. */
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

  /** Stops the time until `release`: the server waits for the user. */
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

/** A parameter whose value a header repeats, by its path through `properties`. */
type MirroredParameter = { header: string; path: readonly string[] };

/** A value as a header carries it: what is not plain visible ASCII goes as Base64 (MCP 2026-07-28, "Value Encoding"). */
function headerValue(value: string): string {
  const isPlain = /^[\x20-\x7E\t]*$/.test(value) && value.trim() === value && !/^=\?base64\?.*\?=$/.test(value);
  return isPlain ? value : `=?base64?${base64Of(new TextEncoder().encode(value))}?=`;
}

/**
 * The parameters of a schema that `x-mcp-header` mirrors into headers, or null where a mark breaks the rules of MCP
 * 2026-07-28 ("Schema Extension"): such a tool must not be used.
 */
export function mirroredParameters(schema: Record<string, unknown>): MirroredParameter[] | null {
  const found: MirroredParameter[] = [];
  const isValid = collect(schema, [], true, found);
  const names = new Set(found.map(({ header }) => header.toLowerCase()));
  return isValid && names.size === found.length ? found : null;
}

/** The headers for a call with these arguments. */
export function mirroredHeaders(schema: Record<string, unknown>, input: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { header, path } of mirroredParameters(schema) ?? []) {
    const value = path.reduce<unknown>(
      (at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      input,
    );
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      headers[`Mcp-Param-${header}`] = headerValue(String(value));
    }
  }
  return headers;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const MIRRORED_TYPES = ['string', 'integer', 'boolean'];
const MAX_DEPTH = 32;

/** `isReachable`: only `properties` lie between the root and this schema. */
function collect(value: unknown, path: readonly string[], isReachable: boolean, found: MirroredParameter[]): boolean {
  if (path.length > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((each) => collect(each, [...path, ''], false, found));
  if (!isJsonObject(value)) return true;
  if (Object.hasOwn(value, 'x-mcp-header')) {
    const header = value['x-mcp-header'];
    const isRight = typeof header === 'string' && TOKEN.test(header) && MIRRORED_TYPES.includes(String(value.type));
    if (!isRight || !isReachable || path.length === 0) return false;
    found.push({ header, path });
  }
  return Object.entries(value).every(([key, each]) => {
    if (key !== 'properties' || !isJsonObject(each)) {
      return collect(each, [...path, key], false, found);
    }
    return Object.entries(each).every(([name, property]) => collect(property, [...path, name], isReachable, found));
  });
}

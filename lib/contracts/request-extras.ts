import { isJsonObject } from './encoding.ts';
/** Why custom headers or fields are invalid. `name` is the header or field, `most` the maximum number. */
export type RequestExtrasError =
  | { code: 'headers-not-json' | 'fields-not-json' | 'fields-too-long' | 'fields-too-deep' }
  | { code: 'too-many-headers'; most: number }
  | { code: 'field-looks-like-key' | 'field-not-finite' | 'field-value-not-json' }
  | {
      code:
        | 'header-bad-name'
        | 'header-not-here'
        | 'header-not-text'
        | 'header-bad-value'
        | 'header-looks-like-key'
        | 'field-is-ours'
        | 'field-bad-name';
      name: string;
    };

/** Headers that the browser sets, or that belong to the transport of a request. */
const NOT_OURS =
  /^(cookie2?|set-cookie|origin|referer|host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|via|date|dnt|expect|accept-(charset|encoding)|access-control-.*|proxy-.*|sec-.*|user-agent)$/i;

/** Headers that carry keys, which are stored separately: encrypted, bound to one server and never exported. */
const CARRIES_A_KEY = /^(authorization|api-?key|.*[-_](api-?key|token|secret|password))$/i;

/** Headers with a meaning in the Model Context Protocol. */
const OF_MCP = /^(accept|mcp-.*|last-event-id)$/i;

/** Values that look like keys, in any header. */
const LOOKS_LIKE_A_KEY = /^(bearer|basic)\s|\b(sk|pk|gsk|xai|hf|ghp|github_pat|AIza)[-_]?[A-Za-z0-9_-]{16,}/i;

const MAX_HEADERS = 20;
const MAX_HEADER_LENGTH = 1_000;

/** Returns why these are not valid custom headers of an endpoint, or null. Accepts any JSON value. */
export function headersError(value: unknown): RequestExtrasError | null {
  return (
    headersFault(value, CARRIES_A_KEY) ??
    Object.entries(value as Record<string, string>).flatMap(([name, text]): RequestExtrasError[] =>
      LOOKS_LIKE_A_KEY.test(text) ? [{ code: 'header-looks-like-key', name }] : [],
    )[0] ??
    null
  );
}

/** Like `headersError`, for an MCP server, whose headers may contain keys, because all of them are stored like keys. */
export function mcpHeadersError(value: unknown): RequestExtrasError | null {
  return headersFault(value, OF_MCP);
}

/** Names are tokens (RFC 9110, 5.6.2). Values are printable ASCII without line ends. */
function headersFault(value: unknown, notHere: RegExp): RequestExtrasError | null {
  if (!isJsonObject(value)) return { code: 'headers-not-json' };
  const entries = Object.entries(value);
  if (entries.length > MAX_HEADERS) return { code: 'too-many-headers', most: MAX_HEADERS };
  for (const [name, text] of entries) {
    if (!/^[!#$%&'*+.^`|~\w-]{1,100}$/.test(name) || isPrototypeName(name)) return { code: 'header-bad-name', name };
    if (NOT_OURS.test(name) || notHere.test(name)) return { code: 'header-not-here', name };
    if (typeof text !== 'string') return { code: 'header-not-text', name };
    if (!/^[\x20-\x7e]*$/.test(text) || text.length > MAX_HEADER_LENGTH) {
      return { code: 'header-bad-value', name };
    }
  }
  return null;
}

/** Fields of a request that Sidenote sets. */
const OURS = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'n',
  'functions',
  'function_call',
];

const MAX_BODY_LENGTH = 20_000;
const MAX_BODY_DEPTH = 10;

/** Returns why these cannot be added to a request's body, or null. Accepts any JSON value. */
export function bodyError(value: unknown): RequestExtrasError | null {
  if (!isJsonObject(value)) return { code: 'fields-not-json' };
  const own = Object.keys(value).find((name) => OURS.includes(name));
  if (own !== undefined) return { code: 'field-is-ours', name: own };
  const failure = valueError(value, MAX_BODY_DEPTH);
  if (failure !== null) return failure;
  return JSON.stringify(value).length > MAX_BODY_LENGTH ? { code: 'fields-too-long' } : null;
}

function valueError(value: unknown, depth: number): RequestExtrasError | null {
  if (typeof value === 'string') return LOOKS_LIKE_A_KEY.test(value) ? { code: 'field-looks-like-key' } : null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : { code: 'field-not-finite' };
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value !== 'object') return { code: 'field-value-not-json' };
  if (depth === 0) return { code: 'fields-too-deep' };
  for (const [name, each] of Object.entries(value)) {
    if (isPrototypeName(name)) return { code: 'field-bad-name', name };
    const failure = valueError(each, depth - 1);
    if (failure !== null) return failure;
  }
  return null;
}

/** Whether a key accesses an object's prototype. */
export function isPrototypeName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}

import { encodeBase64, isJsonObject } from '../contracts/index.ts';

/**
 * The headers that the newest revision requires with a request, so that proxies can route it without reading the body.
 */
export function standardHeaders(method: string, params: Record<string, unknown>): Record<string, string> {
  const name = params.name ?? params.uri;
  return { 'Mcp-Method': method, ...(typeof name === 'string' ? { 'Mcp-Name': headerValue(name) } : {}) };
}

/** A parameter whose value a header repeats, by its path through `properties`. */
type MirroredParameter = { header: string; path: readonly string[] };

/**
 * The parameters of a schema that `x-mcp-header` mirrors into headers. Null if an annotation breaks the rules of MCP
 * 2026-07-28 ("Schema Extension"): such a tool must not be used.
 */
export function mirroredParameters(schema: Record<string, unknown>): MirroredParameter[] | null {
  const headerParameters: MirroredParameter[] = [];
  const isValid = collect(schema, [], true, headerParameters);
  const names = new Set(headerParameters.map(({ header }) => header.toLowerCase()));
  return isValid && names.size === headerParameters.length ? headerParameters : null;
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

/** `isReachable`: there are only `properties` between the root and this schema. */
function collect(
  value: unknown,
  path: readonly string[],
  isReachable: boolean,
  headerParameters: MirroredParameter[],
): boolean {
  if (path.length > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((each) => collect(each, [...path, ''], false, headerParameters));
  if (!isJsonObject(value)) return true;
  if (Object.hasOwn(value, 'x-mcp-header')) {
    const header = value['x-mcp-header'];
    const isRight = typeof header === 'string' && TOKEN.test(header) && MIRRORED_TYPES.includes(String(value.type));
    if (!isRight || !isReachable || path.length === 0) return false;
    headerParameters.push({ header, path });
  }
  return Object.entries(value).every(([key, each]) => {
    if (key !== 'properties' || !isJsonObject(each)) {
      return collect(each, [...path, key], false, headerParameters);
    }
    return Object.entries(each).every(([name, property]) =>
      collect(property, [...path, name], isReachable, headerParameters),
    );
  });
}

/**
 * Encodes a value for a header: anything that is not plain visible ASCII becomes Base64 (MCP 2026-07-28, "Value
 * Encoding").
 */
function headerValue(value: string): string {
  const isPlain = /^[\x20-\x7E\t]*$/.test(value) && value.trim() === value && !/^=\?base64\?.*\?=$/.test(value);
  return isPlain ? value : `=?base64?${encodeBase64(new TextEncoder().encode(value))}?=`;
}

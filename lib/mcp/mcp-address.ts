import { hostKind, TOKEN_HEADER } from '../contracts/index.ts';

/** Why an address cannot be used. */
export type McpAddressError = 'none' | 'scheme' | 'password' | 'hidden' | 'unencrypted';

const MAX_LENGTH = 2048;

/**
 * Parses the address of an MCP server as the user typed it: `https`, or `http` only for a server on this machine or in
 * the local network, since everything is sent unencrypted.
 */
export function parseMcpAddress(text: string): { url: string } | { error: McpAddressError } {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_LENGTH) return { error: 'none' };
  if (/[\p{Cc}\p{Cf}\\\s]/u.test(trimmed)) return { error: 'hidden' };
  const isNear = /^(localhost|127\.|\[::1\]|10\.|192\.168\.)/i.test(trimmed);
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${isNear ? 'http' : 'https'}://${trimmed}`,
  );
  if (url === null || url.hostname === '' || url.hostname === '0.0.0.0') return { error: 'none' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { error: 'scheme' };
  if (url.username !== '' || url.password !== '') return { error: 'password' };
  if (url.protocol === 'http:' && hostKind(url.hostname) === 'public') return { error: 'unencrypted' };
  url.hash = '';
  return { url: url.href };
}

/** The header that carries a token: a bearer token, unless another header is given or the token names its scheme. */
export function tokenHeader(header: string, token: string): Record<string, string> {
  const isBearer = header.toLowerCase() === TOKEN_HEADER && !/^[a-z]+ /i.test(token);
  return { [header]: isBearer ? `Bearer ${token}` : token };
}

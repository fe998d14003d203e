import type { McpSignInRequest } from '../../contracts/index.ts';

/** A server's explanation of a refusal in `WWW-Authenticate` (RFC 6750 §3, RFC 9728 §5.1). */
export type AuthChallenge = McpSignInRequest & { error: string | null };

const MAX_HEADER = 8_192;
const MAX_SCOPES = 50;

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const PARAMETER = new RegExp(`[\\s,]*(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))`, 'y');
const SCHEME = new RegExp(`[\\s,]*(${TOKEN})(?:\\s+[\\w.~+/-]+=*(?=\\s*(?:,|$)))?`, 'y');

/** The first challenge of the scheme `Bearer`. All fields are null if there is none. */
export function bearerChallenge(header: string | null): AuthChallenge {
  const text = (header ?? '').slice(0, MAX_HEADER);
  const parameters = new Map<string, string>();
  let scheme = '';
  for (let at = 0; at < text.length; ) {
    PARAMETER.lastIndex = at;
    SCHEME.lastIndex = at;
    const parameter = PARAMETER.exec(text);
    if (parameter !== null) {
      const [, name = '', quoted, plain = ''] = parameter;
      const key = name.toLowerCase();
      if (scheme === 'bearer' && !parameters.has(key)) {
        parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain);
      }
      at = PARAMETER.lastIndex;
      continue;
    }
    const next = SCHEME.exec(text);
    if (next === null || (scheme === 'bearer' && parameters.size > 0)) break;
    scheme = (next[1] ?? '').toLowerCase();
    at = SCHEME.lastIndex;
  }
  const scope = joinScopes([parameters.get('scope')]);
  return {
    error: parameters.get('error') ?? null,
    scope,
    resourceMetadata: parameters.get('resource_metadata') ?? null,
  };
}

/** The scopes of several lists without duplicates, or null if there are none. Omits invalid scopes (RFC 6749 §3.3). */
export function joinScopes(lists: readonly (string | null | undefined)[]): string | null {
  const scopes = lists.flatMap((list) => (list ?? '').split(' ')).filter((scope) => /^[!#-[\]-~]{1,200}$/.test(scope));
  return scopes.length === 0 ? null : [...new Set(scopes)].slice(0, MAX_SCOPES).join(' ');
}

/** Whether all scopes of one list are in another. */
export function hasScopes(grantedScopes: string | null, requiredScopes: string | null): boolean {
  const has = new Set((grantedScopes ?? '').split(' '));
  return (requiredScopes ?? '').split(' ').every((scope) => scope === '' || has.has(scope));
}

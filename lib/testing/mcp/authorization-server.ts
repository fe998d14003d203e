import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type RawRequest, type RawServer, startRawServer } from '../model-api/raw-server.ts';
import type { McpServerOptions } from './mcp-server.ts';

export type AuthorizationServerOptions = {
  /** Changes the metadata. Null: there is none. */
  metadata?: (metadata: Record<string, unknown>) => Record<string, unknown> | null;
  /** The path of the metadata. Defaults to that of RFC 8414. */
  metadataPath?: string;
  /** The issuer, as a path of this server. */
  issuerPath?: string;
  /** Changes the address to which the user is redirected. */
  redirect?: (url: URL) => void;
  /** Answers a request to the token endpoint instead of the server. Returns whether it did. */
  token?: (form: URLSearchParams, response: ServerResponse) => boolean;
  /** Lifetime of an access token in seconds. */
  expiresIn?: number;
  /** Whether to show a page with a button before redirecting the user. */
  asks?: boolean;
};

export type AuthorizationServer = RawServer & {
  issuer: string;
  /** The requests to the token endpoint. */
  tokenRequests: { form: URLSearchParams; headers: RawRequest['headers'] }[];
  /** The authorization requests of users. */
  authorizations: URLSearchParams[];
  registrations: Record<string, unknown>[];
  /** The scopes of a token. Null if it is not valid. */
  findScopes(token: string): string[] | null;
  /** Ends access tokens, and refresh tokens as well if `all` is true. */
  expire(all?: boolean): void;
};

/**
 * A real OAuth 2.1 authorization server on a free port, as strict as the RFCs in everything that a client could get
 * wrong.
 */
export async function startAuthorizationServer(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
  const { issuerPath = '', expiresIn = 3_600 } = options;
  const codes = new Map<string, URLSearchParams>();
  const access = new Map<string, string[]>();
  const refresh = new Map<string, { client: string; scopes: string[] }>();
  const tokenRequests: AuthorizationServer['tokenRequests'] = [];
  const authorizations: URLSearchParams[] = [];
  const registrations: Record<string, unknown>[] = [];

  const raw = await startRawServer((request, response) => {
    const url = new URL(request.path, raw.url);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const refuse = (error: string, status = 400) => json(status, { error });
    const metadataPath = options.metadataPath ?? `/.well-known/oauth-authorization-server${issuerPath}`;
    if (url.pathname === metadataPath) {
      const metadata = {
        issuer: `${raw.url}${issuerPath}`,
        authorization_endpoint: `${raw.url}/authorize`,
        token_endpoint: `${raw.url}/token`,
        registration_endpoint: `${raw.url}/register`,
        revocation_endpoint: `${raw.url}/revoke`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      };
      const changed = options.metadata === undefined ? metadata : options.metadata(metadata);
      return void (changed === null ? refuse('not_found', 404) : json(200, changed));
    }
    if (url.pathname === '/register') {
      const body = JSON.parse(request.body) as Record<string, unknown>;
      registrations.push(body);
      return void json(201, { ...body, client_id: `client-${registrations.length}` });
    }
    if (url.pathname === '/authorize' || url.pathname === '/allow') {
      if (url.pathname === '/authorize') authorizations.push(url.searchParams);
      if (options.asks === true && url.pathname === '/authorize') {
        response.writeHead(200, { 'content-type': 'text/html' });
        return void response.end(
          `<title>Who are you?</title><a id="allow" href="/allow${url.search.replace(/"/g, '')}">Allow</a>`,
        );
      }
      const code = randomUUID();
      codes.set(code, url.searchParams);
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      back.searchParams.set('iss', `${raw.url}${issuerPath}`);
      options.redirect?.(back);
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === '/revoke') {
      refresh.delete(new URLSearchParams(request.body).get('token') ?? '');
      return void response.writeHead(200).end();
    }
    if (url.pathname !== '/token') return void refuse('not_found', 404);
    const form = new URLSearchParams(request.body);
    tokenRequests.push({ form, headers: request.headers });
    if (options.token?.(form, response) === true) return;
    const give = (client: string, scopes: string[]) => {
      const token = `access-${randomUUID()}`;
      const next = `refresh-${randomUUID()}`;
      access.set(token, scopes);
      refresh.set(next, { client, scopes });
      const scope = scopes.length === 0 ? {} : { scope: scopes.join(' ') };
      json(200, { access_token: token, token_type: 'Bearer', expires_in: expiresIn, refresh_token: next, ...scope });
    };
    if (form.get('grant_type') === 'refresh_token') {
      const known = refresh.get(form.get('refresh_token') ?? '');
      // Each may be used once (OAuth 2.1 §4.3.1).
      refresh.delete(form.get('refresh_token') ?? '');
      return void (known === undefined ? refuse('invalid_grant') : give(known.client, known.scopes));
    }
    const asked = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      asked?.get('code_challenge') === verifier &&
      asked.get('resource') === form.get('resource') &&
      asked.get('redirect_uri') === form.get('redirect_uri');
    if (asked === undefined || !isRight) return void refuse('invalid_grant');
    give(asked.get('client_id') ?? '', (asked.get('scope') ?? '').split(' ').filter(Boolean));
  });
  return {
    ...raw,
    issuer: `${raw.url}${issuerPath}`,
    tokenRequests,
    authorizations,
    registrations,
    findScopes: (token) => access.get(token) ?? null,
    expire: (all = false) => {
      access.clear();
      if (all) refresh.clear();
    },
  };
}

type Protection = {
  scopes?: readonly string[];
  /** The scopes that a tool call requires. */
  callScopes?: readonly string[];
  /** Changes the metadata of the protected resource. Null: there is none. */
  resource?: (metadata: Record<string, unknown>) => Record<string, unknown> | null;
  /** The path of the metadata. */
  path?: string;
  /** The value of `resource_metadata` in a refusal. Null: none. */
  named?: (address: string) => string | null;
};

/** Lets requests through to an MCP server only with a token of this authorization server, as RFC 9728 describes. */
export function protectedBy(
  server: AuthorizationServer,
  protection: Protection = {},
): NonNullable<McpServerOptions['guard']> {
  const { scopes = [], callScopes = scopes, path = '/.well-known/oauth-protected-resource/mcp' } = protection;
  return (request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.path === path) {
      const metadata = { resource: `${origin}/mcp`, authorization_servers: [server.issuer] };
      const changed = protection.resource === undefined ? metadata : protection.resource(metadata);
      if (changed === null) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(changed));
      return true;
    }
    if (request.path.startsWith('/.well-known/')) {
      response.writeHead(404).end();
      return true;
    }
    const granted = server.findScopes(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
    const wanted = request.body.includes('"tools/call"') ? callScopes : scopes;
    if (granted !== null && wanted.every((scope) => granted.includes(scope))) return false;
    const address = `${origin}${path}`;
    const named = protection.named === undefined ? address : protection.named(address);
    const parameters = [
      ...(granted === null ? [] : ['error="insufficient_scope"']),
      ...(named === null ? [] : [`resource_metadata="${named}"`]),
      ...(wanted.length === 0 ? [] : [`scope="${wanted.join(' ')}"`]),
    ];
    const header = `Bearer ${parameters.join(', ')}`;
    response.writeHead(granted === null ? 401 : 403, { 'www-authenticate': header }).end();
    return true;
  };
}

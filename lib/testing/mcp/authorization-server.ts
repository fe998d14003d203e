import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type RawRequest, type RawServer, sendJson, startRawServer } from '../model-api/raw-server.ts';
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
  const grants = new Grants(options.expiresIn ?? 3_600);
  const tokenRequests: AuthorizationServer['tokenRequests'] = [];
  const authorizations: URLSearchParams[] = [];
  const registrations: Record<string, unknown>[] = [];
  const { issuerPath = '' } = options;
  const { metadataPath = `/.well-known/oauth-authorization-server${issuerPath}` } = options;

  const raw = await startRawServer((request, response) => {
    const url = new URL(request.path, raw.url);
    switch (url.pathname) {
      case metadataPath:
        return sendMetadata(response, buildMetadata(raw.url, issuerPath), options.metadata);
      case '/register': {
        const body = JSON.parse(request.body) as Record<string, unknown>;
        registrations.push(body);
        return sendJson(response, 201, { ...body, client_id: `client-${registrations.length}` });
      }
      case '/authorize':
        authorizations.push(url.searchParams);
        if (options.asks === true) return sendQuestion(response, url);
        return redirectBack(response, url, grants, { ...options, issuer: `${raw.url}${issuerPath}` });
      case '/allow':
        return redirectBack(response, url, grants, { ...options, issuer: `${raw.url}${issuerPath}` });
      case '/revoke':
        grants.revoke(new URLSearchParams(request.body).get('token') ?? '');
        return void response.writeHead(200).end();
      case '/token': {
        const form = new URLSearchParams(request.body);
        tokenRequests.push({ form, headers: request.headers });
        if (options.token?.(form, response) === true) return;
        const tokens = form.get('grant_type') === 'refresh_token' ? grants.refresh(form) : grants.exchange(form);
        return tokens === null ? refuse(response, 'invalid_grant') : sendJson(response, 200, tokens);
      }
      default:
        return refuse(response, 'not_found', 404);
    }
  });
  return {
    ...raw,
    issuer: `${raw.url}${issuerPath}`,
    tokenRequests,
    authorizations,
    registrations,
    findScopes: (token) => grants.findScopes(token),
    expire: (all = false) => grants.expire(all),
  };
}

/** The codes and tokens that the server has given out and that are still valid. */
class Grants {
  readonly #codes = new Map<string, URLSearchParams>();
  readonly #access = new Map<string, string[]>();
  readonly #refresh = new Map<string, { client: string; scopes: string[] }>();
  readonly #expiresIn: number;

  constructor(expiresIn: number) {
    this.#expiresIn = expiresIn;
  }

  /** Gives a code for a request of a user. */
  createCode(request: URLSearchParams): string {
    const code = randomUUID();
    this.#codes.set(code, request);
    return code;
  }

  /** Exchanges a code. Null if it is not valid, or was not requested with the same proof, resource and address. */
  exchange(form: URLSearchParams): object | null {
    const request = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid =
      request?.get('code_challenge') === challenge &&
      request.get('resource') === form.get('resource') &&
      request.get('redirect_uri') === form.get('redirect_uri');
    if (request === undefined || !isValid) return null;
    return this.#create(request.get('client_id') ?? '', (request.get('scope') ?? '').split(' ').filter(Boolean));
  }

  /** Exchanges a refresh token. Each may be used once (OAuth 2.1 §4.3.1). */
  refresh(form: URLSearchParams): object | null {
    const token = form.get('refresh_token') ?? '';
    const grant = this.#refresh.get(token);
    this.revoke(token);
    return grant === undefined ? null : this.#create(grant.client, grant.scopes);
  }

  revoke(refreshToken: string): void {
    this.#refresh.delete(refreshToken);
  }

  findScopes(token: string): string[] | null {
    return this.#access.get(token) ?? null;
  }

  expire(all: boolean): void {
    this.#access.clear();
    if (all) this.#refresh.clear();
  }

  #create(client: string, scopes: string[]): object {
    const access = `access-${randomUUID()}`;
    const refresh = `refresh-${randomUUID()}`;
    this.#access.set(access, scopes);
    this.#refresh.set(refresh, { client, scopes });
    const scope = scopes.length === 0 ? {} : { scope: scopes.join(' ') };
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: this.#expiresIn,
      refresh_token: refresh,
      ...scope,
    };
  }
}

function buildMetadata(origin: string, issuerPath: string): Record<string, unknown> {
  return {
    issuer: `${origin}${issuerPath}`,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    revocation_endpoint: `${origin}/revoke`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
  };
}

function sendMetadata(
  response: ServerResponse,
  metadata: Record<string, unknown>,
  change: AuthorizationServerOptions['metadata'],
): void {
  const changed = change === undefined ? metadata : change(metadata);
  if (changed === null) refuse(response, 'not_found', 404);
  else sendJson(response, 200, changed);
}

/** A page on which the user is asked first. */
function sendQuestion(response: ServerResponse, { search }: URL): void {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<title>Who are you?</title><a id="allow" href="/allow${search.replace(/"/g, '')}">Allow</a>`);
}

function redirectBack(
  response: ServerResponse,
  { searchParams }: URL,
  grants: Grants,
  { issuer, redirect }: Pick<AuthorizationServerOptions, 'redirect'> & { issuer: string },
): void {
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('code', grants.createCode(searchParams));
  back.searchParams.set('state', searchParams.get('state') ?? '');
  back.searchParams.set('iss', issuer);
  redirect?.(back);
  response.writeHead(302, { location: back.href }).end();
}

function refuse(response: ServerResponse, error: string, status = 400): void {
  sendJson(response, status, { error });
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
      else sendJson(response, 200, changed);
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

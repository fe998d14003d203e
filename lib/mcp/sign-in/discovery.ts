import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import type { McpSignInRequest } from '../../contracts/index.ts';
import { joinScopes } from './auth-challenge.ts';
import { namedEndpoint, requireAccess, SignInError, type SignInHttp, signInFetch } from './sign-in-http.ts';

/** The server that signs users in to an MCP server, and the requested access. */
export type SignInTarget = {
  server: oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string };
  /** The identifier of the MCP server in token requests (RFC 8707). */
  resource: string;
  /** The scopes that the MCP server requires; null if it requires none in particular. */
  scope: string | null;
};

const ResourceMetadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()).optional(),
  scopes_supported: z.array(z.string()).optional().catch(undefined),
});

/**
 * Finds the authorization server of an MCP server: by its protected resource metadata (RFC 9728), or, according to
 * revision 2025-03-26, on the MCP server itself. Every address that a server names is checked before anything is sent
 * to it. Rejects with SignInError, or SignInPermissionError if the browser has to be allowed to connect first.
 */
export async function discoverSignIn(
  url: URL,
  request: McpSignInRequest | null,
  http: SignInHttp,
): Promise<SignInTarget> {
  const metadata = await resourceMetadata(url, request?.resourceMetadata ?? null, http);
  if (metadata === null) {
    const issuer = new URL(url.origin);
    const server = (await serverMetadata(issuer, http)) ?? withoutMetadata(issuer);
    return {
      server: await checkEndpoints(server, issuer, url, http),
      resource: canonicalUrl(url),
      scope: request?.scope ?? null,
    };
  }
  const [named] = metadata.authorization_servers ?? [];
  if (named === undefined) throw new SignInError('sign-in-metadata');
  const issuer = namedEndpoint(named, url);
  if (issuer.search !== '' || issuer.hash !== '') throw new SignInError('sign-in-metadata');
  await requireAccess(http, [issuer]);
  const server = await serverMetadata(issuer, http);
  if (server === null) throw new SignInError('sign-in-metadata');
  return {
    server: await checkEndpoints(server, issuer, url, http),
    resource: metadata.resource,
    scope: request?.scope ?? joinScopes([metadata.scopes_supported?.join(' ')]),
  };
}

/** Null if the server has no metadata. */
async function resourceMetadata(url: URL, metadataUrl: string | null, http: SignInHttp) {
  const path = url.pathname === '/' ? '' : url.pathname;
  const wellKnown = new URL('/.well-known/oauth-protected-resource', url);
  const candidates =
    metadataUrl === null
      ? [...(path === '' ? [] : [new URL(`${wellKnown.pathname}${path}`, url)]), wellKnown]
      : [ownAddress(metadataUrl, url)];
  for (const candidate of candidates) {
    const response = await signInFetch(http)(candidate, { headers: { accept: 'application/json' } });
    if (!response.ok) continue;
    const { data } = ResourceMetadata.safeParse(await response.json().catch(() => null));
    if (data === undefined || !isResourceForServer(data.resource, url)) throw new SignInError('sign-in-metadata');
    return data;
  }
  if (metadataUrl !== null) throw new SignInError('sign-in-metadata');
  return null;
}

/** Metadata must be on the server that it describes, since otherwise a server could cause requests to other servers. */
function ownAddress(metadataUrl: string, server: URL): URL {
  const url = URL.parse(metadataUrl);
  if (url?.origin !== server.origin || url.username !== '' || url.password !== '')
    throw new SignInError('sign-in-address');
  return url;
}

/** Whether metadata describes this server: its resource is the server's address or a parent of it. */
function isResourceForServer(resource: string, server: URL): boolean {
  const url = URL.parse(resource);
  if (url === null || url.origin !== server.origin || url.hash !== '') return false;
  const below = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  return `${server.pathname}/`.startsWith(below) && (url.search === '' || url.search === server.search);
}

/** The metadata of an authorization server, by RFC 8414 or OpenID Connect Discovery, or null if it has none. */
async function serverMetadata(issuer: URL, http: SignInHttp): Promise<oauth.AuthorizationServer | null> {
  const path = issuer.pathname.replace(/\/$/, '');
  const candidates = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${path}/.well-known/openid-configuration`]),
  ];
  for (const candidate of candidates) {
    const response = await signInFetch(http)(new URL(candidate, issuer), { headers: { accept: 'application/json' } });
    if (response.status !== 200) continue;
    // Refuses metadata of another issuer.
    return await oauth.processDiscoveryResponse(issuer, response).catch((error: unknown) => {
      throw new SignInError('sign-in-metadata', { cause: error });
    });
  }
  return null;
}

/** The endpoints of a server without metadata, according to revision 2025-03-26. */
function withoutMetadata(issuer: URL): oauth.AuthorizationServer {
  return {
    issuer: issuer.origin,
    authorization_endpoint: new URL('/authorize', issuer).href,
    token_endpoint: new URL('/token', issuer).href,
    registration_endpoint: new URL('/register', issuer).href,
    code_challenge_methods_supported: ['S256'],
  };
}

/** Returns the server after checking its endpoints against the rules for addresses and the browser's permissions. */
async function checkEndpoints(
  server: oauth.AuthorizationServer,
  issuer: URL,
  mcpServer: URL,
  http: SignInHttp,
): Promise<SignInTarget['server']> {
  const { authorization_endpoint, token_endpoint, registration_endpoint } = server;
  if (authorization_endpoint === undefined || token_endpoint === undefined) throw new SignInError('sign-in-metadata');
  namedEndpoint(authorization_endpoint, issuer, mcpServer);
  const serverEndpoints = [token_endpoint, registration_endpoint]
    .filter((endpoint) => endpoint !== undefined)
    .map((endpoint) => namedEndpoint(endpoint, issuer, mcpServer));
  // Without the code verifier, anyone with the code gets the token (MCP 2026-07-28, "Authorization Code Protection").
  if (server.code_challenge_methods_supported?.includes('S256') !== true) throw new SignInError('sign-in-no-pkce');
  await requireAccess(http, serverEndpoints);
  return { ...server, authorization_endpoint, token_endpoint };
}

/** The address of an MCP server as the value of `resource` (MCP, "Canonical Server URI"). */
function canonicalUrl(url: URL): string {
  const { origin, pathname, search } = url;
  return `${origin}${pathname === '/' && search === '' ? '' : pathname}${search}`;
}

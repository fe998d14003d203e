import * as oauth from 'oauth4webapi';
import type { McpSignInRequest } from '../../contracts/index.ts';
import { joinScopes } from './auth-challenge.ts';
import { discoverSignIn, type SignInTarget } from './discovery.ts';
import {
  type EnteredClient,
  enteredClient,
  exchangeCode,
  type OAuthClient,
  registerClient,
  type SignInTokens,
} from './oauth-client.ts';
import { SignInError, type SignInHttp } from './sign-in-http.ts';

export type SignInOptions = SignInHttp & {
  /** The address of the MCP server, as the user typed it. */
  url: string;
  request: McpSignInRequest | null;
  /** The client that the user entered; null to register one. */
  entered: EnteredClient | null;
  /** The tokens of the previous sign-in. */
  previous: SignInTokens | null;
  browser: AuthorizationBrowser;
  now: () => number;
};

/** The browser functions that a sign-in uses. */
export type AuthorizationBrowser = {
  /** The address to which an authorization server redirects the user. Only this program receives requests to it. */
  redirectUri: string;
  /**
   * Shows a page of the authorization server. Resolves to the address to which it redirected the user, or null if the
   * user closed it.
   */
  authorize(url: string): Promise<string | null>;
};

/**
 * Signs the user in to an MCP server with OAuth 2.1: authorization code with PKCE, for this server only (RFC 8707).
 * Shows a window, so it must only be called on a click of the user. Rejects with SignInError, or, before anything is
 * shown, with SignInPermissionError if the browser must first be allowed to connect to the authorization server.
 */
export async function signIn(options: SignInOptions): Promise<SignInTokens> {
  const { url, request, previous, browser, now } = options;
  const target = await discoverSignIn(new URL(url), request, options);
  const { server, resource } = target;
  // Previously granted scopes are requested again, since a new token replaces the old one (MCP 2026-07-28, "Step-Up").
  const isSameServer = previous?.issuer === server.issuer && previous.resource === resource;
  const scope = requestedScope(target, isSameServer ? previous.requestedScope : null);
  const client = await getOrRegisterClient(server, isSameServer ? previous : null, options);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: browser.redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource,
    ...(scope === null ? {} : { scope }),
  };
  const page = new URL(server.authorization_endpoint);
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);
  const callback = authorizationResponse(server, client, await browser.authorize(page.href), browser, state);
  options.signal.throwIfAborted();
  const reply = await exchangeCode(
    server,
    client,
    { callback, redirectUri: browser.redirectUri, verifier, resource, now: now() },
    options,
  );
  return {
    ...reply,
    // RFC 6749 §5.1: if the reply does not state the scope, the requested one was granted.
    grantedScope: reply.grantedScope ?? scope,
    requestedScope: scope,
    client,
    redirectUri: browser.redirectUri,
    resource,
    tokenEndpoint: server.token_endpoint,
    issuer: server.issuer,
  };
}

/** Some servers require `offline_access` before they return a refresh token. */
function requestedScope({ server, scope }: SignInTarget, before: string | null): string | null {
  const scopes = joinScopes([before, scope]);
  return scopes !== null && server.scopes_supported?.includes('offline_access')
    ? joinScopes([scopes, 'offline_access'])
    : scopes;
}

/** The client that the user entered, the one previously registered with the same server, or a new one. */
async function getOrRegisterClient(
  server: SignInTarget['server'],
  previous: SignInTokens | null,
  options: SignInOptions,
): Promise<OAuthClient> {
  if (options.entered !== null) return enteredClient(server, options.entered);
  const { redirectUri } = options.browser;
  if (previous?.redirectUri === redirectUri) return previous.client;
  return registerClient(server, redirectUri, options);
}

/**
 * Whether the server that showed the page is the one that gets the code. Metadata may name another server's page, whose
 * codes would then be sent to the server that wrote the metadata (mix-up, RFC 9700 §4.4). So unless both have the same
 * origin, the response must name its server.
 */
function isOfOneServer(server: SignInTarget['server'], parameters: URLSearchParams): boolean {
  const { origin } = new URL(server.authorization_endpoint);
  return origin === new URL(server.token_endpoint).origin || parameters.has('iss');
}

/**
 * The parameters of the authorization response, which must answer this request and come from this server: `state` and
 * `iss` are compared as text (RFC 9207). Nothing in a response from another server is acted on, not even an error.
 */
function authorizationResponse(
  server: SignInTarget['server'],
  client: OAuthClient,
  address: string | null,
  { redirectUri }: AuthorizationBrowser,
  state: string,
): URLSearchParams {
  if (address === null) throw new SignInError('sign-in-cancelled');
  const url = URL.parse(address);
  const redirectUrl = new URL(redirectUri);
  if (url?.origin !== redirectUrl.origin || url.pathname !== redirectUrl.pathname)
    throw new SignInError('sign-in-response');
  try {
    const parameters = oauth.validateAuthResponse(server, { client_id: client.clientId }, url, state);
    if (parameters.getAll('code').length !== 1 || !isOfOneServer(server, parameters))
      throw new SignInError('sign-in-response');
    return parameters;
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError))
      throw new SignInError('sign-in-response', { cause: error });
    throw new SignInError(error.error === 'access_denied' ? 'sign-in-cancelled' : 'sign-in-refused', { cause: error });
  }
}

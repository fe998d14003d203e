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
  /** Where the MCP server is, as the user typed it. */
  url: string;
  request: McpSignInRequest | null;
  /** The client the user entered; null: one is registered. */
  entered: EnteredClient | null;
  /** Of the sign-in before this one. */
  previous: SignInTokens | null;
  browser: AuthorizationBrowser;
  now: () => number;
};

/** What of the browser a sign-in takes. */
export type AuthorizationBrowser = {
  /** Where an authorization server sends the user back to; only this program gets what arrives there. */
  redirectUri: string;
  /** Shows a page of the authorization server. Resolves with the address it sent the user back to; null if the user closed it. */
  authorize(url: string): Promise<string | null>;
};

/**
 * Signs the user in to an MCP server with OAuth 2.1: authorization code with PKCE, for this server alone (RFC 8707). Shows a
 * window, so it must only be called on a click of the user. Rejects with SignInError, or SignInPermissionError if the
 * browser has to be allowed to connect to the authorization server first; nothing was shown then.
 */
export async function signIn(options: SignInOptions): Promise<SignInTokens> {
  const { url, request, previous, browser, now } = options;
  const target = await discoverSignIn(new URL(url), request, options);
  const { server, resource } = target;
  // What was granted before is asked for again, since a new token replaces the old one (MCP 2026-07-28, "Step-Up").
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
    // RFC 6749 §5.1: without a word on it, what was asked for was granted.
    grantedScope: reply.grantedScope ?? scope,
    requestedScope: scope,
    client,
    redirectUri: browser.redirectUri,
    resource,
    tokenEndpoint: server.token_endpoint,
    issuer: server.issuer,
  };
}

/** `offline_access` is what some servers want before they give a refresh token. */
function requestedScope({ server, scope }: SignInTarget, before: string | null): string | null {
  const scopes = joinScopes([before, scope]);
  return scopes !== null && server.scopes_supported?.includes('offline_access')
    ? joinScopes([scopes, 'offline_access'])
    : scopes;
}

/** The client the user entered, the one registered before with the same server, or a new one. */
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
 * Whether the server that showed the page is the one that gets the code. Metadata may name the page of another server, whose codes
 * would then go to the one that wrote the metadata (mix-up, RFC 9700 §4.4); if both are not at one origin, the response has to
 * name its server.
 */
function isOfOneServer(server: SignInTarget['server'], parameters: URLSearchParams): boolean {
  const { origin } = new URL(server.authorization_endpoint);
  return origin === new URL(server.token_endpoint).origin || parameters.has('iss');
}

/**
 * The parameters of the authorization response, which must be the answer to this request, of this server: `state`, and `iss`
 * compared as text (RFC 9207). Nothing of a response of another server is acted on, not even its error.
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

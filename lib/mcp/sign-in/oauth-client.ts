import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import { encodeBase64 } from '../../contracts/index.ts';
import { joinScopes } from './auth-challenge.ts';
import { namedEndpoint, SignInError, type SignInHttp, signInFetch } from './sign-in-http.ts';

/** How a client authenticates at the token endpoint. */
const AuthMethod = z.enum(['none', 'client_secret_basic', 'client_secret_post']);
type AuthMethod = z.infer<typeof AuthMethod>;

/** The registration of this program with one authorization server. */
export const OAuthClient = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).nullable(),
  authMethod: AuthMethod,
});
export type OAuthClient = z.infer<typeof OAuthClient>;

/**
 * What the user entered after registering a client manually. If the id is an https address, it refers to a client
 * metadata document.
 */
export type EnteredClient = { clientId: string; clientSecret: string | null; issuer: string | null };

/**
 * The client that the user entered. It is bound to the authorization server with which it was first used. The address
 * of a metadata document is valid with any server (MCP 2026-07-28, "Authorization Server Binding").
 */
export function enteredClient(server: oauth.AuthorizationServer, entered: EnteredClient): OAuthClient {
  const { clientId, clientSecret, issuer } = entered;
  if (issuer !== null && issuer !== server.issuer && !clientId.startsWith('https://')) {
    throw new SignInError('sign-in-other-server');
  }
  return { clientId, clientSecret, authMethod: chooseAuthMethod(server, clientSecret, null) };
}

/** Registers this program (RFC 7591). Rejects with SignInError. */
export async function registerClient(
  server: oauth.AuthorizationServer,
  redirectUri: string,
  http: SignInHttp,
): Promise<OAuthClient> {
  if (server.registration_endpoint === undefined) throw new SignInError('sign-in-no-client');
  const methods = server.token_endpoint_auth_methods_supported;
  const metadata = {
    client_name: 'Sidenote',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // A public client (RFC 8252, section 8.4); some servers issue a secret anyway.
    token_endpoint_auth_method:
      methods === undefined || methods.includes('none') ? 'none' : chooseAuthMethod(server, 'secret', null),
    // OpenID Connect allows only https redirects for web clients (MCP 2026-07-28, "Application Type").
    application_type: redirectUri.startsWith('https:') ? 'web' : 'native',
  };
  const response = await oauth.dynamicClientRegistrationRequest(server, metadata, requestOptions(http));
  // Without any metadata the endpoint was only a guess.
  if (response.status === 404 || response.status === 405) throw new SignInError('sign-in-unsupported');
  // Parsed here because many servers omit fields that RFC 7591 §3.2.1 requires besides a secret, and the library would
  // reject their responses.
  const { data } = Registration.safeParse(response.ok ? await response.json().catch(() => null) : null);
  if (data === undefined) throw new SignInError('sign-in-registration');
  const { client_id: clientId, client_secret: clientSecret, token_endpoint_auth_method: given } = data;
  return { clientId, clientSecret, authMethod: chooseAuthMethod(server, clientSecret, given) };
}

const Registration = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1).nullable().catch(null),
  token_endpoint_auth_method: AuthMethod.nullable().catch(null),
});

/** Adds the client's identification to a request to the token endpoint. */
function clientAuthentication({ clientId, clientSecret, authMethod }: OAuthClient): oauth.ClientAuth {
  if (clientSecret === null || authMethod === 'none') return oauth.None();
  if (authMethod === 'client_secret_post') return oauth.ClientSecretPost(clientSecret);
  // RFC 6749 §2.3.1 requires both to be form-encoded. The library also escapes `-` and `_`, which is correct, but
  // servers that forget to decode do not understand it.
  return (_server, _client, _body, headers) => {
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    headers.set('authorization', `Basic ${encodeBase64(new TextEncoder().encode(pair))}`);
  };
}

/** Addresses were checked during discovery, so plain http is only possible for addresses on this machine. */
function requestOptions(http: SignInHttp) {
  return { [oauth.customFetch]: signInFetch(http), [oauth.allowInsecureRequests]: true as const, signal: http.signal };
}

function chooseAuthMethod(
  server: oauth.AuthorizationServer,
  secret: string | null,
  registeredMethod: AuthMethod | null,
): AuthMethod {
  if (secret === null) return 'none';
  if (registeredMethod !== null) return registeredMethod;
  // The default of RFC 8414 §2.
  const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return supported.includes('client_secret_basic') || !supported.includes('client_secret_post')
    ? 'client_secret_basic'
    : 'client_secret_post';
}

/** The result of a sign-in as stored: encrypted, like API keys. */
export const SignInTokens = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).nullable(),
  /** In milliseconds since 1970; null if the server does not say. */
  expiresAt: z.number().nullable(),
  client: OAuthClient,
  redirectUri: z.string(),
  resource: z.string(),
  /** The scopes that were requested, and those that were granted. */
  requestedScope: z.string().nullable(),
  grantedScope: z.string().nullable(),
  tokenEndpoint: z.string(),
  issuer: z.string(),
});
export type SignInTokens = z.infer<typeof SignInTokens>;

type TokenReply = Pick<SignInTokens, 'accessToken' | 'refreshToken' | 'expiresAt' | 'grantedScope'>;

/** Exchanges the code of an authorization response for tokens. Rejects with SignInError. */
export async function exchangeCode(
  server: oauth.AuthorizationServer,
  client: OAuthClient,
  request: { callback: URLSearchParams; redirectUri: string; verifier: string; resource: string; now: number },
  http: SignInHttp,
): Promise<TokenReply> {
  const oauthClient = { client_id: client.clientId };
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    oauthClient,
    clientAuthentication(client),
    request.callback,
    request.redirectUri,
    request.verifier,
    { ...requestOptions(http), additionalParameters: { resource: request.resource } },
  );
  try {
    const reply = await oauth.processAuthorizationCodeResponse(server, oauthClient, response);
    return tokenReply(reply, request.now);
  } catch (error) {
    throw refusal(error);
  }
}

/**
 * New tokens for a refresh token. Keeps the old refresh token if the server returns no new one. Resolves to null if the
 * server no longer accepts it. Rejects with SignInError.
 */
export async function refreshTokens(
  tokens: SignInTokens,
  refreshToken: string,
  now: number,
  http: SignInHttp,
): Promise<SignInTokens | null> {
  // Checked again as during the sign-in, since stored values may come from elsewhere.
  const server = { issuer: tokens.issuer, token_endpoint: namedEndpoint(tokens.tokenEndpoint).href };
  const oauthClient = { client_id: tokens.client.clientId };
  const options = { ...requestOptions(http), additionalParameters: { resource: tokens.resource } };
  const response = await oauth.refreshTokenGrantRequest(
    server,
    oauthClient,
    clientAuthentication(tokens.client),
    refreshToken,
    options,
  );
  try {
    const reply = tokenReply(await oauth.processRefreshTokenResponse(server, oauthClient, response), now);
    return {
      ...tokens,
      ...reply,
      refreshToken: reply.refreshToken ?? refreshToken,
      grantedScope: reply.grantedScope ?? tokens.grantedScope,
    };
  } catch (error) {
    const isRefused = error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError;
    if (isRefused && error.status !== 429) return null;
    throw refusal(error);
  }
}

function tokenReply(reply: oauth.TokenEndpointResponse, now: number): TokenReply {
  // Sidenote never requests key-bound tokens.
  if (reply.token_type !== 'bearer') throw new SignInError('sign-in-metadata');
  const { access_token: accessToken, refresh_token: refreshToken = null, expires_in: seconds, scope } = reply;
  return {
    accessToken,
    refreshToken,
    expiresAt: seconds === undefined ? null : now + seconds * 1_000,
    grantedScope: joinScopes([scope]),
  };
}

function refusal(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  const isRefused = error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError;
  return new SignInError(isRefused ? 'sign-in-refused' : 'sign-in-metadata', { cause: error });
}

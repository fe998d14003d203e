import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import { joinScopes } from './auth-challenge.ts';
import { clientAuthentication, OAuthClient, requestOptions } from './oauth-client.ts';
import { namedEndpoint, SignInError, type SignInHttp } from './sign-in-http.ts';

/** What a sign-in gave, as it is stored: encrypted, as API keys are. */
export const SignInTokens = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).nullable(),
  /** In milliseconds since 1970; null where the server does not say. */
  expiresAt: z.number().nullable(),
  client: OAuthClient,
  redirectUri: z.string(),
  resource: z.string(),
  /** What was asked for, and what was given. */
  requestedScope: z.string().nullable(),
  grantedScope: z.string().nullable(),
  tokenEndpoint: z.string(),
  issuer: z.string(),
});
export type SignInTokens = z.infer<typeof SignInTokens>;

type TokenReply = Pick<SignInTokens, 'accessToken' | 'refreshToken' | 'expiresAt' | 'grantedScope'>;

/** Tokens for the code of an authorization response. Rejects with SignInError. */
export async function exchangeCode(
  server: oauth.AuthorizationServer,
  client: OAuthClient,
  request: { callback: URLSearchParams; redirectUri: string; verifier: string; resource: string; now: number },
  http: SignInHttp,
): Promise<TokenReply> {
  const known = { client_id: client.clientId };
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    known,
    clientAuthentication(client),
    request.callback,
    request.redirectUri,
    request.verifier,
    { ...requestOptions(http), additionalParameters: { resource: request.resource } },
  );
  try {
    const reply = await oauth.processAuthorizationCodeResponse(server, known, response);
    return tokenReply(reply, request.now);
  } catch (error) {
    throw refusal(error);
  }
}

/**
 * New tokens for a refresh token; where the server gives no new refresh token the old one stays. Resolves to null where the
 * server does not accept it any more. Rejects with SignInError.
 */
export async function refreshTokens(
  tokens: SignInTokens,
  refreshToken: string,
  now: number,
  http: SignInHttp,
): Promise<SignInTokens | null> {
  // As it was checked at the sign-in; what is stored may come from elsewhere.
  const server = { issuer: tokens.issuer, token_endpoint: namedEndpoint(tokens.tokenEndpoint).href };
  const known = { client_id: tokens.client.clientId };
  const options = { ...requestOptions(http), additionalParameters: { resource: tokens.resource } };
  const response = await oauth.refreshTokenGrantRequest(
    server,
    known,
    clientAuthentication(tokens.client),
    refreshToken,
    options,
  );
  try {
    const reply = tokenReply(await oauth.processRefreshTokenResponse(server, known, response), now);
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
  // Tokens that are bound to a key are never asked for.
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

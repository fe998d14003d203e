import * as oauth from 'oauth4webapi';
import { apiKeyError, type Failure, type FailureReason, isJsonObject, parseJson } from '../../contracts/index.ts';
import type { SignIn } from '../presets/preset-rows.ts';

const EXCHANGE_TIMEOUT_MS = 15_000;

/** The secret of one sign-in, its hash for the address (RFC 7636), and an unguessable value. */
export async function signInSecrets(): Promise<{ verifier: string; challenge: string; state: string }> {
  const verifier = oauth.generateRandomCodeVerifier();
  return {
    verifier,
    challenge: await oauth.calculatePKCECodeChallenge(verifier),
    state: oauth.generateRandomState(),
  };
}

/**
 * The address of the service's page that asks the user for a key. The page redirects to `callbackUrl`, which must
 * contain an unguessable value, since OpenRouter returns no `state`.
 */
export function signInUrl({ authorizeUrl }: SignIn, callbackUrl: string, challenge: string): string {
  const url = new URL(authorizeUrl);
  url.searchParams.set('callback_url', callbackUrl);
  url.searchParams.set('code_challenge', challenge);
  url.searchParams.set('code_challenge_method', 'S256');
  return url.href;
}

/**
 * Extracts the code from the address that a sign-in page redirected to. Only the exact address that was requested
 * counts.
 */
export function codeOfRedirect({ exchangeUrl }: SignIn, redirect: string, callbackUrl: string): CodeOrFailure {
  const { host } = new URL(exchangeUrl);
  const url = URL.parse(redirect);
  if (url === null || `${url.origin}${url.pathname}` !== callbackUrl)
    return refuse({ type: 'sign-in-refused', host }, 'state');
  const error = url.searchParams.get('error');
  if (error === 'access_denied') return refuse({ type: 'sign-in-cancelled', host });
  const code = url.searchParams.get('code') ?? '';
  if (error !== null || code === '' || code.length > 2_000)
    return refuse({ type: 'sign-in-refused', host }, error ?? 'code');
  return { code };
}
type CodeOrFailure = { code: string } | { failure: Failure };

/**
 * Exchanges the code of a sign-in for an API key. Follows no redirect, so that code and verifier go only to the
 * service.
 */
export async function exchangeCodeForKey(
  { exchangeUrl }: SignIn,
  code: string,
  verifier: string,
  fetch: typeof globalThis.fetch,
): Promise<{ apiKey: string } | { failure: Failure }> {
  const { host } = new URL(exchangeUrl);
  try {
    const response = await fetch(exchangeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, code_verifier: verifier, code_challenge_method: 'S256' }),
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS),
    });
    if (response.status >= 500) return refuse({ type: 'server-error', host, status: response.status });
    if (!response.ok) return refuse({ type: 'sign-in-refused', host }, String(response.status));
    const reply = parseJson(await response.text());
    const key = isJsonObject(reply) && typeof reply.key === 'string' ? reply.key : '';
    return key === '' || apiKeyError(key) !== null ? refuse({ type: 'sign-in-refused', host }, 'key') : { apiKey: key };
  } catch {
    return refuse({ type: 'unreachable', host });
  }
}

/** `detail`: the status, or the part that was missing or wrong. */
function refuse(reason: FailureReason, detail?: string): { failure: Failure } {
  const code = reason.type === 'unreachable' ? 'network' : 'auth';
  return { failure: { code, reason, retryable: true, ...(detail === undefined ? {} : { detail }) } };
}

import { base64Of } from '../contracts/index.ts';

/** The secret of one sign-in, and its hash (RFC 7636): the address shows the hash, the exchange of the code needs the secret. */
export type Pkce = { verifier: string; challenge: string };

/** RFC 7636 takes 43 to 128 characters; 32 bytes give 43. */
const BYTES = 32;

export async function createPkce(): Promise<Pkce> {
  const verifier = randomToken();
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64Url(new Uint8Array(hash)) };
}

/** A value that cannot be guessed, of letters that need no escaping in an address: also the `state` of a sign-in. */
export function randomToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(BYTES)));
}

function base64Url(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

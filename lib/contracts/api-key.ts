import type { ApiKeyError } from './address.ts';

/** Why this cannot be a key, or null. A header carries it, which takes printable ASCII (RFC 9110, 5.5). */
export function apiKeyError(text: string): ApiKeyError | null {
  if (/\s/.test(text)) return { code: 'has-space' };
  if (!/^[\x21-\x7e]*$/.test(text)) return { code: 'odd-characters' };
  return text.length > 8_000 ? { code: 'too-long' } : null;
}

/**
 * A random text of 32 hexadecimal digits. Also works where `crypto.randomUUID` is missing, in pages that are not
 * encrypted.
 */
export function randomToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

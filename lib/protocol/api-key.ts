/** Why this cannot be a key, or null. A header carries it, which takes printable ASCII (RFC 9110, 5.5). */
export function apiKeyTrouble(text: string): string | null {
  if (/\s/.test(text)) return 'The key has a space or a line break in it. Paste only the key.';
  if (!/^[\x21-\x7e]*$/.test(text)) return 'The key has characters that keys do not have. Copy it again.';
  return text.length > 8_000 ? 'This is too long to be a key. Paste only the key.' : null;
}

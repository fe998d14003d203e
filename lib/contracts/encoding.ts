/** A JSON object whose fields are not validated. */
export type JsonObject = Record<string, unknown>;

/** Parses a JSON text. Undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Encodes bytes as base64, in pieces small enough for one function call. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(binary);
}

export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Returns base64 in the usual alphabet, also if it is in the one for addresses (RFC 4648, section 5). */
export function toStandardBase64(base64: string): string {
  return base64.replaceAll('-', '+').replaceAll('_', '/');
}

/** Decodes pairs of hexadecimal digits. */
export function decodeHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

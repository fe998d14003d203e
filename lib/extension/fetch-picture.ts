import { base64Of, type FailureReason } from '../contracts/index.ts';

/** Maximum size of a picture. Bytes. */
const MAX_BYTES = 10_000_000;
const TIMEOUT_MS = 20_000;

/** File signatures by type; the server's content type is ignored. SVG is not supported, since it is a document. */
const KINDS: readonly [mediaType: string, ...signs: [at: number, sign: string][]][] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF8']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['image/avif', [4, 'ftypavi']],
];

/**
 * Loads a picture from the web after the user clicked its name, without cookies, referrer and redirects. Returns a data URL, or
 * the error.
 */
export async function fetchPicture(url: string): Promise<{ url: string } | { error: FailureReason }> {
  const host = URL.parse(url)?.host ?? '';
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { error: { type: 'picture-refused', host, status: response.status } };
    const bytes = await readAtMost(response, MAX_BYTES);
    if (bytes === null) return { error: { type: 'picture-too-large', megabytes: MAX_BYTES / 1_000_000 } };
    const mediaType = pictureType(bytes);
    return mediaType === null
      ? { error: { type: 'not-a-picture', host } }
      : { url: `data:${mediaType};base64,${base64Of(bytes)}` };
  } catch {
    return { error: { type: 'picture-not-sent', host } };
  }
}

/** The picture type of these bytes by their signature; null for anything else. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const kind = KINDS.find(([, ...signs]) => signs.every(([at, sign]) => start.startsWith(sign, at)));
  return kind?.[0] ?? null;
}

/** Reads the body; null as soon as it is longer. */
async function readAtMost(response: Response, most: number): Promise<Uint8Array | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > most) return null;
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

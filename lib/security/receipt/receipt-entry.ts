import type { OutgoingRequest, ReceiptDetails, ReceiptEntry } from '../../contracts/index.ts';
import { withoutFragment } from '../addresses.ts';
import { byteLength, encodeHex, saltedHash } from './receipt-hashes.ts';

/** An entry, and the data behind its hashes: the salt, the address, and the positions of its passages. */
export type RecordedRequest = { entry: ReceiptEntry; details: Omit<ReceiptDetails, 'body'> };

/** Creates the entry of a request. */
export async function receiptEntry(
  request: OutgoingRequest,
  place: { n: number; at: number; run: string },
): Promise<RecordedRequest> {
  const { kind, method, url, body, passages = [] } = request;
  const address = withoutFragment(url);
  const text = body ?? '';
  const salt = encodeHex(crypto.getRandomValues(new Uint8Array(16)));
  const [addressHash, bodyHash, ...passageHashes] = await Promise.all([
    saltedHash(salt, 'address', address),
    saltedHash(salt, 'body', text),
    ...passages.flatMap((passage) => [
      saltedHash(salt, 'page', passage.page),
      saltedHash(salt, 'passage', passage.text),
    ]),
  ]);
  const entry: ReceiptEntry = {
    n: place.n,
    at: place.at,
    kind,
    run: place.run,
    origin: originIn(address),
    method,
    bytes: byteLength(target(address)) + byteLength(text),
    headers: request.headers.map((name) => name.toLowerCase()).sort(),
    address: addressHash ?? '',
    body: bodyHash ?? '',
    passages: passages.map(({ ranges, count }, index) => ({
      page: passageHashes[2 * index] ?? '',
      ranges: ranges.map(({ from, to }) => [from, to]),
      count,
      text: passageHashes[2 * index + 1] ?? '',
    })),
  };
  const spans = passages.map((passage) => spanIn(text, passage.text));
  return { entry, details: { salt, address, pages: passages.map(({ page }) => page), spans } };
}

/** Returns the origin of an address, or the whole address if it is not a web address. */
export function originIn(address: string): string {
  return isWeb(address) ? new URL(address).origin : address;
}

/** Returns the part of an address that is sent in the request itself: path and query. */
export function target(address: string): string {
  if (!isWeb(address)) return '';
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

/** Otherwise, it is the name of a model inside the browser, or of its search engine. */
function isWeb(address: string): boolean {
  return /^https?:/.test(address) && URL.canParse(address);
}

/** Returns the position of a text in a JSON body. */
function spanIn(body: string, text: string): [number, number] | null {
  const escaped = JSON.stringify(text).slice(1, -1);
  const start = body.indexOf(escaped);
  return start < 0 || text === '' ? null : [start, start + escaped.length];
}

/** Returns the text between two positions in a JSON body. Null if it is not valid. */
export function textInSpan(body: string, [start, end]: readonly [number, number]): string | null {
  try {
    const text: unknown = JSON.parse(`"${body.slice(start, end)}"`);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

import { memoize } from '../control-flow/index.ts';
import { decodedText, isPrivateAddress } from './addresses.ts';

/** A longer query and fragment, in characters, can carry data. */
const MAX_QUERY = 32;
/**
 * The maximum number of characters after the domain of a site that need no confirmation, because they carry about as
 * many bits as the choice of a page.
 */
const MAX_BEYOND_DOMAIN = 40;
/** A run of characters that is not a word: base64, hex and similar encodings. */
const ENCODED = /(?=[A-Za-z0-9+_=%-]*\d)(?=[A-Za-z0-9+_=%-]*[A-Za-z])[A-Za-z0-9+_=%]{24,}/;
/** A label of a host that is not a word: letters and digits mixed, or longer than usual names. */
const DATA_LABEL = /^(?=.*\d)(?=.*[a-z])[a-z\d]{10,}$|^xn--.{20,}|^[^-]{20,}$/;
/** A domain that may contain data. Name servers of the top-level domain see it even if it is not registered. */
const DATA_DOMAIN = /^(?=.*\d)(?=.*[a-z])[a-z\d]{16,}$|^.{32,}$/;
/** Shorter parts of an address are common words. */
const MIN_PIECE = 6;

export type LinkRisk = 'long' | 'repeats-chat' | 'own-network';

/**
 * Returns why the user should see an address before it is opened, or null. `long`: it can carry hidden data.
 * `repeats-chat`: a part with digits, or three consecutive words, occur in `received`, the text that the chat has asked
 * and read. An address that occurs there in full is not risky. `own-network`: it points to this computer or into the
 * local network, to a host that is not in `requestedHosts`, and contains more than a host. A page that was read may
 * have written it, and devices act on addresses.
 */
export function linkRisk(
  url: URL,
  received: readonly string[],
  requestedHosts: ReadonlySet<string> = new Set(),
): LinkRisk | null {
  if (url.username !== '' || url.password !== '') return 'long';
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isBare && isPrivateAddress(url) && !requestedHosts.has(url.host)) return 'own-network';
  const parts = partsBeyondDomain(url);
  const isLong = canCarryData(url, parts);
  const pieces = isLong ? [] : parts.flatMap(extractDistinctivePieces);
  if (!isLong && pieces.length === 0) return null;
  const comparison = comparisonWith(received);
  if (comparison.hasAddress(url.href)) return null;
  if (isLong) return 'long';
  return comparison.hasWords(pieces) ? 'repeats-chat' : null;
}

/** Returns the segments of the path, the query with the fragment, and the labels of the host before the site. */
function partsBeyondDomain(url: URL): string[] {
  const segments = url.pathname.split('/').slice(url.host === '' ? 0 : 1);
  return [...segments, queryPart(url), ...labelsBeforeDomain(url)];
}

function queryPart(url: URL): string {
  return `${url.search}${url.hash}`;
}

function labelsBeforeDomain(url: URL): string[] {
  return url.hostname
    .replace(/^www\./, '')
    .split('.')
    .slice(0, -2);
}

function canCarryData(url: URL, parts: readonly string[]): boolean {
  const query = queryPart(url);
  const labels = labelsBeforeDomain(url);
  const path = url.pathname.replace(/^\//, '');
  const size = path.length + query.length + labels.join('.').length + url.port.length;
  if (size > MAX_BEYOND_DOMAIN || query.length > MAX_QUERY || labels.some((label) => DATA_LABEL.test(label)))
    return true;
  // Anyone can have a network of IPv6 addresses, whose last 64 bits are free.
  if (url.hostname.startsWith('[') && !isPrivateAddress(url)) return true;
  return DATA_DOMAIN.test(url.hostname.split('.').at(-2) ?? '') || parts.some((part) => ENCODED.test(part));
}

/**
 * How many characters are searched for the links of one state of a chat. An answer may consist of thousands of links
 * beside a megabyte of text. Further addresses count as risky.
 */
const MAX_SEARCHED = 200_000_000;

/** The texts of a chat as links are compared with them. */
const comparisonWith = memoize((received: readonly string[]) => new Comparison(received));

class Comparison {
  #searched = 0;
  #words: string | null = null;
  readonly #received: readonly string[];
  readonly #length: number;

  constructor(received: readonly string[]) {
    this.#received = received;
    this.#length = received.reduce((sum, text) => sum + text.length, 0);
  }

  /** Whether an address occurs in full, and not only as the beginning of a longer one. */
  hasAddress(address: string): boolean {
    return this.#maySearch() && this.#received.some((text) => hasWhole(text, address));
  }

  /** Whether one of these words or sequences of words occurs, regardless of what separates words. */
  hasWords(pieces: readonly string[]): boolean {
    this.#words ??= this.#received.map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')).join('\n');
    const words = this.#words;
    return pieces.some((piece) => !this.#maySearch() || words.includes(piece));
  }

  #maySearch(): boolean {
    this.#searched += this.#length;
    return this.#searched <= MAX_SEARCHED;
  }
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether an address occurs in a text, and not only as the beginning of a longer one. */
function hasWhole(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    if (!/^[.,;:!?]*[\p{L}\p{N}/_%=&#~+$@-]/u.test(text.slice(at + address.length, at + address.length + 8)))
      return true;
  }
  return false;
}

/** Returns the parts of an address that do not occur by chance: words with digits, and sequences of words. */
function extractDistinctivePieces(part: string): string[] {
  const words = splitWords(decodedText(part));
  const rare = words.filter((word) => word.length >= MIN_PIECE && /\d/.test(word));
  const rows = words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
  return [...rare, ...rows.filter((row) => row.length >= 12)];
}

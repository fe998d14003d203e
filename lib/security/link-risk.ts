/** An address with a shorter query needs no confirmation, since it can hardly carry data. */
const MAX_QUERY = 32;
const MAX_SEGMENT = 64;
/** A run of characters that is not a word: base64, hex and similar encodings. */
const ENCODED = /(?=[A-Za-z0-9+_=%-]*\d)(?=[A-Za-z0-9+_=%-]*[A-Za-z])[A-Za-z0-9+_=%]{24,}/;
/** Shorter parts of an address are common words. */
const MIN_PIECE = 6;

export type LinkRisk = 'long' | 'said';

/**
 * Why the user should see an address before it is opened, or null. `long`: it can carry hidden data. `said`: a part with digits,
 * or three consecutive words, occur in `received`, the text the chat has asked and read. An address that occurs there as a whole
 * is not risky.
 */
export function linkRisk(url: URL, received: readonly string[]): LinkRisk | null {
  if (url.username !== '' || url.password !== '') return 'long';
  const query = `${url.search}${url.hash}`;
  const segments = url.pathname.split('/');
  if (query.length > MAX_QUERY || segments.some((segment) => segment.length > MAX_SEGMENT)) return 'long';
  if (url.hostname.split('.').some((label) => label.length > 32) || url.hostname.split('.').length > 6) return 'long';
  if (ENCODED.test(query) || segments.some((segment) => ENCODED.test(segment))) return 'long';
  const pieces = [...segments, query, ...url.hostname.split('.').slice(0, -2)].flatMap(piecesOf);
  if (pieces.length === 0 || received.some((text) => text.includes(url.href))) return null;
  const said = received.map((text) => text.toLowerCase());
  return pieces.some((piece) => said.some((text) => text.includes(piece))) ? 'said' : null;
}

/** The parts of an address that do not occur by chance: words with digits, and sequences of words. */
function piecesOf(part: string): string[] {
  const words = decoded(part)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const rare = words.filter((word) => word.length >= MIN_PIECE && /\d/.test(word));
  const rows = words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
  return [...rare, ...rows.filter((row) => row.length >= 12)];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

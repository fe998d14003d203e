import type { RequestQuirk } from '../../../contracts/index.ts';

/**
 * The id of a tool call as it is sent back: unchanged, unless the server has refused its form. The mapping is deterministic, so
 * that call, result and later requests agree (quirks: nine-character-ids, ids-verbatim, plain-ids).
 */
export function wireId(id: string, quirks: ReadonlySet<RequestQuirk>): string {
  if (quirks.has('nine-character-ids')) return /^[a-zA-Z0-9]{9}$/.test(id) ? id : nineCharacters(id);
  if (quirks.has('plain-ids')) return /^[a-zA-Z0-9_-]{1,40}$/.test(id) ? id : plainId(id);
  return id;
}

/** Keeps the readable beginning; a hash distinguishes ids that differ only in removed characters. */
function plainId(id: string): string {
  return `${id.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 30)}_${nineCharacters(id)}`;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A hash of 53 bits as nine letters and digits, without realistic collisions among a few hundred ids. */
function nineCharacters(text: string): string {
  let rest = hash53(text);
  let id = '';
  for (let place = 0; place < 9; place++) {
    id += ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
  }
  return id;
}

/** Two FNV-1a hashes of the text, of 32 and 21 bits. */
function hash53(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + index), 0x85ebca6b);
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

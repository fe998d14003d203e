import type { Secret, SecretKind } from '../../contracts/index.ts';

/**
 * Finds all matches of a pattern. Its first named group with a match, if it has any, is the secret part. `isOne`
 * validates each match.
 */
export function findSecretMatches(
  text: string,
  pattern: RegExp,
  kind: SecretKind,
  isOne: (value: string, at: number) => boolean = () => true,
): Secret[] {
  // Fast path: most texts have no match, and `matchAll` copies the pattern.
  if (text.search(pattern) < 0) return [];
  return [...text.matchAll(pattern)].flatMap((match): Secret[] => {
    const groups = Object.values(match.indices?.groups ?? {});
    const [start, end] = groups.find((each) => each !== undefined) ?? [match.index, match.index + match[0].length];
    return isOne(text.slice(start, end), start) ? [{ kind, start, end }] : [];
  });
}

/** A pattern that begins with a name and has a group `secret`. It is sticky, with indices. */
export type WithName = { pattern: RegExp; kind: SecretKind; isOne: (value: string) => boolean };

/**
 * Finds the secrets next to names. The names are searched once for all patterns, because texts have few names and the
 * search takes most of the time. `name` is global.
 */
export function findWithNames(text: string, name: RegExp, patterns: readonly WithName[]): Secret[] {
  const secrets: Secret[] = [];
  name.lastIndex = 0;
  for (let match = name.exec(text); match !== null; match = name.exec(text)) {
    const { index } = match;
    const secretsHere = patterns.flatMap((each) => secretAt(text, index, each));
    secrets.push(...secretsHere);
    // If a name has no value, another name may begin inside it.
    name.lastIndex = secretsHere.reduce((end, secret) => Math.max(end, secret.end), index + 1);
  }
  return secrets;
}

function secretAt(text: string, at: number, { pattern, kind, isOne }: WithName): Secret[] {
  pattern.lastIndex = at;
  const [start, end] = pattern.exec(text)?.indices?.groups?.secret ?? [0, 0];
  return end > start && isOne(text.slice(start, end)) ? [{ kind, start, end }] : [];
}

/** The address of an Ethereum account or contract, which is public (EIP-55). */
const PUBLIC_ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Whether the value has letters and digits with the variety of random ones, unlike a word, a path or a placeholder. */
export function looksRandom(value: string): boolean {
  if (/x{6,}|\.{3}|your[-_]/i.test(value) || PUBLIC_ADDRESS.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value) && entropy(value) >= 3;
}

/**
 * Returns the Shannon entropy of the characters of a text, in bits per character: 0 for `aaaa`, about 4 for English, 5
 * and more for random keys.
 */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/**
 * Whether the value mixes letters with digits or signs. In prose, a plain word after “password is” describes the
 * password.
 */
export function hasMixedCharacters(value: string): boolean {
  const core = value.replace(/(?<![.,;:!?])[.,;:!?]+$/, '');
  return core.length >= 6 && /\p{L}/u.test(core) && /[\d!@#$%^&*+=_~]/.test(core);
}

/** The kind of a secret, as named in the note to the user. */
export type SecretKind = 'private key' | 'key' | 'password' | 'card number' | 'IBAN' | 'code' | 'recovery phrase';

/** Position of a secret in a text: from `start` to before `end`, in UTF-16 units. */
export type Secret = { kind: SecretKind; start: number; end: number };

/** All matches of a pattern. Its group `secret`, if present, is the secret part; `isOne` validates each match. */
export function findAll(
  text: string,
  pattern: RegExp,
  kind: SecretKind,
  isOne: (value: string, at: number) => boolean = () => true,
): Secret[] {
  return [...text.matchAll(pattern)].flatMap((match): Secret[] => {
    const [start, end] = match.indices?.groups?.secret ?? [match.index, match.index + match[0].length];
    return isOne(text.slice(start, end), start) ? [{ kind, start, end }] : [];
  });
}

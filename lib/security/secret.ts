/** What kind of secret a text shows, in the words of the note that tells the user. */
export type SecretKind = 'private key' | 'key' | 'password' | 'card number' | 'IBAN' | 'code' | 'recovery phrase';

/** Where in a text a secret stands: from `start` to before `end`, in UTF-16 units. */
export type Secret = { kind: SecretKind; start: number; end: number };

/** Everything a pattern finds. Its group `secret` is what is secret, or all of it where it has none; `isOne` has the last word. */
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

import * as z from 'zod';

/** The kind of a secret, as named in the note to the user. */
export const SecretKind = z.enum(['private key', 'key', 'password', 'card number', 'IBAN', 'code', 'recovery phrase']);
export type SecretKind = z.infer<typeof SecretKind>;

/** Position of a secret in a text, or of a part of one that the text was cut out of: from `start` to before `end`, in UTF-16 units. */
export const Secret = z.object({ kind: SecretKind, start: z.number(), end: z.number() });
export type Secret = z.infer<typeof Secret>;

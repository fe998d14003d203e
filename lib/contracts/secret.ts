import * as z from 'zod';

/** The kind of a secret, as named in the note to the user. */
export const SecretKind = z.enum(['private key', 'key', 'password', 'card number', 'IBAN', 'code', 'recovery phrase']);
export type SecretKind = z.infer<typeof SecretKind>;

/**
 * The position of a secret in a text, or of the part of a secret that the text contains: from `start` to before `end`,
 * in UTF-16 units.
 */
export const Secret = z.object({ kind: SecretKind, start: z.number(), end: z.number() });
export type Secret = z.infer<typeof Secret>;

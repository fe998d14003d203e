import { findSecrets } from './find-secrets.ts';
import type { SecretKind } from './secret.ts';

/** A text in which no secret can be read, and what was masked: kinds in the order they first appear, with how often. */
export type Masked = { text: string; masked: { kind: SecretKind; count: number }[] };

/**
 * Puts `[masked: card number]` and the like in the place of secrets that a page shows. The same text always gives the same
 * result: nothing has to be remembered for a mask to hold after a restart.
 */
export function maskSecrets(text: string): Masked {
  const secrets = findSecrets(text);
  if (secrets.length === 0) return { text, masked: [] };
  const counts = new Map<SecretKind, number>();
  let result = '';
  let end = 0;
  for (const secret of secrets) {
    counts.set(secret.kind, (counts.get(secret.kind) ?? 0) + 1);
    result += `${text.slice(end, secret.start)}[masked: ${secret.kind}]`;
    end = secret.end;
  }
  return { text: result + text.slice(end), masked: [...counts].map(([kind, count]) => ({ kind, count })) };
}

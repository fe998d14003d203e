import type { Secret, SecretKind } from '../contracts/index.ts';
import { oneLine } from '../text/index.ts';
import { findSecrets, mergeSecrets } from './secrets/find-secrets.ts';

/** A text with its secrets masked, and the count of each kind, in order of appearance. */
type Masked = { text: string; masked: { kind: SecretKind; count: number }[] };

/**
 * Replaces secrets in page text with `[masked: card number]` and similar. Deterministic, so masks stay the same after a
 * restart without stored state. `knownSecrets` are those found on the whole page, of which the text may only contain a
 * part.
 */
export function maskSecrets(text: string, knownSecrets: readonly Secret[] = []): Masked {
  const counts = new Map<SecretKind, number>();
  let result = '';
  let end = 0;
  for (const secret of secretsIn(text, knownSecrets)) {
    counts.set(secret.kind, (counts.get(secret.kind) ?? 0) + 1);
    result += `${text.slice(end, secret.start)}[masked: ${secret.kind}]`;
    end = secret.end;
  }
  return { text: result + text.slice(end), masked: [...counts].map(([kind, count]) => ({ kind, count })) };
}

/** Returns the secrets in a text, and parts of secrets, verbatim. */
export function secretValues(text: string, knownSecrets: readonly Secret[] = []): string[] {
  return secretsIn(text, knownSecrets).map(({ start, end }) => text.slice(start, end));
}

/**
 * Shortens a text to one line like `oneLine`, but never cuts inside a secret. Secrets are masked later, and a partial
 * one would not be recognized.
 */
export function cutOutsideSecrets(text: string, maxLength: number): string {
  const line = oneLine(text);
  if (line.length <= maxLength) return line;
  const cut = maxLength - 1;
  const secret = findSecrets(line).find(({ start, end }) => start < cut && cut < end);
  return oneLine(line, secret === undefined ? maxLength : secret.start + 1);
}

function secretsIn(text: string, knownSecrets: readonly Secret[]): Secret[] {
  const textSecrets = findSecrets(text);
  return knownSecrets.length === 0 ? textSecrets : mergeSecrets([...knownSecrets, ...textSecrets]);
}

/**
 * A page text that may be sent for translation. `restore` puts its secrets back. It returns null if the answer lost
 * one.
 */
type HiddenSecrets = { text: string; restore: (answer: string) => string | null };

/** The first tag number for secrets; tags of the page's own elements are numbered from 1. */
const FIRST_TAG = 1_000;

/** A single word of letters and digits that is not natural language: a code, a password, a serial number. */
const CODE = /^(?=\S*\d)(?=\S*\p{L})\S{6,}$/u;

/**
 * Replaces the secrets in a text with tags that a translation keeps. `before` is the text before it, which can be its
 * label, such as `Password` in the preceding cell. Null if the text must not be sent, because it is a secret itself or
 * tags divide a secret.
 */
export function hideSecrets(text: string, before: string): HiddenSecrets | null {
  const plain = text.replace(/<\/?\d+\/?>/g, '');
  if (CODE.test(plain)) return null;
  if (before !== '') {
    const contextSecrets = secretValues(`${before.replace(/(?<![\s:：=])[\s:：=]+$/, '')}: ${plain}`);
    if (contextSecrets.some((value) => plain.includes(value))) return null;
  }
  const values = [...new Set([...secretValues(text), ...secretValues(plain)])];
  if (values.some((value) => !text.includes(value))) return null;
  const tags = values.map((value, index) => ({ value, tag: `<${FIRST_TAG + index}/>` }));
  // One secret may be a prefix of another.
  const longestFirst = tags.toSorted((a, b) => b.value.length - a.value.length);
  const taggedText = longestFirst.reduce((rest, { value, tag }) => rest.replaceAll(value, tag), text);
  const restore = (answer: string) => {
    const count = (within: string, tag: string) => within.split(tag).length - 1;
    if (tags.some(({ tag }) => count(answer, tag) !== count(taggedText, tag))) return null;
    return tags.reduce((rest, { value, tag }) => rest.replaceAll(tag, value), answer);
  };
  return { text: taggedText, restore };
}

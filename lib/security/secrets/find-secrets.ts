import type { Secret } from '../../contracts/index.ts';
import { findCardNumbers } from './card-numbers.ts';
import { findCodes } from './codes.ts';
import { findEncodedSecrets } from './encoded-secrets.ts';
import { findIbans } from './ibans.ts';
import { findKnownKeys } from './known-keys.ts';
import { findNamedSecrets } from './named-secrets.ts';
import { foldToPlainText, inOriginal, type PlainText, withoutBreaks, withoutEmphasis } from './plain-text.ts';
import { findSecretMatches, hasMixedCharacters } from './secret.ts';
import { findInColumns } from './table-columns.ts';

/** Returns the secrets in a text of the page reader, which is Markdown, in order and without overlaps. */
export function findSecrets(text: string): Secret[] {
  const plain = foldToPlainText(text);
  const bare = withoutEmphasis(plain);
  return mergeSecrets([
    ...found(plain, text, [findKnownKeys, findNamedSecrets]),
    // A key may continue on the next line and contain emphasis.
    ...found(withoutBreaks(bare), text, [findKnownKeys]).filter(
      ({ start, end }) => !text.slice(Math.max(0, start - 4), end).includes('****'),
    ),
    ...found(bare, text, [findCardNumbers, findIbans, findCodes]),
    ...(MAY_BE_ENCODED.test(plain.text) ? found(plain, text, [findEncoded]) : []),
    ...findInColumns(text, (cell) => findSecretsWithNames(cell)),
  ]);
}

/** A cheap test for text that is encoded: most pages have none. */
const MAY_BE_ENCODED =
  /[A-Za-z\d+/_-]{16}|(?:[\da-f]{2,4}[ :,-]){4}|(?:\d{2,3},? ){8}|(?:(?:%|\\x|\\u|&#x?)[\da-f{}]{2,6};?){6}/i;

function findEncoded(text: string): Secret[] {
  return findEncodedSecrets(text, findDecoded);
}

/** A user name and a password, as encoded for a server. */
const CREDENTIALS = /^[\w.@+-]{1,64}:(?<secret>[^\s:]{6,128})$/dg;

/** Returns the secrets in a decoded text. */
function findDecoded(text: string): Secret[] {
  return [...findSecrets(text), ...findSecretMatches(text, CREDENTIALS, 'password', hasMixedCharacters)];
}

/** Returns the secrets that a name next to them identifies. */
function findSecretsWithNames(text: string): Secret[] {
  const plain = foldToPlainText(text);
  return [...found(plain, text, [findNamedSecrets]), ...found(withoutEmphasis(plain), text, [findCodes])];
}

function found(plain: PlainText, original: string, finders: readonly ((text: string) => Secret[])[]): Secret[] {
  return finders.flatMap((find) => inOriginal(find(plain.text), plain, original));
}

/**
 * Merges secrets, in order. If several overlap, the first determines the kind, or the longest if they begin together.
 */
export function mergeSecrets(secrets: readonly Secret[]): Secret[] {
  const merged: Secret[] = [];
  for (const secret of secrets.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else merged.push({ ...secret });
  }
  return merged;
}

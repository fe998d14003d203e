import { findCardNumbers } from './card-number.ts';
import { findIbans } from './iban.ts';
import { findKnownKeys } from './known-keys.ts';
import { findNamedSecrets } from './named-secrets.ts';
import { findCodes } from './one-time-code.ts';
import type { Secret } from './secret.ts';

const FINDERS = [findKnownKeys, findNamedSecrets, findCardNumbers, findIbans, findCodes];

/**
 * The secrets a text shows, in order and without overlaps. The text is Markdown as the reader writes it: a backslash before a
 * sign hides nothing.
 */
export function findSecrets(text: string): Secret[] {
  const { plain, places } = withoutEscapes(text);
  const found = FINDERS.flatMap((find) => find(plain)).sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Secret[] = [];
  for (const secret of found) {
    const last = merged.at(-1);
    if (last && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else merged.push({ ...secret });
  }
  if (places === null) return merged;
  return merged.map(({ kind, start, end }) => ({ kind, start: places[start] ?? 0, end: (places[end - 1] ?? 0) + 1 }));
}

/** `places`: where each character stood, or null where nothing was escaped. */
function withoutEscapes(text: string): { plain: string; places: number[] | null } {
  if (!/\\[^\w\s]/.test(text)) return { plain: text, places: null };
  const places: number[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && /[^\w\s]/.test(text[at + 1] ?? '')) at++;
    plain += text[at] ?? '';
    places.push(at);
  }
  return { plain, places };
}

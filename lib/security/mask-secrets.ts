import {
  findAll,
  findCodes,
  findIbans,
  findKnownKeys,
  findNamedSecrets,
  type Secret,
  type SecretKind,
} from './find-secrets.ts';

/** A text with its secrets masked, and the count of each kind, in order of appearance. */
type Masked = { text: string; masked: { kind: SecretKind; count: number }[] };

/**
 * Replaces secrets in page text by `[masked: card number]` and the like. Deterministic, so masks stay the same after a restart
 * without stored state.
 */
export function maskSecrets(text: string): Masked {
  const secrets = findSecrets(text);
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

/** The secrets a text shows, as they stand there. */
export function secretValues(text: string): string[] {
  return findSecrets(text).map(({ start, end }) => text.slice(start, end));
}

const FINDERS = [findKnownKeys, findNamedSecrets, findCardNumbers, findIbans, findCodes];

/**
 * The secrets in a text, in order and without overlaps. The text is Markdown of the page reader, whose backslash escapes are
 * ignored.
 */
function findSecrets(text: string): Secret[] {
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

/** `places` maps each character to its original position; null if nothing was escaped. */
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

/** Thirteen to nineteen digits, without spaces or grouped as on cards. */
const DIGITS =
  /(?<![\w/#@.-])(?:\d{13,19}|\d{4}([ \u00A0\u202F.–-]{1,2})\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|\d{4}([ \u00A0\u202F.–-]{1,2})\d{6}\2\d{4,5})(?![\w/])(?![.-]\d)/g;

/** Number prefixes and lengths of card networks (ISO/IEC 7812; the networks' own ranges). */
const NETWORKS: [RegExp, number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|095|[689])/, [14, 16, 19]],
  [/^6(?:011|4[4-9]|5)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6[0379])/, [16, 18, 19]],
  [/^220[0-4]/, [16]],
];

/** Payment card numbers: in the form of a network, with a valid check digit. */
function findCardNumbers(text: string): Secret[] {
  return findAll(text, DIGITS, 'card number', (value) => isCardNumber(value.replace(/\D/g, '')));
}

function isCardNumber(digits: string): boolean {
  const isOfNetwork = NETWORKS.some(([start, lengths]) => start.test(digits) && lengths.includes(digits.length));
  return isOfNetwork && hasCheckDigit(digits);
}

/** The Luhn check, ISO/IEC 7812-1 annex B. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** A text of a page as it may be sent for translation. `restore` puts its secrets back; null if the answer has lost one. */
type HiddenSecrets = { text: string; restore: (answer: string) => string | null };

/** The tags of the page's own elements in a text are numbered from 1; secrets get tags behind them. */
const FIRST_TAG = 1_000;

/** A single word of letters and digits, which is no language: a code, a password, a serial number. */
const CODE = /^(?=\S*\d)(?=\S*\p{L})\S{6,}$/u;

/**
 * Replaces the secrets of a text by tags that a translation keeps. `before` is the text before it, which can name it: `Password` in
 * the cell before. Null if the text must not be sent: it is a secret itself, or one that tags divide.
 */
export function hideSecrets(text: string, before: string): HiddenSecrets | null {
  const plain = text.replace(/<\/?\d+\/?>/g, '');
  if (CODE.test(plain)) return null;
  if (before !== '') {
    const named = secretValues(`${before.replace(/[\s:：=]+$/, '')}: ${plain}`);
    if (named.some((value) => plain.includes(value))) return null;
  }
  const values = [...new Set([...secretValues(text), ...secretValues(plain)])];
  if (values.some((value) => !text.includes(value))) return null;
  const tags = values.map((value, index) => ({ value, tag: `<${FIRST_TAG + index}/>` }));
  // One secret may begin another.
  const longestFirst = tags.toSorted((a, b) => b.value.length - a.value.length);
  const hidden = longestFirst.reduce((rest, { value, tag }) => rest.replaceAll(value, tag), text);
  const restore = (answer: string) => {
    const count = (within: string, tag: string) => within.split(tag).length - 1;
    if (tags.some(({ tag }) => count(answer, tag) !== count(hidden, tag))) return null;
    return tags.reduce((rest, { value, tag }) => rest.replaceAll(tag, value), answer);
  };
  return { text: hidden, restore };
}

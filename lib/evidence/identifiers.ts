import { memoize } from '../control-flow/index.ts';
import { NUMBER_ENDING } from '../language/index.ts';
import type { Identifier, Taken } from './facts.ts';
import type { Lexicon } from './lexicon.ts';

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'()[\]]+[^\s<>"'()[\].,;:!?]|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;
const DOI = /(?<![\d.])10\.\d{4,9}\/[^\s<>"')\]]*[^\s<>"')\].,;:]/g;
const DOTTED = /(?<![\d.,])v?\d+(?:\.\d+){2,}(?:[-+.]?(?:alpha|beta|rc|pre|dev|b|a)[.-]?\d*)?(?!\d|,\d)/gi;
const SHORT_VERSION = /(?<![\p{L}\d.,])v\.?\d+(?:\.\d+)*(?:-?(?:alpha|beta|rc)[.-]?\d*)?(?![\p{L}\d])/giu;
const PHONE =
  /(?<!\d|\d,|[./]|(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])\p{L})(?:\+\d{1,3} ?\(\d{2,4}\)|\+\d|\(0|\(\d{3}\)|0\d)(?:[\d /)-]|\(0\)){5,18}\d(?!\d|[.,:]\d)|(?<![\d-])\d{3}-\d{3,4}(?:-\d{4})?(?![\d-])|(?<![\d.,])8 ?\(?\d{3,4}\)? ?\d{2,3}-\d{2}-\d{2}(?!\d)/gu;
const TIMES_OF_TIMETABLE = /^(?:(?:[01]\d|2[0-3])[0-5]\d(?: |$))+$/;
const GROUPS =
  /(?<![\d]|(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])\p{L})\d+(?:-\d+){2,}(?!\d|(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])\p{L})/gu;
/** Letters and digits in one word, with at least one of each. */
const CODE =
  /(?<![\d@.]|(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])[\p{L}\p{M}])(?=[A-Za-z\d])(?=[A-Za-z\d-]{0,60}\d)(?=[\d-]{0,60}[A-Za-z])[A-Za-z\d]+(?:[-_/.][A-Za-z\d]+)*/gu;
const SPACED_CODE = /(?<![\p{L}\d])[A-Z]{2,5} \d{1,6}[A-Z]?(?![\p{L}\d]|[.,]\d)/gu;

/** Finds the versions, telephone and part numbers, codes and addresses of a text. */
export function findIdentifiers(text: string, lexicon: Lexicon, takenRanges: Taken): Identifier[] {
  const identifiers: Identifier[] = [];
  add(ADDRESS, 'address');
  add(DOI, 'code');
  add(
    DOTTED,
    'version',
    (match) =>
      !isGroupedNumber(match) &&
      !/^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|[12]\d|3[01])\.(?:\d{2}|\d{4})$/.test(match) &&
      !/^\d{4}\.\d{1,2}\.\d{1,2}$/.test(match),
  );
  add(SHORT_VERSION, 'version', (match) => /\d/.test(match));
  for (const pattern of versionPatterns(lexicon)) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      push(end - (match[1]?.length ?? 0), end, 'version');
    }
  }
  add(PHONE, 'phone', (match) => (match.match(/\d/g)?.length ?? 0) >= 7 && !TIMES_OF_TIMETABLE.test(match));
  add(GROUPS, 'code', (match) => !/^\d{4}-\d{2}-\d{2}$/.test(match));
  add(CODE, 'code', (match, at) => isCode(match, at, text, lexicon));
  add(
    SPACED_CODE,
    'code',
    (match) => !lexicon.symbols.has(match.split(' ')[0] ?? '') && !/^(?:AD|BC|CE|BCE|AM|PM|UTC|GMT)\b/.test(match),
  );
  return identifiers;

  function add(
    pattern: RegExp,
    form: Identifier['form'],
    accepts: (match: string, at: number) => boolean = () => true,
  ) {
    for (const match of text.matchAll(pattern))
      if (accepts(match[0], match.index)) push(match.index, match.index + match[0].length, form);
  }

  function push(start: number, end: number, form: Identifier['form']) {
    if (takenRanges.has(start, end)) return;
    takenRanges.add(start, end);
    identifiers.push({ type: 'identifier', start, end, form });
  }
}

/** Numbers behind a word such as “version”. */
const versionPatterns = memoize(({ facts }: Lexicon): readonly RegExp[] =>
  facts.version
    .filter((word) => word.length >= 2)
    .map(
      (word) =>
        new RegExp(`(?<![\\p{L}\\d])${word}\\p{L}{0,3}\\s*(\\d+(?:\\.\\d+)+(?:-?(?:alpha|beta|rc)[.-]?\\d*)?)`, 'giu'),
    ),
);

function isGroupedNumber(text: string): boolean {
  return /^\d{1,3}(?:\.\d{3})+$/.test(text);
}

/**
 * Whether this is a code and not part of a figure, such as "5km", "20th", "10K", "1990s", "12-hour", "mid-2024", "2x".
 */
function isCode(match: string, at: number, text: string, lexicon: Lexicon): boolean {
  const number = /^\d+(?:[.,]\d+)*/.exec(match);
  if (!number) {
    const letters = /^[A-Za-z]+/.exec(match)?.[0] ?? '';
    const rest = match.slice(letters.length);
    // A currency before its amount.
    if (lexicon.symbols.has(letters) && /^\d+$/.test(rest) && letters.length >= 2) return false;
    if (/^Q[1-4]$/.test(match)) return false;
    return /[A-Z]/.test(letters) || !/^-?\d+$/.test(rest)
      ? /[A-Z]/.test(match)
      : /^[a-z]{1,3}\d/.test(match) && !/^(?:no|nr|ca)\d/.test(match);
  }
  const rest = match.slice(number[0].length);
  // Hindi, Arabic and other languages write their own letters after the digits.
  if (NUMBER_ENDING.test(rest)) return false;
  if (/^-[a-z]/.test(rest) && !/\d/.test(rest)) return false;
  if (/^h\d{0,2}$/i.test(rest)) return false;
  // "200C" is a temperature.
  if (/^\d{2,3}$/.test(number[0]) && /^[CF]$/.test(rest)) return false;
  const first = /^-?([A-Za-z]+)/.exec(rest)?.[1] ?? '';
  if (
    /^-?[A-Za-z]+$/.test(rest) &&
    (lexicon.symbols.has(first) ||
      lexicon.measures.has(first.toLowerCase()) ||
      lexicon.magnitudes.has(first.toLowerCase()))
  )
    return false;
  if (/^[A-Za-z]+\/[a-z]+$/.test(rest)) return false;
  if (/[\u0600-\uffff]/.test(text[at + match.length] ?? '') && /^\d+$/.test(match)) return false;
  return /[A-Z]/.test(rest) || /\d/.test(rest);
}

/** Returns the form that all spellings of an identifier have in common. */
export function squeeze(text: string): string {
  return text
    .toLowerCase()
    .replace(/^v\.?(?=\d)/, '')
    .replace(/[^\p{L}\d.@/]/gu, '')
    .replace(/\.$/, '');
}

import type { Secret } from '../../contracts/index.ts';
import { findSecretMatches } from './secret.ts';

/** What may precede the first group in a line: a table, a quotation, a list item. */
const LINE_START = '[ \\t>|]{0,4}(?:[-*+•][ \\t]{1,3}|\\d{1,2}[.)][ \\t]{1,3})?';
/** The separator between two groups: one sign, plain or encoded as in addresses, or a line end, with spaces. */
const GAP = `([ \\t]{0,3}(?:[.\\-·•,/|+:_—\\u3164]{0,2}|%20|&nbsp;)[ \\t]{0,3}(?:\\n{1,2}${LINE_START})?)`;

/** Thirteen to nineteen digits, together or grouped as on cards. */
const FORMS = [
  `\\d{4}${GAP}\\d{4}${GAP}\\d{4}${GAP}\\d{4}(?:${GAP}\\d{1,3}(?!\\d))?`,
  `\\d{4}${GAP}\\d{6}${GAP}\\d{4,5}`,
  `\\d{5}${GAP}\\d{5}${GAP}\\d{5}`,
  `\\d{8}${GAP}\\d{8}`,
].map((form) => new RegExp(`(?<![\\w/.-])${form}(?![\\w/])(?![.-]\\d)`, 'g'));
/**
 * Without separators. Also next to a word such as the name of a network or a currency, but not within a mix of letters
 * and digits.
 */
const TOGETHER =
  /(?<![\d_/.-])(?<!(?:^|[^A-Za-z])[A-Za-z]{1,2})(?<!\d[A-Za-z]{1,20})\d{13,19}(?![\d_/])(?![A-Za-z]{1,2}(?![A-Za-z]))(?![A-Za-z]{1,20}[\d_])(?![.-]\d)/g;
/** Every digit separate, with the same sign between all of them, and no further digit before or after. */
const APART =
  /(?<![\w/.-])(?<!\d[ \t]{0,3}[|·-]?[ \t]{0,3}\n{0,2}[ \t>|*-]{0,4})\d([ \t]{1,3}|[ \t]{0,3}[|·-][ \t]{0,3}|[ \t]{0,3}\|?[ \t]{0,3}\n{1,2}[ \t>|*-]{0,4})\d(?:\1\d){11,17}(?!\d)(?!\1\d)/g;

/** The maximum distance between numbers of one list, in characters. */
const NEAR = 400;

type Candidate = Secret & { gap: string; isCard: boolean };

/** Finds payment card numbers: in the format of a network, with a valid check digit. */
export function findCardNumbers(text: string): Secret[] {
  const candidates = [TOGETHER, ...FORMS].flatMap((form) => findCandidates(text, form));
  // One in ten numbers has a valid check digit by chance. If another part of a list has no valid one, it is not a list
  // of card numbers.
  const lists = new Set(candidates.filter(({ isCard }) => !isCard).map(({ gap, start }) => toPlaceKey(gap, start)));
  const isInList = ({ gap, start }: Candidate) =>
    isLoose(gap) && [-NEAR, 0, NEAR].some((distance) => lists.has(toPlaceKey(gap, start + distance)));
  const apart = findSecretMatches(text, APART, 'card number', (value) => isCardNumber(value.replace(/\D/g, '')));
  return [
    ...apart,
    ...candidates
      .filter((candidate) => candidate.isCard && !isInList(candidate))
      .map(({ kind, start, end }) => ({ kind, start, end })),
  ];
}

function toPlaceKey(gap: string, at: number): string {
  return `${Math.floor(at / NEAR)}${gap}`;
}

/** Whether this separator is also common between the numbers of lists and tables. */
function isLoose(gap: string): boolean {
  return /[,|\n]/.test(gap);
}

function findCandidates(text: string, form: RegExp): Candidate[] {
  const candidates: Candidate[] = [];
  for (let match = form.exec(text); match !== null; match = form.exec(text)) {
    const groups = match.slice(1).filter((each) => each !== undefined);
    const { digits, gaps } = withoutNumberBehind(match[0], groups);
    const gap = commonGap(gaps);
    if (gap === null || isPartOfList(text, { digits, index: match.index }, gap)) {
      form.lastIndex = match.index + (digits.match(/^\d+/)?.[0].length ?? 1);
      continue;
    }
    const isCard = isCardNumber(digitsIn(digits));
    candidates.push({ kind: 'card number', start: match.index, end: match.index + digits.length, gap, isCard });
    // The number may begin with the second group.
    if (!isCard && gaps.length > 0) form.lastIndex = match.index + (digits.match(/^\d+/)?.[0].length ?? 1);
  }
  return candidates;
}

/** A short fifth group may be a separate number, such as a page number or the card's security code. */
function withoutNumberBehind(digits: string, gaps: readonly string[]): { digits: string; gaps: readonly string[] } {
  const last = gaps[3];
  if (last === undefined || isCardNumber(digitsIn(digits))) return { digits, gaps };
  return { digits: digits.slice(0, digits.lastIndexOf(last)), gaps: gaps.slice(0, 3) };
}

/** The beginning of an item of a list. */
const ITEM = /\n[ \t>|]*(?:[-*+•]|\d{1,2}[.)])[ \t]+/g;

function digitsIn(text: string): string {
  return text.replace(ITEM, '').replace(/%20|\D/g, '');
}

/**
 * Returns the sign between all groups: ` `, or '' if there is none, followed by `\n` if one of them is a line end. Null
 * if they differ.
 */
function commonGap(gaps: readonly string[]): string | null {
  const signs = gaps.map((gap) => gap.replace(ITEM, '\n').replace(/[\s>]/g, '').slice(0, 1) || (gap === '' ? '' : ' '));
  const atLineEnd = gaps.map((gap) => gap.includes('\n'));
  const [sign] = signs.filter((_, index) => !atLineEnd[index]);
  const isCommon = signs.every((each, index) => each === (sign ?? signs[0]) || (atLineEnd[index] && each === ' '));
  if (!isCommon || (gaps.length > 0 && gaps.includes(''))) return null;
  return `${sign ?? signs[0] ?? ''}${atLineEnd.includes(true) ? '\n' : ''}`;
}

/** Whether further groups of digits precede or follow it, with the same signs between them. */
function isPartOfList(text: string, { digits, index }: { digits: string; index: number }, gap: string): boolean {
  if (!isLoose(gap) && !/^\d{8}\D/.test(digits)) return false;
  const sign = gap.startsWith('|') || gap.startsWith(',') ? gap.charAt(0) : '';
  const before = text.slice(Math.max(0, index - 16), index);
  const after = text.slice(index + digits.length, index + digits.length + 16);
  const between = sign === '' ? '[ \\t]*\\n?[ \\t]*' : `\\s*\\${sign}\\s*`;
  return new RegExp(`\\d{3,}${between}$`).test(before) || new RegExp(`^${between}\\d{4,}`).test(after);
}

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

function isCardNumber(digits: string): boolean {
  const isOfNetwork = NETWORKS.some(([start, lengths]) => start.test(digits) && lengths.includes(digits.length));
  return isOfNetwork && hasCheckDigit(digits) && !isArticleNumber(digits);
}

/** Performs the Luhn check, ISO/IEC 7812-1 annex B. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * Whether it is thirteen digits with the check digit of product barcodes (GS1 General Specifications, GTIN-13), which
 * occur on every shop page.
 */
function isArticleNumber(digits: string): boolean {
  if (digits.length !== 13) return false;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

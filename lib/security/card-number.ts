import { findAll, type Secret } from './secret.ts';

/** Thirteen to nineteen digits, whole or in the groups that are printed on cards. */
const DIGITS =
  /(?<![\w/#@.-])(?:\d{13,19}|\d{4}([ \u00A0\u202F.–-]{1,2})\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|\d{4}([ \u00A0\u202F.–-]{1,2})\d{6}\2\d{4,5})(?![\w/])(?![.-]\d)/g;

/** Where the number of a network begins, and how long it is (ISO/IEC 7812; the networks' own ranges). */
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

/** Numbers of payment cards: of a network's form, with a right check digit. */
export function findCardNumbers(text: string): Secret[] {
  return findAll(text, DIGITS, 'card number', (value) => isCardNumber(value.replace(/\D/g, '')));
}

function isCardNumber(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits)) return false;
  const isOfNetwork = NETWORKS.some(([start, lengths]) => start.test(digits) && lengths.includes(digits.length));
  return isOfNetwork && hasCheckDigit(digits);
}

/** Luhn's sum, ISO/IEC 7812-1 annex B. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

import type { FieldValue } from '../../contracts/index.ts';
import { foldOption, toList } from './choices.ts';

/**
 * Whether a field has a value, possibly in the page's notation: with different case or separators, such as grouped
 * digits. If a sign, a decimal mark or punctuation is missing, the value is different.
 */
export function isSameValue(now: FieldValue, value: FieldValue): boolean {
  if (typeof value === 'boolean' || typeof now === 'boolean') return now === value;
  const [current, requested] = [toList(now), toList(value)];
  return (
    current.length === requested.length && requested.every((text) => current.some((each) => isSameText(each, text)))
  );
}

function isSameText(now: string, value: string): boolean {
  if (foldOption(now) === foldOption(value)) return true;
  // A page may add a currency or a unit. Scripts without upper case write it without a space.
  const numbers = readNumbers(value);
  const numbersNow = readNumbers(
    /\p{L}/u.test(value) ? now : now.replace(/^\p{L}{1,4}\.?\s|\s\p{L}{1,4}\.?$|\p{Lo}{1,2}$/gu, ''),
  );
  if (numbers.length > 0 && numbersNow.length > 0) return numbers.some((each) => numbersNow.includes(each));
  // If a page drops the sign or the decimals, the number changes.
  if (numbers.some((each) => each < 0 || !Number.isInteger(each))) return false;
  const [marksNow, marks] = [findMarks(now), findMarks(value)];
  if (marksNow.text !== marks.text) return false;
  return isPhoneLike(value) || [...marks.places].every((place) => marksNow.places.has(place));
}

/**
 * Whether this is a number in groups of digits, such as a phone or account number, whose separators pages add and omit
 * freely.
 */
function isPhoneLike(value: string): boolean {
  return /^[+(]?\d[\d\s\-–./()]*$/.test(value.trim()) && value.replace(/\D/g, '').length >= MIN_PHONE_DIGITS;
}

const MIN_PHONE_DIGITS = 6;

/**
 * The numbers that a text can represent: the decimal mark and the grouping mark depend on the language. Empty for
 * codes, such as those with a leading zero, and for other texts.
 */
function readNumbers(text: string): number[] {
  const [, sign = '', body = ''] = /^[\p{Sc}\s]*([-−]?)[\p{Sc}\s]*(\d[\d.,'’\s]*?)[\p{Sc}%\s]*$/u.exec(text) ?? [];
  if (body === '' || /^0\d/.test(body)) return [];
  const readings = new Set<number>();
  for (const mark of ['.', ',']) {
    const [whole = '', decimals, ...others] = body.split(mark);
    const groups = whole.split(/[.,'’\s]/);
    const isGrouped = groups.slice(1).every((group) => group.length === 3) && (groups[0] ?? '').length <= 3;
    const isWhole = /^\d+$/.test(whole) || isGrouped;
    if (others.length === 0 && isWhole && /^\d*$/.test(decimals ?? ''))
      readings.add(Number(`${sign === '' ? '' : '-'}${groups.join('')}.${decimals ?? ''}`));
  }
  return [...readings];
}

/** A text without marks and spaces, and the positions of the marks and of spaces between digits. */
function findMarks(text: string): { text: string; places: ReadonlySet<number> } {
  const places = new Set<number>();
  let rest = '';
  const characters = [...foldOption(text)];
  for (const [index, character] of characters.entries()) {
    const isBetweenDigits = [characters[index - 1], characters[index + 1]].every((each) => /\d/.test(each ?? ''));
    if (!/[\s\p{P}\p{Sc}]/u.test(character)) rest += character;
    else if (/\p{P}/u.test(character) || isBetweenDigits) places.add(rest.length);
  }
  return { text: rest, places };
}

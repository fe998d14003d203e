import type { Secret } from '../../contracts/index.ts';

/**
 * A text in the form that is searched for secrets. `places` maps each of its characters to its original position. Null
 * if nothing was changed.
 */
export type PlainText = { text: string; places: readonly number[] | null };

/**
 * Characters that are converted: Markdown escapes, invisible characters, and spaces, line ends, dashes, digits and
 * letters with an ASCII equivalent.
 */
const FOLDED =
  /[A-Za-z][\u0300-\u0327]|\u0130|\u20E3|\\[^\w\s]|\u034F|[\uFE00-\uFE0F]|[\xAD\uFDD0-\uFDEF\u2010-\u2013\u2024-\u202E\u2212\u2100-\u214F\u24B6-\u24E9\u30FB\uFB00-\uFB06\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]|(?![\0-\x7F])[\p{Cf}\p{Zs}\p{Nd}]/gu;

/**
 * Returns the text without Markdown escapes and invisible characters. Digits, letters, spaces, dashes and colons of
 * other scripts and widths become ASCII.
 */
export function foldToPlainText(text: string): PlainText {
  return rewrite({ text, places: null }, FOLDED, (match) =>
    match.length === 2 && match.startsWith('\\')
      ? { text: match.charAt(1) < '\x80' ? match.charAt(1) : foldedCharacter(match.charAt(1)), at: 1 }
      : { text: foldedCharacter(match), at: 0 },
  );
}

/** Emphasis, code and line breaks in Markdown. An underscore inside a word does not count. */
const EMPHASIS = /[*`~]+|(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9])|<br>/g;

/** Returns the text without emphasis, which may occur inside a number. */
export function withoutEmphasis(plain: PlainText): PlainText {
  return rewrite(plain, EMPHASIS, (mark) => ({ text: mark === '<br>' ? '\n' : '', at: 0 }));
}

/**
 * A line end within a long word without spaces. The word continues on the next line, which contains nothing else and
 * also has a digit.
 */
const BREAK = /(?<=[\w.~+/=-]{8})\n(?=[\w.~+/=-]{0,40}\d[\w.~+/=-]*[ \t]*(?:\n|$))/g;

/** Returns the text with long words rejoined, because they may be keys. */
export function withoutBreaks(plain: PlainText): PlainText {
  return rewrite(plain, BREAK, () => ({ text: '', at: 0 }));
}

/** Replaces all matches. `at` is the position of the replacement within the match. */
function rewrite(
  { text, places }: PlainText,
  pattern: RegExp,
  replace: (match: string) => { text: string; at: number },
): PlainText {
  if (text.search(pattern) < 0) return { text, places };
  const outputParts: string[] = [];
  const writtenPlaces: number[] = [];
  let end = 0;
  const copy = (to: number) => {
    outputParts.push(text.slice(end, to));
    for (; end < to; end++) writtenPlaces.push(places?.[end] ?? end);
  };
  for (const { 0: match, index } of text.matchAll(pattern)) {
    copy(index);
    const { text: replacement, at } = replace(match);
    outputParts.push(replacement);
    for (let unit = 0; unit < replacement.length; unit++) writtenPlaces.push(places?.[index + at] ?? index + at);
    end = index + match.length;
  }
  copy(text.length);
  return { text: outputParts.join(''), places: writtenPlaces };
}

/** Converts secrets of a plain text to their positions in the original one. */
export function inOriginal(secrets: readonly Secret[], { places }: PlainText, original: string): Secret[] {
  if (places === null) return [...secrets];
  return secrets.map(({ kind, start, end }) => {
    const last = places[end - 1] ?? 0;
    return { kind, start: places[start] ?? 0, end: last + ((original.codePointAt(last) ?? 0) > 0xffff ? 2 : 1) };
  });
}

const folded = new Map<string, string>();

/** Returns a Unicode character as ASCII if it is another form of an ASCII character, or '' if it is invisible. */
function foldedCharacter(character: string): string {
  const cachedFold = folded.get(character);
  if (cachedFold !== undefined) return cachedFold;
  const result = foldCharacter(character);
  folded.set(character, result);
  return result;
}

/** Invisible characters: zero-width ones, soft hyphens, variation selectors, and the marks of `secret-marks.ts`. */
const UNSEEN = /\p{Cf}|\u034F|\u20E3|[\uFE00-\uFE0F]|[\uFDD0-\uFDEF]/u;

function foldCharacter(character: string): string {
  // Composes a letter and its mark. The Turkish capital `İ` becomes `I`, because patterns ignore case.
  if (/^[A-Za-z]./.test(character)) return character.normalize('NFC');
  if (character === '\u0130') return 'I';
  if (UNSEEN.test(character)) return '';
  if (/\p{Zs}/u.test(character)) return ' ';
  if (/[\u2028\u2029]/.test(character)) return '\n';
  if (/\p{Nd}/u.test(character)) return toAsciiDigit(character);
  if (/[\u2010-\u2013\u2212\u30FB]/.test(character)) return character === '\u30FB' ? '·' : '-';
  // Superscript and subscript digits mark footnotes, and fractions are not digits.
  if (/\p{No}/u.test(character)) return character;
  const compatible = character.normalize('NFKC');
  return /^[\x21-\x7E]+$/.test(compatible) ? compatible : character;
}

/** Returns the value of a decimal digit. The digits of a script are consecutive, beginning with zero. */
function toAsciiDigit(character: string): string {
  const compatible = character.normalize('NFKC');
  if (/^\d$/.test(compatible)) return compatible;
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

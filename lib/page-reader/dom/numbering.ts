/**
 * How the items of a list are numbered: `none` for bullets. Letters and numerals have the names of CSS counter styles.
 */
export type Numbering =
  | 'none'
  | 'decimal'
  | 'lower-alpha'
  | 'upper-alpha'
  | 'lower-roman'
  | 'upper-roman'
  | 'lower-greek';

const NAMES: Record<string, Numbering> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
  'lower-alpha': 'lower-alpha',
  'lower-latin': 'lower-alpha',
  'upper-alpha': 'upper-alpha',
  'upper-latin': 'upper-alpha',
  'lower-roman': 'lower-roman',
  'upper-roman': 'upper-roman',
  'lower-greek': 'lower-greek',
};

/** The numbering that a list's `type` or a counter style names. Unknown names count as decimal. */
export function toNumbering(name: string): Numbering {
  return NAMES[name] ?? 'decimal';
}

const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Larger numbers have no Roman numeral (CSS Counter Styles 3). */
const MAX_ROMAN = 3999;

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

export function numeral(value: number, numbering: Numbering): string {
  if (value < 1 || numbering === 'decimal' || numbering === 'none') return String(value);
  if (numbering.endsWith('roman') && value > MAX_ROMAN) return String(value);
  const text = numbering.endsWith('roman')
    ? romanNumeral(value)
    : letters(value, numbering.endsWith('greek') ? GREEK : LATIN);
  return numbering.startsWith('upper') ? text.toUpperCase() : text;
}

/** Formats as a … z, aa, ab … */
function letters(value: number, alphabet: string): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / alphabet.length)) {
    text = alphabet.charAt((rest - 1) % alphabet.length) + text;
  }
  return text;
}

function romanNumeral(value: number): string {
  let rest = value;
  let text = '';
  for (const [size, sign] of ROMAN) {
    text += sign.repeat(Math.floor(rest / size));
    rest %= size;
  }
  return text;
}

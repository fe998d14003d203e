import { hasUnspacedText } from '../../text/index.ts';

/**
 * Ligatures, quotes and dashes at their codes in the LaTeX encodings OT1 and T1. Bitmap fonts have no other information
 * about their glyphs, and text never contains control characters.
 */
const LATEX_SIGNS: Readonly<Record<string, string>> = {
  '\x0b': 'ff',
  '\x0c': 'fi',
  '\x0d': 'fl',
  '\x0e': 'ffi',
  '\x0f': 'ffl',
  '\x10': '“',
  '\x11': '”',
  '\x12': '„',
  '\x13': '«',
  '\x14': '»',
  '\x15': '–',
  '\x16': '—',
  '\x1b': 'ff',
  '\x1c': 'fi',
  '\x1d': 'fl',
  '\x1e': 'ffi',
  '\x1f': 'ffl',
};
const CONTROL_BESIDE_LETTER = /(?<=\p{L})\p{Cc}|\p{Cc}(?=\p{L})/gu;

/** Replaces control characters beside letters by the glyphs that LaTeX fonts draw for them. */
export function withLatexSigns(text: string): string {
  return text.replace(CONTROL_BESIDE_LETTER, (sign) => LATEX_SIGNS[sign] ?? sign);
}

/** A piece of text and its font. */
type FontPiece = { str: string; width: number; size: number; font: string };

/** Widths in multiples of the font size, and shares of the pieces of a font. */
const FIXED = { minWidth: 0.45, maxWidth: 0.72, tolerance: 0.015, minPieces: 3, minLetters: 3, minShare: 0.95 };

/**
 * Finds out which fonts are monospaced from the widths of their text, because many files do not declare it and some
 * declare it wrongly. Fonts with too little text for a decision are absent from the result.
 */
export function measureFixedPitch(pieces: readonly FontPiece[]): Map<string, boolean> {
  const measured = pieces.filter(({ str, width, size }) => width > 0 && size > 0 && isMeasurable(str));
  const fonts = Map.groupBy(measured, ({ font }) => font);
  return new Map(
    [...fonts].flatMap(([font, own]) => {
      const isFixed = hasOneWidth(own);
      // Two words of different widths prove that a font is not monospaced.
      return countWords(own) >= (isFixed ? FIXED.minPieces : 2) ? [[font, isFixed] as const] : [];
    }),
  );
}

/**
 * Whether the widths in a text are informative: digits have the same width in most fonts, and so do all East Asian
 * characters.
 */
function isMeasurable(text: string): boolean {
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= FIXED.minLetters && !hasUnspacedText(text);
}

function countWords(pieces: readonly FontPiece[]): number {
  return new Set(pieces.map(({ str }) => str)).size;
}

function hasOneWidth(pieces: readonly FontPiece[]): boolean {
  const widths = pieces.map(({ str, width, size }) => width / size / [...str].length).sort((one, other) => one - other);
  const middle = widths[Math.floor(widths.length / 2)] ?? 0;
  const equal = widths.filter((width) => Math.abs(width - middle) <= middle * FIXED.tolerance);
  return middle >= FIXED.minWidth && middle <= FIXED.maxWidth && equal.length >= widths.length * FIXED.minShare;
}

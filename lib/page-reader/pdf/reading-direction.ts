const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;
/** Presentation forms of letters, and ligatures (Unicode 16, chapters 9.2 and 23.3). */
const PRESENTATION_FORMS = /[\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDFF\uFE70-\uFEFC]+/g;
const OPENING = '([{«';
const CLOSING = ')]}»';

/** Whether most letters belong to right-to-left scripts. */
export function isRtl(text: string): boolean {
  let balance = 0;
  for (const letter of text.match(/\p{L}/gu) ?? []) balance += RTL.test(letter) ? 1 : -1;
  return balance > 0;
}

/** The italic letters of formulas, Latin and Greek (Unicode 16, chapter 22.2). */
const FORMULA_LETTERS = /[\u210e\u{1d434}-\u{1d467}\u{1d6a4}\u{1d6a5}\u{1d6e2}-\u{1d71b}]/gu;

/** Replaces presentation forms, and the italics of formulas, by the letters as they are typed. */
export function plainLetters(text: string): string {
  return text
    .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
    .replace(FORMULA_LETTERS, (letter) => letter.normalize('NFKC'));
}

/**
 * Joins pieces given from left to right, including spaces, in reading order. In a right-to-left line, words in a
 * left-to-right script and numbers keep their direction (UAX #9).
 */
export function logicalText(pieces: readonly string[], isPageRtl: boolean): string {
  const letters = pieces.map(plainLetters);
  const line = letters.join('');
  if (!RTL.test(line)) return line;
  const base = isPageRtl || isRtl(line) ? 1 : 0;
  const plain = base === 1 ? letters.flatMap(splitNumbers) : letters;
  let ordered = plain.map((text, index) => ({ text, level: resolveBidiLevel(plain, index, base) }));
  for (const level of [2, 1]) ordered = reverseRuns(ordered, level);
  return withLigatures(unmirrored(ordered.map(({ text }) => text).join('')));
}

/**
 * Swaps the two letters of the ligature lam-alef back where no word can contain them in this order: pdf.js reverses
 * them with the line. `ال` begins most nouns, so it is swapped only as a separate word and before an alef with a
 * diacritic.
 */
function withLigatures(text: string): string {
  return text.replace(/(?<![\p{L}\p{M}])([وف]?)ال(?![\p{L}\p{M}])/gu, '$1لا').replace(/ا([أإآ])ل/g, 'ال$1');
}

/** A number with the signs that belong to it: separators between its digits, and a unit after them. */
const NUMBER = /(\p{N}+(?:[.,:/+-]\p{N}+)*[%°€$£¥]*)/u;

/**
 * Splits a piece without letters into its numbers and what is between them: `4–1` is a right-to-left range, `17.3` is
 * one number.
 */
function splitNumbers(piece: string): string[] {
  if (LETTER.test(piece) || !NUMBER.test(piece)) return [piece];
  return piece.split(NUMBER).filter((part) => part !== '');
}

/**
 * Reverses ranges of numbers in a right-to-left piece. pdf.js treats all characters outside Latin-1, such as dashes, as
 * left-to-right letters, and so leaves `4–1` in visual order where `1–4` is meant.
 */
export function turnRanges(text: string): string {
  return text.replace(/(\p{N}[\p{N}.,:]{0,40})([‐-―−])(\p{N}[\p{N}.,:]{0,40}\p{N}|\p{N})/gu, '$3$2$1');
}

/** Odd levels run from right to left, as in UAX #9. */
function resolveBidiLevel(pieces: readonly string[], index: number, base: 0 | 1): number {
  const own = strongLevel(pieces[index] ?? '', base);
  if (own !== undefined) return own;
  if (isThousands(pieces, index)) return 2;
  const before = nearest(pieces, index, -1, base);
  const after = nearest(pieces, index, 1, base);
  // A number among right-to-left words is itself written from left to right.
  if (/\p{N}/u.test(pieces[index] ?? '')) return base === 1 || (before === 1 && after === 1) ? 2 : 0;
  return before === after && before !== undefined ? before : base;
}

/** Whether a space is inside a number, before its last three digits. */
function isThousands(pieces: readonly string[], index: number): boolean {
  const [before = '', space = '', after = ''] = [pieces[index - 1], pieces[index], pieces[index + 1]];
  return space.trim() === '' && /(?<!\p{N})\p{N}{1,3}$/u.test(before) && /^\p{N}{3}(?!\p{N})/u.test(after);
}

function strongLevel(text: string, base: 0 | 1): number | undefined {
  if (RTL.test(text)) return 1;
  return LETTER.test(text) ? base * 2 : undefined;
}

/**
 * The level of the next piece whose letters have a direction. Numbers with no such piece beyond them follow the
 * direction of the line.
 */
function nearest(pieces: readonly string[], index: number, step: 1 | -1, base: 0 | 1): number | undefined {
  let numberLevel: number | undefined;
  // Pieces further away than this do not belong to the same run.
  for (let distance = 1; distance <= 8; distance += 1) {
    const text = pieces[index + step * distance];
    if (text === undefined) return numberLevel;
    const level = strongLevel(text, base);
    if (level !== undefined) return level;
    if (base === 1 && /\p{N}/u.test(text)) numberLevel = 1;
  }
  return numberLevel;
}

function reverseRuns<Piece extends { level: number }>(pieces: readonly Piece[], level: number): Piece[] {
  const result: Piece[] = [];
  let run: Piece[] = [];
  for (const piece of pieces) {
    if (piece.level >= level) run.push(piece);
    else {
      result.push(...run.reverse(), piece);
      run = [];
    }
  }
  return [...result, ...run.reverse()];
}

/** Brackets in right-to-left text are drawn mirrored, and a file may contain the mirrored ones. */
function unmirrored(text: string): string {
  if (isBalanced(text)) return text;
  const mirrored = text.replace(/[()[\]{}«»]/g, (sign) => {
    const index = OPENING.indexOf(sign);
    return (index === -1 ? OPENING[CLOSING.indexOf(sign)] : CLOSING[index]) ?? sign;
  });
  return isBalanced(mirrored) ? mirrored : text;
}

function isBalanced(text: string): boolean {
  const open: number[] = [];
  for (const sign of text) {
    if (OPENING.includes(sign)) open.push(OPENING.indexOf(sign));
    else if (CLOSING.includes(sign) && open.pop() !== CLOSING.indexOf(sign)) return false;
  }
  return open.length === 0;
}

import { findOverlappedColumns } from './extents.ts';
import type { Piece, Row } from './rows.ts';

/**
 * Widths in multiples of the font size, for fonts in which no number is a separate piece. Among the common fonts,
 * Helvetica has the widest digits.
 */
const NUMBERS = {
  minRows: 2,
  digit: 0.56,
  sign: 0.28,
  minGap: 0.1,
  minNames: 3,
  rowDistance: 4,
  maxRows: 40,
  maxShift: 0.8,
  joinedGap: 0.4,
  cellGap: 0.65,
  percent: 0.9,
  nameGap: 0.6,
  maxName: 40,
};
const NUMBER = /^[(+−-]?[$€£¥]?\d[\d.,:%]*\)?$/;

/**
 * Divides columns of numbers that pdf.js joined because they are as close together as words. Rows have such columns if
 * each has as many numbers as there are words in the name above, and the numbers are further apart than a space. Three
 * digits after a space are thousands.
 */
export function divideNumberColumns(rows: readonly Row[]): readonly Row[] {
  const [names, ...rest] = rows;
  const count = names?.pieces.length ?? 0;
  if (!names || rest.length < NUMBERS.minRows || rows.some(({ pieces }) => pieces.length !== count)) return rows;
  const digit = digitWidth(rest);
  const columns = names.pieces.map((name, index) => {
    const cells = rest.map(({ pieces }) => pieces[index] as Piece);
    return areJoined(name, cells, digit) ? divideColumn(name, cells, digit) : [name, ...cells].map((piece) => [piece]);
  });
  return rows.map((row, index) => ({ ...row, pieces: columns.flatMap((cells) => cells[index] ?? []) }));
}

/**
 * Divides what pdf.js joined in single rows of a table with text in other columns: names at the strip between two
 * columns of cells below them, and a piece of as many numbers as there are separate names above it. Rows may have cells of
 * several lines. The parts are returned as far apart as cells.
 */
export function divideBelowNames(rows: readonly Row[]): Row[] {
  let names: Piece[] = [];
  return rows.map((row, index) => {
    const before = rows[index - 1];
    if (before && before.y - row.y > row.size * NUMBERS.rowDistance) names = [];
    if (areNames(row)) {
      names = divideNames(row.pieces, rows.slice(index + 1, index + 1 + NUMBERS.maxRows));
      return { ...row, pieces: names };
    }
    return names.length === 0 ? row : { ...row, pieces: row.pieces.flatMap((piece) => divideNumbers(piece, names)) };
  });
}

/** Whether a row has several short texts without numbers, further apart than words of a line. */
function areNames({ pieces, size }: Row): boolean {
  return (
    pieces.length >= NUMBERS.minNames &&
    pieces.every(({ text, table }) => !table && text.length <= NUMBERS.maxName && !/\d/.test(text)) &&
    pieces.slice(1).every(({ x }, index) => {
      const before = pieces[index] as Piece;
      return x - before.x - before.width > size * NUMBERS.nameGap;
    })
  );
}

function divideNames(names: readonly Piece[], below: readonly Row[]): Piece[] {
  const end = below.findIndex((row, index) => {
    const before = below[index - 1];
    return areNames(row) || (before !== undefined && before.y - row.y > row.size * NUMBERS.rowDistance);
  });
  const pieces = (end === -1 ? below : below.slice(0, end)).flatMap((row) => row.pieces);
  return names.flatMap((name) => {
    const spaces = [...name.text.matchAll(/(?<=\S)\s+(?=\S)/g)].map(({ index }) => index);
    const divided = spaces.flatMap((space) => divideName(name, space, pieces));
    return divided.length === 2 ? divided : [name];
  });
}

/** The two parts of a name, if the cells below it are in two columns with a strip between them at this space. */
function divideName(name: Piece, space: number, below: readonly Piece[]): Piece[] {
  const x = name.x + (name.width * (space + 0.5)) / name.text.length;
  const shift = name.size * NUMBERS.maxShift;
  const end = name.x + name.width;
  const cells = below.filter((piece) => piece.x < end && piece.x + piece.width > name.x);
  const crossing = cells.findIndex((piece) => piece.x < x - shift && piece.x + piece.width > x + shift);
  const inTable = crossing === -1 ? cells : cells.slice(0, crossing);
  const left = inTable.filter((piece) => piece.x + piece.width <= x + shift);
  const right = inTable.filter((piece) => !left.includes(piece));
  if (Math.min(left.length, right.length) < NUMBERS.minRows) return [];
  const x0 = Math.max(...left.map((piece) => piece.x + piece.width));
  const x1 = Math.min(...right.map((piece) => piece.x));
  if (x1 - x0 < name.size * NUMBERS.cellGap || x0 <= name.x || x1 >= end) return [];
  return [
    { ...name, text: name.text.slice(0, space), width: x0 - name.x },
    { ...name, text: name.text.slice(space).trim(), x: x1, width: end - x1 },
  ];
}

function divideNumbers(piece: Piece, names: readonly Piece[]): Piece[] {
  const words = wordsIn(piece);
  if (words.length < 2 || piece.table || !words.every((word) => NUMBER.test(word))) return [piece];
  const above = names.map(({ x, width }) => ({ x0: x, x1: x + width }));
  const extent = { x0: piece.x, x1: piece.x + piece.width };
  if (findOverlappedColumns(extent, above).length !== words.length) return [piece];
  const widths = words.map((word) => estimateWordWidth(word, NUMBERS.digit) * piece.size);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const gap = piece.size * NUMBERS.joinedGap;
  const scale = (piece.width - gap * (words.length - 1)) / total;
  let x = piece.x;
  return words.map((text, index) => {
    const width = (widths[index] ?? 0) * scale;
    const part = { ...piece, text, x, width: Math.max(1, width + gap - piece.size * NUMBERS.cellGap) };
    x += width + gap;
    return index === words.length - 1 ? { ...part, width } : part;
  });
}

function areJoined(name: Piece, cells: readonly Piece[], digit: number): boolean {
  const words = wordsIn(name);
  if (words.length < 2 || words.some((word) => NUMBER.test(word))) return false;
  const numbers = cells.map(wordsIn);
  if (numbers.some((row) => row.length !== words.length || !row.every((word) => NUMBER.test(word)))) return false;
  if (numbers.every((row) => row.slice(1).every((word) => /^\d{3}(?!\d)/.test(word)))) return false;
  const gaps = cells.map((cell) => {
    const own = wordsIn(cell).reduce((sum, word) => sum + estimateWordWidth(word, digit), 0);
    return cell.width / cell.size - own - NUMBERS.sign * (words.length - 1);
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length >= NUMBERS.minGap;
}

/** Assigns the numbers of each cell, and the words of the name above them, to the edges of the nearest columns. */
function divideColumn(name: Piece, cells: readonly Piece[], digit: number): Piece[][] {
  const count = wordsIn(name).length;
  const left = Math.min(...cells.map(({ x }) => x));
  const step = (Math.max(...cells.map(({ x, width }) => x + width)) - left) / count;
  const pieceAt = (piece: Piece, text: string, index: number): Piece => {
    const width = Math.min(step * 0.9, Math.max(piece.size * digit, estimateWordWidth(text, digit) * piece.size));
    return { ...piece, text, x: left + step * index, width };
  };
  return [name, ...cells].map((piece) => wordsIn(piece).map((text, index) => pieceAt(piece, text, index)));
}

function wordsIn({ text }: Piece): string[] {
  return text.trim().split(/\s+/);
}

function estimateWordWidth(word: string, digit: number): number {
  const digits = word.match(/\d/g)?.length ?? 0;
  const percents = word.match(/%/g)?.length ?? 0;
  return digits * digit + percents * NUMBERS.percent + (word.length - digits - percents) * NUMBERS.sign;
}

/** The width of a digit in these rows, measured from numbers that are separate pieces. */
function digitWidth(rows: readonly Row[]): number {
  const alone = rows.flatMap(({ pieces }) => pieces.filter(({ text }) => /^\d{2,}$/.test(text.trim())));
  const widths = alone.map(({ text, width, size }) => width / size / text.trim().length);
  return widths.length > 0 ? Math.max(...widths) : NUMBERS.digit;
}

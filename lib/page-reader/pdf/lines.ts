import { hasUnspacedText } from '../../text/index.ts';
import { divideBelowNames } from './number-columns.ts';
import type { PdfText } from './pdf-pieces.ts';
import { isRtl, logicalText } from './reading-direction.ts';
import type { PdfTableCell, Piece, Row } from './rows.ts';
import type { PdfTag } from './structure-tags.ts';
import { withTightTables } from './tight-tables.ts';

/** Pieces of one line without a wide gap between them. */
export type Fragment = {
  text: string;
  x0: number;
  x1: number;
  y: number;
  size: number;
  /** The index of the line on the page. */
  row: number;
  isMonospaced: boolean;
  tag: PdfTag | undefined;
  /** The cells of a table whose first line is here. */
  table?: PdfTableCell[][] | undefined;
};

/** Distances in multiples of the font size. */
const GAP = {
  /** Pieces closer together than this belong to one word. */
  word: 0.15,
  /** Pieces further apart than this may be in different columns. */
  column: 0.6,
  /** Maximum distance between the label of a field and its value. */
  field: 25,
  /** Minimum distance between a bullet and the text of its item. */
  bullet: 0.4,
  /** Maximum distance between a checkbox and its label. */
  box: 2.5,
};

/**
 * Maximum distance between baselines of one line, and the positions and sizes of raised and lowered signs, in multiples
 * of the font size. Also the maximum number of pieces of a row that are tested for letters inside the words of another
 * row.
 */
const BASELINE = {
  tolerance: 0.25,
  field: 0.6,
  raised: 0.75,
  smallSize: 0.85,
  raisedGap: 0.3,
  note: 0.3,
  maxInside: 40,
};

/**
 * Joins the pieces on each line, from top to bottom and from left to right, regardless of their order in the file. Each
 * table that the file marks becomes one fragment.
 */
export function joinIntoFragments(texts: readonly PdfText[]): Fragment[] {
  const isPageRtl = isRtl(texts.map(({ text }) => text).join(' '));
  const tables = Map.groupBy(texts, ({ tag }) => tag?.cell?.table ?? 0);
  const pieces: Piece[] = [...tables].flatMap(([table, inside]) => {
    const whole = table === 0 ? null : buildTablePiece(inside, isPageRtl);
    return whole ? [whole] : inside;
  });
  const divided = divideBelowNames(groupIntoRows(pieces).map(withBullets));
  const rows = withTightTables(divided, (piece) => buildCell([piece], isPageRtl));
  return rows.flatMap((row, index) =>
    splitAtGaps(row.pieces).map((group) => ({ ...buildFragment(group, isPageRtl), y: row.y, row: index })),
  );
}

/** A glyph without a Unicode character, such as a list bullet in a symbol font. */
const NAMELESS = /^[\p{Cc}\p{Co}\ufffd](?=\s|$)/u;

/** Letters at whose codes Wingdings, Zapf Dingbats and Courier have the bullets of word processors. */
const LETTER_BULLET = /^[lnouvqØ§]$/;

/** Whether a letter is a bullet: it is in a different font than the text, which follows after a gap. */
function isLetterBullet(piece: Piece, next: Piece): boolean {
  if (!LETTER_BULLET.test(piece.text.trim()) || !piece.font || !next.font || piece.font === next.font) return false;
  return next.x - piece.x - piece.width > piece.size * GAP.bullet;
}

/** Replaces such signs with bullets where they are before text at the beginning of a line. */
function withBullets(row: Row): Row {
  const pieces = row.pieces.map((piece, index): Piece => {
    const [before, next] = [row.pieces[index - 1], row.pieces[index + 1]];
    const isFirst = before === undefined || piece.x - before.x - before.width > piece.size * GAP.column;
    const text = piece.text.trim();
    if (!isFirst || (text.length === 1 && !next)) return piece;
    if (next && isLetterBullet(piece, next)) return { ...piece, text: '•' };
    return NAMELESS.test(text) ? { ...piece, text: text.replace(NAMELESS, '•') } : piece;
  });
  return { ...row, pieces };
}

/**
 * A table as one piece at its first line. Null for a table that is only used for layout: one with a single column or
 * row.
 */
function buildTablePiece(texts: readonly PdfText[], isPageRtl: boolean): Piece | null {
  const rows = [...Map.groupBy(texts, ({ tag }) => tag?.cell?.row ?? 0).values()].map((row) =>
    [...Map.groupBy(row, ({ tag }) => tag?.block ?? 0).values()].map((cell) => buildCell(cell, isPageRtl)),
  );
  const [first] = texts;
  if (!first || rows.length < 2 || rows.filter((row) => row.length > 1).length < 2) return null;
  const x = Math.min(...texts.map((piece) => piece.x));
  const width = Math.max(...texts.map((piece) => piece.x + piece.width)) - x;
  const y = Math.max(...texts.map((piece) => piece.y));
  return { ...first, text: ' ', x, y, width, table: rows };
}

function buildCell(texts: readonly PdfText[], isPageRtl: boolean): PdfTableCell {
  const lines = groupIntoRows(texts).map(({ pieces }) => buildFragment(pieces, isPageRtl));
  return {
    text: lines.map(({ text }) => text).reduce(joinLines, ''),
    x0: Math.min(...lines.map(({ x0 }) => x0)),
    x1: Math.max(...lines.map(({ x1 }) => x1)),
    isHeader: texts[0]?.tag?.cell?.isHeader === true,
  };
}

/** Joins two lines, and the parts of a word that was hyphenated between them. */
export function joinLines(text: string, next: string): string {
  if (text === '' || next === '') return text + next;
  if (/\p{L}[-‐]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  // Chinese, Japanese and Thai have no spaces between words.
  if (hasUnspacedText(text.slice(-2)) && hasUnspacedText(next.slice(0, 2))) return text + next;
  // A number or name that contains a hyphen.
  return /[\p{L}\p{N}][-‐]$/u.test(text) && /^[\p{L}\p{N}]/u.test(next) ? text + next : `${text} ${next}`;
}

function groupIntoRows(texts: readonly Piece[]): Row[] {
  const rows: Row[] = [];
  for (const piece of [...texts].sort((one, other) => other.y - one.y || one.x - other.x)) {
    const row = rows.at(-1);
    const tolerance = piece.kind === 'field' ? BASELINE.field : BASELINE.tolerance;
    if (row && row.y - piece.y <= Math.min(row.size, piece.size) * tolerance) {
      row.pieces.push(piece);
      row.size = Math.max(row.size, piece.size);
    } else rows.push({ y: piece.y, size: piece.size, pieces: [piece] });
  }
  const joinedRows = attachRaised(rows);
  for (const { pieces } of joinedRows) pieces.sort((one, other) => one.x - other.x);
  return joinedRows;
}

/** Moves small signs above or below the baseline of a word into its line. */
function attachRaised(rows: readonly Row[]): Row[] {
  const emptyRows = new Set<Row>();
  for (const [index, row] of rows.entries()) {
    const hosts = [rows[index + 1], rows[index - 1]].filter(
      (host) => host !== undefined && !emptyRows.has(host),
    ) as Row[];
    // A lowered sign may also be just above the end of a word in the next line.
    const distance = (host: Row) => Math.abs(host.y - row.y);
    for (const host of hosts.sort((one, other) => distance(one) - distance(other))) {
      const small = row.pieces.filter((piece) => isRaised(piece, host, row.pieces));
      host.pieces.push(...joinAdjacent(small).map((piece) => ({ ...piece, text: raisedText(piece, host) })));
      row.pieces = row.pieces.filter((piece) => !small.includes(piece));
    }
    if (row.pieces.length === 0) emptyRows.add(row);
  }
  return rows.filter((row) => !emptyRows.has(row));
}

const SHORT_SIGN = /^(?:[-−+]?\d{1,3}|[-−+]\p{L}|\p{L}[-−+·]\d)$/u;

function isRaised(piece: PdfText, host: Row, beside: readonly PdfText[]): boolean {
  // A number or an exponent may be raised without being smaller. Separate lines are further apart.
  const isNote = SHORT_SIGN.test(piece.text.trim()) && Math.abs(piece.y - host.y) > host.size * BASELINE.note;
  if (piece.text.length > 12 || Math.abs(piece.y - host.y) > host.size * BASELINE.raised) return false;
  const isFullSize = isNote || isInsideWord(piece, host, beside);
  if (piece.size > host.size * BASELINE.smallSize && !isFullSize) return false;
  const gap = host.size * BASELINE.raisedGap;
  const follows = (other: PdfText) => Math.abs(other.x + other.width - piece.x) < gap;
  if (host.pieces.some((other) => (isFullSize || other.size > piece.size) && follows(other))) return true;
  // The signs of one exponent may be separate pieces.
  const before = beside.find((other) => other !== piece && other.x < piece.x && follows(other));
  return before !== undefined && isRaised(before, host, beside);
}

/** Whether a letter touches the next one on another baseline, like the E in the TeX logo. */
function isInsideWord({ text, x, width }: PdfText, host: Row, beside: readonly PdfText[]): boolean {
  if (text.trim().length > 1 || beside.length > BASELINE.maxInside) return false;
  return host.pieces.some((other) => Math.abs(x + width - other.x) < host.size * GAP.word);
}

/** Joins the pieces of one exponent. */
function joinAdjacent(pieces: readonly Piece[]): Piece[] {
  const joinedPieces: Piece[] = [];
  for (const piece of [...pieces].sort((one, other) => one.x - other.x)) {
    const before = joinedPieces.at(-1);
    if (before && piece.x - before.x - before.width < piece.size * GAP.word) {
      joinedPieces[joinedPieces.length - 1] = {
        ...before,
        text: before.text + piece.text,
        width: piece.x + piece.width - before.x,
      };
    } else joinedPieces.push(piece);
  }
  return joinedPieces;
}

/** Powers get a sign, as in web pages. Ordinals and note references are clear without one. */
function raisedText({ text, y }: PdfText, host: Row): string {
  const sign = text.trim();
  if (y <= host.y) return text;
  if (/^[-−+]?(?:\d+|\p{L})$/u.test(sign)) return `^${sign}`;
  return /^[-−+]?[\p{L}\d]+(?:\s?[-−+·]\s?[\p{L}\d]+)+$/u.test(sign) ? `^(${sign})` : text;
}

function splitAtGaps(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const [index, piece] of pieces.entries()) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && !isApart(before, piece, pieces[index + 1])) group.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

function isBox({ kind, text }: Piece): boolean {
  return kind === 'field' && /^\[[x ]\]$/.test(text);
}

function isApart(before: Piece, piece: Piece, next: Piece | undefined): boolean {
  const gap = piece.x - before.x - before.width;
  // The label of a checkbox may also follow it.
  if (isBox(before) && piece.kind === 'text') return gap > piece.size * GAP.box;
  if (isBox(piece) && next?.kind === 'text' && next.x - piece.x - piece.width < gap) return true;
  const isLabelled = before.kind === 'text' && piece.kind === 'field';
  if (before.table || piece.table || (!isLabelled && before.tag?.block !== piece.tag?.block)) return true;
  return gap > Math.max(piece.size, before.size) * (isLabelled ? GAP.field : GAP.column);
}

function buildFragment(pieces: readonly Piece[], isPageRtl: boolean) {
  const size = Math.max(...pieces.map((piece) => piece.size));
  const words: string[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (const { text, x, width } of pieces) {
    if (x - end > size * GAP.word) words.push(' ');
    words.push(text);
    end = x + width;
  }
  const x1 = Math.max(...pieces.map(({ x, width }) => x + width));
  return {
    // A visible soft hyphen divides a word between two lines.
    text: logicalText(words, isPageRtl)
      .replace(/ {2,}/g, ' ')
      .trim()
      .replace(/\u00ad$/, '-'),
    x0: pieces[0]?.x ?? 0,
    x1,
    size,
    isMonospaced: pieces.every((piece) => piece.isMonospaced === true),
    tag: pieces[0]?.tag,
    table: pieces[0]?.table,
  };
}

import type { Extent } from './extents.ts';
import { isMarker } from './markers.ts';
import { divideNumberColumns } from './number-columns.ts';
import type { PdfTableCell, Piece, Row } from './rows.ts';
import { findNearestSpace } from './word-places.ts';

/** Distances in multiples of the font size, and criteria for a run of rows to be a table. */
const TIGHT = {
  /** Pieces closer together than this belong to one word. */
  word: 0.12,
  /** Rows whose cells are all further apart than this are handled elsewhere. */
  wide: 0.6,
  rowDistance: 2.2,
  minRows: 3,
  maxRows: 200,
  maxColumns: 30,
  minFilled: 0.4,
  /** Maximum distance between the estimated position of a space and the strip. */
  maxShift: 0.8,
  /** Where to search for a strip, before the beginning of the next cell. */
  beforeCell: 0.3,
  /** Maximum length of a cell in characters. */
  maxCell: 40,
};

/**
 * Finds tables with little space between their columns, as browsers lay them out without a style sheet, and replaces
 * their rows. Such a table has at least three consecutive rows in which each cell is one piece and the same strips
 * between cells are empty. In running text, the spaces of three lines never all align.
 */
export function withTightTables(rows: readonly Row[], toCell: (piece: Piece) => PdfTableCell): Row[] {
  const result: Row[] = [];
  for (let start = 0; start < rows.length; ) {
    if (!mayBegin(rows, start)) {
      result.push(...rows.slice(start, start + 1));
      start += 1;
      continue;
    }
    const short = rows.slice(start, endOfShortRows(rows, start));
    const divided = divideLikeFullest(short);
    const end = start + endOfTable(divided, 0);
    const run = divided.slice(0, end - start);
    const columns = divideNumberColumns(run);
    const [first] = run;
    if (
      first &&
      run.length >= TIGHT.minRows &&
      isFilled(run) &&
      !isRunningText(run, short) &&
      (columns[0]?.pieces.length !== first.pieces.length ||
        run.some((row) => gapsIn(row).some(({ x0, x1 }) => x1 - x0 < row.size * TIGHT.wide)))
    ) {
      result.push({ ...first, pieces: [tablePiece(columns, toCell)] });
      start = end;
    } else {
      if (rows[start]) result.push(rows[start] as Row);
      start += 1;
    }
  }
  return result;
}

/**
 * Whether all rows but one were divided, and all of their pieces continue a sentence, as below a term in bold at the
 * beginning of a paragraph.
 */
function isRunningText(run: readonly Row[], before: readonly Row[]): boolean {
  const divided = before.filter(({ pieces }, index) => pieces.length < (run[index]?.pieces.length ?? 0));
  const goesOn = ({ text }: Piece) => /^\p{Ll}/u.test(text);
  return divided.length >= run.length - 1 && divided.every(({ pieces }) => pieces.every(goesOn));
}

/** Whether most rows have a cell in each column. If only a few do, the others are lines of cells. */
function isFilled(run: readonly Row[]): boolean {
  const most = Math.max(...run.map(({ pieces }) => pieces.length));
  return run.filter(({ pieces }) => pieces.length === most).length >= run.length * TIGHT.minFilled;
}

/** Whether one of the first rows has cells, one of which is as close to the next as words are. */
function mayBegin(rows: readonly Row[], start: number): boolean {
  const first = rows.slice(start, start + TIGHT.minRows);
  const isTight = ({ pieces, size }: Row) =>
    pieces.length > 1 &&
    pieces.length <= TIGHT.maxColumns &&
    gapsIn({ y: 0, size, pieces }).some(({ x0, x1 }) => x1 - x0 < size * TIGHT.wide);
  // Joined cells have no gap between them. Rows then differ in their number of pieces.
  const counts = new Set(first.map(({ pieces }) => pieces.length));
  const hasJoinedNumbers = first
    .slice(1)
    .every(({ pieces }) => pieces.some(({ text }) => /^\s*\S*\d\s+\S*\d\s*$/.test(text)));
  return first.length === TIGHT.minRows && (counts.size > 1 || hasJoinedNumbers || first.some(isTight));
}

/** The index after the consecutive rows that hold only short pieces. */
function endOfShortRows(rows: readonly Row[], start: number): number {
  let end = start;
  for (let row = rows[end]; row && end - start < TIGHT.maxRows; row = rows[end]) {
    const before = rows[end - 1];
    const isFar = end > start && before !== undefined && before.y - row.y > before.size * TIGHT.rowDistance;
    if (isFar || row.pieces.some(({ text, table }) => table || text.length > TIGHT.maxCell)) break;
    end += 1;
  }
  return Math.max(end, start + 1);
}

/**
 * Divides pieces at the strips of the row with the most pieces: pdf.js joins cells that are only as far apart as words.
 * The position of a space in a piece is estimated from the number of its letters.
 */
function divideLikeFullest(rows: readonly Row[]): readonly Row[] {
  if (rows.length < TIGHT.minRows) return rows;
  const model = rows.reduce((fullest, row) => (row.pieces.length > fullest.pieces.length ? row : fullest));
  const strips = gapsIn(model).map(({ x0, x1 }) => Math.max((x0 + x1) / 2, x1 - model.size * TIGHT.beforeCell));
  return rows.map((row) => {
    if (row === model) return row;
    const pieces = row.pieces.flatMap((piece) => divide(piece, strips));
    return pieces.length <= model.pieces.length ? { ...row, pieces } : row;
  });
}

function divide(piece: Piece, strips: readonly number[]): Piece[] {
  const strip = strips.find((x) => x > piece.x && x < piece.x + piece.width);
  if (strip === undefined || piece.kind !== 'text') return [piece];
  const space = findNearestSpace(piece.text, { x0: piece.x, width: piece.width, strip });
  if (!space || Math.abs(space.x - strip) > piece.size * TIGHT.maxShift) return [piece];
  const half = piece.size * TIGHT.word;
  const left = { ...piece, text: piece.text.slice(0, space.start).trim(), width: strip - half - piece.x };
  const right = {
    ...piece,
    text: piece.text.slice(space.start).trim(),
    x: strip + half,
    width: piece.x + piece.width - strip - half,
  };
  return [left, ...divide(right, strips)];
}

/** The index after the last row of a table that begins at `start`. */
function endOfTable(rows: readonly Row[], start: number): number {
  const first = rows[start];
  if (!first || !isRowOfCells(first)) return start + 1;
  let strips = gapsIn(first);
  let end = start + 1;
  for (let before = first, row = rows[end]; row && isRowOfCells(row); before = row, row = rows[end]) {
    if (before.y - row.y > before.size * TIGHT.rowDistance || Math.abs(before.size - row.size) > 0.5) break;
    const shared = sharedStrips(strips, row);
    if (shared.length === 0 || shared.length < strips.length) break;
    strips = shared;
    end += 1;
  }
  return end;
}

function isRowOfCells({ pieces }: Row): boolean {
  return (
    pieces.length > 1 &&
    !(pieces.length === 2 && pieces.some(({ text }) => isMarker(text))) &&
    pieces.every(
      ({ text, kind, table, tag }) => !table && kind === 'text' && text.length <= TIGHT.maxCell && !tag?.cell,
    )
  );
}

/** The gaps between the pieces of a row, from left to right. */
function gapsIn({ pieces }: Row): Extent[] {
  return pieces.slice(1).map((piece, index) => {
    const before = pieces[index];
    return { x0: before ? before.x + before.width : piece.x, x1: piece.x };
  });
}

/** The parts of the strips that are also empty in this row. Each gap of the row must lie in one of them. */
function sharedStrips(strips: readonly Extent[], row: Row): Extent[] {
  const gaps = gapsIn(row);
  const minWidth = row.size * TIGHT.word;
  const edges = [
    { x0: Number.NEGATIVE_INFINITY, x1: row.pieces[0]?.x ?? 0 },
    ...gaps,
    { x0: computeRightEdge(row), x1: Number.POSITIVE_INFINITY },
  ];
  const shared = strips.flatMap((strip) =>
    edges
      .map((gap) => ({ x0: Math.max(gap.x0, strip.x0), x1: Math.min(gap.x1, strip.x1) }))
      .filter(({ x0, x1 }) => x1 - x0 >= minWidth),
  );
  const areAllShared = gaps.every((gap) => shared.some(({ x0, x1 }) => x0 >= gap.x0 && x1 <= gap.x1));
  return areAllShared ? shared : [];
}

function computeRightEdge({ pieces }: Row): number {
  return Math.max(...pieces.map(({ x, width }) => x + width));
}

function tablePiece(run: readonly Row[], toCell: (piece: Piece) => PdfTableCell): Piece {
  const table = run.map(({ pieces }) => pieces.map(toCell));
  const [names = [], ...rest] = table;
  const isNamed =
    !names.some(({ text }) => /\d/.test(text)) && rest.every((row) => row.some(({ text }) => /\d/.test(text)));
  const pieces = run.flatMap((row) => row.pieces);
  const x = Math.min(...pieces.map((piece) => piece.x));
  const width = Math.max(...pieces.map((piece) => piece.x + piece.width)) - x;
  const header = names.map((cell) => ({ ...cell, isHeader: isNamed }));
  return { ...(pieces[0] as Piece), text: ' ', x, width, table: [header, ...rest] };
}

import type { Fragment } from './lines.ts';

/** Widths of the empty strip between columns, in multiples of the font size. */
const GUTTER = {
  /**
   * Minimum number of rows that a strip must divide, by its width, widest first. LaTeX puts 12 points between columns
   * of tables.
   */
  strips: [
    { width: 1.2, rows: 2 },
    { width: 0.95, rows: 3 },
    { width: 0.5, rows: 4 },
  ],
  maxCandidates: 400,
  maxFragments: 4_000,
};

/** Maximum width of a page number, and its minimum distance from the text, in multiples of the font size. */
const PAGE_NUMBER = { width: 3, distance: 1.8 };

/** Minimum number of names of columns, and maximum distance above the first row, in multiples of the font size. */
const NAMES = { min: 3, maxGap: 3, maxLines: 3 };

type Run = { rows: Fragment[][]; left: Fragment[]; right: Fragment[] };

export type Band = { above: Fragment[]; rows: Fragment[][]; left: Fragment[]; right: Fragment[]; below: Fragment[] };

/** Groups `fragments`, which are sorted from top to bottom, into rows. */
export function rowsOfFragments(fragments: readonly Fragment[]): Fragment[][] {
  const rows: Fragment[][] = [];
  for (const fragment of fragments) {
    const row = rows.at(-1);
    if (row?.[0]?.row === fragment.row) row.push(fragment);
    else rows.push([fragment]);
  }
  return rows;
}

/**
 * The rows that are divided by the strip that divides the most of them, and the fragments above and below. Null if no
 * row is divided.
 */
export function findBand(fragments: readonly Fragment[], em: number): Band | null {
  if (fragments.length > GUTTER.maxFragments) return null;
  const rows = rowsOfFragments(fragments);
  let best: { run: Run; score: number } | null = null;
  for (const x of candidates(fragments)) {
    for (const run of runsAt(rows, x, em)) {
      const score = scoreRun(run, em);
      if (score > (best?.score ?? 0)) best = { run, score };
    }
  }
  if (best === null) return null;
  const run = withNames(best.run, rows, candidates(fragments), em);
  const first = run.rows[0]?.[0]?.row ?? 0;
  const last = run.rows.at(-1)?.[0]?.row ?? 0;
  return {
    ...run,
    above: fragments.filter(({ row }) => row < first),
    below: fragments.filter(({ row }) => row > last),
  };
}

/**
 * Extends a run by the row of column names above it, if a name is wider than its column and so covers part of the
 * strip.
 */
function withNames(run: Run, rows: readonly Fragment[][], places: readonly number[], em: number): Run {
  const [first, ...more] = run.rows;
  const start = rows.indexOf(first ?? []);
  // Between them may be the first lines of a cell whose row is centered vertically.
  const above = rows.slice(Math.max(0, start - NAMES.maxLines), Math.max(0, start)).findLast((row) => row.length > 1);
  if (!first || !above || above.length < NAMES.min || first.length < NAMES.min) return run;
  if ((above[0]?.y ?? 0) - (first[0]?.y ?? 0) > em * NAMES.maxGap) return run;
  const last = more.at(-1) ?? first;
  const isInStrip = (x: number) => run.left.every(({ x1 }) => x1 <= x) && run.right.every(({ x0 }) => x0 >= x);
  const wider = places
    .filter(isInStrip)
    .flatMap((x) => runsAt(rows, x, em))
    .find((other) => other.rows.includes(above) && other.rows.includes(first) && other.rows.includes(last));
  return wider && scoreRun(wider, em) > 0 ? wider : run;
}

/** Positions directly beside the edges of text. */
function candidates(fragments: readonly Fragment[]): number[] {
  const places = new Set(fragments.flatMap(({ x0, x1 }) => [Math.round(x0) - 1, Math.round(x1) + 1]));
  const step = Math.max(1, Math.ceil(places.size / GUTTER.maxCandidates));
  return [...places].filter((_, index) => index % step === 0);
}

/** A single number, in digits or Roman numerals. */
const NUMBER = /^[^\p{L}\p{N}]*(?:\p{N}{1,4}|[ivxlcdm]{1,7})[^\p{L}\p{N}]*$/iu;

/** Whether this row is a number far from the other row, like a page number between two columns. */
function isPageNumber(row: readonly Fragment[] | undefined, other: readonly Fragment[], em: number): boolean {
  const [only, second] = row ?? [];
  if (!only || second || only.x1 - only.x0 > em * PAGE_NUMBER.width || !NUMBER.test(only.text)) return false;
  return Math.abs(only.y - (other[0]?.y ?? only.y)) > em * PAGE_NUMBER.distance;
}

/** Runs of rows that do not cross `x` and have text on both sides. */
function runsAt(rows: readonly Fragment[][], x: number, em: number): Run[] {
  const runs: Run[] = [];
  let run: Run = { rows: [], left: [], right: [] };
  const flush = () => {
    if (run.left.length > 0 && run.right.length > 0) runs.push(run);
    run = { rows: [], left: [], right: [] };
  };
  for (const row of rows) {
    if (row.some(({ x0, x1 }) => x0 < x && x1 > x)) {
      flush();
      continue;
    }
    const before = run.rows.at(-1);
    if (before && isPageNumber(row, before, em)) {
      flush();
      continue;
    }
    if (run.rows.length === 1 && isPageNumber(before, row, em)) run = { rows: [], left: [], right: [] };
    run.rows.push(row);
    for (const fragment of row) (fragment.x1 <= x ? run.left : run.right).push(fragment);
  }
  flush();
  return runs;
}

/** The height over which both sides have text, in lines, or 0 if it is too small. */
function scoreRun({ left, right }: Run, em: number): number {
  const width = Math.min(...right.map(({ x0 }) => x0)) - Math.max(...left.map(({ x1 }) => x1));
  const strip = GUTTER.strips.find((each) => width >= em * each.width);
  if (!strip) return 0;
  const top = Math.min(left[0]?.y ?? 0, right[0]?.y ?? 0) + em;
  const bottom = Math.max(left.at(-1)?.y ?? 0, right.at(-1)?.y ?? 0) - em;
  const rowsIn = (side: readonly Fragment[]) =>
    new Set(side.filter(({ y }) => y <= top && y >= bottom).map(({ row }) => row)).size;
  const shared = Math.min(rowsIn(left), rowsIn(right));
  if (shared < strip.rows) return 0;
  return ((top - bottom) / em) * Math.min(3, width / em) ** 0.25 + shared;
}

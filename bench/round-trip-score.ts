import type { Cell, Facts } from './round-trip-facts.ts';

/** Shares from 0 to 1. NaN if the page has nothing of the kind. */
export type Fidelity = {
  tables: number;
  cells: number;
  code: number;
  linkRecall: number;
  linkPrecision: number;
  headings: number;
  items: number;
  textRecall: number;
  textPrecision: number;
};

/** The share of the page's facts that the Markdown contains. */
export function fidelity(source: Facts, markdown: Facts): Fidelity {
  const tables = source.tables.map((table) => bestMatch(table, markdown.tables));
  return {
    tables: mean(tables.map((share) => (share === 1 ? 1 : 0))),
    cells: mean(tables),
    code: share(source.code, markdown.code),
    linkRecall: share(source.links, markdown.links),
    linkPrecision: share(markdown.links, source.links),
    headings: share(source.headings, markdown.headings),
    items: share(source.items, markdown.items),
    textRecall: share(fours(source.words), fours(markdown.words)),
    textPrecision: share(fours(markdown.words), fours(source.words)),
  };
}

/** The means over the pages that have each kind. */
export function averages(pages: readonly Fidelity[]): Fidelity {
  const names = Object.keys(pages[0] ?? {}) as (keyof Fidelity)[];
  const entries = names.map((name) => [
    name,
    mean(pages.map((page) => page[name]).filter((value) => !Number.isNaN(value))),
  ]);
  return Object.fromEntries(entries) as Fidelity;
}

/** The elements of `wanted` that are missing from `found`, counted with repetitions. */
export function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of found) left.set(text, (left.get(text) ?? 0) + 1);
  return wanted.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

function share(wanted: readonly string[], found: readonly string[]): number {
  return wanted.length === 0 ? Number.NaN : 1 - missing(wanted, found).length / wanted.length;
}

function bestMatch(table: Cell[][], candidates: readonly Cell[][][]): number {
  return Math.max(0, ...candidates.map((candidate) => sameCells(table, withHeader(candidate, table))));
}

/** In GFM, a table without a header gets an empty one, which `buildCellGrid` keeps. */
function withHeader(candidate: Cell[][], table: Cell[][]): Cell[][] {
  return candidate.length === table.length + 1 && candidate[0]?.every((cell) => cell.text === '')
    ? candidate.slice(1)
    : candidate;
}

function sameCells(table: Cell[][], candidate: Cell[][]): number {
  const width = Math.max(table[0]?.length ?? 0, candidate[0]?.length ?? 0);
  const height = Math.max(table.length, candidate.length);
  let same = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wanted = table[y]?.[x];
      const found = candidate[y]?.[x];
      if (wanted && found && (wanted.text === found.text || (wanted.spanned && found.text === ''))) same++;
    }
  }
  return same / Math.max(1, width * height);
}

function fours(words: readonly string[]): string[] {
  return words.slice(0, -3).map((_, at) => words.slice(at, at + 4).join(' '));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

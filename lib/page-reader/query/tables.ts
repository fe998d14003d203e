import type { PageBlock, PageTable } from '../../contracts/index.ts';
import { csvCell, estimateTokens, unwrapLinks } from '../../text/index.ts';
import { plainText } from '../document/markdown-text.ts';
import { headingPath } from './outline.ts';
import { numberRange } from './paginate.ts';

export type PlacedTable = {
  /** `T1`, `T2`, … in reading order. */
  id: string;
  table: PageTable;
  /** Index of its block. */
  block: number;
};

/** A table with more than `tokens` tokens and more than `rows` rows is represented by its first `shown` rows. */
const LONG_TABLE = { tokens: 2500, rows: 60, shown: 30 };

export function listPageTables(blocks: readonly PageBlock[]): PlacedTable[] {
  let count = 0;
  return blocks.flatMap(({ table }, block) => {
    if (!table) return [];
    count += 1;
    return [{ id: `T${count}`, table, block }];
  });
}

/** The title of a table: its caption, else the heading above it, else its first columns. */
export function tableTitle({ table, block }: PlacedTable, blocks: readonly PageBlock[]): string {
  if (table.caption !== '') return plainText(table.caption);
  return headingPath(blocks, block).at(-1) ?? plainText(table.header.slice(0, 3).join(', '));
}

/** The table with this name: `T2`, `2`, `table 2`, or (a part of) its title; null if there is none. */
export function tableCalled(
  name: string,
  tables: readonly PlacedTable[],
  blocks: readonly PageBlock[],
): PlacedTable | null {
  const tableName = name.trim().toLowerCase();
  if (tableName === '') return null;
  const number = /^(?:table\s*)?[#:]?\s*t?(\d+)(?![\w.])/.exec(tableName)?.[1];
  const titles = tables.map((table) => tableTitle(table, blocks).toLowerCase());
  const index = [
    titles.indexOf(tableName),
    tables.findIndex(({ id }) => id === `T${Number(number)}`),
    tableName.length < SHORTEST_PART
      ? -1
      : titles.findIndex((title) => title.includes(tableName) || isPartialTitle(title, tableName)),
  ].find((each) => each >= 0);
  return index === undefined ? null : (tables[index] ?? null);
}

function isPartialTitle(title: string, tableName: string): boolean {
  return title.length >= SHORTEST_PART && tableName.includes(title);
}

/** A shorter text occurs in nearly every title. Characters. */
const SHORTEST_PART = 3;

/**
 * Shortens huge tables to their first rows, with a note about the others, so that they do not displace the other
 * content. `tables` are those of the whole page, so that a table has the same id everywhere.
 */
export function withShortTables(blocks: readonly PageBlock[], tables: readonly PlacedTable[]): PageBlock[] {
  return blocks.map((block) => {
    const { table } = block;
    if (!table || table.rows.length <= LONG_TABLE.rows || estimateTokens(block.markdown) <= LONG_TABLE.tokens)
      return block;
    const id = tables.find((each) => each.table === table)?.id ?? 'T1';
    // The header, the line below it, and the rows.
    const lines = block.markdown.split('\n').slice(0, 2 + LONG_TABLE.shown);
    const note = `(table ${id}: rows 1–${LONG_TABLE.shown} of ${table.rows.length}; read_table gives the others)`;
    return { ...block, markdown: `${lines.join('\n')}\n\n${note}` };
  });
}

export type TableQuery = {
  /** `5`, `1-50`, `51-`; '' for all. Rows are counted from 1 below the header. */
  rows: string;
  /** Names or numbers of columns, separated by commas; '' for all. */
  columns: string;
  /** Only rows that contain these words; '' for all. */
  contains: string;
  format: 'markdown' | 'csv';
};

export type TableText = {
  text: string;
  /** Numbers of the rows in `text`, and how many rows were requested in all. */
  shown: number[];
  total: number;
  /** Requested columns that do not exist. */
  unknown: string[];
};

/**
 * The part of a table that a query selects, as far as it fits into `maxTokens`. At least one row, and only whole rows.
 */
export function tableText(table: PageTable, query: TableQuery, maxTokens: number): TableText {
  const { columns, unknown } = resolveColumns(table, query.columns);
  const rows = selectRows(table, query);
  const line = (cells: readonly string[]) => {
    const selectedCells = columns.map((column) => cells[column] ?? '');
    return query.format === 'csv'
      ? selectedCells.map((cell) => csvCell(withoutMarkdown(cell))).join(',')
      : markdownLine(selectedCells);
  };
  const head =
    query.format === 'csv' ? [line(table.header)] : [line(table.header), markdownLine(columns.map(() => '---'))];
  const lines: string[] = [];
  let room = maxTokens - estimateTokens(head.join('\n'));
  for (const { cells } of rows) {
    const text = line(cells);
    room -= estimateTokens(text);
    if (room < 0 && lines.length > 0) break;
    lines.push(text);
  }
  const rowNumbers = rows.slice(0, lines.length).map(({ number }) => number);
  return { text: [...head, ...lines].join('\n'), shown: rowNumbers, total: rows.length, unknown };
}

function selectRows({ rows }: PageTable, { rows: range, contains }: TableQuery): { number: number; cells: string[] }[] {
  const { first, last } = numberRange(range);
  const words = contains.toLowerCase().split(/\s+/).filter(Boolean);
  return rows
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ number, cells }) => {
      if (number < first || number > last) return false;
      const text = cells.join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
}

function resolveColumns({ header }: PageTable, columnNames: string): { columns: number[]; unknown: string[] } {
  const all = header.map((_, column) => column);
  const names = header.map((name) => plainText(name).toLowerCase());
  const unknown: string[] = [];
  const columns = columnNames
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .flatMap((name) => {
      const exact = names.indexOf(name.toLowerCase());
      const near = names.findIndex((each) => each.includes(name.toLowerCase()));
      const byNumber = /^\d+$/.test(name) && Number(name) <= header.length ? Number(name) - 1 : -1;
      const column = [exact, near, byNumber].find((each) => each >= 0);
      if (column === undefined) unknown.push(name);
      return column === undefined ? [] : [column];
    });
  return { columns: columns.length > 0 ? columns : all, unknown };
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
}

/**
 * A longer cell is treated as text, because distinguishing its brackets and stars from marks would take more than
 * linear time. Characters.
 */
const MAX_CELL = 2_000;

/**
 * The text of a cell, with every character that is not generated Markdown: `plainText` would also drop brackets and
 * stars that the page shows. Code and escaped characters are protected by placeholders first.
 */
function withoutMarkdown(cell: string): string {
  if (cell.length > MAX_CELL) return plainText(cell);
  const literals: string[] = [];
  const setAside = (literal: string) => `\u{E000}${literals.push(literal) - 1}\u{E001}`;
  let text = cell
    .replace(/[\u{E000}\u{E001}]/gu, '')
    .replace(/(?<!\\)(`+)(?!`)(.*?[^`])\1(?!`)/gs, (_whole, _ticks, code: string) => setAside(code.trim()))
    .replace(/\\([\\`*_~#+\-.!|<>[\](){}:=])/g, (_whole, character: string) => setAside(character));
  const emphasis = /(\*{1,3}|~~)(?=\S)(.*?\S)\1/gs;
  for (let before = ''; before !== text; ) {
    before = text;
    text = unwrapLinks(text).replace(emphasis, '$2');
  }
  return text
    .replaceAll('<br>', ' ')
    .replace(/\u{E000}(\d+)\u{E001}/gu, (_whole, index: string) => literals[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

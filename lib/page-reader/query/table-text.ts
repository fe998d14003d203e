import { estimateTokens, type PageTable } from '../../contracts/index.ts';
import { plainText } from '../document/plain-text.ts';

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

/** The part of a table that a query asks for, as far as it fits into `maxTokens`; at least one row, and only whole rows. */
export function tableText(table: PageTable, query: TableQuery, maxTokens: number): TableText {
  const { columns, unknown } = columnsOf(table, query.columns);
  const rows = rowsOf(table, query);
  const line = (cells: readonly string[]) => {
    const picked = columns.map((column) => cells[column] ?? '');
    return query.format === 'csv' ? picked.map(csvCell).join(',') : markdownLine(picked);
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
  const shown = rows.slice(0, lines.length).map(({ number }) => number);
  return { text: [...head, ...lines].join('\n'), shown, total: rows.length, unknown };
}

function rowsOf({ rows }: PageTable, { rows: range, contains }: TableQuery): { number: number; cells: string[] }[] {
  const [, from, dash, to] = /^\s*(\d*)\s*([-–]?)\s*(\d*)\s*$/.exec(range) ?? [];
  const first = Number(from || 1);
  const last = to ? Number(to) : dash || !from ? Number.POSITIVE_INFINITY : first;
  const words = contains.toLowerCase().split(/\s+/).filter(Boolean);
  return rows
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ number, cells }) => {
      if (number < first || number > last) return false;
      const text = cells.join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
}

function columnsOf({ header }: PageTable, wanted: string): { columns: number[]; unknown: string[] } {
  const all = header.map((_, column) => column);
  const names = header.map((name) => plainText(name).toLowerCase());
  const unknown: string[] = [];
  const columns = wanted
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

/** RFC 4180: quoted only if needed, with quotes doubled. Markdown in cells is removed. */
function csvCell(cell: string): string {
  const text = plainText(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

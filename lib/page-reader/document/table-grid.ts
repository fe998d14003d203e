import type { PageTable } from '../../contracts/index.ts';

export type TableCell = { text: string; header: boolean; colspan: number; rowspan: number };
export type TableRow = { section: 'head' | 'body' | 'foot'; cells: TableCell[] };

type Slot = { text: string; header: boolean };

const MAX_COLUMNS = 200;

/**
 * Lays out rows on a grid. A cell that spans rows is repeated in each, so that every row can be read alone. A cell that
 * spans columns is written in the first of them, and in header rows in each. Several header rows are combined ("2025 /
 * Q1"). Rows without text are omitted.
 */
export function buildTable(rows: readonly TableRow[], caption: string): PageTable {
  const order = { head: 0, body: 1, foot: 2 };
  const rowsInOrder = rows.filter((row) => row.cells.length > 0).sort((a, b) => order[a.section] - order[b.section]);
  const grid = layOut(rowsInOrder).filter((slots) => slots.some((slot) => slot && slot.text !== ''));
  const width = Math.max(0, ...grid.map((slots) => slots.length));
  const columns = Array.from({ length: width }, (_, column) => column);
  const cells = grid.map((slots) => columns.map((column) => slots[column] ?? { text: '', header: false }));
  const headerRows = countHeaderRows(cells);
  return {
    caption,
    header: columns.map((_, column) =>
      headerText(cells.slice(0, headerRows).map((slots) => slots[column]?.text ?? '')),
    ),
    rows: cells.slice(headerRows).map((slots) => slots.map((slot) => slot.text)),
  };
}

/** Formats a GFM table. A table without a header gets an empty one, which GFM requires. */
export function tableMarkdown({ header, rows }: PageTable): string {
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function layOut(rows: readonly TableRow[]): (Slot | undefined)[][] {
  const grid: (Slot | undefined)[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    // A single cell that spans all columns, after the first row, is the name of a group of rows.
    const isGroup = y > 0 && row.cells.length === 1 && row.section === 'body';
    const headerRow = row.section === 'head' || (!isGroup && row.cells.every((cell) => cell.header));
    let x = 0;
    for (const cell of row.cells) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const wide = Math.min(cell.colspan, MAX_COLUMNS - x);
      const high = Math.min(cell.rowspan, rows.length - y);
      for (let dy = 0; dy < high; dy += 1) {
        for (let dx = 0; dx < wide; dx += 1) {
          const text = dx === 0 || headerRow ? cell.text : '';
          const target = grid[y + dy];
          if (target) target[x + dx] = { text, header: headerRow };
        }
      }
      x += wide;
    }
  }
  return grid;
}

/** The number of leading header rows. A table with only header rows keeps the last one as data. */
function countHeaderRows(cells: readonly (readonly Slot[])[]): number {
  const first = cells.findIndex((slots) => slots.some((slot) => slot.text !== '' && !slot.header));
  const count = first === -1 ? Math.min(1, cells.length) : first;
  return Math.min(count, 4);
}

function headerText(texts: readonly string[]): string {
  return texts.filter((text, index) => text !== '' && text !== texts[index - 1]).join(' / ');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
}

/** The Markdown of a cell's blocks on one line. */
export function cellText(markdown: string): string {
  return markdown.replace(/\n+/g, '<br>').trim();
}

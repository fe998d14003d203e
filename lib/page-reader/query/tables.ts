import { estimateTokens, type PageBlock, type PageTable } from '../../contracts/index.ts';
import { plainText } from '../document/markdown-text.ts';
import { headingPath } from './outline.ts';

export type PlacedTable = {
  /** `T1`, `T2`, … in reading order. */
  id: string;
  table: PageTable;
  /** Index of its block. */
  block: number;
};

/** A table larger than `tokens` and with more than `rows` rows is shown by its first rows. */
const longTable = { tokens: 2500, rows: 60, shown: 30 };

export function tablesOf(blocks: readonly PageBlock[]): PlacedTable[] {
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
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return null;
  const number = /^(?:table\s*)?[#:]?\s*t?(\d+)(?![\w.])/.exec(wanted)?.[1];
  const titles = tables.map((table) => tableTitle(table, blocks).toLowerCase());
  const index = [
    titles.indexOf(wanted),
    tables.findIndex(({ id }) => id === `T${Number(number)}`),
    wanted.length < shortestPart ? -1 : titles.findIndex((title) => title.includes(wanted) || isPartOf(title, wanted)),
  ].find((each) => each >= 0);
  return index === undefined ? null : (tables[index] ?? null);
}

function isPartOf(title: string, wanted: string): boolean {
  return title.length >= shortestPart && wanted.includes(title);
}

/** A shorter text occurs in nearly every title. */
const shortestPart = 3;

/**
 * Shortens huge tables to their first rows, with a note about the rest, so that they do not displace the other content. `tables`
 * are those of the whole page, so that a table has the same id everywhere.
 */
export function withShortTables(blocks: readonly PageBlock[], tables: readonly PlacedTable[]): PageBlock[] {
  return blocks.map((block) => {
    const { table } = block;
    if (!table || table.rows.length <= longTable.rows || estimateTokens(block.markdown) <= longTable.tokens)
      return block;
    const id = tables.find((each) => each.table === table)?.id ?? 'T1';
    // The header, the line below it, and the rows.
    const lines = block.markdown.split('\n').slice(0, 2 + longTable.shown);
    const note = `(table ${id}: rows 1–${longTable.shown} of ${table.rows.length}; read_table gives the others)`;
    return { ...block, markdown: `${lines.join('\n')}\n\n${note}` };
  });
}

import * as z from 'zod';
import { defineTool, label, type PageSnapshot, READING_EGRESS, type ToolPreview } from '../contracts/index.ts';
import {
  blocksOfView,
  buildOutline,
  findSection,
  listPageTables,
  numberLinks,
  type PageView,
  type PlacedTable,
  type TableText,
  tableCalled,
  tableText,
  tableTitle,
  withShortLinks,
} from '../page-reader/query/index.ts';
import {
  attachedTab,
  formatPageHeader,
  needsOpenPage,
  READ_ONLY_ANNOTATIONS,
  readTabSnapshot,
  resultBudget,
} from './page-tool.ts';

const MAX_LISTED = 60;

export const readTable = defineTool({
  name: 'read_table',
  title: 'Read table',
  description:
    'Reads a table of the open page: chosen rows and columns, as Markdown or CSV.\n' +
    'Without table it lists the tables, or reads the only one.',
  inputSchema: z.strictObject({
    table: z.string().optional().describe('The id of the table, such as T2.'),
    rows: z.string().optional().describe('Such as "1-50" or "51-"; row 1 is the first below the header.'),
    columns: z.string().optional().describe('Names or numbers of columns, separated by commas.'),
    contains: z.string().optional().describe('Only rows that hold these words.'),
    format: z.enum(['markdown', 'csv']).optional().describe('csv where the values are to be copied.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'table',
    countsAs: 'read',
    labels: [
      { phrase: 'toolTableRows', values: { table: 'table', words: 'contains' } },
      { phrase: 'toolATableRows', values: { words: 'contains' } },
      { phrase: 'toolTable', values: { table: 'table' } },
      { phrase: 'toolATable' },
    ],
  },
  offer: {
    reads: { type: 'page-text', rank: 4 },
    isOffered: (situation) => !situation.model.isSmall || situation.used.has('read_page'),
  },
  effects: { egress: READING_EGRESS, needs: needsOpenPage },
  async *execute({ table = '', rows = '', columns = '', contains = '', format = 'markdown' }, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressTable') };
    const reading = await readTabSnapshot(tabId, context);
    const { found, missing, list } = chooseTable(table, reading);
    const details = { title: reading.title, url: reading.url };
    if (!found) return { content: list, details };
    const part = tableText(found.table, { rows, columns, contains, format }, resultBudget(context));
    const blocks = blocksOfView(reading, 'whole');
    const visiblePart = { ...part, text: withShortLinks(part.text, numberLinks(blocks), reading.url) };
    const head = `${formatPageHeader(reading)}\nTable ${found.id}: ${tableTitle(found, blocks)} (${formatTableSize(found)})`;
    const only = missing.map((problem) => `Note: ${problem} This is the only one.`);
    const content = [[head, ...only].join('\n'), visiblePart.text, ...notes(found, visiblePart)].join('\n\n');
    const preview: ToolPreview | null = format === 'csv' ? null : { kind: 'table', markdown: visiblePart.text };
    const rowCounts = { rows: part.shown.length, more: part.shown.length < part.total };
    return { content, details: { ...details, ...rowCounts, ...(preview ? { preview } : {}) } };
  },
});

/**
 * The table with this name, or else the only one of the page. `missing`: no table has the name. `list`: the result if
 * none was found.
 */
export function chooseTable(
  name: string,
  reading: PageSnapshot,
): { found: PlacedTable | undefined; missing: string[]; list: string } {
  const blocks = blocksOfView(reading, 'whole');
  const tables = listPageTables(blocks);
  const requestedTable = tableCalled(name, tables, blocks) ?? tableOfSection(name, tables, reading);
  const missing = requestedTable || name.trim() === '' ? [] : [`There is no table "${name.trim().slice(0, 80)}".`];
  return {
    found: requestedTable ?? (tables.length === 1 ? tables[0] : undefined),
    missing,
    list: [formatPageHeader(reading), ...missing, tableList(reading, tables)].join('\n\n'),
  };
}

/** The first table of a section, if the name is the id or heading of a section. */
function tableOfSection(name: string, tables: readonly PlacedTable[], reading: PageSnapshot): PlacedTable | null {
  const view: PageView = /^\s*W\d/i.test(name) ? 'whole' : 'main';
  const viewed = blocksOfView(reading, view);
  const section = name.trim() === '' ? null : findSection(buildOutline(viewed, view), name);
  const inside = section === null ? [] : viewed.slice(section.block, section.end);
  return tables.find(({ table }) => inside.some((block) => block.table === table)) ?? null;
}

function notes({ id }: PlacedTable, { shown, total, unknown }: TableText): string[] {
  const last = shown.at(-1);
  return [
    ...(unknown.length > 0 ? [`There is no column ${unknown.map((name) => `"${name}"`).join(', ')}.`] : []),
    ...(total === 0 ? ['No row fits.'] : []),
    ...(last !== undefined && shown.length < total
      ? [
          `…${total - shown.length} more rows; call read_table with table "${id}" and rows "${last + 1}-", and the rest as before`,
        ]
      : []),
  ];
}

function tableList(reading: PageSnapshot, tables: readonly PlacedTable[]): string {
  if (tables.length === 0) return 'There is no table on this page.';
  const blocks = blocksOfView(reading, 'whole');
  const lines = tables
    .slice(0, MAX_LISTED)
    .map((tableItem) => `- ${tableItem.id}: ${tableTitle(tableItem, blocks)} (${formatTableSize(tableItem)})`);
  const rest = tables.length > MAX_LISTED ? [`…and ${tables.length - MAX_LISTED} more`] : [];
  return ['Tables of this page; name one:', ...lines, ...rest].join('\n');
}

function formatTableSize({ table }: PlacedTable): string {
  return `${table.rows.length} rows, ${table.header.length} columns`;
}

import { attribute, childrenOf, find, tagOf, textOf } from './dom.ts';

const structure = 'h1, h2, h3, h4, h5, h6, form, table, hr, article, section';
/** Cells longer than this on average hold prose, not data. Characters. */
const proseCell = 250;
/** How many rows are looked at. */
const sample = 30;

/**
 * Is this table data, or only a way to lay out the page? Headers, a caption or an ARIA role say data; one row, one
 * column, tables inside tables, or cells full of prose say layout. After the rules Gecko and Chromium give to screen readers.
 */
export function isDataTable(table: Element): boolean {
  const role = attribute(table, 'role');
  if (role === 'presentation' || role === 'none') return false;
  if (tagOf(table) !== 'table') return true;
  const rows = [...(table as HTMLTableElement).rows].slice(0, sample);
  const widest = Math.max(0, ...rows.map((row) => row.cells.length));
  if (widest < 2 || (rows.length < 2 && !find(table, 'th'))) return false;
  if (role === 'table' || role === 'grid') return true;
  if (find(table, 'td h1, td h2, td article, td form, td td h3')) return false;
  if (childrenOf(table)[0]?.localName === 'caption' || find(table, 'thead th')) return true;
  const cells = rows.flatMap((row) => [...row.cells]);
  if (cells.some((cell) => tagOf(cell) === 'th')) return find(table, 'td table td table') === null;
  if (find(table, structure) || isCodeListing(table)) return false;
  const length = cells.reduce((sum, cell) => sum + textOf(cell).trim().length, 0);
  if (length / Math.max(1, cells.length) > proseCell) return false;
  const usual = rows.filter((row) => row.cells.length === widest).length;
  return usual >= rows.length / 2;
}

/** Code beside the numbers of its lines, as highlighters lay it out. */
function isCodeListing(table: Element): boolean {
  const code = find(table, 'pre');
  return code !== null && textOf(code).length > textOf(table).length / 3;
}

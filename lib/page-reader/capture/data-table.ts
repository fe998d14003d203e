import { attribute, childrenOf, find, tagOf, textOf } from '../dom/dom.ts';

const structure = 'h1, h2, h3, h4, h5, h6, form, table, hr, article, section';
/** Cells longer than this on average hold prose, not data. Characters. */
const proseCell = 250;
/** How many rows are looked at. */
const sample = 30;

/**
 * Whether this is table data, or only a way to lay out the page. Headers, a caption or an ARIA role say data; one row, one
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
  if (isBoxOfLists(table)) return false;
  if (find(table, 'td h1, td h2, td article, td form, td td h3')) return false;
  if (childrenOf(table)[0]?.localName === 'caption' || find(table, 'thead th')) return true;
  const cells = rows.flatMap((row) => [...row.cells]);
  if (cells.some((cell) => tagOf(cell) === 'th')) return find(table, 'td table td table') === null;
  if (find(table, structure) || isCodeListing(table, rows)) return false;
  const length = cells.reduce((sum, cell) => sum + textOf(cell).trim().length, 0);
  if (length / Math.max(1, cells.length) > proseCell) return false;
  const usual = rows.filter((row) => row.cells.length === widest).length;
  return usual >= rows.length / 2;
}

/** A box in a box whose rows are labels with a list each, as sites put links to related pages. */
function isBoxOfLists(table: Element): boolean {
  if (!table.parentElement || !Element.prototype.closest.call(table.parentElement, 'table')) return false;
  const items = Element.prototype.querySelectorAll.call(table, 'td li').length;
  return items > 2 * (table as HTMLTableElement).rows.length;
}

/** Code beside the numbers of its lines, as highlighters lay it out. Rows without code say that it is a cell among others. */
function isCodeListing(table: Element, rows: readonly Element[]): boolean {
  const code = rows.every((row) => find(row, 'pre')) ? find(table, 'pre') : null;
  return code !== null && textOf(code).length > textOf(table).length / 3;
}

const containers = /^(?:table|grid|treegrid|list|listbox|feed|tree)$/;

/**
 * Lists of thousands of rows keep only those in the page that are being looked at, and say how many there are (ARIA,
 * `aria-rowcount` and `aria-setsize`). A remark about those that are missing, or ''.
 */
export function missingRows(list: Element): string {
  const isTable = tagOf(list) === 'table';
  if (!isTable && !containers.test(attribute(list, 'role') ?? '')) return '';
  const rows = Element.prototype.querySelectorAll.call(list, isTable ? 'tr' : '[role=row]');
  const items = rows.length > 0 ? rows : Element.prototype.querySelectorAll.call(list, '[aria-setsize]');
  const [first] = items;
  if (!first) return '';
  const total = Number(attribute(list, 'aria-rowcount') ?? attribute(first, 'aria-setsize') ?? 0);
  if (total === -1) return `(${items.length} rows are in the page now; more come with scrolling.)`;
  if (!(total > items.length)) return '';
  const count = (value: number) => value.toLocaleString('en-US');
  return `(${count(items.length)} of ${count(total)} rows are in the page now; the others come with scrolling.)`;
}

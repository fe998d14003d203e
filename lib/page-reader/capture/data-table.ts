import { attribute, find, getChildren, getTagName, getTextContent } from '../dom/dom.ts';

const STRUCTURE = 'h1, h2, h3, h4, h5, h6, form, table, hr, article, section';
/** Longer cells, on average, contain prose and not data. Characters. */
const PROSE_CELL = 250;
/** Maximum number of rows to test. */
const SAMPLE = 30;

/**
 * Whether this table contains data, or only lays out the page. Headers, a caption or an ARIA role indicate data; one
 * row, one column, nested tables, or cells full of prose indicate layout. Follows the heuristics of Gecko and Chromium
 * for screen readers.
 */
export function isDataTable(table: Element): boolean {
  const role = attribute(table, 'role');
  if (role === 'presentation' || role === 'none') return false;
  if (getTagName(table) !== 'table') return true;
  const rows = [...(table as HTMLTableElement).rows].slice(0, SAMPLE);
  const widest = Math.max(0, ...rows.map((row) => row.cells.length));
  if (widest < 2 || (rows.length < 2 && !find(table, 'th'))) return false;
  if (role === 'table' || role === 'grid') return true;
  if (isBoxOfLists(table)) return false;
  if (find(table, 'td h1, td h2, td article, td form, td td h3')) return false;
  if (getChildren(table)[0]?.localName === 'caption' || find(table, 'thead th')) return true;
  const cells = rows.flatMap((row) => [...row.cells]);
  if (cells.some((cell) => getTagName(cell) === 'th')) return find(table, 'td table td table') === null;
  if (find(table, STRUCTURE) || isCodeListing(table, rows)) return false;
  const length = cells.reduce((sum, cell) => sum + getTextContent(cell).trim().length, 0);
  if (length / Math.max(1, cells.length) > PROSE_CELL) return false;
  const usual = rows.filter((row) => row.cells.length === widest).length;
  return usual >= rows.length / 2;
}

/** A nested box whose rows each have a label and a list, as sites use for links to related pages. */
function isBoxOfLists(table: Element): boolean {
  if (!table.parentElement || !Element.prototype.closest.call(table.parentElement, 'table')) return false;
  const items = Element.prototype.querySelectorAll.call(table, 'td li').length;
  return items > 2 * (table as HTMLTableElement).rows.length;
}

/**
 * Code beside a column of line numbers, as syntax highlighters lay it out. Rows without code make it an ordinary table.
 */
function isCodeListing(table: Element, rows: readonly Element[]): boolean {
  const code = rows.every((row) => find(row, 'pre')) ? find(table, 'pre') : null;
  return code !== null && getTextContent(code).length > getTextContent(table).length / 3;
}

const CONTAINERS = /^(?:table|grid|treegrid|list|listbox|feed|tree)$/;

/**
 * Virtualized lists keep only the visible rows in the page and declare the total (ARIA, `aria-rowcount` and
 * `aria-setsize`). Returns a note about the missing rows, or ''.
 */
export function missingRows(list: Element): string {
  const isTable = getTagName(list) === 'table';
  if (!isTable && !CONTAINERS.test(attribute(list, 'role') ?? '')) return '';
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

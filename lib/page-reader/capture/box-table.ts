import { childrenOf, find, property, textOf } from '../dom/dom.ts';
import { hasFewWords } from './inline-shape.ts';

/** Rows and columns that make boxes a table: by CSS tables, and in flex rows, which lay out much else. */
const minimum = { rows: 2, columns: 2, flexRows: 3, flexColumns: 3 };
const maxColumns = 20;
/** Longer cells, on average, contain prose and not data. Characters. */
const maxCellLength = 100;
const structure = 'h1, h2, h3, h4, h5, h6, form, table, article, section, nav';

/** Whether these boxes without a role are a table: laid out by CSS as one, or rows of as many short cells below each other. */
export function isBoxTable(element: Element, display: string, window: Window): boolean {
  const isCssTable = display === 'table' || display === 'inline-table';
  const first = property(Element.prototype, element, 'firstElementChild');
  const last = property(Element.prototype, element, 'lastElementChild');
  if (!first || !last || first === last) return false;
  if (isCssTable) return isTable(rowsOf(element, window), minimum);
  const columns = childrenOf(first).length;
  if (columns < minimum.flexColumns || columns > maxColumns || childrenOf(last).length !== columns) return false;
  const rows = [...childrenOf(element)];
  const isEven = rows.length >= minimum.flexRows && rows.every((row) => childrenOf(row).length === columns);
  const isRow = (row: Element) => /flex|grid/.test(window.getComputedStyle(row).display) && hasFewWords(row);
  return (
    isEven && [first, last].every((row) => /flex|grid/.test(window.getComputedStyle(row).display)) && rows.every(isRow)
  );
}

function rowsOf(table: Element, window: Window): Element[] {
  return [...childrenOf(table)].flatMap((child) => {
    const { display } = window.getComputedStyle(child);
    if (isRowGroup(display)) return [...childrenOf(child)];
    return display === 'table-row' ? [child] : [];
  });
}

function isTable(rows: readonly Element[], { rows: minRows, columns }: typeof minimum): boolean {
  const usual = rows.filter((row) => childrenOf(row).length >= columns && childrenOf(row).length <= maxColumns);
  if (usual.length < minRows || usual.length < rows.length / 2 || usual.some((row) => find(row, structure)))
    return false;
  const cells = usual.reduce((sum, row) => sum + childrenOf(row).length, 0);
  const length = usual.reduce((sum, row) => sum + textOf(row).trim().length, 0);
  return length <= cells * maxCellLength;
}

/** Whether the children of this group are rows as well. */
export function isRowGroup(display: string): boolean {
  return /^table-(?:row|header|footer)-group$/.test(display);
}

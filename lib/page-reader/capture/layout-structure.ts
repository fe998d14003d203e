import { find, getChildren, getParent, getTextContent, property } from '../dom/dom.ts';
import { type ContainerRole, type ElementRole, elementRole } from './element-role.ts';
import { areOwnChildren, type Children, Listed, shownChildren } from './flat-tree.ts';
import { cellsOfGrid, type GridCell, isNumber, lieInColumns } from './grid-table.ts';
import { hasFewWords } from './inline-shape.ts';
import { isPinnedTable, pinnedRows } from './pinned-columns.ts';
import { orderOnScreen } from './screen-order.ts';
import type { InheritedState } from './traversal-state.ts';
import { lookUpStyle, type Traits, type View } from './view.ts';

/**
 * Structure that only the layout of boxes shows: tables made of boxes, and a visual order that differs from the tree.
 */
export class LayoutStructure {
  /** Rows that continue the row before them, in a grid with pinned columns. */
  readonly #continuingRows = new WeakSet<Element>();
  /** The cells of each grid whose cells are the children. */
  readonly #grids = new WeakMap<Element, Map<Element, GridCell>>();
  /** The rows of each table whose rows are beside other boxes. Null if there are too few. */
  readonly #rows = new WeakMap<Element, ReadonlySet<Node> | null>();

  /** The role of an element. In a table made of boxes, its role follows from its place in the table. */
  determineRole(element: Element, traits: Traits, outer: InheritedState): ElementRole {
    const own = elementRole(element, traits, outer);
    if (own.type === 'row' && this.#continuingRows.has(element)) return { type: 'text', flow: 'line', mark: null };
    if (own.type !== 'text' || outer.inCode || own.mark?.type === 'control') return own;
    if (outer.boxTable === 'cells') {
      const parent = getParent(element);
      const cell = parent && this.#grids.get(parent);
      return cell ? cellIn(cell, element) : { type: 'cell', header: false };
    }
    if (outer.boxTable === 'rows') return isRowGroup(traits.display) ? own : { type: 'row' };
    if (own.flow !== 'block' || outer.inTable || traits.role !== null) return own;
    const isPinned = outer.view.hasLayout && isLine(traits.style) && isPinnedTable(element);
    if (isPinned || isBoxTable(element, traits.display, outer.view)) return { type: 'table' };
    const cells = outer.view.hasLayout ? cellsOfGrid(element, traits.display, outer.view) : null;
    if (cells) {
      this.#grids.set(element, cells);
      return { type: 'table', isGrid: true };
    }
    const rows = outer.view.hasLayout && isLine(traits.style) ? this.#findRows(element, outer.view) : null;
    return rows ? { type: 'row', rows } : own;
  }

  /** The rows of a table that begins or continues with this element, or null. */
  #findRows(element: Element, view: View): ReadonlySet<Node> | null {
    const known = this.#rows.get(element);
    if (known !== undefined) return known;
    const rows: Element[] = [];
    const columns = getChildren(element).length;
    for (
      let row: Element | null = element;
      row && getChildren(row).length === columns && isLine(lookUpStyle(row, view));
      row = row.nextElementSibling
    )
      rows.push(row);
    const isTable = isTableOfRows(rows, columns) && lieInColumns(rows.map((row) => [...getChildren(row)]));
    const table = isTable ? new Set(rows) : null;
    for (const row of rows) this.#rows.set(row, table);
    return table;
  }

  /** The children in visual order, or in tree order if `isPart`. */
  orderChildren(element: Element, traits: Traits, view: View, isPart: boolean): Children | null {
    const cells = this.#grids.get(element);
    if (cells) return new Listed([...cells.keys()]);
    const pinned = pinnedRows(element, traits, view);
    if (pinned) {
      for (const row of pinned.continuing) this.#continuingRows.add(row);
      return new Listed(pinned.rows);
    }
    const children = shownChildren(element, traits.tag);
    if (isPart || !areOwnChildren(children, element)) return children;
    const ordered = orderOnScreen(element, traits, view);
    return ordered ? new Listed(ordered) : children;
  }
}

/** The kind of an element's children, in a table that is made of boxes. */
export function boxTableIn(
  role: ContainerRole,
  outer: InheritedState['boxTable'],
  tag: string,
  { role: ariaRole, display }: Traits,
): InheritedState['boxTable'] {
  if (role.type === 'row' && role.rows) return 'cells';
  if (role.type === 'table') return role.isGrid ? 'cells' : tag === 'table' || ariaRole !== null ? null : 'rows';
  if (outer === 'rows') return role.type === 'row' ? 'cells' : isRowGroup(display) ? 'rows' : null;
  return null;
}

/**
 * Minimum rows and columns of a table made of boxes: with CSS tables, and with flex rows, which have many other uses.
 */
const MINIMUM = { rows: 2, columns: 2, flexRows: 3, flexColumns: 3 };
const MAX_COLUMNS = 20;
/** Longer cells, on average, contain prose and not data. Characters. */
const MAX_CELL_LENGTH = 100;
const STRUCTURE = 'h1, h2, h3, h4, h5, h6, form, table, article, section, nav';

/**
 * Whether these boxes without a role are a table: laid out as one by CSS, or rows below each other with equal numbers
 * of short cells.
 */
function isBoxTable(element: Element, display: string, view: View): boolean {
  const isCssTable = display === 'table' || display === 'inline-table';
  const first = property(Element.prototype, element, 'firstElementChild');
  const last = property(Element.prototype, element, 'lastElementChild');
  if (!first || !last || first === last) return false;
  if (isCssTable) return isTable(listRows(element, view.window), MINIMUM);
  const columns = getChildren(first).length;
  if (columns < MINIMUM.flexColumns || getChildren(last).length !== columns) return false;
  const rows = [...getChildren(element)];
  // A row of a grid may generate no box (`display: contents`).
  const isLaidOut = (row: Element) => {
    const style = lookUpStyle(row, view);
    return isLine(style) || (style.display === 'contents' && display.endsWith('grid'));
  };
  return (
    rows.every((row) => getChildren(row).length === columns) && rows.every(isLaidOut) && isTableOfRows(rows, columns)
  );
}

function isLine({ display, flexDirection }: CSSStyleDeclaration): boolean {
  return display.endsWith('grid') || (display.endsWith('flex') && !flexDirection.startsWith('column'));
}

/**
 * Whether these rows of boxes have a few words each, or longer cells in columns of which one holds numbers below its
 * name, such as the points of a team with a link.
 */
function isTableOfRows(rows: readonly Element[], columns: number): boolean {
  if (rows.length < MINIMUM.flexRows || columns < MINIMUM.flexColumns || columns > MAX_COLUMNS) return false;
  if (rows.every(hasFewWords)) return true;
  if (rows.some((row) => find(row, STRUCTURE) || getTextContent(row).length > columns * MAX_CELL_LENGTH)) return false;
  const [head, ...body] = rows.map((row) => [...getChildren(row)]);
  const hasNumbers = (cell: Element, column: number) =>
    !isNumber(cell) && body.every((row) => row[column] && isNumber(row[column]));
  return head?.some(hasNumbers) === true && lieInColumns([head, ...body]);
}

function listRows(table: Element, window: Window): Element[] {
  return [...getChildren(table)].flatMap((child) => {
    const { display } = window.getComputedStyle(child);
    if (isRowGroup(display)) return [...getChildren(child)];
    return display === 'table-row' ? [child] : [];
  });
}

function isTable(rows: readonly Element[], { rows: minRows, columns }: typeof MINIMUM): boolean {
  const usual = rows.filter((row) => getChildren(row).length >= columns && getChildren(row).length <= MAX_COLUMNS);
  if (usual.length < minRows || usual.length < rows.length / 2 || usual.some((row) => find(row, STRUCTURE)))
    return false;
  const cells = usual.reduce((sum, row) => sum + getChildren(row).length, 0);
  const length = usual.reduce((sum, row) => sum + getTextContent(row).trim().length, 0);
  return length <= cells * MAX_CELL_LENGTH;
}

/** In a grid, what is not one of its cells is empty. */
function cellIn(cells: ReadonlyMap<Element, GridCell>, element: Element): ElementRole {
  const cell = cells.get(element);
  return cell ? { type: 'cell', ...cell } : { type: 'skip' };
}

/** Whether the children of this group are also rows. */
function isRowGroup(display: string): boolean {
  return /^table-(?:row|header|footer)-group$/.test(display);
}

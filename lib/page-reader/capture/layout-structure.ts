import { find, getChildren, getTextContent, property } from '../dom/dom.ts';
import { type ContainerRole, type ElementRole, elementRole } from './element-role.ts';
import { areOwnChildren, type Children, Listed, shownChildren } from './flat-tree.ts';
import { columnsOfGrid } from './grid-table.ts';
import { hasFewWords } from './inline-shape.ts';
import { pinnedRows } from './pinned-columns.ts';
import { orderOnScreen } from './screen-order.ts';
import type { InheritedState } from './traversal-state.ts';
import type { Traits, View } from './view.ts';

/**
 * Structure that only the layout of boxes shows: tables made of boxes, and a visual order that differs from the tree.
 */
export class LayoutStructure {
  /** Rows that continue the row before them, in a grid with pinned columns. */
  readonly #continuingRows = new WeakSet<Element>();
  /** The first cell of each row, in a grid whose cells are the children. */
  readonly #rowStarts = new WeakSet<Element>();

  /** The role of an element. In a table made of boxes, its role follows from its place in the table. */
  determineRole(element: Element, traits: Traits, outer: InheritedState): ElementRole {
    const own = elementRole(element, traits, outer);
    if (own.type === 'row' && this.#continuingRows.has(element)) return { type: 'text', flow: 'line', mark: null };
    if (own.type !== 'text' || outer.inCode || own.mark?.type === 'control') return own;
    if (outer.boxTable === 'cells') return { type: 'cell', header: false, startsRow: this.#rowStarts.has(element) };
    if (outer.boxTable === 'rows') return isRowGroup(traits.display) ? own : { type: 'row' };
    if (own.flow !== 'block' || outer.inTable || traits.role !== null) return own;
    const { window, hasLayout } = outer.view;
    if (isBoxTable(element, traits.display, window)) return { type: 'table' };
    const columns = hasLayout ? columnsOfGrid(element, traits.display, window) : 0;
    if (columns === 0) return own;
    for (const [index, cell] of [...getChildren(element)].entries())
      if (index % columns === 0) this.#rowStarts.add(cell);
    return { type: 'table', isGrid: true };
  }

  /** The children in visual order, or in tree order if `isPart`. */
  orderChildren(element: Element, traits: Traits, view: View, isPart: boolean): Children | null {
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
  if (role.type === 'table') return role.isGrid ? 'cells' : tag === 'table' || ariaRole !== null ? null : 'rows';
  if (outer === 'rows') return role.type === 'row' ? 'cells' : isRowGroup(display) ? 'rows' : null;
  return null;
}

/**
 * Minimum rows and columns of a table made of boxes: with CSS tables, and with flex rows, which have many other uses.
 */
const minimum = { rows: 2, columns: 2, flexRows: 3, flexColumns: 3 };
const maxColumns = 20;
/** Longer cells, on average, contain prose and not data. Characters. */
const maxCellLength = 100;
const structure = 'h1, h2, h3, h4, h5, h6, form, table, article, section, nav';

/**
 * Whether these boxes without a role are a table: laid out as one by CSS, or rows below each other with equal numbers
 * of short cells.
 */
function isBoxTable(element: Element, display: string, window: Window): boolean {
  const isCssTable = display === 'table' || display === 'inline-table';
  const first = property(Element.prototype, element, 'firstElementChild');
  const last = property(Element.prototype, element, 'lastElementChild');
  if (!first || !last || first === last) return false;
  if (isCssTable) return isTable(listRows(element, window), minimum);
  const columns = getChildren(first).length;
  if (columns < minimum.flexColumns || columns > maxColumns || getChildren(last).length !== columns) return false;
  const rows = [...getChildren(element)];
  const isEven = rows.length >= minimum.flexRows && rows.every((row) => getChildren(row).length === columns);
  // A row of a grid may generate no box (`display: contents`).
  const isLaidOut = (row: Element) => {
    const { display: own } = window.getComputedStyle(row);
    return /flex|grid/.test(own) || (own === 'contents' && display.endsWith('grid'));
  };
  return isEven && [first, last].every(isLaidOut) && rows.every((row) => isLaidOut(row) && hasFewWords(row));
}

function listRows(table: Element, window: Window): Element[] {
  return [...getChildren(table)].flatMap((child) => {
    const { display } = window.getComputedStyle(child);
    if (isRowGroup(display)) return [...getChildren(child)];
    return display === 'table-row' ? [child] : [];
  });
}

function isTable(rows: readonly Element[], { rows: minRows, columns }: typeof minimum): boolean {
  const usual = rows.filter((row) => getChildren(row).length >= columns && getChildren(row).length <= maxColumns);
  if (usual.length < minRows || usual.length < rows.length / 2 || usual.some((row) => find(row, structure)))
    return false;
  const cells = usual.reduce((sum, row) => sum + getChildren(row).length, 0);
  const length = usual.reduce((sum, row) => sum + getTextContent(row).trim().length, 0);
  return length <= cells * maxCellLength;
}

/** Whether the children of this group are also rows. */
function isRowGroup(display: string): boolean {
  return /^table-(?:row|header|footer)-group$/.test(display);
}

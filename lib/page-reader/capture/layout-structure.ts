import { childrenOf } from '../dom/dom.ts';
import { isBoxTable, isRowGroup } from './box-table.ts';
import { type ContainerRole, type ElementRole, elementRole } from './element-role.ts';
import { areOwnChildren, type Children, Listed, shownChildren } from './flat-tree.ts';
import { columnsOfGrid } from './grid-table.ts';
import { pinnedRows } from './pinned-columns.ts';
import { orderOnScreen } from './screen-order.ts';
import type { InheritedState } from './traversal-state.ts';
import type { Traits, View } from './view.ts';

/** What the layout of boxes says that their elements do not: tables made of boxes, and an order other than that of the tree. */
export class LayoutStructure {
  /** Rows whose cells belong to the row before, in a grid with pinned columns. */
  readonly #continuingRows = new WeakSet<Element>();
  /** The first cell of each row, in a grid whose cells are the children. */
  readonly #rowStarts = new WeakSet<Element>();

  /** The role of an element, which in a table made of boxes is that of its place. */
  roleOf(element: Element, traits: Traits, outer: InheritedState): ElementRole {
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
    for (const [index, cell] of [...childrenOf(element)].entries())
      if (index % columns === 0) this.#rowStarts.add(cell);
    return { type: 'table', isGrid: true };
  }

  /** The children in the order of the screen; with `isPart`, in that of the tree. */
  childrenOf(element: Element, traits: Traits, view: View, isPart: boolean): Children | null {
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

/** What the children of an element are, in a table that is made of boxes. */
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

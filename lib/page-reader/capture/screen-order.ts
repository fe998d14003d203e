import { isElement, measureBox, property } from '../dom/dom.ts';
import { lookUpStyle, type Traits, type View } from './view.ts';

/** `min`: one positioned box has no order. `max`: more children than this are not sorted. */
const COUNT = { min: 2, max: 20_000 };

/**
 * The child nodes of an element in the order on the screen if that differs from tree order, else null. Handles reversed
 * flex boxes and lines, and children with `order` or a grid row. Also handles children that are all positioned
 * individually, like the recycled rows of a virtual list, the lines of a code editor and the entries of a timeline.
 */
export function orderOnScreen(element: Element, traits: Traits, view: View): Node[] | null {
  const { display, position } = traits;
  if (display !== 'block' && display !== 'inline' && /flex|grid/.test(display))
    return orderOfItems(element, traits, view);
  if (!view.hasLayout || position === '' || position === 'static') return null;
  return arePositioned(element, view.window) ? orderOfBoxes(element, shownNodes(element), traits) : null;
}

/** Elements and text, without the white space between them. */
function shownNodes(element: Element): Node[] {
  const nodes = [...property(Node.prototype, element, 'childNodes')];
  return nodes.filter((node) => isElement(node) || (node.nodeType === 3 && (node as Text).data.trim() !== ''));
}

function orderOfItems(element: Element, traits: Traits, view: View): Node[] | null {
  const { display, style } = traits;
  const isGrid = display.endsWith('grid') && view.hasLayout;
  const isFlex = display.endsWith('flex');
  const isReversed = isFlex && style.flexDirection.endsWith('-reverse');
  const areLinesReversed = isFlex && view.hasLayout && style.flexWrap === 'wrap-reverse';
  if (!isReversed && !areLinesReversed && !isAnyPlaced(element, isGrid, view)) return null;
  const nodes = shownNodes(element);
  if (nodes.length < 2 || nodes.length > COUNT.max) return null;
  if (areLinesReversed && style.flexDirection.startsWith('row')) return orderOfBoxes(element, nodes, traits);
  const styles = nodes.map((node) => (isElement(node) ? lookUpStyle(node, view) : null));
  if (isGrid && styles.some((own) => own && isRowPlaced(own))) return orderOfBoxes(element, nodes, traits);
  const orders = styles.map((own) => Number(own?.order) || 0);
  if (!isReversed && orders.every((order) => order === orders[0])) return null;
  const orderedNodes = nodes
    .map((node, index) => ({ node, order: orders[index] ?? 0 }))
    .sort((one, other) => one.order - other.order)
    .map(({ node }) => node);
  return isReversed ? orderedNodes.reverse() : orderedNodes;
}

/**
 * Whether a style sheet moves any child from its place in the tree. Most boxes have no such child, so this test comes
 * first.
 */
function isAnyPlaced(element: Element, isGrid: boolean, view: View): boolean {
  let child = property(Element.prototype, element, 'firstElementChild');
  for (let index = 0; child && index < COUNT.max; index += 1) {
    const style = lookUpStyle(child, view);
    if (style.order !== '0' || (isGrid && isRowPlaced(style))) return true;
    child = property(Element.prototype, child, 'nextElementSibling');
  }
  return false;
}

function isRowPlaced({ gridRowStart }: CSSStyleDeclaration): boolean {
  return gridRowStart !== 'auto' && /^-?\d|^[a-z](?!uto|pan )/.test(gridRowStart ?? '');
}

/** Whether the first two children and the last one are positioned, as a sample of all. */
function arePositioned(element: Element, window: Window): boolean {
  const children = property(Element.prototype, element, 'children');
  if (children.length < COUNT.min || children.length > COUNT.max) return false;
  return [children[0], children[1], children[children.length - 1]].every(
    (child) => child !== undefined && window.getComputedStyle(child).position === 'absolute',
  );
}

type Placed = { node: Node; box: DOMRect };

/**
 * Sorts boxes into lines from top to bottom, and within a line in reading direction. Columns that are higher than the
 * box around them, like rolling digits, form one line. Null if the boxes are already in that order, or overlap.
 */
function orderOfBoxes(element: Element, nodes: readonly Node[], { style }: Traits): Node[] | null {
  const boxItems = nodes.flatMap((node) => (isElement(node) ? [{ node, box: measureBox(node) }] : []));
  const visibleBoxes = boxItems.filter(({ box }) => box.width > 0 && box.height > 0);
  const [first] = visibleBoxes;
  if (!first || visibleBoxes.slice(1).some(({ box }) => overlap(box, first.box))) return null;
  const { height: windowHeight } = measureBox(element);
  const side = style.direction === 'rtl' ? (box: DOMRect) => -box.right : (box: DOMRect) => box.left;
  const lines: Placed[][] = [];
  for (const item of visibleBoxes.toSorted((one, other) => one.box.top - other.box.top)) {
    const line = lines.at(-1);
    const start = line?.[0]?.box;
    const height = Math.min(item.box.height, start?.height ?? 0);
    const isSameLine =
      start && (item.box.top - start.top < height / 2 || (windowHeight > 0 && height > windowHeight * 2));
    if (line && isSameLine) line.push(item);
    else lines.push([item]);
  }
  const orderedBoxes = lines.flatMap((line) => line.sort((one, other) => side(one.box) - side(other.box)));
  if (orderedBoxes.every((item, index) => item === visibleBoxes[index])) return null;
  const isSorted = new Set(orderedBoxes.map(({ node }) => node));
  return [...nodes.filter((node) => !isSorted.has(node)), ...orderedBoxes.map(({ node }) => node)];
}

/** Whether more than half of a box is covered by the first one: slides on top of each other have no order. */
function overlap(box: DOMRect, first: DOMRect): boolean {
  const width = Math.min(box.right, first.right) - Math.max(box.left, first.left);
  const height = Math.min(box.bottom, first.bottom) - Math.max(box.top, first.top);
  return width > box.width / 2 && height > box.height / 2;
}

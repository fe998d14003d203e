import { boxOf, childrenOf, property, tagOf, textOf } from '../dom/dom.ts';
import { pictures } from './backdrop.ts';
import { isOpaque } from './contrast.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** Empty opaque boxes laid over `element`. Only its own children: a cover further down hides less. */
export function coversIn(element: Element, window: Window): readonly DOMRect[] {
  const covers: DOMRect[] = [];
  for (const child of childrenOf(element)) {
    // First what costs least: nearly every child begins with text, be it a line break, and the rest of it can be the whole page.
    if (beginsWithText(child) || pictures.has(tagOf(child))) continue;
    const style = window.getComputedStyle(child);
    if (style.position !== 'absolute' || textOf(child) !== '') continue;
    if (Number(style.opacity) < VISIBILITY_THRESHOLDS.opaqueFrom || Number(style.zIndex) < 0) continue;
    if (isOpaque(style.backgroundColor)) covers.push(boxOf(child));
  }
  return covers;
}

function beginsWithText(element: Element): boolean {
  let first: Node = element;
  for (let inner = firstChildOf(first); inner !== null; inner = firstChildOf(first)) first = inner;
  return first.nodeType === 3 && (first as Text).data !== '';
}

function firstChildOf(node: Node): Node | null {
  return property(Node.prototype, node, 'firstChild');
}

import { attribute, find } from '../dom/dom.ts';
import { shadowRootOf } from './flat-tree.ts';

/** Elements that show something, or count, although they are empty. */
const leaves = new Set('img input textarea select br hr iframe frame canvas math slot td th form'.split(' '));

/**
 * Whether this element has no content to read. One in twelve is an icon or a spacer; skipping them saves the style query, the
 * main cost per element. An element with an id or a role may be the target of a control, a cell or a control.
 */
export function isBare(element: Element, tag: string): boolean {
  if (tag === 'svg') return isWordless(element);
  if (leaves.has(tag) || element.firstChild !== null) return false;
  if (attribute(element, 'id') !== null || attribute(element, 'role') !== null) return false;
  // MathJax keeps a formula that is not drawn yet in a script after this element.
  if (attribute(element, 'class')?.includes('MathJax')) return false;
  return tag !== 'mjx-container' && shadowRootOf(element, tag, true) === null;
}

function isWordless(svg: Element): boolean {
  return attribute(svg, 'role') === null && attribute(svg, 'aria-label') === null && find(svg, 'title, text') === null;
}

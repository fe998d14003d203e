import { attribute, find } from '../dom/dom.ts';
import { shadowRootOf } from './shadow-root.ts';

/** What shows something, or counts, though nothing is in it. */
const leaves = new Set('img input textarea select br hr iframe frame canvas math slot td th form'.split(' '));

/**
 * Whether nothing in this element is read. One in twelve is an icon or a spacer: these are not asked for their style, which
 * is most of what an element costs. What has an id or a role may be what a control opens, a cell or a control.
 */
export function isBare(element: Element, tag: string): boolean {
  if (tag === 'svg') return isWordless(element);
  if (leaves.has(tag) || element.firstChild !== null) return false;
  if (attribute(element, 'id') !== null || attribute(element, 'role') !== null) return false;
  // A formula that is not drawn yet stands in a script behind its place.
  if (attribute(element, 'class')?.includes('MathJax')) return false;
  return tag !== 'mjx-container' && shadowRootOf(element, tag, true) === null;
}

function isWordless(svg: Element): boolean {
  return attribute(svg, 'role') === null && attribute(svg, 'aria-label') === null && find(svg, 'title, text') === null;
}

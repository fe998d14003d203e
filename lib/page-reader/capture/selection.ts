import { cleanText } from '../dom/clean-text.ts';
import { property, tagOf } from '../dom/dom.ts';
import { type Field, isSecret } from '../dom/form-field.ts';
import { documentSurroundings, enter, type Surroundings } from './ancestors.ts';
import type { WalkRecord } from './capture-events.ts';
import { PageWalker, type WalkLimits } from './dom-traversal.ts';
import { shownParent } from './flat-tree.ts';
import { traitsOf } from './traits.ts';
import type { View } from './view.ts';

/** Firefox makes one range per table cell. */
const maxRanges = 100;

/** The selected part of a field, or '', and a walk through each range that is selected elsewhere. */
export type SelectionHarvest = { text: string; walks: WalkRecord[] };

/**
 * What the person has selected. Read from the ranges and not from their text, so that hidden text
 * between two visible words stays out; from a text field, its selected part, unless the field is secret.
 */
export function harvestSelection(document: Document, view: View, limits: WalkLimits): SelectionHarvest {
  const active = property(Document.prototype, document, 'activeElement');
  if (active && (tagOf(active) === 'input' || tagOf(active) === 'textarea')) {
    const text = selectedInField(active as HTMLInputElement | HTMLTextAreaElement);
    if (text !== '') return { text, walks: [] };
  }
  const selection = view.window.getSelection();
  const walks: WalkRecord[] = [];
  if (!selection) return { text: '', walks };
  for (let index = 0; index < Math.min(selection.rangeCount, maxRanges); index += 1) {
    const range = selection.getRangeAt(index);
    const walk = range.collapsed ? null : walkRange(range, document, view, limits);
    if (walk) walks.push(walk);
  }
  return { text: '', walks };
}

function walkRange(range: Range, document: Document, view: View, limits: WalkLimits): WalkRecord | null {
  const root = rootOf(range);
  const surroundings = root && surroundingsOf(root, document, view);
  if (!surroundings) return null;
  const walker = new PageWalker(root, surroundings, view, limits, range);
  walker.walk();
  return walker.finish().record;
}

/** The element around a range; cells of a table are read as part of it. */
function rootOf(range: Range): Element | null {
  const { commonAncestorContainer: node } = range;
  const element = node.nodeType === 1 ? (node as Element) : node.parentElement;
  if (element && /^(?:tr|tbody|thead|tfoot)$/.test(tagOf(element))) return element.closest('table') ?? element;
  return element;
}

function surroundingsOf(element: Element, document: Document, view: View): Surroundings | null {
  const path: Element[] = [];
  for (let outer = shownParent(element); outer && tagOf(outer) !== 'html'; outer = shownParent(outer))
    path.unshift(outer);
  let surroundings = documentSurroundings(document, view);
  for (const outer of path) {
    surroundings &&= enter(outer, traitsOf(outer, view.window), surroundings, view);
  }
  return surroundings;
}

function selectedInField(field: HTMLInputElement | HTMLTextAreaElement): string {
  // Asking a checkbox or a number field for its selection gives null.
  if (isSecret(field as Field) || field.selectionStart === null || field.selectionEnd === null) return '';
  return cleanText(field.value.slice(field.selectionStart, field.selectionEnd)).trim();
}

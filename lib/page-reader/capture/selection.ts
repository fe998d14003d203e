import { cleanText } from '../dom/clean-text.ts';
import { property, tagOf } from '../dom/dom.ts';
import { type Field, isSecret } from '../dom/form-field.ts';
import { type AncestorState, documentAncestorState, enterElement } from './ancestors.ts';
import type { CaptureEvents } from './capture-events.ts';
import { DomTraversal, type TraversalLimits } from './dom-traversal.ts';
import { shownParent } from './flat-tree.ts';
import { traitsOf } from './traits.ts';
import type { View } from './view.ts';

/** Firefox creates one range per table cell. */
const maxRanges = 100;

/** The selected part of a field, or '', and a capture of each range that is selected elsewhere. */
export type SelectionCapture = { text: string; walks: CaptureEvents[] };

/**
 * Captures what the user has selected. Reads the ranges and not their text, so that hidden text between two visible words is
 * excluded; of a text field, the selected part, unless the field is secret.
 */
export function captureSelection(document: Document, view: View, limits: TraversalLimits): SelectionCapture {
  const active = property(Document.prototype, document, 'activeElement');
  if (active && (tagOf(active) === 'input' || tagOf(active) === 'textarea')) {
    const text = selectedInField(active as HTMLInputElement | HTMLTextAreaElement);
    if (text !== '') return { text, walks: [] };
  }
  const selection = view.window.getSelection();
  const walks: CaptureEvents[] = [];
  if (!selection) return { text: '', walks };
  for (let index = 0; index < Math.min(selection.rangeCount, maxRanges); index += 1) {
    const range = selection.getRangeAt(index);
    const walk = range.collapsed ? null : traverseRange(range, document, view, limits);
    if (walk) walks.push(walk);
  }
  return { text: '', walks };
}

function traverseRange(range: Range, document: Document, view: View, limits: TraversalLimits): CaptureEvents | null {
  const root = rootOf(range);
  const ancestors = root && ancestorStateOf(root, document, view);
  if (!ancestors) return null;
  const traversal = new DomTraversal(root, ancestors, view, limits, range);
  traversal.walk();
  return traversal.finish().record;
}

/** The element around a range; cells of a table are read as part of it. */
function rootOf(range: Range): Element | null {
  const { commonAncestorContainer: node } = range;
  const element = node.nodeType === 1 ? (node as Element) : node.parentElement;
  if (element && /^(?:tr|tbody|thead|tfoot)$/.test(tagOf(element))) return element.closest('table') ?? element;
  return element;
}

function ancestorStateOf(element: Element, document: Document, view: View): AncestorState | null {
  const path: Element[] = [];
  for (let outer = shownParent(element); outer && tagOf(outer) !== 'html'; outer = shownParent(outer))
    path.unshift(outer);
  let ancestors = documentAncestorState(document, view);
  for (const outer of path) {
    ancestors &&= enterElement(outer, traitsOf(outer, view.window), ancestors, view);
  }
  return ancestors;
}

function selectedInField(field: HTMLInputElement | HTMLTextAreaElement): string {
  // The selection of a checkbox or a number field is null.
  if (isSecret(field as Field) || field.selectionStart === null || field.selectionEnd === null) return '';
  return cleanText(field.value.slice(field.selectionStart, field.selectionEnd)).trim();
}

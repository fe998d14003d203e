import { cleanText } from './clean-text.ts';
import { property, tagOf } from './dom.ts';
import { shownParent } from './flat-tree.ts';
import { type Field, isSecret } from './form-field.ts';
import { joinBlocks } from './join-blocks.ts';
import { traitsOf } from './traits.ts';
import { documentSurroundings, enter, type Surroundings, type View } from './visibility.ts';
import { PageWalker, type WalkLimits } from './walk.ts';

/** Firefox makes one range per table cell. */
const maxRanges = 100;

/**
 * What the person has selected, as Markdown, or ''. Read from the ranges and not from their text, so that hidden text
 * between two visible words stays out; from a text field, its selected part, unless the field is secret.
 */
export function readSelection(document: Document, view: View, limits: WalkLimits): string {
  const active = property(Document.prototype, document, 'activeElement');
  if (active && (tagOf(active) === 'input' || tagOf(active) === 'textarea')) {
    const inField = selectedInField(active as HTMLInputElement | HTMLTextAreaElement);
    if (inField !== '') return inField;
  }
  const selection = view.window.getSelection();
  if (!selection) return '';
  const parts: string[] = [];
  for (let index = 0; index < Math.min(selection.rangeCount, maxRanges); index += 1) {
    const range = selection.getRangeAt(index);
    if (!range.collapsed) parts.push(...readRange(range, document, view, limits));
  }
  return joinBlocks(parts);
}

function readRange(range: Range, document: Document, view: View, limits: WalkLimits): string[] {
  const root = rootOf(range);
  const surroundings = root && surroundingsOf(root, document, view);
  if (!surroundings) return [];
  const walker = new PageWalker(root, surroundings, view, limits, range);
  walker.walk();
  return walker.finish().map((block) => block.markdown);
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

import { attribute, property, tagOf } from '../dom/dom.ts';
import { type Children, Listed, Siblings } from './children.ts';
import { firstSummary } from './collapsed.ts';

/**
 * The children as displayed: those of the shadow root, the nodes assigned to a slot, the body of a same-origin frame, and of
 * closed details only the summary. Null if there are none.
 */
export function shownChildren(element: Element, tag = tagOf(element)): Children | null {
  switch (tag) {
    case 'slot': {
      const assigned = (element as HTMLSlotElement).assignedNodes?.({ flatten: true }) ?? [];
      return assigned.length > 0 ? new Listed(assigned) : childNodesOf(element);
    }
    case 'iframe':
    case 'frame': {
      const inner = frameDocument(element);
      const body = inner && bodyOf(inner);
      return body ? new Listed([body]) : null;
    }
    case 'details': {
      if (attribute(element, 'open') !== null) break;
      const summary = firstSummary(element);
      return summary ? new Listed([summary]) : null;
    }
  }
  const first = tag === 'form' ? property(Node.prototype, element, 'firstChild') : element.firstChild;
  const root = shadowRootOf(element, tag, first === null);
  return root ? childNodesOf(root) : first && new Siblings(element, first);
}

function childNodesOf(parent: Node): Children | null {
  const first = property(Node.prototype, parent, 'firstChild');
  return first && new Siblings(parent, first);
}

/** The parent in the flat tree, across shadow roots and frames, or null at the top. */
export function shownParent(node: Node): Element | null {
  const slot = node.nodeType === 1 || node.nodeType === 3 ? (node as Element | Text).assignedSlot : null;
  if (slot?.nodeType === 1 && tagOf(slot) === 'slot') return slot;
  const parent = property(Node.prototype, node, 'parentNode');
  if (parent === null) return null;
  if (parent.nodeType === 1) return parent as Element;
  if (parent.nodeType === 11) return (parent as ShadowRoot).host ?? null;
  return (parent as Document).defaultView?.frameElement ?? null;
}

export function bodyOf(document: Document): Element | null {
  return property(Document.prototype, document, 'body') ?? property(Document.prototype, document, 'documentElement');
}

/** Null if the frame is of another origin, for which browsers return null or throw. */
export function frameDocument(frame: Element): Document | null {
  try {
    return (frame as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/** The part of a text node that lies in the range. */
export function partInRange(node: Text, range: Range): string {
  if (!range.intersectsNode(node)) return '';
  const start = range.startContainer === node ? range.startOffset : 0;
  const end = range.endContainer === node ? range.endOffset : node.data.length;
  return node.data.slice(start, end);
}

/** HTML elements that may host a shadow tree, besides custom ones (DOM standard, "valid shadow host name"). */
const hosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

type Extension = { chrome?: { dom?: { openOrClosedShadowRoot?: (element: Element) => ShadowRoot | null } } };
type Host = Element & { openOrClosedShadowRoot?: ShadowRoot | null };

/**
 * The shadow root that an author attached, open or closed, or null. Extensions can open closed ones: Firefox by a property,
 * Chromium by `chrome.dom`. The query is expensive, so among standard elements only empty ones are tested, since there is no
 * other reason to attach a closed tree to a `div`.
 */
export function shadowRootOf(element: Element, tag: string, isEmpty: boolean): ShadowRoot | null {
  const isCustom = tag.includes('-');
  if (!isCustom && !hosts.has(tag)) return null;
  const open = element.shadowRoot;
  if (open) return open;
  if ((!isCustom && !isEmpty) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return null;
  const inFirefox = (element as Host).openOrClosedShadowRoot;
  if (inFirefox !== undefined) return inFirefox;
  return (globalThis as Extension).chrome?.dom?.openOrClosedShadowRoot?.(element) ?? null;
}

import type { FramePlace } from '../../contracts/index.ts';
import { attribute, getChildren, getParent, getTagName, isRendered, property } from '../dom/dom.ts';

/**
 * The children as displayed: those of the shadow root, the nodes assigned to a slot, or the body of a same-origin
 * frame; of closed details, only the summary. Null if there are none.
 */
export function shownChildren(element: Element, tag = getTagName(element)): Children | null {
  switch (tag) {
    case 'slot': {
      const assigned = (element as HTMLSlotElement).assignedNodes?.({ flatten: true }) ?? [];
      return assigned.length > 0 ? new Listed(assigned) : getChildNodes(element);
    }
    case 'iframe':
    case 'frame': {
      const inner = frameDocument(element);
      const body = inner && getDocumentBody(inner);
      return body ? new Listed([body]) : null;
    }
    case 'details': {
      if (attribute(element, 'open') !== null) break;
      const summary = firstSummary(element);
      return summary ? new Listed([summary]) : null;
    }
  }
  const first = tag === 'form' ? property(Node.prototype, element, 'firstChild') : element.firstChild;
  const root = findShadowRoot(element, tag, first === null);
  return root ? getChildNodes(root) : first && new Siblings(element, first);
}

function getChildNodes(parent: Node): Children | null {
  const first = property(Node.prototype, parent, 'firstChild');
  return first && new Siblings(parent, first);
}

/** The parent in the flat tree, across shadow roots and frames, or null at the top. */
export function shownParent(node: Node): Element | null {
  const slot = node.nodeType === 1 || node.nodeType === 3 ? (node as Element | Text).assignedSlot : null;
  if (slot?.nodeType === 1 && getTagName(slot) === 'slot') return slot;
  const parent = property(Node.prototype, node, 'parentNode');
  if (parent === null) return null;
  if (parent.nodeType === 1) return parent as Element;
  if (parent.nodeType === 11) return (parent as ShadowRoot).host ?? null;
  return (parent as Document).defaultView?.frameElement ?? null;
}

export function getDocumentBody(document: Document): Element | null {
  return property(Document.prototype, document, 'body') ?? property(Document.prototype, document, 'documentElement');
}

/** The document in a frame, or null if it is of another origin, for which browsers return null or throw. */
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
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

type Extension = { chrome?: { dom?: { openOrClosedShadowRoot?: (element: Element) => ShadowRoot | null } } };
type Host = Element & { openOrClosedShadowRoot?: ShadowRoot | null };

/**
 * The shadow root that an author attached, open or closed, or null. Extensions can open closed ones: Firefox with a
 * property, Chromium with `chrome.dom`. The query is expensive. Among standard elements only empty ones are queried,
 * since there is no other reason to attach a closed tree to a `div`.
 */
export function findShadowRoot(element: Element, tag: string, isEmpty: boolean): ShadowRoot | null {
  const isCustom = tag.includes('-');
  if (!isCustom && !HOSTS.has(tag)) return null;
  const open = element.shadowRoot;
  if (open) return open;
  if ((!isCustom && !isEmpty) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return null;
  const inFirefox = (element as Host).openOrClosedShadowRoot;
  if (inFirefox !== undefined) return inFirefox;
  return (globalThis as Extension).chrome?.dom?.openOrClosedShadowRoot?.(element) ?? null;
}

/** Whether this `summary` opens details that are closed. */
export function isClosedSummary(element: Element): boolean {
  const details = getParent(element);
  return details !== null && isClosedDetails(details) && firstSummary(details) === element;
}

export function isClosedDetails(element: Element): boolean {
  return getTagName(element) === 'details' && attribute(element, 'open') === null;
}

/**
 * Whether a user can open these details, which needs a visible summary. `isCollapsed`: they are inside a closed part.
 */
export function canBeOpened(details: Element, isCollapsed: boolean): boolean {
  const summary = firstSummary(details);
  if (summary === null) return false;
  // Nothing in a closed part is rendered.
  if (!isCollapsed) return isRendered(summary);
  return summary.ownerDocument.defaultView?.getComputedStyle(summary).display !== 'none';
}

/** The summary first, as browsers show it, then the content. */
export function childrenOfDetails(details: Element): Children {
  const summary = firstSummary(details);
  const nodes = [...property(Node.prototype, details, 'childNodes')].filter((node) => node !== summary);
  return new Listed(summary ? [summary, ...nodes] : nodes);
}

/** The part of closed details that stays visible. */
function firstSummary(details: Element): Element | null {
  return [...getChildren(details)].find((child) => getTagName(child) === 'summary') ?? null;
}

/** An iterator that returns null at the end. */
export type Children = { next(): Node | null };

/**
 * The siblings from `first` on, as they are in the tree at the time of each call. The page may change between calls,
 * and a form field may shadow `nextSibling`: a node that is not, or no longer, a child is looked up by its index.
 */
class Siblings implements Children {
  readonly parent: Node;
  #next: Node | null;
  #given = 0;

  constructor(parent: Node, first: Node) {
    this.parent = parent;
    this.#next = first;
  }

  next(): Node | null {
    let node = this.#next;
    if (node !== null && node.parentNode !== this.parent) {
      node = property(Node.prototype, this.parent, 'childNodes')[this.#given] ?? null;
    }
    this.#next = node?.nextSibling ?? null;
    this.#given += 1;
    return node;
  }
}

/** Whether these are the element's own child nodes, and not those of a shadow tree, a slot or a frame. */
export function areOwnChildren(children: Children | null, element: Element): boolean {
  return children instanceof Siblings && children.parent === element;
}

export class Listed implements Children {
  readonly #nodes: readonly Node[];
  #given = 0;

  constructor(nodes: readonly Node[]) {
    this.#nodes = nodes;
  }

  next(): Node | null {
    this.#given += 1;
    return this.#nodes[this.#given - 1] ?? null;
  }
}

/**
 * Identifies a window among the frames of its tab, with the same result from inside and outside: the index of each
 * frame on the path, as in `window.parent[0]`, joined by dots. '' for the top window. Null for a frame that its parent
 * does not index, as in shadow trees.
 */
export function frameKey(window: Window): string | null {
  const key: number[] = [];
  for (let inner = window; inner !== inner.parent; inner = inner.parent) {
    const index = Array.from({ length: inner.parent.length }, (_, at) => at).find((at) => inner.parent[at] === inner);
    if (index === undefined) return null;
    key.unshift(index);
  }
  return key.join('.');
}

/** The place of the frame that this element shows, or null if it shows none. */
export function framePlace(frame: HTMLIFrameElement): FramePlace | null {
  const { contentWindow } = frame;
  return contentWindow && { key: frameKey(contentWindow), url: frame.src };
}

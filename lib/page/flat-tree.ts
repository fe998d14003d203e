import { attribute, childrenOf, property, tagOf } from './dom.ts';

/**
 * The children a person sees an element with: those of its open shadow root, those assigned to a slot, the body of a
 * frame of the same origin, and of closed details only the summary.
 */
export function shownChildren(element: Element): ArrayLike<Node> {
  switch (tagOf(element)) {
    case 'form':
      return lightChildren(element);
    case 'slot': {
      const assigned = (element as HTMLSlotElement).assignedNodes?.({ flatten: true }) ?? [];
      return assigned.length > 0 ? assigned : lightChildren(element);
    }
    case 'iframe':
    case 'frame': {
      const inner = frameDocument(element);
      const body = inner && bodyOf(inner);
      return body ? [body] : [];
    }
    case 'details': {
      if (attribute(element, 'open') !== null) break;
      const summary = [...childrenOf(element)].find((child) => tagOf(child) === 'summary');
      return summary ? [summary] : [];
    }
  }
  return element.shadowRoot?.childNodes ?? lightChildren(element);
}

/** The parent in the same tree, out of shadow roots and frames, or null at the top. */
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

function lightChildren(element: Element): ArrayLike<Node> {
  return property(Node.prototype, element, 'childNodes');
}

/** null where the frame is of another origin, which the browser reports by null or by throwing. */
export function frameDocument(frame: Element): Document | null {
  try {
    return (frame as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

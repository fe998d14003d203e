/**
 * A page can give a form field the name of a DOM property, and the form (or the document) then answers with the field.
 * These read past that: the getter of the prototype is asked, not the object. Other elements answer for themselves, which is
 * four times as fast.
 */
export function property<Owner extends object, Name extends keyof Owner>(
  prototype: Owner,
  owner: Owner,
  name: Name,
): Owner[Name] {
  const tag: unknown = (owner as Partial<Element>).localName;
  if (typeof tag === 'string' && tag !== 'form') return owner[name];
  return Reflect.get(prototype, name, owner) as Owner[Name];
}

export function attribute(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** A form whose `nodeType` has been taken by a field is still an element. */
export function isElement(node: Node): node is Element {
  const type: unknown = node.nodeType;
  return type === 1 || typeof type === 'object';
}

/** Lower-case tag name. Only forms can be made to answer wrongly. */
export function tagOf(element: Element): string {
  const name: unknown = element.localName;
  return typeof name === 'string' ? name : 'form';
}

/** Id and class names in one string. */
export function namesOf(element: Element): string {
  return `${attribute(element, 'id') ?? ''} ${attribute(element, 'class') ?? ''}`;
}

/** The parent in the same tree; null at the top of a document or a shadow tree. */
export function parentOf(element: Element): Element | null {
  return property(Node.prototype, element, 'parentElement');
}

/** `html` or `body`: what these are painted with is the canvas, behind everything. */
export function isRoot(element: Element): boolean {
  const tag = tagOf(element);
  return tag === 'body' || tag === 'html';
}

export function childrenOf(element: Element): HTMLCollection {
  return property(Element.prototype, element, 'children');
}

export function textOf(element: Element): string {
  return property(Element.prototype, element, 'textContent') ?? '';
}

/** In CSS pixels, in the viewport of the element's own document. */
export function boxOf(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

/** Whether the styles of an element and its ancestors let it be seen. Where it lies is not looked at. */
export function isRendered(element: Element): boolean {
  return element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) !== false;
}

export function find(element: Element, selector: string): Element | null {
  return Element.prototype.querySelector.call(element, selector);
}

/** In a document, a shadow tree or an element, itself not included. */
export function findAll(tree: Node, selector: string): NodeListOf<Element> {
  const { prototype } = tree.nodeType === 9 ? Document : tree.nodeType === 11 ? DocumentFragment : Element;
  return prototype.querySelectorAll.call(tree, selector);
}

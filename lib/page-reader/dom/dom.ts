/**
 * Reads a DOM property of an element. A page can give a form field the name of a property, and the form (or the
 * document) then returns the field instead. For forms and documents, the prototype's getter is therefore called. Other
 * elements are read directly, which is four times as fast.
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

/** Whether the node is an element, even if it is a form in which a field shadows `nodeType`. */
export function isElement(node: Node): node is Element {
  const type: unknown = node.nodeType;
  return type === 1 || typeof type === 'object';
}

/** Lower-case tag name. Only forms can shadow it. */
export function getTagName(element: Element): string {
  const name: unknown = element.localName;
  return typeof name === 'string' ? name : 'form';
}

/** Id and class names in one string. */
export function readIdAndClasses(element: Element): string {
  return `${attribute(element, 'id') ?? ''} ${attribute(element, 'class') ?? ''}`;
}

/** The parent in the same tree; null at the top of a document or a shadow tree. */
export function getParent(element: Element): Element | null {
  return property(Node.prototype, element, 'parentElement');
}

/** `html` or `body`, whose background is painted on the canvas. */
export function isRoot(element: Element): boolean {
  const tag = getTagName(element);
  return tag === 'body' || tag === 'html';
}

export function getChildren(element: Element): HTMLCollection {
  return property(Element.prototype, element, 'children');
}

export function getTextContent(element: Element): string {
  return property(Element.prototype, element, 'textContent') ?? '';
}

/** The box of an element in CSS pixels, relative to the viewport of its own document. */
export function measureBox(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

/** Whether the styles of an element and its ancestors make it visible, regardless of its position. */
export function isRendered(element: Element): boolean {
  return (
    Element.prototype.checkVisibility?.call(element, { opacityProperty: true, visibilityProperty: true }) !== false
  );
}

export function matches(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector);
}

/** The first match in a document, a shadow tree or an element, excluding the element itself. */
export function find(tree: Node, selector: string): Element | null {
  return selectPrototype(tree).querySelector.call(tree, selector);
}

/** All matches in a document, a shadow tree or an element. */
export function findAll(tree: Node, selector: string): NodeListOf<Element> {
  return selectPrototype(tree).querySelectorAll.call(tree, selector);
}

function selectPrototype({ nodeType }: Node): ParentNode {
  return (nodeType === 9 ? Document : nodeType === 11 ? DocumentFragment : Element).prototype;
}

/** Whether a computed style shows dots instead of letters (`-webkit-text-security`, in all current browsers). */
export function isDotted(style: CSSStyleDeclaration & { webkitTextSecurity?: string }): boolean {
  const { webkitTextSecurity = '' } = style;
  return webkitTextSecurity !== '' && webkitTextSecurity !== 'none';
}

/** Fonts in which every letter is a dot, by the names under which they are published. */
const DOT_FONT = /^\s*["']?(?:text-?security|pass-?(?:word|wd)s?|pass-?dots|dots?-?font)/i;

/** Whether a field shows dots instead of what is typed, by its style or by a font made for that. */
export function hidesTyping(field: Element): boolean {
  const style = property(Node.prototype, field, 'ownerDocument')?.defaultView?.getComputedStyle(field);
  return style !== undefined && (isDotted(style) || DOT_FONT.test(style.fontFamily));
}

import { boundStyles, plainDeclarations, StyleBudget } from './bound-styles.ts';

/** Limits for the work that a page causes in a browser: pages worth reading have fewer elements and less nesting. */
const LIMITS = { elements: 20_000, depth: 120, moved: 50_000, scriptChanges: 10_000, styleAttribute: 1_000 };

/** Elements that a few bytes can multiply, or that are animated. */
const MULTIPLYING = 'use, symbol, pattern, marker, filter, marquee, animate, animateTransform, set';

/**
 * Limits the layout work of an untrusted page, since a fetched page is laid out on the panel's thread: the number and
 * depth of its elements, and the cost of its styles. Changes `document`, which has no window.
 */
export function boundPage(document: Document, parseSheet: (css: string) => CSSStyleSheet): void {
  flattenShadowRoots(document);
  for (const element of document.querySelectorAll(MULTIPLYING)) element.remove();
  const { elements, depth } = boundTree(document.documentElement);
  boundScripts(document);
  const budget = new StyleBudget({ elements, depth });
  for (const element of document.querySelectorAll('style'))
    element.textContent = boundStyles(element.textContent ?? '', parseSheet, budget);
  for (const element of document.querySelectorAll<HTMLElement>('[style]')) {
    const text = element.getAttribute('style') ?? '';
    const declarations = text.length > LIMITS.styleAttribute ? '' : plainDeclarations(element.style);
    if (declarations === '') element.removeAttribute('style');
    else element.setAttribute('style', declarations);
  }
}

/**
 * Moves the content of declarative shadow roots to where it is displayed. Until the document is opened, `template`
 * hides the content from queries. Other templates show nothing.
 */
function flattenShadowRoots(document: Document): void {
  const templates = [...document.querySelectorAll('template')];
  const hosts = new WeakSet<Element>();
  let moveCount = 0;
  for (let index = 0; index < templates.length; index += 1) {
    const template = templates[index] as HTMLTemplateElement;
    const host = template.parentElement;
    template.remove();
    const isShadowRoot = template.hasAttribute('shadowrootmode') && moveCount < LIMITS.moved;
    // An element has one shadow root; further templates show nothing.
    if (host === null || !isShadowRoot || hosts.has(host)) continue;
    hosts.add(host);
    moveCount += host.getElementsByTagName('*').length + template.content.querySelectorAll('*').length;
    templates.push(...template.content.querySelectorAll('template'));
    const light = Map.groupBy(host.childNodes, slotName);
    host.replaceChildren(template.content);
    for (const slot of host.querySelectorAll('slot')) {
      const name = slot.getAttribute('name') ?? '';
      slot.replaceWith(...(light.get(name) ?? slot.childNodes));
      light.delete(name);
    }
  }
}

function slotName(node: Node): string {
  return 'getAttribute' in node ? ((node as Element).getAttribute('slot') ?? '') : '';
}

/** Replaces elements that are nested too deeply by their text, and removes all elements beyond the maximum number. */
function boundTree(root: Element): { elements: number; depth: number } {
  let elements = 0;
  let deepest = 0;
  let depth = 0;
  for (let element: Element | null = root; element !== null; ) {
    elements += 1;
    deepest = Math.max(deepest, depth);
    if (depth >= LIMITS.depth) element.textContent = element.textContent ?? '';
    if (elements > LIMITS.elements) {
      removeFrom(element);
      break;
    }
    if (element.firstElementChild !== null) {
      element = element.firstElementChild;
      depth += 1;
      continue;
    }
    while (element !== null && element.nextElementSibling === null && element !== root) {
      element = element.parentElement;
      depth -= 1;
    }
    element = element === root || element === null ? null : element.nextElementSibling;
  }
  return { elements, depth: deepest };
}

/** Empties the remaining texts after the script has changed so often that font selection takes seconds. */
function boundScripts(document: Document): void {
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  let changes = 0;
  let script = 0;
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (changes > LIMITS.scriptChanges) text.nodeValue = '';
    const characters = text.nodeValue ?? '';
    for (let at = 0; at < characters.length && changes <= LIMITS.scriptChanges; at += 1) {
      const next = scriptAt(characters.charCodeAt(at));
      if (next !== 0 && next !== script) changes += 1;
      if (next !== 0) script = next;
      if (changes > LIMITS.scriptChanges) text.nodeValue = characters.slice(0, at);
    }
  }
}

/**
 * The approximate script of a UTF-16 code unit; 0 for Latin letters, punctuation and signs, which occur in every text.
 */
function scriptAt(code: number): number {
  if (code < 0x300 || (code >= 0x2000 && code < 0x2c00)) return 0;
  return code >= 0x2e80 && code < 0xfb00 ? 0x2e80 : code & 0xff80;
}

/** Removes an element and everything that follows it in the document. */
function removeFrom(first: Element): void {
  for (let node: Node | null = first; node !== null; ) {
    const parent: Node | null = node.parentNode;
    while (node.nextSibling !== null) node.nextSibling.remove();
    if (node === first) first.remove();
    node = parent !== null && parent.nodeType === Node.ELEMENT_NODE ? parent : null;
  }
}

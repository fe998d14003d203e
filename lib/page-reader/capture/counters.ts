import { getParent, getTagName, property } from '../dom/dom.ts';
import { numeral, toNumbering } from '../dom/numbering.ts';

/** The values of each counter at an element, outermost first. */
type CounterValues = ReadonlyMap<string, readonly number[]>;
type Instance = { scope: Element | null; value: number };

/** Maximum number of elements that are counted. Enough for long documents, which are the pages that use counters. */
const MAX_ELEMENTS = 50_000;

/**
 * Computes the counters of the elements of a document whose `::before` shows one (CSS Lists 3, "automatic numbering").
 * A reset opens a counter for the element, the siblings after it, and all their descendants. Increments change the
 * innermost counter. Counts only as far as the element that is asked for, since a whole document would block the page.
 */
export class Counters {
  readonly #root: Element;
  readonly #window: Window;
  readonly #values = new Map<Element, CounterValues>();
  readonly #instances = new Map<string, Instance[]>();
  readonly #shows = new Map<string, boolean>();
  #next: Element | null;
  #remainingElements = MAX_ELEMENTS;

  constructor(root: Element, window: Window) {
    this.#root = root;
    this.#window = window;
    this.#next = root;
  }

  /** The values at an element whose `::before` shows a counter. */
  get(element: Element): CounterValues | undefined {
    while (this.#next && this.#remainingElements > 0 && !this.#values.has(element)) this.#count(this.#next);
    return this.#values.get(element);
  }

  #count(element: Element): void {
    this.#remainingElements -= 1;
    const instances = this.#instances;
    apply(this.#window.getComputedStyle(element), getParent(element), instances);
    const key = `${getTagName(element)} ${element.className} ${getParent(element)?.className}`;
    let isShown = this.#shows.get(key);
    if (isShown === undefined) {
      isShown = this.#window.getComputedStyle(element, '::before').content.includes('counter');
      this.#shows.set(key, isShown);
    }
    if (isShown) {
      apply(this.#window.getComputedStyle(element, '::before'), element, instances);
      this.#values.set(element, new Map([...instances].map(([name, all]) => [name, all.map(({ value }) => value)])));
    }
    this.#next = next(element, this.#root, instances);
  }
}

function apply(style: CSSStyleDeclaration, scope: Element | null, instances: Map<string, Instance[]>): void {
  for (const [name, value] of pairsIn(style.counterReset, 0)) {
    const all = instances.get(name) ?? [];
    const last = all.at(-1);
    if (last?.scope === scope) last.value = value;
    else all.push({ scope, value });
    instances.set(name, all);
  }
  for (const [name, value] of pairsIn(style.counterIncrement, 1)) {
    const all = instances.get(name) ?? [];
    const last = all.at(-1);
    if (last) last.value += value;
    else all.push({ scope, value });
    instances.set(name, all);
  }
}

function pairsIn(css: string | undefined, usual: number): [string, number][] {
  if (!css || css === 'none') return [];
  return [...css.matchAll(/([^\s\d-][^\s]*|-[^\s\d][^\s]*)(?:\s+(-?\d+))?/g)].map(([, name = '', value]) => [
    name,
    value === undefined ? usual : Number(value),
  ]);
}

/** The next element in tree order. Closes the counters of parents that end. */
function next(element: Element, root: Element, instances: Map<string, Instance[]>): Element | null {
  const first = property(Element.prototype, element, 'firstElementChild');
  if (first) return first;
  for (let at: Element | null = element; at && at !== root; at = getParent(at)) {
    close(at, instances);
    if (at.nextElementSibling) return at.nextElementSibling;
  }
  return null;
}

function close(scope: Element, instances: Map<string, Instance[]>): void {
  for (const all of instances.values()) {
    while (all.length > 0 && all.at(-1)?.scope === scope) all.pop();
  }
}

const PART =
  /"((?:[^"\\]|\\.)*)"|counter\(([^),\s]+)(?:,\s*([\w-]+))?\)|counters\(([^),\s]+),\s*"((?:[^"\\]|\\.)*)"(?:,\s*([\w-]+))?\)/g;

/** The text of generated content that shows counters, or '' if it shows anything else. */
export function counterText(content: string, values: ReadonlyMap<string, readonly number[]> | undefined): string {
  if (!values || content.replace(PART, '').trim() !== '') return '';
  const parts = [...content.matchAll(PART)].map(([, text, name, style, nested = '', separator = '', styleOfNested]) => {
    if (text !== undefined) return text.replace(/\\(.)/g, '$1');
    if (name !== undefined) return numeral(values.get(name)?.at(-1) ?? 0, toNumbering(style ?? ''));
    const numbers = values.get(nested) ?? [0];
    return numbers.map((value) => numeral(value, toNumbering(styleOfNested ?? ''))).join(separator);
  });
  const text = parts.join('');
  return /\s$/.test(text) ? text : `${text} `;
}

import { isRendered, measureBox, property } from '../dom/dom.ts';
import { type AncestorState, documentAncestorState, enterElement } from './ancestors.ts';
import { shownParent } from './flat-tree.ts';
import { createView, readTraits, type View } from './view.ts';
import { isShown } from './visibility.ts';

/**
 * Whether the user can see controls of a document, by the same rules as when reading pages. Caches the states of
 * ancestors, so use an instance for only one pass over the page.
 */
export class VisibilityCheck {
  readonly #document: Document;
  readonly #view: View;
  readonly #states = new Map<Element, AncestorState | null>();

  constructor(document: Document) {
    this.#document = document;
    this.#view = createView(document, document.defaultView as Window & typeof globalThis);
  }

  isVisible(element: Element): boolean {
    if (!isRendered(element)) return false;
    const parent = shownParent(element);
    const around = parent === null ? null : this.#stateIn(parent);
    if (around === null) return false;
    const traits = readTraits(element, this.#view);
    const own = enterElement(element, traits, around, this.#view);
    return own !== null && isShown(element, traits.style, around, this.#view);
  }

  /** Whether a click at some point of the element would hit it, given that the element is in view. */
  isReachable(element: Element): boolean {
    if (!this.#view.hasLayout) return true;
    const { left, top, width, height } = measureBox(element);
    const x = left + width / 2;
    const y = top + height / 2;
    const { innerWidth, innerHeight } = this.#view.window;
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true;
    const root = element.getRootNode() as Document | ShadowRoot;
    const hit = root.elementFromPoint?.(x, y) ?? null;
    return hit === null || isAround(element, hit);
  }

  #stateIn(element: Element): AncestorState | null {
    const cached = this.#states.get(element);
    if (cached !== undefined) return cached;
    const state = this.#computeState(element);
    this.#states.set(element, state);
    return state;
  }

  #computeState(element: Element): AncestorState | null {
    if (element === this.#document.documentElement) return documentAncestorState(this.#document, this.#view);
    // Ancestors in other documents, such as that of a frame, are not considered here.
    const isRoot = property(Node.prototype, element, 'ownerDocument') !== this.#document;
    const parent = shownParent(element);
    if (isRoot || parent === null) return documentAncestorState(this.#document, this.#view);
    const outer = this.#stateIn(parent);
    return outer && enterElement(element, readTraits(element, this.#view), outer, this.#view);
  }
}

/** Labels and wrappers pass clicks on, and parts of a control belong to it. */
function isAround(element: Element, hit: Element): boolean {
  if (element.contains(hit) || hit.contains(element)) return true;
  const labels = [...((element as HTMLInputElement).labels ?? [])];
  return labels.some((label) => label.contains(hit) || hit.contains(label));
}

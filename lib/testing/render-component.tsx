import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/**
 * Which part of the document is in view. Everything by default. After a change, `scroll` reports what came into view.
 */
export const viewport = {
  isInView: (_element: Element): boolean => true,
  scroll: () => act(async () => void observers.forEach((observer) => void observer.report())),
};

const observers = new Set<FakeIntersectionObserver>();

/** happy-dom has no layout, so its own observer never reports anything. */
class FakeIntersectionObserver {
  readonly #elements = new Set<Element>();
  readonly #callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
    observers.add(this);
  }

  observe(element: Element): void {
    this.#elements.add(element);
    this.report();
  }

  unobserve(element: Element): void {
    this.#elements.delete(element);
  }

  report(): void {
    const visible = [...this.#elements].filter((element) => viewport.isInView(element));
    const entries = visible.map((target) => ({ target, isIntersecting: true, intersectionRatio: 1 }));
    this.#callback(entries as unknown as IntersectionObserverEntry[], this as unknown as IntersectionObserver);
  }
}

/**
 * Renders an element into the test's document (`@vitest-environment happy-dom`), and again with the argument of
 * `rerender`. It is removed when the test ends, since a component's timer that fires once the document is gone would
 * fail the whole run.
 */
export async function render(
  element: ReactNode,
): Promise<{ host: HTMLElement; rerender: (next: ReactNode) => Promise<void> }> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, IntersectionObserver: FakeIntersectionObserver });
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    host.remove();
    viewport.isInView = () => true;
    observers.clear();
  });
  const rerender = (next: ReactNode) => act(async () => root.render(next));
  await rerender(element);
  return { host, rerender };
}

/** The button, link or summary with this accessible name. */
export function control(host: ParentNode, name: string): HTMLElement {
  const all = [...host.querySelectorAll<HTMLElement>('button, a, summary')];
  const found = all.find((each) => getAccessibleName(each) === name);
  if (found === undefined) throw new Error(`There is no “${name}”, only: ${all.map(getAccessibleName).join(', ')}`);
  return found;
}

/** Clicks the control with this name and waits for the effects. */
export async function press(host: ParentNode, name: string): Promise<void> {
  await act(async () => control(host, name).click());
}

/**
 * Dispatches a click like the browser does for a user's, which scripts cannot make, and waits for the effects.
 * `detail`: the number of clicks of a pointer in a row, or 0 for the keyboard.
 */
export async function clickByHand(element: Element, detail = 0): Promise<void> {
  const click = new MouseEvent('click', { bubbles: true, detail });
  Object.defineProperty(click, 'isTrusted', { value: true });
  await act(async () => void element.dispatchEvent(click));
}

/** Like `press`, by the user. */
export function pressByHand(host: ParentNode, name: string): Promise<void> {
  return clickByHand(control(host, name));
}

/** Replaces the text of a field like a user, and waits for the effects. React overrides the setter of its value. */
export async function enterText(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Presses a key on the focused element and waits for the effects. Returns whether it was handled. */
export async function pressKey(key: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  await act(async () => void document.activeElement?.dispatchEvent(event));
  return event.defaultPrevented;
}

/** The visible text of an element, without breaks between its parts. */
export function elementText(element: Element | null | undefined): string {
  const text = (node: Node): string =>
    node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : [...node.childNodes].map(text).join(' ');
  return element ? text(element).replace(/\s+/g, ' ').trim() : '';
}

function getAccessibleName(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? elementText(element);
}

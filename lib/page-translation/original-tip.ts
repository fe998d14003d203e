/**
 * Shows the original of a translated paragraph while the pointer or the focus is on it. It is in a closed shadow tree,
 * which is in the document only while it shows something. Escape hides it, and the pointer may move onto it (WCAG 2.2,
 * 1.4.13).
 */
export class OriginalTip {
  readonly #findOriginal: (element: Element) => { container: Element; text: string } | null;
  readonly #stop = new AbortController();
  #host: HTMLElement | null = null;
  #container: Element | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `findOriginal`: returns the translated paragraph to which an element belongs, and its original text. */
  constructor(findOriginal: (element: Element) => { container: Element; text: string } | null) {
    this.#findOriginal = findOriginal;
    const on = (type: string, listener: (event: Event) => void) =>
      document.addEventListener(type, listener, { signal: this.#stop.signal, capture: true, passive: true });
    on('mouseover', ({ target }) => this.#onMove(target, SHOWN_AFTER_MS));
    on('focusin', ({ target }) => this.#onMove(target, 0));
    on('focusout', () => this.#onMove(null, 0));
    on('scroll', () => this.hide());
    on('keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape') this.hide();
    });
  }

  /** Whether a node is the tip, which is not part of the page. */
  isTip(node: Node | null): boolean {
    return node !== null && node === this.#host;
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#host?.remove();
    this.#host = null;
    this.#container = null;
  }

  end(): void {
    this.hide();
    this.#stop.abort();
  }

  #onMove(target: EventTarget | null, afterMs: number): void {
    const element = target instanceof Element ? target : null;
    if (this.isTip(element)) return;
    const hoveredUnit = element === null ? null : this.#findOriginal(element);
    if (hoveredUnit !== null && hoveredUnit.container === this.#container) return;
    this.hide();
    if (hoveredUnit === null) return;
    this.#container = hoveredUnit.container;
    this.#timer = setTimeout(() => this.#show(hoveredUnit), afterMs);
  }

  #show({ container, text }: { container: Element; text: string }): void {
    const box = container.getBoundingClientRect();
    const host = document.createElement('div');
    const tip = document.createElement('div');
    tip.setAttribute('role', 'tooltip');
    tip.dir = 'auto';
    tip.textContent = text;
    const isAbove = box.bottom > innerHeight * 0.7 && box.top > innerHeight * 0.3;
    // Set with CSSOM, which the policy of a page does not restrict. `all` resets every inherited style except the
    // direction.
    host.style.cssText = `all: initial !important; position: fixed !important; z-index: 2147483647 !important;
      left: ${Math.max(8, box.left)}px !important; max-width: min(${Math.max(280, box.width)}px, calc(100vw - 16px)) !important;
      ${isAbove ? `bottom: ${innerHeight - box.top}px` : `top: ${Math.min(box.bottom, innerHeight - 60)}px`} !important;`;
    tip.style.cssText = `max-height: 40vh; overflow: auto; padding: 8px 10px; border: 1px solid #8a8a8e; border-radius: 6px;
      background: #fffbe6; color: #1d1d1f; font: 14px/1.45 system-ui, sans-serif; white-space: pre-line;`;
    host.attachShadow({ mode: 'closed' }).append(tip);
    document.documentElement.append(host);
    this.#host = host;
  }
}

const SHOWN_AFTER_MS = 300;

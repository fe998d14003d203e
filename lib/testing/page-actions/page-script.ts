/**
 * How a page renders its new state: with new elements, or reusing the elements of existing controls, found by their
 * purpose or by their position, as frameworks do with and without keys.
 */
export type DrawingWay = 'anew' | 'by key' | 'by position';

/** When a page changes. `count`: the number of this event at which it does. */
export type ChangeTime = { at: 'input' | 'focusin' | 'soon after input'; count: number };

/**
 * The value that a control was given, and the control's identity at that time. `isChanged`: the page had already
 * changed.
 */
export type PageWrite = { id: string; value: string; isChanged: boolean };

type ScriptedWindow = { pageWrites: PageWrite[]; pageSubmits: number; isPageChanged: boolean };

/**
 * Draws a page. Runs inside the page, in tests with a document and in browsers, so it may only use code in its own
 * body. Browsers are given its source.
 */
export function drawInPage(html: string, way: DrawingWay): void {
  const rootsIn = (place: ParentNode): ParentNode[] => [
    place,
    ...[...place.querySelectorAll('form-host')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
  ];
  const controlsIn = (place: ParentNode) => rootsIn(place).flatMap((root) => [...root.querySelectorAll('[data-f]')]);
  const fresh = document.createElement('div');
  fresh.innerHTML = html;
  const earlier = way === 'anew' ? [] : controlsIn(document.body);
  const key = (control: Element) => `${control.getAttribute('data-f')} ${control.getAttribute('data-o')}`;
  for (const control of [...fresh.querySelectorAll('[data-f]')]) {
    const index = earlier.findIndex(
      (each) => each.tagName === control.tagName && (way === 'by position' || key(each) === key(control)),
    );
    const [old] = index < 0 ? [] : earlier.splice(index, 1);
    if (old === undefined) continue;
    for (const { name } of [...old.attributes]) if (!control.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of [...control.attributes])
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.innerHTML !== control.innerHTML) old.innerHTML = control.innerHTML;
    control.replaceWith(old);
  }
  for (const host of fresh.querySelectorAll('form-host'))
    host.attachShadow({ mode: 'open' }).append(...host.childNodes);
  document.body.replaceChildren(...fresh.childNodes);
}

/**
 * Makes drawn controls work, records what is written and sent, and changes the page once at the given time. Also runs
 * inside the page, with `draw` as the function above.
 */
export function watchPage(
  change: { html: string; way: DrawingWay; time: ChangeTime } | null,
  draw: (html: string, way: DrawingWay) => void,
): () => void {
  const page = globalThis as unknown as ScriptedWindow;
  page.pageWrites = [];
  page.pageSubmits = 0;
  page.isPageChanged = false;
  const targetOf = (event: Event) => (event.composedPath()[0] as Element).closest?.('[data-f]') ?? null;
  const note = (event: Event) => {
    const control = targetOf(event);
    if (control === null) return;
    const option = (event.composedPath()[0] as Element).closest('[role="option"]');
    const isDrawn = control.hasAttribute('role');
    if (isDrawn !== (event.type === 'click')) return;
    const { value = '', selectedOptions } = control as HTMLSelectElement;
    const chosen = selectedOptions === undefined ? value : [...selectedOptions].map(({ text }) => text).join();
    const text = control.getAttribute('data-o') ?? option?.textContent ?? (isDrawn ? 'pressed' : chosen);
    page.pageWrites.push({ id: control.getAttribute('data-f') ?? '', value: text, isChanged: page.isPageChanged });
  };
  const act = (event: Event) => {
    const control = targetOf(event);
    const option = (event.composedPath()[0] as Element).closest?.('[role="option"]');
    if (control?.getAttribute('role') === 'switch')
      control.setAttribute('aria-checked', String(control.getAttribute('aria-checked') !== 'true'));
    for (const each of option?.parentElement?.children ?? [])
      each.setAttribute('aria-selected', String(each === option));
  };
  let count = 0;
  const changeOnce = (event: Event) => {
    if (change === null || page.isPageChanged || targetOf(event) === null) return;
    count += 1;
    if (count !== change.time.count) return;
    const run = () => {
      page.isPageChanged = true;
      draw(change.html, change.way);
    };
    if (change.time.at === 'soon after input') queueMicrotask(run);
    else run();
  };
  const changing = change?.time.at === 'focusin' ? 'focusin' : 'input';
  const onSubmit = (event: Event) => {
    page.pageSubmits += 1;
    event.preventDefault();
  };
  const listeners: [string, (event: Event) => void, boolean][] = [
    ['input', note, true],
    ['click', note, true],
    ['click', act, false],
    [changing, changeOnce, false],
    ['submit', onSubmit, false],
  ];
  for (const [type, listener, capture] of listeners) document.addEventListener(type, listener, { capture });
  return () => {
    for (const [type, listener, capture] of listeners) document.removeEventListener(type, listener, { capture });
  };
}

export function readPageWrites(): { writes: PageWrite[]; submits: number; isChanged: boolean } {
  const page = globalThis as unknown as ScriptedWindow;
  return { writes: page.pageWrites, submits: page.pageSubmits, isChanged: page.isPageChanged };
}

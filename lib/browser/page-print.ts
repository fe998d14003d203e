/** What one frame of a tab looks like without reading it. `print` changes when what a person sees or typed changes. */
export type PagePrint = { url: string; title: string; contentType: string; key: string | null; print: string };

/**
 * Runs inside the page, in every frame, so it may use nothing but itself. Looks at the address, the document, the visible
 * text (also in shadow trees), the number of elements, what stands in fields, and the selection; changes nothing, and
 * where the page is scrolled to does not matter.
 */
export function printOfPage(): PagePrint {
  let hash = 0x811c9dc5;
  const add = (text: string) => {
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  };
  // A page can name a form `body`; the getters of the prototype do not fall for it.
  const ofDocument = <Name extends keyof Document>(name: Name) =>
    Reflect.get(Document.prototype, name, document) as Document[Name];
  const root: Element | null = ofDocument('documentElement');
  const url = String(document.location.href);
  add(url);
  add(String(performance.timeOrigin));
  add(root instanceof HTMLElement ? root.innerText : (root?.textContent ?? ''));
  const chromeDom = (globalThis as { chrome?: { dom?: { openOrClosedShadowRoot?(host: Element): ShadowRoot | null } } })
    .chrome?.dom;
  const roots: ParentNode[] = [document];
  let elements = 0;
  for (let scope = roots.pop(); scope && elements < 300_000; scope = roots.pop()) {
    const prototype = scope === document ? Document.prototype : DocumentFragment.prototype;
    for (const element of prototype.querySelectorAll.call(scope, '*')) {
      elements += 1;
      // Only a form can be made to answer wrongly, by a field of that name; it hosts no tree and holds no value.
      const name: unknown = element.localName;
      if (typeof name !== 'string' || name === 'form') continue;
      const shadow: ShadowRoot | null =
        element.shadowRoot ??
        (name.includes('-') && element instanceof HTMLElement
          ? (chromeDom?.openOrClosedShadowRoot?.(element) ??
            (element as { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot ??
            null)
          : null);
      if (shadow) {
        add(shadow.textContent ?? '');
        roots.push(shadow);
      }
      if (name !== 'input' && name !== 'textarea' && name !== 'select') continue;
      if (element instanceof HTMLInputElement)
        add(element.type === 'password' ? '' : `${element.value}${element.checked}`);
      else if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) add(element.value);
    }
  }
  add(String(elements));
  add(String(getSelection()));
  const key: number[] = [];
  let isCounted = true;
  for (let inner: Window = window; inner !== inner.parent && isCounted; inner = inner.parent) {
    const index = Array.from({ length: inner.parent.length }, (_, at) => at).find((at) => inner.parent[at] === inner);
    isCounted = index !== undefined;
    key.unshift(index ?? 0);
  }
  return {
    url,
    title: String(ofDocument('title')),
    contentType: ofDocument('contentType'),
    key: isCounted ? key.join('.') : null,
    print: (hash >>> 0).toString(36),
  };
}

/**
 * A fingerprint of one frame of a tab, without reading it. `print` changes when visible or typed content changes: it is the
 * visible text, and a hash of the rest. The text is hashed outside the page: in a page's first, unoptimized run, each character
 * would take a quarter of a microsecond.
 */
export type PagePrint = { url: string; title: string; contentType: string; key: string | null; print: string };

/**
 * Runs inside the page, in every frame, so it may only use its own code. Reads the address, the document, the visible text (also
 * in shadow trees), the number of elements, field values, and the selection; changes nothing and ignores the scroll position.
 */
export function printOfPage(): PagePrint {
  const texts: string[] = [];
  // Field values are hashed here, so that they do not leave the page.
  let typed = 0x811c9dc5;
  const addTyped = (text: string) => {
    for (let at = 0; at < text.length; at += 1) typed = Math.imul(typed ^ text.charCodeAt(at), 0x01000193);
    typed = Math.imul(typed ^ 0x1f, 0x01000193);
  };
  // A page can shadow `body` with a form; the prototype's getters are not affected.
  const ofDocument = <Name extends keyof Document>(name: Name) =>
    Reflect.get(Document.prototype, name, document) as Document[Name];
  const root: Element | null = ofDocument('documentElement');
  const url = String(document.location.href);
  texts.push(String(performance.timeOrigin));
  texts.push(root instanceof HTMLElement ? root.innerText : (root?.textContent ?? ''));
  const chromeDom = (globalThis as { chrome?: { dom?: { openOrClosedShadowRoot?(host: Element): ShadowRoot | null } } })
    .chrome?.dom;
  // Elements without shadow root and value; testing each element's name would take twice as long.
  const others =
    'a,b,br,button,em,form,g,i,img,label,li,link,meta,option,path,script,strong,style,svg,table,td,time,tr,ul,use';
  const roots: ParentNode[] = [document];
  let elements = 0;
  for (let scope = roots.pop(); scope && elements < 300_000; scope = roots.pop()) {
    const prototype = scope === document ? Document.prototype : DocumentFragment.prototype;
    elements += prototype.querySelectorAll.call(scope, '*').length;
    for (const element of prototype.querySelectorAll.call(scope, `:not(${others})`)) {
      const shadow: ShadowRoot | null =
        element.shadowRoot ??
        (element.localName.includes('-') && element instanceof HTMLElement
          ? (chromeDom?.openOrClosedShadowRoot?.(element) ??
            (element as { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot ??
            null)
          : null);
      if (shadow) {
        texts.push(shadow.textContent ?? '');
        roots.push(shadow);
      }
    }
    for (const field of prototype.querySelectorAll.call(scope, 'input,textarea,select')) {
      if (field instanceof HTMLInputElement)
        addTyped(field.type === 'password' ? '' : `${field.value}${field.checked}`);
      else if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) addTyped(field.value);
    }
  }
  addTyped(String(elements));
  addTyped(String(getSelection()));
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
    print: [...texts, typed].join('\u001f'),
  };
}

/**
 * `state` differs between documents, and usually changes with a document's content. `counts`: how many times each word
 * occurs.
 */
export type DocumentState = {
  url: string;
  state: string;
  contentType: string;
  counts: number[];
};

/**
 * Runs inside the page, so it may only use code in its own body. Cheap: it needs no layout, and no Unicode classes in
 * regular expressions, which would have to be compiled again in every page. Finds words in all places where the page
 * reader finds text: also in shadow trees, same-origin frames, fields and image descriptions.
 */
export function documentState(starts: string[]): DocumentState {
  // A page can shadow methods of the document with forms; the prototype's are not affected.
  const { createTreeWalker } = Document.prototype;
  // Words end at element boundaries ("<span>Price</span><span>Hamburg</span>") or continue across them
  // ("<b>H</b>amburg").
  let apart = '';
  let joinedText = '';
  let elements = 0;
  const add = (text: string | null, gap = ' ') => {
    if (!text) return;
    apart += ` ${text}`;
    joinedText += gap + text;
  };
  const chromeDom = (globalThis as { chrome?: { dom?: { openOrClosedShadowRoot?(host: Element): ShadowRoot | null } } })
    .chrome?.dom;
  const roots: (Document | ShadowRoot)[] = [document];
  for (let root = roots.pop(); root && elements < 300_000 && apart.length < 5_000_000; root = roots.pop()) {
    let blockBefore: Node | null = null;
    const walker = createTreeWalker.call(document, root, 4);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      let block = node.parentNode;
      if (/^(?:script|style)$/i.test(block?.nodeName ?? '')) continue;
      while (block && /^(?:a|abbr|b|code|em|font|i|mark|s|small|span|strong|su[bp]|u)$/i.test(block.nodeName))
        block = block.parentNode;
      add(node.data, block === blockBefore ? '' : ' ');
      blockBefore = block;
    }
    const { querySelectorAll } = root.nodeType === 9 ? Document.prototype : DocumentFragment.prototype;
    const all = querySelectorAll.call(root, '*');
    elements += all.length;
    for (const element of all) {
      const shadow: ShadowRoot | null =
        element.shadowRoot ??
        (element.localName.includes?.('-') && element instanceof HTMLElement
          ? (chromeDom?.openOrClosedShadowRoot?.(element) ??
            (element as { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot ??
            null)
          : null);
      if (shadow) roots.push(shadow);
    }
    for (const element of querySelectorAll.call(root, 'iframe,frame,input,textarea,[alt],[aria-label],[placeholder]')) {
      for (const name of ['alt', 'aria-label', 'placeholder']) add(Element.prototype.getAttribute.call(element, name));
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) add(element.value);
      else if (element instanceof HTMLIFrameElement && element.contentDocument) roots.push(element.contentDocument);
    }
  }
  const folded = `${apart}\n${joinedText}`
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\xAD\u200B\u2060\uFEFF]/g, '');
  const isOfWord = (character = '') => character !== character.toUpperCase() || /\d/.test(character);
  const counts = starts.map((start) => {
    let count = 0;
    for (let at = folded.indexOf(start); at !== -1 && count < 50; at = folded.indexOf(start, at + 1))
      if (!isOfWord(start[0]) || !isOfWord(folded[at - 1])) count += 1;
    return count;
  });
  return {
    url: String(document.location.href),
    state: [performance.timeOrigin, elements, apart.length, Reflect.get(Document.prototype, 'title', document)].join(
      ' ',
    ),
    contentType: String(Reflect.get(Document.prototype, 'contentType', document)),
    counts,
  };
}

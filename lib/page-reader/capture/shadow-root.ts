/** HTML elements that may host a shadow tree, besides custom ones (DOM standard, "valid shadow host name"). */
const hosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

type Extension = { chrome?: { dom?: { openOrClosedShadowRoot?: (element: Element) => ShadowRoot | null } } };
type Host = Element & { openOrClosedShadowRoot?: ShadowRoot | null };

/**
 * The shadow root that an author attached, open or closed, or null. Extensions can open closed ones: Firefox by a property,
 * Chromium by `chrome.dom`. The query is expensive, so among standard elements only empty ones are tested, since there is no
 * other reason to attach a closed tree to a `div`.
 */
export function shadowRootOf(element: Element, tag: string, isEmpty: boolean): ShadowRoot | null {
  const isCustom = tag.includes('-');
  if (!isCustom && !hosts.has(tag)) return null;
  const open = element.shadowRoot;
  if (open) return open;
  if ((!isCustom && !isEmpty) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return null;
  const inFirefox = (element as Host).openOrClosedShadowRoot;
  if (inFirefox !== undefined) return inFirefox;
  return (globalThis as Extension).chrome?.dom?.openOrClosedShadowRoot?.(element) ?? null;
}

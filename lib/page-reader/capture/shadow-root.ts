/** The elements of HTML that may host a shadow tree, beside custom ones (DOM standard, "valid shadow host name"). */
const hosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

type Extension = { chrome?: { dom?: { openOrClosedShadowRoot?: (element: Element) => ShadowRoot | null } } };
type Host = Element & { openOrClosedShadowRoot?: ShadowRoot | null };

/**
 * The shadow root that an author attached, open or closed, or null. Browsers open closed ones to extensions only: Firefox
 * by a property, Chromium by `chrome.dom`. Asking is dear, so of ordinary elements only those are asked that have no
 * content of their own: what else would a closed tree be attached to a `div` for?
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

import { tagOf } from './dom.ts';

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
export function shadowRootOf(element: Element, isEmpty: boolean): ShadowRoot | null {
  const open = element.shadowRoot;
  // A form's field may be named like this; then the form is no host.
  if (open) return open.nodeType === 11 ? open : null;
  const tag = tagOf(element);
  const isAsked = tag.includes('-') || (isEmpty && hosts.has(tag));
  if (!isAsked || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return null;
  const inFirefox = (element as Host).openOrClosedShadowRoot;
  if (inFirefox !== undefined) return inFirefox;
  return (globalThis as Extension).chrome?.dom?.openOrClosedShadowRoot?.(element) ?? null;
}

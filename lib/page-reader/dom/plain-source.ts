import { textOf } from './dom.ts';

/** UTF-16 units of text; the rest of a longer document is not read. */
export const maxSourceLength = 1_000_000;

/** What a document that is no web page holds (JSON, XML, text), cut where it is longer than it may be; or null for web pages. */
export function plainSource(document: Document): string | null {
  const { contentType } = document;
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType)) return null;
  if (/xml$/.test(contentType)) return xmlSource(document);
  if (!/^text\/|json$|javascript$/.test(contentType)) return null;
  const shown = document.querySelector('pre') ?? document.documentElement;
  return shown ? cut(textOf(shown)) : null;
}

/** Chrome puts a viewer around XML without a style sheet, with the source in an element of its own. */
function xmlSource(document: Document): string | null {
  const root = document.getElementById('webkit-xml-viewer-source-xml')?.firstElementChild ?? document.documentElement;
  if (!root || root.namespaceURI === 'http://www.w3.org/1999/xhtml') return null;
  return cut(new XMLSerializer().serializeToString(root));
}

/** One more than is read, so that what was cut is still known to be too long. */
function cut(source: string): string {
  return source.slice(0, maxSourceLength + 1);
}

import { textOf } from './dom.ts';

/** What a document that is no web page holds (JSON, XML, text), or null for web pages. */
export function plainSource(document: Document): string | null {
  const { contentType } = document;
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType)) return null;
  if (/xml$/.test(contentType)) return xmlSource(document);
  if (!/^text\/|json$|javascript$/.test(contentType)) return null;
  const shown = document.querySelector('pre') ?? document.documentElement;
  return shown ? textOf(shown) : null;
}

/** Chrome puts a viewer around XML without a style sheet, with the source in an element of its own. */
function xmlSource(document: Document): string | null {
  const root = document.getElementById('webkit-xml-viewer-source-xml')?.firstElementChild ?? document.documentElement;
  if (!root || root.namespaceURI === 'http://www.w3.org/1999/xhtml') return null;
  return new XMLSerializer().serializeToString(root);
}

import { textOf } from './dom.ts';

/** Maximum UTF-16 units of text; the rest of a longer document is not read. */
export const maxSourceLength = 1_000_000;

/** The source of a document that is not a web page (JSON, XML, text), truncated if too long; null for web pages. */
export function plainSource(document: Document): string | null {
  const { contentType } = document;
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType)) return null;
  if (/xml$/.test(contentType)) return xmlSource(document);
  if (!/^text\/|json$|javascript$/.test(contentType)) return null;
  const shown = document.querySelector('pre') ?? document.documentElement;
  return shown ? cut(textOf(shown)) : null;
}

/** Chrome shows XML without a style sheet in a viewer, with the source in an element of its own. */
function xmlSource(document: Document): string | null {
  const root = document.getElementById('webkit-xml-viewer-source-xml')?.firstElementChild ?? document.documentElement;
  if (!root || root.namespaceURI === 'http://www.w3.org/1999/xhtml') return null;
  return cut(new XMLSerializer().serializeToString(root));
}

/** Keeps one character more than is read, so that the text is still recognized as too long. */
function cut(source: string): string {
  return source.slice(0, maxSourceLength + 1);
}

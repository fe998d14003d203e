import type { PageReading } from '../../contracts/index.ts';
import { boundPage } from './bound-page.ts';
import { cutOpenTags } from './cut-open-tags.ts';

/** Elements that load, run or embed something, or navigate automatically. JSON-LD is data. */
const ACTIVE =
  'script:not([type="application/ld+json"]), link, base, meta[http-equiv], iframe, frame, object, embed, portal, audio, video, source, track';
/** Attributes with addresses that browsers load or send requests to. */
const LOADED = [
  'src',
  'srcset',
  'poster',
  'background',
  'ping',
  'data',
  'action',
  'formaction',
  'manifest',
  'xlink:href',
];
/** The policy of the created document. The extension page's own policy, which it inherits, allows no more. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** The document into which a page is inserted. Its policy applies before the page is inserted. */
export const INERT_SHELL = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta http-equiv="x-dns-prefetch-control" content="off">`;

/**
 * Converts a page into a document that runs and loads nothing, and takes a bounded time to lay out. `parse` creates a
 * document without a window (DOMParser), in which nothing loads. `parseSheet` creates a style sheet without a document.
 * Keeps the page's styles only as far as they determine what is hidden. Links get absolute addresses. Callers must move
 * the document itself: if it were serialized and parsed again, the result could differ.
 */
export function inertDocument(html: string, url: string, { parse, parseSheet }: Parsers): Document {
  const document = parse(cutOpenTags(html));
  const base = resolveBaseUrl(document, url);
  boundPage(document, parseSheet);
  for (const element of document.querySelectorAll(ACTIVE)) element.remove();
  for (const element of document.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      const isData = name === 'src' && /^data:image\//i.test(element.getAttribute(name) ?? '');
      if (/^on/i.test(name) || (LOADED.includes(name) && !isData)) element.removeAttribute(name);
    }
  }
  for (const link of document.querySelectorAll('a[href], area[href]')) {
    const address = URL.parse(link.getAttribute('href') ?? '', base)?.href ?? '';
    if (/^(?:https?|mailto):/.test(address)) link.setAttribute('href', address);
    else link.removeAttribute('href');
  }
  document.head.prepend(
    createMeta(document, 'Content-Security-Policy', POLICY),
    // No policy stops a browser from looking up the hosts of links (quirk: link-lookup).
    createMeta(document, 'x-dns-prefetch-control', 'off'),
  );
  return document;
}

type Parsers = { parse: (html: string) => Document; parseSheet: (css: string) => CSSStyleSheet };

function createMeta(document: Document, name: string, content: string): HTMLMetaElement {
  const meta = document.createElement('meta');
  meta.setAttribute('http-equiv', name);
  meta.setAttribute('content', content);
  return meta;
}

function resolveBaseUrl(document: Document, url: string): string {
  const baseHref = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  return URL.parse(baseHref, url)?.href ?? url;
}

/** Channel between the worker and the extension page that reads documents. */
export const HTML_CHANNEL = 'sidenote-html';

/** A fetched page, as text. */
export type HtmlRequest = { id: string; html: string; url: string };

/** `error` is for the log; the user only sees that the page could not be read. */
export type HtmlReply = { id: string } & ({ reading: PageReading } | { error: string });

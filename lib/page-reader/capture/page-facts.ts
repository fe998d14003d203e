import type { PageFacts } from '../../contracts/index.ts';
import { oneLine } from '../dom/clean-text.ts';
import { attribute, property } from '../dom/dom.ts';
import { readForms } from './forms.ts';
import { readJsonLd } from './structured-data.ts';

const maxMeta = 40;
/** Names of `meta` elements for browsers and crawlers that do not describe the page. */
const technical =
  /^(?:viewport|theme-color|color-scheme|referrer|robots|googlebot|generator|format-detection|csrf|.*(?:token|verification|tile|apple-|msapplication|fb:|al:|app-id|nonce).*)$/i;

/** The document's metadata. Changes nothing, and does not throw for any page content. */
export function readFacts(document: Document): PageFacts {
  return {
    url: document.location.href.slice(0, 4000),
    title: oneLine(String(property(Document.prototype, document, 'title')), 200),
    canonical: document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? '',
    meta: readMeta(document),
    jsonLd: readJsonLd(document),
    forms: readForms(document),
  };
}

function readMeta(document: Document): Record<string, string> {
  const meta = new Map<string, string>();
  for (const element of document.querySelectorAll('meta[content]')) {
    const name = attribute(element, 'name') ?? attribute(element, 'property') ?? attribute(element, 'itemprop') ?? '';
    const content = oneLine(attribute(element, 'content') ?? '', 500);
    if (name === '' || content === '' || technical.test(name) || meta.has(name) || meta.size >= maxMeta) continue;
    meta.set(name.slice(0, 60), content);
  }
  return Object.fromEntries(meta);
}

import { type PageFacts, parseJson } from '../../contracts/index.ts';
import { oneLine } from '../dom/clean-text.ts';
import { attribute, property } from '../dom/dom.ts';
import { readForms } from './forms.ts';

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

const limits = { scripts: 10, source: 500_000, depth: 5, items: 10, text: 300, characters: 6000 };
/** Properties with the article itself, which the page shows anyway. */
const bodies = new Set(['articleBody', 'text', 'reviewBody', 'transcript', '@context']);

/** JSON-LD of a document as plain objects: limited in size, without markup, and without texts the page shows anyway. */
function readJsonLd(document: Document): unknown[] {
  const found: unknown[] = [];
  let size = 0;
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')].slice(0, limits.scripts);
  for (const script of scripts) {
    const value = parseJson((script.textContent ?? '').slice(0, limits.source));
    for (const each of Array.isArray(value) ? value : [value]) {
      const kept = prune(each, 0);
      const length = JSON.stringify(kept)?.length ?? 0;
      if (kept === undefined || kept === null || size + length > limits.characters) continue;
      size += length;
      found.push(kept);
    }
  }
  return found;
}

function prune(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return oneLine(value.replace(/<[^>]*>/g, ' '), limits.text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) return undefined;
  if (Array.isArray(value)) return value.slice(0, limits.items).map((each) => prune(each, depth + 1));
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const kept = bodies.has(name) ? undefined : prune(each, depth + 1);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}

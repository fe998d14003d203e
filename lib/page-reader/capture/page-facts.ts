import { type PageFacts, parseJson } from '../../contracts/index.ts';
import { oneLine } from '../../text/index.ts';
import { attribute, find, findAll, property } from '../dom/dom.ts';

const MAX_META = 40;
/** Names of `meta` elements that are meant for browsers and crawlers and do not describe the page. */
const TECHNICAL =
  /^(?:viewport|theme-color|color-scheme|referrer|robots|googlebot|generator|format-detection|csrf|.*(?:token|verification|tile|apple-|msapplication|fb:|al:|app-id|nonce).*)$/i;

/** The document's metadata. Changes nothing, and does not throw for any page content. */
export function readFacts(document: Document): PageFacts {
  return {
    url: document.location.href.slice(0, 4000),
    title: oneLine(String(property(Document.prototype, document, 'title')), 200),
    canonical: (find(document, 'link[rel="canonical"]') as HTMLLinkElement | null)?.href ?? '',
    meta: readMeta(document),
    jsonLd: readJsonLd(document),
  };
}

function readMeta(document: Document): Record<string, string> {
  const meta = new Map<string, string>();
  for (const element of findAll(document, 'meta[content]')) {
    const name = attribute(element, 'name') ?? attribute(element, 'property') ?? attribute(element, 'itemprop') ?? '';
    const content = oneLine(attribute(element, 'content') ?? '', 500);
    if (name === '' || content === '' || TECHNICAL.test(name) || meta.has(name) || meta.size >= MAX_META) continue;
    meta.set(name.slice(0, 60), content);
  }
  return Object.fromEntries(meta);
}

const LIMITS = { scripts: 10, source: 500_000, depth: 5, items: 10, text: 300, characters: 6000 };
/** Properties that hold the article itself, which the page shows anyway. */
const BODIES = new Set(['articleBody', 'text', 'reviewBody', 'transcript', '@context']);

/** JSON-LD of a document as plain objects: limited in size, without markup, and without texts the page shows anyway. */
function readJsonLd(document: Document): unknown[] {
  const facts: unknown[] = [];
  let size = 0;
  const scripts = [...findAll(document, 'script[type="application/ld+json"]')].slice(0, LIMITS.scripts);
  for (const script of scripts) {
    const value = parseJson((script.textContent ?? '').slice(0, LIMITS.source));
    for (const each of Array.isArray(value) ? value : [value]) {
      const prunedValue = prune(each, 0);
      const length = JSON.stringify(prunedValue)?.length ?? 0;
      if (prunedValue === undefined || prunedValue === null || size + length > LIMITS.characters) continue;
      size += length;
      facts.push(prunedValue);
    }
  }
  return facts;
}

function prune(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return oneLine(value.replace(/<[^<>]*>/g, ' '), LIMITS.text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= LIMITS.depth) return undefined;
  if (Array.isArray(value)) return value.slice(0, LIMITS.items).map((each) => prune(each, depth + 1));
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const prunedValue = BODIES.has(name) ? undefined : prune(each, depth + 1);
    return prunedValue === undefined ? [] : [[name, prunedValue] as const];
  });
  return Object.fromEntries(entries);
}

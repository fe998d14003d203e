import { textOf } from '../dom/dom.ts';

/** A thing of schema.org, with its fields. */
export type Thing = { readonly [name: string]: unknown };

/** Larger than what any site says of one page. Characters. */
const maxSourceLength = 200_000;
/** Lists and graphs in each other. */
const maxDepth = 6;

/** What a page tells machines it is about (schema.org JSON-LD): the things at the top, in lists and in graphs. */
export function thingsOf(document: Document): Thing[] {
  const scripts = Document.prototype.querySelectorAll.call(document, 'script[type="application/ld+json"]');
  return [...scripts].flatMap((script) => thingsIn(parse(textOf(script)), maxDepth));
}

export function isOfType({ '@type': types }: Thing, pattern: RegExp): boolean {
  return [types].flat().some((type) => typeof type === 'string' && pattern.test(type));
}

function thingsIn(data: unknown, depth: number): Thing[] {
  if (typeof data !== 'object' || data === null || depth === 0) return [];
  if (Array.isArray(data)) return data.flatMap((each) => thingsIn(each, depth - 1));
  const thing = data as Thing;
  return [thing, ...thingsIn(thing['@graph'] ?? thing.mainEntity ?? null, depth - 1)];
}

function parse(source: string): unknown {
  try {
    return source.length > maxSourceLength ? null : JSON.parse(source);
  } catch {
    return null;
  }
}

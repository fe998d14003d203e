import { parseJson } from '../../contracts/index.ts';
import { oneLine } from '../../text/index.ts';
import { attribute, getTextContent } from '../dom/dom.ts';

/** What a page's metadata declares it to be: one article, one product, or texts by many users; null if nothing. */
export type DeclaredKind = 'article' | 'product' | 'thread' | null;

const KINDS = {
  article: /^(?:[A-Za-z]*Article|BlogPosting)$/,
  product: /^Product(?:Group)?$/,
  thread: /^(?:DiscussionForumPosting|QAPage)$/,
  liveBlog: /^LiveBlogPosting$/,
};

/** The kind of page that its metadata declares: Open Graph, microdata, or `things` of schema.org. */
export function declaredKind(document: Document, things: readonly Thing[]): DeclaredKind {
  const has = (kind: keyof typeof KINDS) => things.some((thing) => isOfType(thing, KINDS[kind]));
  const microdata = microdataTypes(document);
  const items = (kind: keyof typeof KINDS) => microdata.filter((type) => KINDS[kind].test(type)).length;
  if (has('thread') || items('thread') > 0) return 'thread';
  if (has('liveBlog')) return null;
  if (has('article') || items('article') === 1) return 'article';
  const type = openGraphType(document);
  if (/(?:^|[.:])product$/.test(type) || findProduct(things) || items('product') === 1) return 'product';
  return type === 'article' ? 'article' : null;
}

function openGraphType(document: Document): string {
  const tag = Document.prototype.querySelector.call(document, 'meta[property="og:type"]');
  return (tag && attribute(tag, 'content')?.trim().toLowerCase()) ?? '';
}

function microdataTypes(document: Document): string[] {
  const elements = Document.prototype.querySelectorAll.call(document, '[itemtype]');
  return [...elements].map((element) => (attribute(element, 'itemtype') ?? '').replace(/^.*\//, ''));
}

/**
 * The one product that is for sale on this page. Sites also declare their services or themselves as products, to show a
 * rating.
 */
function findProduct(things: readonly Thing[]): Thing | null {
  const [product, ...others] = things.filter((thing) => isOfType(thing, KINDS.product));
  return product && others.length === 0 && (product.offers ?? product.hasVariant) ? product : null;
}

const MAX_VALUE_LENGTH = 80;

/**
 * Facts about a product in the page's schema.org data (`things`): price, number and availability, which pages often
 * split up or show in pictures. Returns only these known fields, short and labeled as not shown, or '' unless the page
 * is about one product.
 */
export function productFacts(things: readonly Thing[]): string {
  const [product, ...others] = things.filter((thing) => isOfType(thing, /^Product$/));
  if (!product || others.length > 0) return '';
  const offer = firstObject(product.offers);
  const price = text(offer?.price ?? offer?.lowPrice);
  const facts = [
    ['name', text(product.name)],
    ['brand', text(firstObject(product.brand)?.name ?? product.brand)],
    ['SKU', text(product.sku)],
    ['GTIN', text(product.gtin13 ?? product.gtin)],
    ['MPN', text(product.mpn)],
    ['price', price === '' ? '' : `${price} ${text(offer?.priceCurrency)}`.trim()],
    ['availability', text(offer?.availability).replace(/^https?:\/\/schema\.org\//, '')],
    ['rating', text(firstObject(product.aggregateRating)?.ratingValue)],
  ].filter(([, value]) => value !== '');
  if (facts.length < 2) return '';
  return `(Product data the page gives to machines, not shown: ${facts.map(([name, value]) => `${name} ${value}`).join('; ')})`;
}

function firstObject(value: unknown): Thing | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null ? (first as Thing) : null;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? oneLine(String(value), MAX_VALUE_LENGTH) : '';
}

/** A thing of schema.org, by field name. */
export type Thing = { readonly [name: string]: unknown };

/** Longer than the metadata that any site has for one page. Characters. */
const MAX_SOURCE_LENGTH = 200_000;
/** Maximum nesting of lists and graphs. */
const MAX_DEPTH = 6;

/** The top-level things that a page's schema.org JSON-LD describes, including those in lists and graphs. */
export function readJsonLdThings(document: Document): Thing[] {
  const scripts = Document.prototype.querySelectorAll.call(document, 'script[type="application/ld+json"]');
  const sources = [...scripts].map(getTextContent).filter(({ length }) => length <= MAX_SOURCE_LENGTH);
  return sources.flatMap((source) => thingsIn(parseJson(source), MAX_DEPTH));
}

function isOfType({ '@type': types }: Thing, pattern: RegExp): boolean {
  return [types].flat().some((type) => typeof type === 'string' && pattern.test(type));
}

function thingsIn(data: unknown, depth: number): Thing[] {
  if (typeof data !== 'object' || data === null || depth === 0) return [];
  if (Array.isArray(data)) return data.flatMap((each) => thingsIn(each, depth - 1));
  const thing = data as Thing;
  return [thing, ...thingsIn(thing['@graph'] ?? thing.mainEntity ?? null, depth - 1)];
}

import { oneLine } from '../clean-text.ts';
import { textOf } from '../dom.ts';

type Json = { readonly [name: string]: unknown };

const longestValue = 80;
/** Larger than what any shop says of one product. Characters. */
const longestSource = 200_000;

/**
 * What a shop tells machines of its product (schema.org JSON-LD): price, number, availability, which the page itself often
 * shows in pieces or in pictures. Only these known fields, short, and labelled as not shown; '' unless the page is about
 * one product.
 */
export function productFacts(document: Document): string {
  const scripts = Document.prototype.querySelectorAll.call(document, 'script[type="application/ld+json"]');
  const products = [...scripts].flatMap((script) => productsIn(parse(textOf(script))));
  const [product] = products;
  if (!product || products.length > 1) return '';
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

function parse(source: string): unknown {
  try {
    return source.length > longestSource ? null : JSON.parse(source);
  } catch {
    return null;
  }
}

/** Products at the top, in a list or in a graph; not those that a product is said to be similar to. */
function productsIn(data: unknown): Json[] {
  if (Array.isArray(data)) return data.flatMap(productsIn);
  if (typeof data !== 'object' || data === null) return [];
  const json = data as Json;
  const types = Array.isArray(json['@type']) ? json['@type'] : [json['@type']];
  return types.includes('Product') ? [json] : productsIn(json['@graph'] ?? json.mainEntity ?? null);
}

function firstObject(value: unknown): Json | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null ? (first as Json) : null;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? oneLine(String(value), longestValue) : '';
}

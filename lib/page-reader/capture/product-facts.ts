import { oneLine } from '../dom/clean-text.ts';
import { isOfType, type Thing } from './json-ld.ts';

const maxValueLength = 80;

/**
 * What a shop tells machines of its product (`things` of schema.org): price, number, availability, which the page itself often
 * shows in pieces or in pictures. Only these known fields, short, and labelled as not shown; '' unless the page is about
 * one product.
 */
export function productFacts(things: readonly Thing[]): string {
  const products = things.filter((thing) => isOfType(thing, /^Product$/));
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

function firstObject(value: unknown): Thing | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null ? (first as Thing) : null;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? oneLine(String(value), maxValueLength) : '';
}

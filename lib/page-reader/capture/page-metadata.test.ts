// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type DeclaredKind, declaredKind, readJsonLdThings } from './page-metadata.ts';

function detectKind(head: string, body = ''): DeclaredKind {
  document.head.innerHTML = head;
  document.body.innerHTML = body;
  return declaredKind(document, readJsonLdThings(document));
}
const openGraph = (type: string) => `<meta property="og:type" content="${type}">`;
const schema = (thing: unknown) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`;
const item = (type: string) => `<div itemscope itemtype="https://schema.org/${type}"></div>`;

test('a page declares an article by Open Graph, by schema.org, including in a graph or a list, or by microdata', () => {
  expect(detectKind(openGraph('Article'))).toBe('article');
  expect(detectKind(schema({ '@graph': [{ '@type': 'WebSite' }, { '@type': ['NewsArticle'] }] }))).toBe('article');
  expect(detectKind(schema([{ '@type': 'WebPage', mainEntity: { '@type': 'BlogPosting' } }]))).toBe('article');
  expect(detectKind('', item('NewsArticle'))).toBe('article');
  expect(detectKind('', item('BlogPosting').repeat(2))).toBeNull();
});

test('a website and a live blog declare nothing', () => {
  expect(detectKind(openGraph('website'))).toBeNull();
  expect(detectKind(schema([{ '@type': 'NewsArticle' }, { '@type': 'LiveBlogPosting' }]))).toBeNull();
});

test('a forum and a question declare a thread, regardless of Open Graph', () => {
  expect(detectKind(openGraph('article') + schema({ '@type': 'DiscussionForumPosting' }))).toBe('thread');
  expect(detectKind('', item('QAPage'))).toBe('thread');
});

test('a page declares a product by Open Graph, by one offer, or by microdata', () => {
  const product = { '@type': 'Product', name: 'Lamp', offers: { '@type': 'Offer', price: 9 } };
  expect(detectKind(openGraph('og:product'))).toBe('product');
  // Shop plugins declare every page to be an article.
  expect(detectKind(openGraph('article') + schema(product))).toBe('product');
  expect(detectKind(schema({ '@type': 'ProductGroup', hasVariant: [product] }))).toBe('product');
  expect(detectKind('', item('Product'))).toBe('product');
});

test('a list of products, a rating without an offer, and an article about a product declare no product', () => {
  const product = { '@type': 'Product', name: 'Lamp', offers: {} };
  expect(detectKind(schema([product, product]))).toBeNull();
  expect(detectKind('', item('Product').repeat(2))).toBeNull();
  expect(detectKind(schema({ '@type': 'Product', name: 'Our service', aggregateRating: {} }))).toBeNull();
  expect(detectKind(schema([{ '@type': 'Article' }, product]))).toBe('article');
});

test('invalid or endlessly nested data declares nothing', () => {
  expect(detectKind('<script type="application/ld+json">{"@type":</script>')).toBeNull();
  const nested = '{"mainEntity":'.repeat(9000);
  expect(detectKind(`<script type="application/ld+json">${nested}1${'}'.repeat(9000)}</script>`)).toBeNull();
});

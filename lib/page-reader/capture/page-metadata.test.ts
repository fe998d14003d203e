// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type DeclaredKind, declaredKind, thingsOf } from './page-metadata.ts';

function kindOf(head: string, body = ''): DeclaredKind {
  document.head.innerHTML = head;
  document.body.innerHTML = body;
  return declaredKind(document, thingsOf(document));
}
const openGraph = (type: string) => `<meta property="og:type" content="${type}">`;
const schema = (thing: unknown) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`;
const item = (type: string) => `<div itemscope itemtype="https://schema.org/${type}"></div>`;

test('a page declares an article by Open Graph, by schema.org, also in a graph or a list, or by microdata', () => {
  expect(kindOf(openGraph('Article'))).toBe('article');
  expect(kindOf(schema({ '@graph': [{ '@type': 'WebSite' }, { '@type': ['NewsArticle'] }] }))).toBe('article');
  expect(kindOf(schema([{ '@type': 'WebPage', mainEntity: { '@type': 'BlogPosting' } }]))).toBe('article');
  expect(kindOf('', item('NewsArticle'))).toBe('article');
  expect(kindOf('', item('BlogPosting').repeat(2))).toBeNull();
});

test('a website and a live blog declare nothing', () => {
  expect(kindOf(openGraph('website'))).toBeNull();
  expect(kindOf(schema([{ '@type': 'NewsArticle' }, { '@type': 'LiveBlogPosting' }]))).toBeNull();
});

test('a forum and a question declare a thread, whatever Open Graph says', () => {
  expect(kindOf(openGraph('article') + schema({ '@type': 'DiscussionForumPosting' }))).toBe('thread');
  expect(kindOf('', item('QAPage'))).toBe('thread');
});

test('a page declares a product by Open Graph, by one offer, or by microdata', () => {
  const product = { '@type': 'Product', name: 'Lamp', offers: { '@type': 'Offer', price: 9 } };
  expect(kindOf(openGraph('og:product'))).toBe('product');
  // Plugins of shops give all of their pages the type of an article.
  expect(kindOf(openGraph('article') + schema(product))).toBe('product');
  expect(kindOf(schema({ '@type': 'ProductGroup', hasVariant: [product] }))).toBe('product');
  expect(kindOf('', item('Product'))).toBe('product');
});

test('a list of products, a rating without an offer, and an article about a product declare no product', () => {
  const product = { '@type': 'Product', name: 'Lamp', offers: {} };
  expect(kindOf(schema([product, product]))).toBeNull();
  expect(kindOf('', item('Product').repeat(2))).toBeNull();
  expect(kindOf(schema({ '@type': 'Product', name: 'Our service', aggregateRating: {} }))).toBeNull();
  expect(kindOf(schema([{ '@type': 'Article' }, product]))).toBe('article');
});

test('invalid or endlessly nested data declares nothing', () => {
  expect(kindOf('<script type="application/ld+json">{"@type":</script>')).toBeNull();
  const nested = '{"mainEntity":'.repeat(9000);
  expect(kindOf(`<script type="application/ld+json">${nested}1${'}'.repeat(9000)}</script>`)).toBeNull();
});

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { declaresArticle, thingsOf } from './capture-dom.ts';

function declares(head: string): boolean {
  document.head.innerHTML = head;
  return declaresArticle(document, thingsOf(document));
}
const openGraph = (type: string) => `<meta property="og:type" content="${type}">`;
const schema = (thing: unknown) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`;

test('a page declares an article by Open Graph or by schema.org, also in a graph or a list', () => {
  expect(declares(openGraph('Article'))).toBe(true);
  expect(declares(schema({ '@graph': [{ '@type': 'WebSite' }, { '@type': ['NewsArticle'] }] }))).toBe(true);
  expect(declares(schema([{ '@type': 'WebPage', mainEntity: { '@type': 'BlogPosting' } }]))).toBe(true);
});

test('a website, a product, a live blog, a forum and a question declare no article', () => {
  expect(declares(openGraph('website'))).toBe(false);
  expect(declares(schema({ '@type': 'Product', review: { '@type': 'Article' } }))).toBe(false);
  expect(declares(openGraph('article') + schema({ '@type': 'DiscussionForumPosting' }))).toBe(false);
  expect(declares(schema([{ '@type': 'NewsArticle' }, { '@type': 'LiveBlogPosting' }]))).toBe(false);
});

test('invalid or endlessly nested data declares nothing', () => {
  expect(declares('<script type="application/ld+json">{"@type":</script>')).toBe(false);
  const nested = '{"mainEntity":'.repeat(9000);
  expect(declares(`<script type="application/ld+json">${nested}1${'}'.repeat(9000)}</script>`)).toBe(false);
});

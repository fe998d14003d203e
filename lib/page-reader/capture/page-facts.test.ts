// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { readFacts } from './page-facts.ts';

beforeEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

describe('page metadata', () => {
  test('is its metadata, without what is only for browsers', () => {
    document.head.innerHTML =
      '<title>A lamp</title><meta name="description" content="Bright  lamp"><meta property="og:type" content="product">' +
      '<meta name="viewport" content="width=device-width"><meta name="csrf-token" content="s3cret">' +
      '<link rel="canonical" href="https://shop.test/lamp">';
    expect(readFacts(document)).toMatchObject({
      title: 'A lamp',
      canonical: 'https://shop.test/lamp',
      meta: { description: 'Bright lamp', 'og:type': 'product' },
    });
    expect(JSON.stringify(readFacts(document))).not.toContain('s3cret');
  });

  test('is JSON-LD, limited in size and without the article itself, and omits what does not parse', () => {
    document.head.innerHTML =
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp <b>X</b>",' +
      '"offers":{"price":"19.99"},"articleBody":"long"}</script><script type="application/ld+json">{broken</script>';
    expect(readFacts(document).jsonLd).toEqual([{ '@type': 'Product', name: 'Lamp X', offers: { price: '19.99' } }]);
  });
});

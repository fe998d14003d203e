import { expect, test } from 'vitest';
import { linkUrl } from './write-element.ts';

// @vitest-environment happy-dom

function readLinkUrl(href: string): string | null {
  const link = document.createElement('a');
  link.setAttribute('href', href);
  return linkUrl(link, 'https://page.test/here?q=1');
}

test('is absolute', () => {
  expect(readLinkUrl('https://base.test/root/../rel/page?x=1')).toBe('https://base.test/rel/page?x=1');
});

test('is resolved by the browser, including invalid addresses', () => {
  for (const href of [
    'https://a.test/one.html?q=a+b&r=%20#top',
    'https://a.test/%2e%2e/b',
    'https://a.test/one/./two',
    'https://a.test/..one/two',
    'https://a.test:443/',
    'https://A.test/',
    'https://a.test',
    'http://127.1/x',
  ]) {
    expect(readLinkUrl(href)).toBe(new URL(href).href);
  }
});

test('has no tracking parameters', () => {
  expect(readLinkUrl('https://a.test/?utm_source=x&id=7&gclid=y')).toBe('https://a.test/?id=7');
});

test('is null for scripts, data, the page itself and invalid addresses', () => {
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    '#',
    'https://page.test/here?q=1',
    'https://page.test/here?q=1#',
    'http://[',
    ' ',
  ]) {
    expect(readLinkUrl(href)).toBeNull();
  }
});

test('an address cannot end its Markdown link', () => {
  expect(readLinkUrl('https://a.test/b(c)?d=e f|g')).toBe('https://a.test/b%28c%29?d=e%20f%7Cg');
});

test('leads to a part of the same page', () => {
  expect(readLinkUrl('https://page.test/here?q=1#part')).toBe('https://page.test/here?q=1#part');
  document.head.innerHTML = '<base href="https://page.test/here?q=2#old">';
  expect(readLinkUrl('#part-2.1')).toBe('https://page.test/here?q=2#part-2.1');
  document.head.innerHTML = '';
});

// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { markdownOf } from '../../testing/page-reader/markdown-of.ts';

const question = '<p>We use cookies to serve personalised ads.</p><button>Accept</button>';

it('leaves out cookie consent banners', () => {
  expect(markdownOf(`<main><p>Page</p></main><div class="cookie-consent">${question}</div>`)).toBe('Page');
  expect(markdownOf(`<p>Page</p><div style="position:fixed" class="x">${question}</div>`)).toBe('Page');
  expect(markdownOf(`<p>Page</p><div role="dialog">${question}</div>`)).toBe('Page');
});

it('keeps pages that speak about cookies, and other dialogs', () => {
  expect(markdownOf('<article><p>How to accept cookies in recipes</p></article>')).toBe(
    'How to accept cookies in recipes',
  );
  expect(markdownOf('<div role="dialog"><p>Delete the file?</p><button>OK</button></div>')).toBe(
    'Delete the file?\n\nOK',
  );
});

import { expect, test } from 'vitest';
import { decodeHtmlEntities } from './html-entities.ts';

test.each([
  ['Tom &amp; Jerry &LT;3', 'Tom & Jerry <3'],
  ['&#65;&#x42;&#X43;', 'ABC'],
  ['a&nbsp;b', 'a\u00A0b'],
  ['&eacute; &#0; &#x110000; &#abc; &', '&eacute; &#0; &#x110000; &#abc; &'],
  ['&amp;lt;', '&lt;'],
  ['&constructor; &__proto__; &toString;', '&constructor; &__proto__; &toString;'],
])('entities are decoded once, and anything else stays: %s', (text, decoded) => {
  expect(decodeHtmlEntities(text)).toBe(decoded);
});

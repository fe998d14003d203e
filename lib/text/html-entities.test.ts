import { expect, test } from 'vitest';
import { decodeHtmlEntities, decodeXmlEntities } from './html-entities.ts';

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

test.each([
  ['a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;', `a <b> & "c" 'd'`],
  ['&#65;&#x42; &#0; &#xD800;', 'AB &#0; &#xD800;'],
  ['&nbsp; &copy; &LT; &toString;', '&nbsp; &copy; &LT; &toString;'],
])('only the entities of XML are decoded as XML: %s', (text, decoded) => {
  expect(decodeXmlEntities(text)).toBe(decoded);
});

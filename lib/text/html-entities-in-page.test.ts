// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { decodeHtmlEntities } from './html-entities.ts';

test.each([
  ['a &rarr; b &times; c', 'a → b × c'],
  ['21&deg; caf&eacute; 5&euro; &ldquo;x&rdquo;', '21° café 5€ “x”'],
  ['&#233; &#xE9; &amp;&lt;&gt;&quot;', 'é é &<>"'],
  ['&there4; &frac12; &sup2;', '∴ ½ ²'],
  [
    '&notanentity; &copyright; &ampersand; &times2; &notin; &semi;',
    '&notanentity; &copyright; &ampersand; &times2; ∉ ;',
  ],
  ['&unknown; &amp &; &#0; &#xD800;', '&unknown; &amp &; &#0; &#xD800;'],
])('entities in %j become characters, and anything else is unchanged', (text, decoded) => {
  expect(decodeHtmlEntities(text)).toBe(decoded);
});

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { indexDocument } from './document-letters.ts';

const write = (html: string) => {
  document.body.innerHTML = html;
  return indexDocument(document);
};
const findRange = (html: string, letters: string) => {
  const index = write(html);
  const start = index.letters.indexOf(letters);
  return String(index.createRange({ start, end: start + letters.length }));
};

test('the letters of a document are those of its text, without scripts and fields', () => {
  const html = '<p>One <b>2</b>!</p><script>no()</script><style>a{}</style><textarea>no</textarea><p>Three</p>';
  expect(write(html).letters).toBe('one2three');
});

test('a range covers exactly the letters, across elements, with signs in between', () => {
  expect(findRange('<p>It costs <b>“23.7</b> million”.</p>', '237million')).toBe(
    '23.7</b> million'.replace('</b>', ''),
  );
});

test('letters of two UTF-16 units and of several letters have their whole character', () => {
  expect(findRange('<p>a 𝟙𝟚 ﬁn b</p>', '12fin')).toBe('𝟙𝟚 ﬁn');
});

test('long text nodes are found at any place', () => {
  const html = `<p>${'tide '.repeat(5000)}The needle.${' tide'.repeat(5000)}</p>`;
  expect(findRange(html, 'theneedle')).toBe('The needle');
});

test('text in an open shadow tree is part of it', () => {
  document.body.innerHTML = '<div></div>';
  const shadow = document.querySelector('div')?.attachShadow({ mode: 'open' });
  if (shadow) shadow.innerHTML = '<p>Shadow tide</p>';
  expect(indexDocument(document).letters).toBe('shadowtide');
});

test('a place of a text node is the number of its next letter', () => {
  const index = write('<p>One, two</p><p>Three</p>');
  const [first, last] = [...document.querySelectorAll('p')].map((each) => each.firstChild as Text);
  expect(first && index.findLetter(first, 5)).toBe(3);
  expect(last && index.findLetter(last, 2)).toBe(8);
  expect(index.findLetter(document.createTextNode('Other'), 0)).toBeNull();
});

test('letters that were removed from the document have no range', () => {
  const index = write('<p>One</p>');
  document.body.innerHTML = '';
  expect(index.createRange({ start: 0, end: 3 })).toBeNull();
});

test('a form that shadows properties of the document changes nothing', () => {
  expect(write('<form name="createTreeWalker"><input name="shadowRoot"></form><p>Tide</p>').letters).toBe('tide');
});

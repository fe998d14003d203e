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

test('without notes, a sentence is one text, and its span covers the notes in it', () => {
  const index = write(
    '<p>The mast<sup><a>[3]</a></sup> is 127 metres high<sup>[4]</sup>. <ruby>京<rt>きょう</rt></ruby>都</p>',
  );
  const { withoutNotes } = index;
  expect(withoutNotes?.letters).toBe('themastis127metreshigh京都');
  const span = (letters: string) => {
    const start = withoutNotes?.letters.indexOf(letters) ?? -1;
    const found = withoutNotes?.toSpan({ start, end: start + letters.length });
    return found && String(index.createRange(found));
  };
  expect(span('themastis127metreshigh')).toBe('The mast[3] is 127 metres high');
  expect(span('themast')).toBe('The mast');
  expect(span('is127')).toBe('is 127');
  expect(span('京都')).toBe('京きょう都');
  expect(write('<p>One</p>').withoutNotes).toBeNull();
});

test('the letters of an element are those between its first and its last text, unless it has too many', () => {
  const index = write('<p>One</p><button>Two <b>three</b></button><p>Four</p><img>');
  const span = (selector: string, maxNodes = 9) => {
    const element = document.querySelector(selector);
    return element && index.findSpan(element, maxNodes);
  };
  expect(span('button')).toEqual({ start: 3, end: 11 });
  expect(span('body', 3)).toBeNull();
  expect(span('img')).toBeNull();
});

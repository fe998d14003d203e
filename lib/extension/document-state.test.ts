// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { documentState } from './document-state.ts';

beforeEach(() => {
  document.head.innerHTML = '<title>Of cities</title>';
  document.body.innerHTML = '';
});

const countsIn = (html: string, ...starts: string[]) => {
  document.body.innerHTML = html;
  return documentState(starts).counts;
};
const found = (html: string, start: string) => (countsIn(html, start)[0] ?? 0) > 0;

test('counts the beginnings of words, including in the title', () => {
  expect(countsIn('<p>A city.</p><p>Felicity, Cities</p>', 'cit', 'gull')).toEqual([expect.any(Number), 0]);
  expect(found('<p>Felicity</p>', 'felicit')).toBe(true);
  expect(found('<p>Felicity</p>', 'elicit')).toBe(false);
  expect(countsIn('', 'cit')[0]).toBeGreaterThan(0);
  expect(countsIn('<p>Gull, gull</p>', 'gull')[0]).toBeGreaterThan(countsIn('<p>A gull</p>', 'gull')[0] ?? 0);
});

test.each([
  ['in the next cell of a table', '<table><tr><td>Price</td><td>Hamburg</td></tr></table>', 'hamburg'],
  ['in the next element of a line', '<p><span>Price</span><span>Hamburg</span></p>', 'hamburg'],
  ['with its first letter in another element', '<p><b>H</b>amburg</p>', 'hamburg'],
  ['with hyphens that are not shown', '<p>Hoch\u00ADwasser</p>', 'hochwasser'],
  ['in full-width letters', '<p>ＰＣ</p>', 'pc'],
  ['between letters of a script without spaces', '<p>東京の満潮とiPhoneは</p>', '満潮'],
  ['of another script, in one without spaces', '<p>東京の満潮とiPhoneは</p>', 'iphon'],
  ['in the description of a picture', '<img alt="A gull">', 'gull'],
  ['in a field', '<input value="gull"><textarea>Two</textarea>', 'gull'],
])('finds a word %s', (_where, html, start) => {
  expect(found(html, start)).toBe(true);
});

test('finds words in shadow trees', () => {
  document.body.innerHTML = '<div></div>';
  const shadow = document.querySelector('div')?.attachShadow({ mode: 'open' });
  if (shadow) shadow.innerHTML = '<p>A gull</p>';
  expect(documentState(['gull']).counts[0]).toBeGreaterThan(0);
});

test('ignores scripts and styles', () => {
  expect(countsIn('<style>gull {}</style><script type="x">gull</script>', 'gull')).toEqual([0]);
});

test('detects different content of the same document', () => {
  document.body.innerHTML = '<p>Gulls</p>';
  const before = documentState([]);
  expect(documentState([]).state).toBe(before.state);
  document.body.innerHTML = '<p>Gulls, two</p>';
  expect(documentState([]).state).not.toBe(before.state);
});

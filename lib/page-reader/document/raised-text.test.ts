// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readVisibleMarkdown } from '../../testing/page-reader/visible-markdown.ts';

test.each([
  ['a power', '2<sup>n+1</sup> and e<sup>-kt</sup>', '2^(n+1) and e^(-kt)'],
  ['a negative power', '10<sup>−3</sup>', '10^−3'],
  ['powers of letters', '(a<sup>b</sup>)<sup>c</sup> = a<sup>bc</sup>', '(a^b)^c = a^bc'],
  ['an index', 'x<sub>i,j</sub>, v<sub>max</sub>, 101<sub>2</sub>', 'x_(i,j), v_max, 101_2'],
  ['a formula of chemistry', 'H<sub>2</sub>O, Ca<sup>2+</sup>', 'H2O, Ca^(2+)'],
  ['a fraction', '1<sup>1</sup>/<sub>2</sub> and <sup>3</sup>⁄<sub>4</sub>', '1 1/2 and 3/4'],
  ['cents behind a sign', '$12<sup>90</sup>, CHF 1.250<sup>50</sup>', '$12.90, CHF 1.250,50'],
  ['cents before a sign', '12<sup>90</sup> € and 13,<sup>95</sup> zł', '12.90 € and 13,95 zł'],
  ['cents behind thousands', '1.249<sup>95</sup> €', '1.249,95 €'],
  [
    'an ordinal and an abbreviation',
    '1<sup>st</sup> of May, M<sup>me</sup> Roux, Lamp<sup>TM</sup>',
    '1st of May, Mme Roux, LampTM',
  ],
  ['small text', 'Lamp <sup>only as long as we have some</sup>', 'Lamp only as long as we have some'],
])('writes %s so that the number stays right', (_, html, expected) => {
  expect(readVisibleMarkdown(`<p>${html}</p>`)).toBe(expected);
});

test('marks an exponent that is a fraction, but not a fraction after a number', () => {
  const raised = '<span style="vertical-align: super">1/2</span>';
  expect(readVisibleMarkdown(`<p>grows with <i>h</i>${raised}</p>`)).toBe('grows with *h*^(1/2)');
  expect(readVisibleMarkdown(`<p>takes 1${raised} hours</p>`)).toBe('takes 1 1/2 hours');
});

test('marks cents that are raised or small by style', () => {
  const price = (style: string) =>
    `<p><span>$</span><span style="font-size: 28px">12</span><span style="${style}">90</span></p>`;
  expect(readVisibleMarkdown(price('vertical-align: super'))).toBe('$12.90');
  expect(readVisibleMarkdown(price('position: relative; top: -9px'))).toBe('$12.90');
  expect(readVisibleMarkdown(price('font-size: 12px'))).toBe('$12.90');
  expect(readVisibleMarkdown(price('font-size: 26px'))).toBe('$1290');
});

test('marks text that a style sheet strikes through, in lines and items', () => {
  const style = 'style="text-decoration-line: line-through"';
  expect(readVisibleMarkdown(`<p><span ${style}>20 €</span> <span>15 €</span></p>`)).toBe('~~20 €~~ 15 €');
  expect(readVisibleMarkdown(`<ul><li ${style}>Done</li><li>Open</li></ul>`)).toBe('- ~~Done~~\n- Open');
  expect(readVisibleMarkdown(`<p><del ${style}>old</del> new</p>`)).toBe('~~old~~ new');
});

test('reads a row of few words as a line, and a row of boxes', () => {
  const row = (...items: string[]) =>
    `<div style="display: flex">${items.map((item) => `<div>${item}</div>`).join('')}</div>`;
  expect(readVisibleMarkdown(row('$', '12', '90'))).toBe('$ 12 90');
  expect(readVisibleMarkdown(row('One sentence with some words.', 'Another sentence with some words.'))).toContain(
    '\n\n',
  );
});

test('joins letters of a word that are laid out separately', () => {
  const letter = (text: string) => `<span style="display: inline-block; margin-right: 4px">${text}</span>`;
  expect(readVisibleMarkdown(`<p>${letter('O')}nce</p><p>${['m', 'i', 'l', 'l'].map(letter).join('')}</p>`)).toBe(
    'Once\n\nmill',
  );
  expect(readVisibleMarkdown(`<p>${letter('1')}${letter('2')}</p>`)).toBe('1 2');
});

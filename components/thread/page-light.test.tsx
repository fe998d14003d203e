// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { AnswerCheck, FactPlace } from '../../lib/contracts/index.ts';
import { placesAt } from './page-light.tsx';

const place = (text: string): FactPlace => ({
  text,
  before: '',
  after: '',
  title: '',
  place: { type: 'page', runId: 'r' },
});
const CHECK: AnswerCheck = {
  parts: [],
  citations: [],
  isOfPage: true,
  facts: ['One.', 'Two.'].map((text) => ({
    part: 0,
    start: 0,
    end: 1,
    text,
    state: 'found',
    places: [place(text)],
  })),
};

const textsAt = (html: string, selector: string, check: AnswerCheck | null = CHECK) => {
  document.body.innerHTML = html;
  return placesAt(document.querySelector(selector), check, 'run').map(({ text }) => text);
};
const ROW = `<table><tbody><tr><td><i id="cell">Skarra</i></td><td><span data-fact="0">6</span>
  <span data-fact="1">7</span> <span data-fact="1">8</span></td></tr></tbody></table>`;

test('a fact in the answer or in the list of facts has its places', () => {
  expect(textsAt('<p><span data-fact="1"><b>2</b></span></p>', 'b')).toEqual(['Two.']);
  expect(textsAt('<li data-listed-fact="0"><p>One</p></li>', 'p')).toEqual(['One.']);
});

test('a row of a table has the places of all its facts, and a fact in it only its own', () => {
  expect(textsAt(ROW, '#cell')).toEqual(['One.', 'Two.']);
  expect(textsAt(ROW, 'span')).toEqual(['One.']);
});

test('a quotation is searched for on the page of its run, and a citation on the page of its source', () => {
  document.body.innerHTML = '<i data-passage="High tide">x</i><b data-passage="Low tide" data-source="3">[3]</b>';
  expect(placesAt(document.querySelector('i'), null, 'run')).toEqual([
    { ...place('High tide'), place: { type: 'page', runId: 'run' } },
  ]);
  expect(placesAt(document.querySelector('b'), null, 'run')).toEqual([
    { ...place('Low tide'), place: { type: 'web', number: 3 } },
  ]);
});

test('other text, and facts of an answer that is not checked, have no places', () => {
  expect(textsAt('<p>Text</p>', 'p')).toEqual([]);
  expect(textsAt(ROW, 'span', null)).toEqual([]);
  expect(placesAt(null, CHECK, 'run')).toEqual([]);
});

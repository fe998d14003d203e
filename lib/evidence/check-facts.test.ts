import { describe, expect, test } from 'vitest';
import type { ReadText } from '../contracts/index.ts';
import { indexOnly } from './check-facts.ts';
import { checkFacts, SourceReader } from './index.ts';

const page = (text: string): ReadText => ({ text, title: 'Ferries', place: { type: 'page', runId: 'r' } });
const web = (number: number, text: string): ReadText => ({
  text,
  title: `Source ${number}`,
  place: { type: 'web', number },
});

const FERRIES = `# Ferries

The new ship cost **£23.7 million**. It sails since 2024.

| Island | Distance (km) |
| --- | --- |
| Skarra | 6.2 |
| Morven | 16.1 |`;

function check(parts: string[], sources: ReadText[], reader?: SourceReader) {
  return checkFacts({ parts, sources, question: '', given: 'Today is 2026-01-31.' }, reader);
}

describe('the facts of an answer', () => {
  test('include their passage, without markup', () => {
    const { facts } = check(['It cost £23.7 million.', 'Morven is 16.1 km away.'], [page(FERRIES)]);
    expect(facts.map(({ part, text, state, places }) => [part, text, state, places[0]?.text])).toEqual([
      [0, '£23.7 million', 'found', 'The new ship cost £23.7 million.'],
      [1, '16.1 km', 'found', 'Morven · 16.1'],
    ]);
  });

  test('include the text around their passage, and a long passage with its rest', () => {
    const tail = `${'and the sea was calm '.repeat(30)}that day.`;
    const { facts } = check(
      ['It cost £23.7 million and 412 people came.'],
      [page(`${FERRIES}\n\nThen 412 people came ${tail}`)],
    );
    expect(facts[0]?.places[0]).toMatchObject({
      before: expect.stringMatching(/Ferries\s$/),
      after: expect.stringMatching(/^\s?It sails/),
    });
    const long = facts.find(({ text }) => text.startsWith('412'))?.places[0];
    expect(`${long?.text.slice(0, -1)}${long?.after}`).toBe(`Then 412 people came ${tail}`.slice(0, 399 + 80));
  });

  test('that belong to another row are elsewhere, with that row', () => {
    const { facts } = check(['Skarra is 16.1 km away.'], [page(FERRIES)]);
    expect(facts.map(({ state, places }) => [state, places[0]?.text])).toEqual([['elsewhere', 'Morven · 16.1']]);
  });

  test('are the same if the reader has read other sources before', () => {
    const reader = new SourceReader();
    check(['It cost £23.7 million.'], [page(FERRIES)], reader);
    const sources = [page(FERRIES), page('The pier opened in 1911.')];
    const parts = ['The pier opened in 1911, and the ship cost £23.8 million. Morven is 16.1 km away.'];
    expect(check(parts, sources, reader)).toEqual(check(parts, sources));
  });

  test('are not proved by the description of a picture, which a page does not show', () => {
    const { facts } = check(['It cost £99 million.'], [page('![It cost £99 million.](a.png)\n\nThe ship is new.')]);
    expect(facts.map(({ state }) => state)).toEqual(['not-found']);
  });

  test.each([
    ['a page without text', ['It cost £23.7 million.'], [page('')]],
    ['mixed scripts', ['תקציב: ١٢٣ km, 四百 و «ניסיון» 12 мая 2024'], [page('תקציב ١٢٣ km')]],
    [
      'quotations from right to left',
      ['قال: «انتظرنا أحد عشر شتاءً طويلاً» ثم غادر.'],
      [page('انتظرنا أحد عشر شتاءً طويلاً.')],
    ],
    ['lone surrogates', ['\ud800 12 km \udc00'], [page('\udfff 12 km')]],
  ] as const)('are checked in %s', (_, parts, sources) => {
    const { facts } = check([...parts], [...sources]);
    for (const { part, start, end, text } of facts) expect(parts[part]?.slice(start, end)).toBe(text);
  });
});

describe('a citation', () => {
  const sources = [web(1, 'High water in Hamburg is at 14:20.'), web(2, 'The tide at Hamburg is 3.6 metres high.')];
  const doubts = (text: string) => check([text], sources).citations.map(({ number, holders }) => [number, holders]);

  test('is in doubt if its source lacks the facts of its sentence, and another has them', () => {
    expect(doubts('High water in Hamburg is at 14:20 [2].')).toEqual([[2, [1]]]);
  });

  test.each([
    ['its source has a fact', 'High water in Hamburg is at 14:20 [1].'],
    ['one of several sources has it', 'High water in Hamburg is at 14:20 [2][1].'],
    ['the sentence has no facts', 'The harbour is worth a visit [2].'],
    ['no source has the fact, which is marked itself', 'High water in Hamburg is at 19:20 [2].'],
    ['the fact is in the sentence before', 'High water in Hamburg is at 14:20 [1]. The tide is high [2].'],
  ])('is not in doubt if %s', (_, text) => {
    expect(doubts(text)).toEqual([]);
  });
});

test('a document that is part of two indexes is restricted for each of them', () => {
  const reader = new SourceReader();
  const first = reader.index([page('High water in Hamburg is at 14:20.')]);
  const second = reader.index([page('High water in Hamburg is at 14:20.'), page('The pier opened in 1911.')]);
  const document = second.documents[0] as (typeof second.documents)[number];
  expect(first.documents).toEqual([document]);
  for (const index of [first, second]) {
    const { documents, facts, passageCount, weights } = indexOnly(index)(document);
    expect({ documents, facts }).toEqual({ documents: [document], facts: document.facts });
    expect(passageCount).toBe(index.passageCount);
    expect(weights).toBe(index.weights);
  }
});

import { describe, expect, test } from 'vitest';
import { buildMarkdownBlocks } from '../../testing/page-reader/markdown-blocks.ts';
import { bm25, rankPassages, wordStarts } from './rank-passages.ts';

const document = (title: string, ...markdown: string[]) => ({ title, blocks: buildMarkdownBlocks(...markdown) });
const all = { limit: 10, ofEach: 2 };
const rank = (documents: ReturnType<typeof document>[], query: string, limits = all) =>
  rankPassages(documents, query, limits).map(({ document: { title }, text }) => `${title}: ${text}`);

describe('passages of several documents', () => {
  test('are ranked together: those with the rarer words first, none without any', () => {
    const documents = [
      document('A', 'The sea is wide.'),
      document('B', 'Tides of the sea in Hamburg.'),
      document('C', 'Nothing of the kind.'),
    ];
    expect(rank(documents, 'tides in Hamburg, at sea')).toEqual([
      'B: Tides of the sea in Hamburg.',
      'A: The sea is wide.',
    ]);
  });

  test('count their title and the heading above them', () => {
    const documents = [
      document('Harbours', '# Pilots', 'They start at noon.', '# Cranes', 'They stand still.'),
      document('Other', 'They are others.'),
    ];
    expect(rank(documents, 'pilots')).toEqual(['Harbours: They start at noon.']);
    expect(rank(documents, 'harbour')).toHaveLength(2);
    expect(rankPassages(documents, 'pilots', all)[0]?.path).toEqual(['Pilots']);
  });

  test('are limited to the requested number per document', () => {
    const long = document('Long', ...Array.from({ length: 5 }, (_, n) => `${'Tides. '.repeat(100)} ${n}`));
    expect(rank([long, document('B', 'Tides')], 'tides', { limit: 10, ofEach: 2 })).toHaveLength(3);
    expect(rank([long, document('B', 'Tides')], 'tides', { limit: 1, ofEach: 2 })).toHaveLength(1);
  });

  test('are found in scripts without spaces, for another query as well', () => {
    const documents = [document('潮', '東京の満潮は正午です。')];
    expect(rank(documents, '満潮')).toHaveLength(1);
    expect(rank(documents, '正午')).toHaveLength(1);
    expect(rank(documents, '大阪')).toEqual([]);
  });
});

test('words are looked up by the beginning that their forms share, and common words are not looked up', () => {
  expect(wordStarts('What did I find out about cities and the tides?')).toEqual(expect.arrayContaining(['tid', 'cit']));
  expect(wordStarts('about the tides')).toEqual(['tid']);
  expect(wordStarts('Gezeiten 7')).toEqual(['gezeiten', '7']);
  expect(wordStarts('température de l’eau')).toEqual(['température', 'de', 'l’eau']);
  expect(wordStarts('東京の満潮')).toEqual(expect.arrayContaining(['東京', '満潮']));
});

test('prefers rare words, short documents and more of the words, and gives 0 for none', () => {
  const documents = [
    ['tea', 'pot'],
    ['tea', 'cup', 'and', 'much', 'more', 'besides'],
    ['tea', 'pot', 'lid'],
    [],
    ['cat'],
  ];
  const scores = bm25(documents, ['tea', 'lid']);
  expect(scores.map(({ found }) => found)).toEqual([1, 1, 2, 0, 0]);
  const [first = 0, second = 0, third = 0, empty, none] = scores.map(({ score }) => score);
  expect(third).toBeGreaterThan(first);
  expect(first).toBeGreaterThan(second);
  expect([empty, none]).toEqual([0, 0]);
});

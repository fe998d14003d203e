import { describe, expect, test } from 'vitest';
import { indexWords, matchesTerm, searchTerms } from './search-words.ts';

/** Whether a search for `query` finds a message with `text`. */
const finds = (query: string, text: string) => searchTerms(query).every((term) => matchesTerm(indexWords(text), term));

describe('a search finds', () => {
  test.each([
    ['tides', 'Why are there two tides?'],
    ['TIDES', 'two tides'],
    ['tid', 'two tides'],
    ['two tid', 'tides, two of them'],
    ['cafe', 'a café'],
    ['café', 'a cafe'],
    ['strasse', 'Strasse'],
    ['ｆｕｌｌ', 'full width'],
    ['東京', '東京都に行く'],
    ['東', '東京都に行く'],
    ['都', '東京都'],
    ['京都に', '東京都に行く'],
    ['終わり', `${'東京都に行く'.repeat(20)}終わり`],
    ['ภาษา', 'ภาษาไทย'],
    ['한국', '한국어는'],
    ['хоро', 'Хорошо'],
    ['हिन्दी', 'यह हिन्दी है'],
    ['v2', 'version v2 of it'],
    ['2024', 'in 2024.'],
  ])('%s in “%s”', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });
});

describe('a search does not find', () => {
  test.each([
    ['ides', 'two tides'],
    ['tid ', 'two tides'],
    ['two moons', 'two tides'],
    ['京東', '東京都に行く'],
  ])('%s in “%s”', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });
});

test('a query of punctuation alone has no terms', () => {
  expect(searchTerms(' ?! … ')).toEqual([]);
});

test('a very long text is indexed by its first words', () => {
  const words = indexWords(Array.from({ length: 10_000 }, (_, n) => `word${n}`).join(' '));
  expect(words).toHaveLength(4_000);
  expect(words[0]).toBe('word0');
});

test('a long word is found by its beginning', () => {
  const word = 'a'.repeat(100);
  expect(indexWords(word)).toEqual(['a'.repeat(32)]);
  expect(finds(`${word}b`, word)).toBe(true);
});

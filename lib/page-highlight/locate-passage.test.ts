import { describe, expect, test } from 'vitest';
import { foldLetters } from '../text/index.ts';
import { locatePassage, type PlaceKind } from './locate-passage.ts';

const passage = (text: string, before = '', after = '') => ({ text, before, after });

/** The places of a passage found in a page. `kinds`: the kinds of texts that are not ordinary. */
function find(page: string, searched: ReturnType<typeof passage>, kinds: Record<number, PlaceKind> = {}): string[] {
  const letters = foldLetters(page);
  let count = 0;
  return locatePassage(letters, searched, () => kinds[count++] ?? 'text').map(
    ({ start, end }) => `${start} ${letters.slice(start, end)}`,
  );
}

describe('a passage', () => {
  test('is found regardless of punctuation, case and white space', () => {
    expect(find('The LIFT\n carries — 412 people.', passage('lift carries 412'))).toEqual(['3 liftcarries412']);
  });

  test('that is on the page twice is not found', () => {
    expect(find('Low tide at six. High tide. Low tide at six.', passage('Low tide at six.'))).toEqual([]);
  });

  test('that is on the page twice is found by the text around it', () => {
    const page = 'Monday. Low tide at six. Tuesday. Low tide at six. Wednesday.';
    expect(find(page, passage('Low tide at six.', 'Wind. Tuesday.', 'Wednesday.'))).toEqual(['25 lowtideatsix']);
  });

  test('of a few letters is found if everything around it is as it was read', () => {
    const page = 'Anso 31.5 Berlo 42.8 Corva 42.8 Dorno 19.1';
    expect(find(page, passage('42.8', 'Corva\n\n', '\n\nDorno'))).toEqual(['20 428']);
    expect(find(page, passage('42.8', 'Corva\n\n', '\n\nEsk'))).toEqual([]);
    expect(find(page, passage('42.8'))).toEqual([]);
    expect(find(`${page} ${page}`, passage('31.5', 'Anso', 'Berlo'))).toEqual([]);
  });

  test('is not found if two places fit the text around it equally well', () => {
    const page = 'Monday. Low tide at six. End. Monday. Low tide at six. End.';
    expect(find(page, passage('Low tide at six.', 'Monday.', 'End.'))).toEqual([]);
  });

  test('is found next to an invisible copy of it, and in the text if navigation also contains it', () => {
    const page = 'Low tide at six. Low tide at six.';
    expect(find(page, passage('Low tide at six'), { 0: 'invisible' })).toEqual(['12 lowtideatsix']);
    expect(find(page, passage('Low tide at six'), { 1: 'aside' })).toEqual(['0 lowtideatsix']);
    expect(find('Low tide', passage('Low tide'), { 0: 'aside' })).toEqual(['0 lowtide']);
  });

  test('that the page has text in between is found by its sentences', () => {
    const page = 'The first sentence is here. Advertisement! The second sentence follows.';
    expect(find(page, passage('The first sentence is here. The second sentence follows.'))).toEqual([
      '0 thefirstsentenceishere',
      '35 thesecondsentencefollows',
    ]);
  });

  test('that is too short, or occurs everywhere, is not found', () => {
    expect(find('a 12 b', passage('12'))).toEqual([]);
    expect(find('tide '.repeat(200), passage('tide'))).toEqual([]);
  });

  test('that does not occur is not found', () => {
    expect(find('Nothing of it.', passage('Low tide at six.', 'Monday', 'Tuesday'))).toEqual([]);
    expect(find('', passage(''))).toEqual([]);
  });
});

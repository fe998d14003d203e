import { describe, expect, test } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { fillIn, fillInEnglish } from './fill-in.ts';
import { type EnglishGlossary, englishWordingFaults, type Glossary, wordingFaults } from './wording.ts';

const terms: EnglishGlossary = {
  terms: { image: { find: 'images?\\b', not: 'pictures?' }, model: { find: 'models?\\b' } },
  names: ['Model Context Protocol'],
};

const glossary: Glossary = {
  terms: { image: ['Bild'], model: ['Modell'] },
  not: ['[a-z] Sie\\b'],
  sameAsEnglish: ['format'],
};

const english = (messages: Record<string, string>) => fillInEnglish({}, messages);

const faults = (source: Catalogue, german: Record<string, string>) =>
  wordingFaults(source, fillIn(source, {}, 'de', german), 'de', glossary, terms).map(
    ({ key, what }) => `${key} ${what}`,
  );

describe('an English message', () => {
  test.each([
    ['Load the picture', 'a does not say “image”'],
    ['The server cannot be reached.', 'a says “cannot”'],
    ['Sidenote may not read this page.', 'a says “may not read”'],
    ['It can’t be recognised.', 'a says “recognised”'],
    ["It isn't there.", 'a has quotation marks, an apostrophe or an ellipsis as typed, or two spaces'],
  ])('%s has a fault', (message, fault) => {
    const found = englishWordingFaults(english({ a: message }), terms);
    expect(found.map(({ key, what }) => `${key} ${what}`)).toEqual([fault]);
  });

  test('has none in names of placeholders', () => {
    expect(englishWordingFaults(english({ a: 'Load $picture$' }), terms)).toEqual([]);
  });
});

describe('a translation', () => {
  test('needs the word of the glossary, in any form', () => {
    const source = english({ a: 'Two images', b: 'An image of the model' });
    expect(faults(source, { a: 'Zwei Bilder', b: 'Ein Photo des Modells' })).toEqual(['b has no “Bild” for “image”']);
  });

  test('is compared by the letters of its language', () => {
    const source = english({ a: 'An image of the model' });
    const turkish = { terms: { image: ['imge'], model: ['kalıp'] }, not: [], sameAsEnglish: [] };
    expect(
      wordingFaults(source, fillIn(source, {}, 'tr', { a: 'KALIBIN İmgesi, KALIP' }), 'tr', turkish, terms),
    ).toEqual([]);
  });

  test('must not say what the glossary excludes', () => {
    expect(faults(english({ a: 'Search again' }), { a: 'Suchen Sie noch einmal' })).toEqual(['a says “n Sie”']);
  });

  test('needs no word for a name', () => {
    expect(faults(english({ a: 'By the Model Context Protocol' }), { a: 'Mit dem Model Context Protocol' })).toEqual(
      [],
    );
  });

  test('is found to be English by its words, or because it is the same', () => {
    const source = english({ a: 'From the start', b: 'Cancel', format: 'Format' });
    expect(faults(source, { a: 'From the Anfang', b: 'Cancel', format: 'Format' })).toEqual([
      'a is English',
      'b is English',
    ]);
  });
});

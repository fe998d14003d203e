import { expect, test } from 'vitest';
import { toGermanMainClause } from './german-clauses.ts';

test.each([
  ['dass ich in Bern wohne', 'Ich wohne in Bern'],
  ['dass ich segle', 'Ich segle'],
  ['dass ich nicht schwimmen kann', 'Ich kann nicht schwimmen'],
  ['dass ich lange in Bern gewohnt habe', 'Ich habe lange in Bern gewohnt'],
  ['dass ich mich vegan ernähre', 'Ich ernähre mich vegan'],
  ['dass ich Hunde und Katzen mag', 'Ich mag Hunde und Katzen'],
  ['dass wir zwei Kinder haben', 'Wir haben zwei Kinder'],
  ['dass mein Boot Ida heißt', 'Mein Boot heißt Ida'],
  ['dass mein Boot Ida heisst', 'Mein Boot heisst Ida'],
  ['dass meine Frau Ärztin ist', 'Meine Frau ist Ärztin'],
  ['dass mein neues Auto klein und rot ist', 'Mein neues Auto ist klein und rot'],
  ['dass unsere Kinder in Bern wohnen', 'Unsere Kinder wohnen in Bern'],
])('%s becomes a main clause', (clause, sentence) => {
  expect(toGermanMainClause(clause)).toBe(sentence);
});

test.each([
  'dass ich um sechs aufstehe',
  'dass ich in Bern wohne und segle',
  'dass ich keine Lust habe, lange Antworten zu lesen',
  'dass ich wohne in der Nähe',
  'dass ich Fleisch esse nicht gerne',
  'dass meine Tochter Anna gerne segelt',
  'dass die Seite alt ist',
  'dass man mich Ida nennt',
  'ich wohne in Bern',
])('%s stays as it was typed', (clause) => {
  expect(toGermanMainClause(clause)).toBe(clause);
});

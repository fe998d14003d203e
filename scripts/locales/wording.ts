import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalogue } from './catalogue.ts';
import { expectedMessages } from './expected.ts';
import type { Fault } from './faults.ts';

/**
 * `terms`: how a term is found in an English message, and what must not be written instead, as case-insensitive regular
 * expressions. `names`: phrases that contain a term but are names, or mean something else.
 */
export type EnglishGlossary = { terms: Record<string, { find: string; not?: string }>; names: string[] };

/**
 * `terms`: what a translation writes for each English term, the usual word first. Parts of words also count, for
 * inflected forms. `not`: regular expressions of forbidden wording: another word for a term, another form of address or
 * spelling. `sameAsEnglish`: keys of messages that are the same in both languages.
 */
export type Glossary = { terms: Record<string, string[]>; not: string[]; sameAsEnglish: string[] };

/** British spellings, and phrases that docs/interface-text.md advises against. */
const AVOIDED =
  /\b(?:colour|behaviour|organis|recognis|summaris|cancelled|really|there is not(?!h)|cannot|of its own|may not (?!have))\w*/i;

/** English words that do not occur in any other supported language. */
const ENGLISH = /\b(?:the|and|with|your|this|which|from|isn’t|can’t|doesn’t)\b/i;

/** Typewriter characters: quotation marks, apostrophes and ellipses have their own characters. */
const TYPEWRITTEN = /["']|\.\.\.|\s\s/;

const folder = path.join(import.meta.dirname, 'glossary');

/** The glossary of a locale. Empty if there is none. */
export function readGlossary(locale: string): Glossary {
  const file = path.join(folder, `${locale}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { terms: {}, not: [], sameAsEnglish: [] };
}

export function readEnglishGlossary(): EnglishGlossary {
  return JSON.parse(readFileSync(path.join(folder, 'en.json'), 'utf8'));
}

/** English messages that use a different word than the glossary, or a phrase that the wording rules advise against. */
export function englishWordingFaults(english: Catalogue, { terms }: EnglishGlossary): Fault[] {
  const unwanted = Object.entries(terms).flatMap(([term, { not }]) =>
    not === undefined ? [] : [{ term, pattern: new RegExp(`\\b(?:${not})\\b`, 'i') }],
  );
  return Object.entries(english).flatMap(([key, { message }]) => {
    const text = withoutPlaceholders(message);
    const avoided = AVOIDED.exec(text)?.[0];
    const terms = unwanted.filter(({ pattern }) => pattern.test(text)).map(({ term }) => `does not say “${term}”`);
    return [...signFaults(message), ...terms, ...(avoided === undefined ? [] : [`says “${avoided}”`])].map((what) => ({
      key,
      what,
      isOpen: false,
    }));
  });
}

/** Translations that use different words than their glossary, or are still in English. */
export function wordingFaults(
  english: Catalogue,
  catalogue: Catalogue,
  locale: string,
  glossary: Glossary,
  englishGlossary: EnglishGlossary,
): Fault[] {
  const names = new RegExp(englishGlossary.names.join('|'), 'g');
  const terms = Object.entries(englishGlossary.terms).map(([term, { find }]) => ({
    term,
    pattern: new RegExp(`\\b(?:${find})`, 'i'),
    words: glossary.terms[term] ?? [],
  }));
  const unwanted = new RegExp(glossary.not.join('|'), 'u');
  // Turkish has two letters i.
  const language = locale.replace('_', '-');
  return [...expectedMessages(english, locale)].flatMap(([key, { english: source }]) => {
    const message = catalogue[key]?.message;
    // A message for zero items may have a different wording.
    if (message === undefined || key.endsWith('_zero')) return [];
    const meant = withoutPlaceholders(source.message).replace(names, '');
    const text = message.toLocaleLowerCase(language);
    const missing = terms.filter(
      ({ pattern, words }) =>
        pattern.test(meant) && !words.some((word) => text.includes(word.toLocaleLowerCase(language))),
    );
    return [
      ...signFaults(message),
      ...(glossary.not.length > 0 && unwanted.test(message) ? [`says “${unwanted.exec(message)?.[0]}”`] : []),
      ...missing.map(({ term, words }) => `has no “${words[0] ?? '?'}” for “${term}”`),
      ...(isEnglish(message, source.message, glossary.sameAsEnglish.includes(key)) ? ['is English'] : []),
    ].map((what) => ({ key, what, isOpen: false }));
  });
}

function isEnglish(message: string, source: string, maySame: boolean): boolean {
  const text = withoutPlaceholders(message);
  return ENGLISH.test(text) || (message === source && /\p{L}{2}/u.test(text) && !maySame);
}

function signFaults(message: string): string[] {
  return TYPEWRITTEN.test(message) ? ['has quotation marks, an apostrophe or an ellipsis as typed, or two spaces'] : [];
}

function withoutPlaceholders(message: string): string {
  return message.replace(/\$\w+\$/g, '');
}

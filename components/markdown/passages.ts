import { createContext } from 'react';

/** Shows the user where a text stands on the page that a run is about. */
export type ShowPassage = (runId: string, text: string) => void;

/** null where there is nothing to show it on. */
export const ShowPassage = createContext<ShowPassage | null>(null);

/** The passages of one run: whether words stand in what was read, and a way to show them on the page. */
export type Passages = { has: (quote: string) => boolean; show: (text: string) => void };

export const Passages = createContext<Passages | null>(null);

/** Fewer letters stand everywhere; of scripts that write a word in one or two, fewer are enough. */
const MIN_LETTERS = 8;
const MIN_DENSE_LETTERS = 4;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Finds quotes in what was read, by their letters and digits alone: punctuation, case and white space differ between a page,
 * its Markdown and what a model makes of it. `read` gives the texts; what it once held is found ever after.
 */
export function quoteFinder(read: () => readonly string[]): (quote: string) => boolean {
  const folded = new Map<string, string>();
  const found = new Set<string>();
  const fold = (text: string) => {
    const known = folded.get(text) ?? lettersOf(text);
    folded.set(text, known);
    return known;
  };
  return (quote) => {
    const letters = lettersOf(quote);
    if (letters.length < (DENSE.test(letters) ? MIN_DENSE_LETTERS : MIN_LETTERS)) return false;
    if (found.has(letters)) return true;
    const isThere = read().some((text) => fold(text).includes(letters));
    if (isThere) found.add(letters);
    return isThere;
  };
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

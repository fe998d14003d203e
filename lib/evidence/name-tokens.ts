import { memoize } from '../control-flow/index.ts';
import { CAPITAL_PRONOUN, ELISION } from '../language/index.ts';
import type { FactChecker } from './fact-checker.ts';
import { foldWord } from './vocabulary.ts';

/** A word of a text as it is written, and as it is compared. */
export type NameToken = { start: number; end: number; word: string; written: string; isCapital: boolean };

const WORD = /[\p{L}][\p{L}\p{M}'-]*(?:\.(?=[\p{L}]))?/gu;

/** The words of a text that begins at `offset`. */
export function readTokens(text: string, offset: number): NameToken[] {
  return [...text.matchAll(WORD)].map((match) => {
    const spelling = match[0].replace(/[-.']+$/, '');
    const written = spelling.replace(ELISION, '');
    const end = offset + match.index + spelling.length;
    return {
      start: end - written.length,
      end,
      word: foldWord(written.toLowerCase()),
      written,
      isCapital: /^\p{Lu}/u.test(written) && !CAPITAL_PRONOUN.test(written),
    };
  });
}

/** All words of an answer, folded. */
export const collectAnswerWords = memoize(
  ({ answer }: FactChecker): ReadonlySet<string> => new Set(readTokens(answer.text, 0).map(({ word }) => word)),
);

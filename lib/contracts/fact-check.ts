import type { PagePassage } from './page-passage.ts';

/**
 * Where a text was read: on the open page of a run, on a web page (by its source number), in the user's own words, or
 * elsewhere.
 */
export type ReadPlace =
  | { type: 'page'; runId: string }
  | { type: 'web'; number: number }
  | { type: 'user' }
  | { type: 'other' };

/** A text that a chat has read, verbatim. `title` is its name for the user, or ''. */
export type ReadText = { text: string; title: string; place: ReadPlace };

/** A sentence or table row from a text that was read, without markup. */
export type FactPlace = PagePassage & { title: string; place: ReadPlace };

/**
 * A fact in an answer. `elsewhere`: it was read, but refers to something else there. `part`: the index of the text of
 * the answer that contains it. `start` and `end` are offsets in that text.
 */
export type CheckedFact = {
  part: number;
  start: number;
  end: number;
  text: string;
  state: 'found' | 'computed' | 'elsewhere' | 'not-found';
  places: readonly FactPlace[];
};

/** A citation whose source lacks the facts of its sentence. `holders`: the numbers of the sources that have them. */
export type DoubtfulCitation = { part: number; start: number; number: number; holders: readonly number[] };

/** The facts of one answer. `parts` are its texts. `isOfPage`: whether only the open page was read. */
export type AnswerCheck = {
  parts: readonly string[];
  facts: readonly CheckedFact[];
  citations: readonly DoubtfulCitation[];
  isOfPage: boolean;
};

/** A fact of an answer, by its index. */
export type AnswerFact = { messageId: string; fact: number };

/** What an answer is checked against. `given` is additional information that the model was given, such as the date. */
export type FactCheckRequest = {
  parts: readonly string[];
  sources: readonly ReadText[];
  question: string;
  given: string;
};

type FactCounts = { total: number; present: number; missing: number };

export function countFacts({ facts }: Pick<AnswerCheck, 'facts'>): FactCounts {
  const missing = facts.filter(isDoubtful).length;
  return { total: facts.length, present: facts.length - missing, missing };
}

/** Whether a fact was not found where the answer says it is. */
export function isDoubtful({ state }: Pick<CheckedFact, 'state'>): boolean {
  return state === 'not-found' || state === 'elsewhere';
}

/** The figures, dates and names that occur in only the first or only the second of two answers. */
export type AnswerDifferences = { first: readonly string[]; second: readonly string[] };

/** A range of a text, in UTF-16 units. */
export type WordSpan = { start: number; end: number };

/** The ranges of words that occur in only one of two texts. */
export type WordDifferences = { first: readonly WordSpan[]; second: readonly WordSpan[] };

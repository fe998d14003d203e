/**
 * What the practice model says of its own, in the user's language. Its answers are shown like those of any model, so the
 * composition gives it the words.
 */
export type PracticeWords = {
  introduction: string;
  hello: string;
  help: string;
  scenarios: string;
  hint: string;
  cannotSee: string;
  nothingToQuote: string;
  itSays: string;
  cannotSummarise: string;
  bestPassages: string;
  noMatch: string;
  headings: string;
  tabs: string;
  selection(words: number): string;
  /** `title`: of the page, or ''. */
  searched(title: string, words: number): string;
  read(title: string, words: number): string;
  toolFailed(tool: string): string;
};

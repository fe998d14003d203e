import type { AnswerContexts } from './context.ts';
import type { Fact } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import type { ReadableText } from './readable-text.ts';
import type { SourceIndex } from './source-index.ts';

/** The data for checking the facts of one answer. */
export type FactChecker = {
  answer: ReadableText;
  index: SourceIndex;
  lexicon: Lexicon;
  contexts: AnswerContexts;
  facts: readonly Fact[];
};

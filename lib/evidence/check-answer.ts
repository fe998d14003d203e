import { detectLanguage } from '../language/index.ts';
import { toPrimaryLanguage } from '../text/index.ts';
import { checkFact } from './check-fact.ts';
import type { Claim, ClaimDraft } from './claim.ts';
import { isSameDate, isSameTime } from './compare-dates.ts';
import { isFigure, isSameFigure } from './compare-figures.ts';
import { AnswerContexts } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact } from './facts.ts';
import { Taken } from './facts.ts';
import { findFacts, indexSources } from './index-sources.ts';
import { getLexicon } from './lexicon.ts';
import { checkNames } from './names.ts';
import { isOwnCount } from './own-counts.ts';
import { checkQuotes } from './quotes.ts';
import { readAnswer } from './read-answer.ts';
import type { IndexedFact, Source, SourceIndex } from './source-index.ts';

export type CheckOptions = {
  /** The language of the answer as a BCP 47 tag. Detected if absent. */
  language?: string;
  /** The user's question. It counts as a source and tells what short answers are about. */
  question?: string;
  /** Other information that the model was given, such as the date. Facts in it are not claims. */
  given?: string;
};

/**
 * Returns the facts of an answer in order, each with whether and where it occurs in the sources. Pure and without a
 * model: the same input gives the same claims.
 */
export function checkAnswer(
  markdown: string,
  sources: readonly Source[] | SourceIndex,
  options: CheckOptions = {},
): Claim[] {
  const index =
    'facts' in sources ? sources : indexSources(options.question ? [...sources, { text: options.question }] : sources);
  const answer = readAnswer(markdown);
  const language = options.language === undefined ? detectLanguage(answer.text) : toPrimaryLanguage(options.language);
  const lexicon = getLexicon(language);
  const facts = findFacts(answer.text, lexicon);
  const contexts = new AnswerContexts(answer, index, lexicon, facts, options.question ?? '');
  const givenFacts = options.given ? indexSources([{ text: options.given }]).facts : [];
  const takenRanges = new Taken(answer.text.length);
  const quotes = checkQuotes(answer, index, lexicon);
  const checker: FactChecker = { answer, index, lexicon, contexts, facts };
  const checked = facts.flatMap((fact): ClaimDraft[] => {
    if (isGiven(fact, givenFacts)) {
      takenRanges.add(fact.start, fact.end);
      return [];
    }
    const claim = checkFact(fact, checker);
    if (!claim || (claim.state === 'not-found' && isOwnCount(fact, checker))) return [];
    takenRanges.add(fact.start, fact.end);
    return [claim];
  });
  // Facts in a quotation are covered by the check of the quotation.
  for (const quote of quotes) takenRanges.add(quote.start, quote.end);
  const names = checkNames(checker, takenRanges, quotes);
  const isQuoted = (claim: ClaimDraft) => quotes.some((quote) => claim.start >= quote.start && claim.end <= quote.end);
  const drafts = [...quotes, ...checked.filter((claim) => !isQuoted(claim)), ...names].sort(
    (a, b) => a.start - b.start,
  );
  return drafts.map((draft) => {
    const start = answer.offsets[draft.start] ?? 0;
    const end = (answer.offsets[Math.max(draft.start, draft.end - 1)] ?? start) + 1;
    return { ...draft, start, end, text: markdown.slice(start, end) };
  });
}

function isGiven(fact: Fact, givenFacts: readonly IndexedFact[]): boolean {
  return givenFacts.some((indexed) => {
    switch (fact.type) {
      case 'figure':
        return isFigure(indexed) && isSameFigure(fact, indexed);
      case 'date':
        return isSameDate(fact, indexed);
      case 'time':
        return isSameTime(fact, { fact: indexed.fact, text: indexed.document.readable.text });
      case 'identifier':
        return false;
      default:
        return fact satisfies never;
    }
  });
}

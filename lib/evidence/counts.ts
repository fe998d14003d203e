import { memoize } from '../control-flow/index.ts';
import { isFigure, isInOtherUnit } from './compare-figures.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact, Figure } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import { NEAR_OWNER, nearWordsOfFact } from './near-words.ts';
import type { ReadableText } from './readable-text.ts';
import type { IndexedFact, SourceIndex } from './source-index.ts';
import { isSameWord, listWords } from './vocabulary.ts';

const LENGTH_OF_NOUN = 30;
/** Larger figures rarely match by chance. */
const MAX_OF_CHANCE = 100;

/**
 * Whether a claim has "10 people" for "10 years", or the reverse: one of two numbers has a unit, and the other one
 * counts something else.
 */
export function isOfOtherNoun(
  claim: Figure,
  { fact, passage, document }: IndexedFact,
  { answer, lexicon, contexts }: FactChecker,
): boolean {
  if (fact.type !== 'figure' || passage.table >= 0 || (fact.values[0] ?? 0) > MAX_OF_CHANCE) return false;
  // A number with decimals measures something and is not a count.
  if (claim.hasDecimals && fact.hasDecimals) return false;
  if (claim.measure && !fact.measure && (document.language === lexicon.language || !isOfPersonsOrTimes(claim)))
    return countsNoun(fact, document.readable.text, document.lexicon);
  if (claim.measure || !fact.measure || contexts.isInTable(claim.start)) return false;
  return countsNoun(claim, answer.text, lexicon);
}

/** In another language, the word after the number may be left out. */
function isOfPersonsOrTimes({ measure }: Figure): boolean {
  return measure?.type === 'unit' && (measure.dimension === 'persons' || measure.dimension === 'times');
}

/** Whether a noun that is not a unit follows a number. */
const countsNoun = memoize((figure: Figure, text: string, lexicon: Lexicon): boolean => {
  const { functionWords, measures, isUnspaced } = lexicon;
  if (isUnspaced) return false;
  const { end } = figure;
  const after = text.slice(end, end + LENGTH_OF_NOUN).split(/[.,;:!?()\n]/)[0] ?? '';
  const nouns = [...after.matchAll(/[\p{L}\p{M}]{3,}/gu)];
  return (
    nouns.length > 0 &&
    !functionWords.has(/^\s?([\p{L}\p{M}]+)/u.exec(after)?.[1]?.toLowerCase() ?? '') &&
    !nouns.some((noun) => measures.match(after, noun.index)) &&
    !/[°%$€£'"]/.test(after)
  );
});

/**
 * Removes the matches that count something other than the claim, if the sources contain a count of the claimed thing.
 */
export function dropOtherCounts(
  fact: Fact,
  matches: readonly IndexedFact[],
  checker: FactChecker,
): readonly IndexedFact[] {
  if (fact.type !== 'figure') return matches;
  const { index, answer } = checker;
  if (fact.measure) {
    const isUnitless = (match: IndexedFact) => isFigure(match) && !match.fact.measure && match.passage.table < 0;
    return matches.length > 0 &&
      matches.every(isUnitless) &&
      index.facts.some((indexed) => isFigure(indexed) && isInOtherUnit(fact, indexed))
      ? []
      : matches;
  }
  if (!isPair(fact, checker)) return [];
  const noun = nounAfter(fact, answer);
  if ((fact.values[0] ?? 0) > MAX_OF_CHANCE || noun.length < 3 || checker.contexts.isInTable(fact.start))
    return matches;
  if (!countsNoun(fact, answer.text, checker.lexicon) || !hasOtherCount(fact, checker)) return matches;
  const ids = index.vocabulary.find(noun);
  return matches.filter((match) => {
    if (match.passage.table >= 0 || !isFigure(match)) return true;
    if (!match.fact.measure && !countsNoun(match.fact, match.document.readable.text, match.document.lexicon))
      return true;
    const near = nearWordsOfFact(match, index.vocabulary);
    return ids.some((id) => (near.get(id) ?? 0) >= NEAR_OWNER.minOwn);
  });
}

const LETTERS_OF_KEY = 3;

/** Returns what the sources count, by the first letters of the noun. */
const groupCounts = memoize(({ facts }: SourceIndex) =>
  Map.groupBy(
    facts.flatMap((indexed) => {
      const noun = isFigure(indexed) && !indexed.fact.measure ? nounAfter(indexed.fact, indexed.document.readable) : '';
      return noun && isFigure(indexed) ? [{ noun, value: indexed.fact.values[0] ?? 0 }] : [];
    }),
    (count) => count.noun.slice(0, LETTERS_OF_KEY),
  ),
);

/** Whether the sources contain a different number for the thing that a figure counts. */
export function hasOtherCount(claim: Figure, { index, answer }: FactChecker): boolean {
  const noun = nounAfter(claim, answer);
  if (!noun) return false;
  return (groupCounts(index).get(noun.slice(0, LETTERS_OF_KEY)) ?? []).some(
    (count) => count.value !== claim.values[0] && isSameWord(count.noun, noun),
  );
}

/** Whether a result such as "3-1" occurs as a result in the sources. True for figures that are not part of one. */
function isPair(fact: Figure, { facts, answer, index }: FactChecker): boolean {
  const at = facts.indexOf(fact);
  const partner = [facts[at - 1], facts[at + 1]].find((other): other is Figure => {
    if (other?.type !== 'figure' || other.measure || other.hasDecimals) return false;
    const gap =
      other.start > fact.start ? answer.text.slice(fact.end, other.start) : answer.text.slice(other.end, fact.start);
    return /^[-–:]$/.test(gap);
  });
  if (!partner || fact.hasDecimals || (fact.values[0] ?? 0) > MAX_OF_CHANCE) return true;
  return listPairs(index).has(pairKey(fact, partner));
}

const MAX_GAP_OF_PAIR = 12;

/** Lists numbers that are next to each other in the sources. */
const listPairs = memoize(
  ({ facts }: SourceIndex): ReadonlySet<string> =>
    new Set(
      facts.flatMap((indexed, at) => {
        const next = facts[at + 1];
        if (!isFigure(indexed) || !next || !isFigure(next) || next.document !== indexed.document) return [];
        const isNear = next.fact.start - indexed.fact.end <= MAX_GAP_OF_PAIR;
        return isNear ? [pairKey(indexed.fact, next.fact)] : [];
      }),
    ),
);

function pairKey(a: Figure, b: Figure): string {
  return [a.values[0] ?? 0, b.values[0] ?? 0].sort((x, y) => x - y).join(' ');
}

/** Whether two figures count the same thing, because the words after them are forms of the same word. */
export function isSameNoun(a: Figure, textA: ReadableText, b: Figure, textB: ReadableText): boolean {
  const [x, y] = [nounAfter(a, textA), nounAfter(b, textB)];
  return x !== '' && y !== '' && isSameWord(x, y);
}

/** The first word behind a figure; empty without one. */
const nounAfter = memoize(
  ({ end }: Figure, { text }: ReadableText): string => listWords(text.slice(end, end + LENGTH_OF_NOUN))[0] ?? '',
);

/** Whether a figure can be a number of things or persons. */
export function isCount({ measure, magnitude }: Figure): boolean {
  return magnitude === 1 && (measure === null || (measure.type === 'unit' && measure.dimension === 'persons'));
}

import { contextOfFact, scoreContext } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact } from './facts.ts';
import { isMatch } from './match-fact.ts';
import { listFactsOfPassage, NEAR_OWNER, NEAR_OWNER_OF_TWO, nearWordsOfFact } from './near-words.ts';
import { isDistinctive, listCandidates } from './owner-candidates.ts';
import { findCompanions, isSaidAgain, OWNER, Statement, scoreNearWords } from './owner-statement.ts';
import { isRival } from './rivals.ts';
import type { IndexedFact, Place } from './source-index.ts';

const MAX_PLACES = 5;

/** Decides whether the fact belongs to what the answer states, or to something else: another row, another name. */
export function findOwner(
  fact: Fact,
  matches: readonly IndexedFact[],
  checker: FactChecker,
): { isOther: boolean; places: Place[] } {
  const { index, contexts } = checker;
  const words = contexts.around(fact.start, fact.end, fact.type === 'identifier');
  const scored = matches
    .map((match) => ({ match, score: scoreContext(words, contextOfFact(match), index) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.match;
  const places = listPlaces(scored.map(({ match }) => match));
  // A heading applies to everything below it.
  if (matches.some((each) => isHeading(each) || isRangeOfRow(each) || isDateline(each)))
    return { isOther: false, places };
  if (!best) return { isOther: false, places };
  if (hasNearRival(fact, matches, checker)) return { isOther: true, places };
  const distinctive = words.filter(({ ids }) => ids.some((id) => isDistinctive(id, index)));
  const statement = new Statement({ fact, best, score: scored[0]?.score ?? 0, words, distinctive }, checker);
  const matchSet = new Set(matches);
  const isOther = listCandidates(distinctive, contextOfFact(best), index, OWNER.minWeightInTable).some(
    (rival) => !matchSet.has(rival) && statement.isAbout(rival),
  );
  return { isOther, places };
}

/** Whether a fact is in a heading or the header of a column, which applies to everything below it. */
export function isHeading({ passage, document }: IndexedFact): boolean {
  const block = document.readable.blocks[passage.block];
  return block?.kind === 'heading' || block?.cell?.isHeader === true;
}

/** How many characters a line with a date has besides it, as in "Oberwalden, 18 January 2024". */
const MAX_LENGTH_OF_DATELINE = 30;

/** Whether a date is a line of its own at the beginning of a text, which dates all of it. */
function isDateline({ passage, document, fact }: IndexedFact): boolean {
  const block = document.readable.blocks[passage.block];
  if (fact.type !== 'date' || !block || block.cell || passage.block > 2) return false;
  return block.end - block.start - (fact.end - fact.start) <= MAX_LENGTH_OF_DATELINE;
}

/**
 * Whether the sentence with the claimed fact contains another fact next to the words that are next to the claim in the
 * answer.
 */
function hasNearRival(fact: Fact, matches: readonly IndexedFact[], checker: FactChecker): boolean {
  const { index, contexts, lexicon } = checker;
  const [match] = matches;
  // If the same fact is in several sentences, the answer may refer to one that uses other words.
  if (
    !match ||
    matches.some(({ passage, document }) => passage !== match.passage || document.language !== lexicon.language)
  )
    return false;
  // Words without spaces between them cannot be separated reliably enough.
  if (match.passage.table >= 0 || lexicon.isUnspaced || contexts.isInTable(fact.start)) return false;
  const rivals = listFactsOfPassage(match.passage, match.document).filter(
    (rival) => !matches.includes(rival) && isRival(fact, rival, checker),
  );
  if (rivals.length === 0) return false;
  const words = contexts.near(fact);
  const ownWords = matches.map((each) => nearWordsOfFact(each, index.vocabulary));
  const own = Math.max(...ownWords.map((near) => scoreNearWords(words, near, index)));
  const foreign = words.filter(
    ({ ids }) => !ownWords.some((near) => ids.some((id) => (near.get(id) ?? 0) >= NEAR_OWNER.minOwn)),
  );
  const companions = findCompanions(fact, checker);
  const { ratio, minWeight } = isSaidOfOther(fact, match, own, checker) ? NEAR_OWNER_OF_TWO : NEAR_OWNER;
  return rivals.some((rival) => {
    const near = nearWordsOfFact(rival, index.vocabulary);
    if (scoreNearWords(foreign, near, index) < minWeight) return false;
    if (scoreNearWords(words, near, index) < own * ratio) return false;
    return !companions.some((companion) => isMatch(companion, rival, checker));
  });
}

/** Whether the answer contains the same fact a second time, next to words that match the place of the match better. */
function isSaidOfOther(fact: Fact, match: IndexedFact, own: number, checker: FactChecker): boolean {
  const { contexts, index } = checker;
  const near = nearWordsOfFact(match, index.vocabulary);
  return isSaidAgain(fact, match, checker, (other) => scoreNearWords(contexts.near(other), near, index) > own);
}

/**
 * Whether a fact is one of two that name its row, like the ends of "5 July – 24 August". It then does not belong to
 * another row.
 */
function isRangeOfRow({ passage, document, fact }: IndexedFact): boolean {
  if (passage.table < 0 || passage.column > 0) return false;
  return listFactsOfPassage(passage, document).filter((other) => other.fact.type === fact.type).length > 1;
}

export function listPlaces(facts: readonly IndexedFact[]): Place[] {
  const places = new Map(facts.map(({ passage }) => [`${passage.place.source}:${passage.place.start}`, passage.place]));
  return [...places.values()].slice(0, MAX_PLACES);
}

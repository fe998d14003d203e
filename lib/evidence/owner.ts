import { memoize } from '../control-flow/index.ts';
import { areOfOneSize, isFigure } from './compare-figures.ts';
import { type ContextWord, contextOfFact, scoreContext } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Fact, isWithinSpan } from './facts.ts';
import { isMatch, listClaims } from './match-fact.ts';
import { listFactsOfPassage, NEAR_OWNER, NEAR_OWNER_OF_TWO, type NearWord, nearWordsOfFact } from './near-words.ts';
import { isDistinctive, listCandidates, WEIGHT_OF_SURROUNDINGS } from './owner-candidates.ts';
import { isRival } from './rivals.ts';
import type { IndexedFact, Place, SourceDocument, SourceIndex } from './source-index.ts';

const MAX_PLACES = 5;

/**
 * Thresholds for attributing a fact to another place. Only words that occur at just one of two places count. The words
 * at another place have to weigh more than those at the places of the claimed fact, by this ratio and at least by this
 * weight. Higher values flag fewer misattributed facts and fewer true ones.
 */
const OWNER = { ratio: 2, minWeight: 1.2, minWords: 2, ratioInTable: 1.5, minWeightInTable: 0.6 };
/** Like `OWNER`, for a fact that the answer contains twice, once in a context that matches the place better. */
const OWNER_OF_TWO = { ratio: 1.2, minWeight: 0.8, minWords: 1, ratioInTable: 1, minWeightInTable: 0.6 };

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
  if (matches.some((each) => isHeading(each) || isRangeOfRow(each))) return { isOther: false, places };
  if (!best) return { isOther: false, places };
  const distinctive = words.filter(({ ids }) => ids.some((id) => isDistinctive(id, index)));
  const matchSet = new Set(matches);
  if (hasNearRival(fact, matches, checker)) return { isOther: true, places };
  const companions = findCompanions(fact, checker);
  const context = contextOfFact(best);
  // A row that the answer names has its own figures, regardless of the same words in the text around the table.
  const isOwnRow = distinctive.some(
    ({ ids, weight }) => weight >= 0.4 && ids.some((id) => best.passage.labels.has(id)),
  );
  let limits: typeof OWNER | null = null;
  let near: readonly NearWord[] | null = null;
  const foreignWords = dropWordsBeside(distinctive, context, 0);
  const foreignWordsInTable = dropWordsBeside(distinctive, context, WEIGHT_OF_SURROUNDINGS);
  const ownWords = weighWords(words, context, index);
  for (const rival of listCandidates(distinctive, context, index, OWNER.minWeightInTable)) {
    if (matchSet.has(rival) || !isRival(fact, rival, checker) || isOtherQuantity(fact, best, rival)) continue;
    limits ??= isSaidElsewhere(fact, best, scored[0]?.score ?? 0, checker) ? OWNER_OF_TWO : OWNER;
    near ??= contexts.near(fact);
    if (limits === OWNER && isNearer(best, rival, near, index)) continue;
    const isInTable = areParallel(best, rival);
    const own = weighOwnWords(
      isInTable ? foreignWordsInTable : foreignWords,
      contextOfFact(rival),
      index,
      pickLabels(rival, isInTable ? best : null),
    );
    if (own.total < (isInTable ? limits.minWeightInTable : limits.minWeight)) continue;
    if (isInTable && (namesOnlyRow(words, best, rival) || isInRowOfCompanion(companions, words, best, rival, checker)))
      continue;
    if (!isInTable && (own.count < limits.minWords || isOwnRow)) continue;
    // The label of its row cannot match in another language, so a single shared word proves nothing.
    if (own.count < limits.minWords && best.document.language !== checker.lexicon.language) continue;
    const others = sumWords(dropWordsBeside(ownWords, contextOfFact(rival), isInTable ? WEIGHT_OF_SURROUNDINGS : 0));
    if (own.total < others * (isInTable ? limits.ratioInTable : limits.ratio)) continue;
    if (companions.some((companion) => isMatch(companion, rival, checker))) continue;
    // A table's rows are swapped as a whole.
    if (!isInTable && sharesPlace(companions, best, rival, checker)) continue;
    return { isOther: true, places };
  }
  return { isOther: false, places };
}

/** Whether a fact is in a heading or the header of a column, which applies to everything below it. */
export function isHeading({ passage, document }: IndexedFact): boolean {
  const block = document.readable.blocks[passage.block];
  return block?.kind === 'heading' || block?.cell?.isHeader === true;
}

/**
 * Whether another fact of the answer's sentence is in the row or sentence of the match, and none is in that of the
 * rival.
 */
function sharesPlace(
  companions: readonly Fact[],
  match: IndexedFact,
  rival: IndexedFact,
  checker: FactChecker,
): boolean {
  if (isSamePlace(match, rival)) return false;
  const listBeside = (own: IndexedFact) =>
    checker.index.facts.filter((other) => other !== own && isSamePlace(own, other));
  const isBeside = (facts: readonly IndexedFact[]) =>
    companions.some((companion) => facts.some((other) => isMatch(companion, other, checker)));
  return isBeside(listBeside(match)) && !isBeside(listBeside(rival));
}

function isSamePlace({ passage: a, document }: IndexedFact, { passage: b, document: other }: IndexedFact): boolean {
  return document === other && (a === b || (a.table >= 0 && a.table === b.table && a.row === b.row));
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

/**
 * Whether the answer contains the same fact a second time, in a sentence or row that matches its place in the source
 * better.
 */
function isSaidElsewhere(fact: Fact, best: IndexedFact, score: number, checker: FactChecker): boolean {
  const { contexts, index } = checker;
  const context = contextOfFact(best);
  return isSaidAgain(fact, best, checker, ({ start, end }) => {
    return scoreContext(contexts.around(start, end), context, index) > score;
  });
}

/** Whether the answer contains the same fact a second time, next to words that match the place of the match better. */
function isSaidOfOther(fact: Fact, match: IndexedFact, own: number, checker: FactChecker): boolean {
  const { contexts, index } = checker;
  const near = nearWordsOfFact(match, index.vocabulary);
  return isSaidAgain(fact, match, checker, (other) => scoreNearWords(contexts.near(other), near, index) > own);
}

/**
 * Whether the answer contains the same fact a second time, and `fitsBetter` decides that the place of the match is
 * meant there.
 */
function isSaidAgain(
  fact: Fact,
  match: IndexedFact,
  checker: FactChecker,
  fitsBetter: (other: Fact) => boolean,
): boolean {
  return listClaims(match, checker).some((other) => other !== fact && other.type === fact.type && fitsBetter(other));
}

/** Whether the words directly next to a claim in the answer are next to the match and not next to another fact. */
function isNearer(match: IndexedFact, rival: IndexedFact, words: readonly NearWord[], index: SourceIndex): boolean {
  if (match.passage.table >= 0 || rival.passage.table >= 0) return false;
  const own = scoreNearWords(words, nearWordsOfFact(match, index.vocabulary), index);
  return own > 0 && own >= scoreNearWords(words, nearWordsOfFact(rival, index.vocabulary), index);
}

function scoreNearWords(words: readonly NearWord[], near: ReadonlyMap<number, number>, index: SourceIndex): number {
  let score = 0;
  for (const { ids, weight } of words) {
    let best = 0;
    for (const id of ids) best = Math.max(best, (near.get(id) ?? 0) * (index.weights[id] ?? 0));
    score += best * weight;
  }
  return score;
}

/**
 * Whether the words next to the claim name its row and not the other one. Words that are further away belong to the
 * facts there.
 */
function namesOnlyRow(words: readonly ContextWord[], { passage: own }: IndexedFact, { passage: other }: IndexedFact) {
  const near = words.filter(({ weight }) => weight >= 1);
  const names = (labels: ReadonlySet<number>, others: ReadonlySet<number>) =>
    near.some(({ ids }) => ids.some((id) => labels.has(id)) && !ids.some((id) => others.has(id)));
  return own.row !== other.row && names(own.labels, other.labels) && !names(other.labels, own.labels);
}

const groupCellsByRow = memoize(({ facts }: SourceDocument) =>
  Map.groupBy(facts, ({ passage }) => `${passage.table}:${passage.row}`),
);

/** The weight of a word in the sentence of a claim. */
const MIN_WEIGHT_IN_SENTENCE = 0.6;

/**
 * Whether another fact of the sentence is in the row of the match and not in the other one, and the sentence does not
 * name that one.
 */
function isInRowOfCompanion(
  companions: readonly Fact[],
  words: readonly ContextWord[],
  { passage: own, document }: IndexedFact,
  { passage: other }: IndexedFact,
  checker: FactChecker,
): boolean {
  if (own.row === other.row) return false;
  const isNamed = words.some(
    ({ ids, weight }) =>
      weight >= MIN_WEIGHT_IN_SENTENCE && ids.some((id) => other.labels.has(id) && !own.labels.has(id)),
  );
  if (isNamed) return false;
  const rows = groupCellsByRow(document);
  const isIn = (row: number) =>
    (rows.get(`${own.table}:${row}`) ?? []).some(
      (cell) => cell.passage.column > 0 && companions.some((companion) => isMatch(companion, cell, checker)),
    );
  return isIn(own.row) && !isIn(other.row);
}

/** Whether two facts are in one row or one column of a table. */
function areParallel({ passage: a, document }: IndexedFact, { passage: b, document: other }: IndexedFact): boolean {
  return a.table >= 0 && document === other && a.table === b.table && (a.column === b.column || a.row === b.row);
}

/**
 * Returns the words that identify a cell: those of its row, or of its column if the other fact is in the same row. Null
 * outside of tables.
 */
function pickLabels({ passage }: IndexedFact, match: IndexedFact | null): ReadonlySet<number> | null {
  if (passage.table < 0) return null;
  return match && match.passage.row === passage.row ? passage.headers : passage.labels;
}

/** The words that are not beside a fact, or at most with a weight. */
function dropWordsBeside<Word extends ContextWord>(
  words: readonly Word[],
  context: ReadonlyMap<number, number>,
  maxWeight: number,
): Word[] {
  return words.filter(({ ids }) => !ids.some((id) => (context.get(id) ?? 0) > maxWeight));
}

/** The answer's words that are beside a fact, with how much each says of it. */
function weighWords(words: readonly ContextWord[], context: ReadonlyMap<number, number>, index: SourceIndex) {
  return words.flatMap(({ ids, weight }) => {
    const share = Math.max(0, ...ids.map((id) => (context.get(id) ?? 0) * (index.weights[id] ?? 0)));
    return share > 0 ? [{ ids, weight, share: share * weight }] : [];
  });
}

function sumWords(words: readonly { share: number }[]): number {
  return words.reduce((total, { share }) => total + share, 0);
}

/** The weight of the answer's words that are beside a fact, of those that are not beside another one. */
function weighOwnWords(
  words: readonly ContextWord[],
  context: ReadonlyMap<number, number>,
  index: SourceIndex,
  labels: ReadonlySet<number> | null,
): { total: number; count: number } {
  let total = 0;
  let count = 0;
  for (const { ids, weight } of words) {
    let best = 0;
    for (const id of ids) {
      if (labels && !labels.has(id)) continue;
      best = Math.max(best, (context.get(id) ?? 0) * (index.weights[id] ?? 0));
    }
    total += best * weight;
    if (best > 0 && weight >= 0.4) count += 1;
  }
  return { total, count };
}

/**
 * Returns the other facts of the sentence. If it contains both, it compares them, and the code cannot tell which
 * belongs to what.
 */
const findCompanions = memoize((fact: Fact, { facts, contexts }: FactChecker): readonly Fact[] => {
  const sentence = contexts.sentenceAt(fact.start);
  return facts.filter((other) => other !== fact && isWithinSpan(other, sentence));
});

/**
 * Whether two numbers without a unit are neither in one row nor in one column, and have different magnitudes, such as
 * points and a rating.
 */
export function isOtherQuantity(fact: Fact, match: IndexedFact, rival: IndexedFact): boolean {
  if (fact.type !== 'figure' || fact.measure || rival.passage.table < 0 || areParallel(match, rival)) return false;
  return !isFigure(rival) || !areOfOneSize(fact, rival.fact);
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

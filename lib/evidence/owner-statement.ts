import { memoize } from '../control-flow/index.ts';
import { areOfOneSize, isConvertedFigure, isFigure } from './compare-figures.ts';
import { type ContextWord, contextOfFact, scoreContext } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Fact, isWithinSpan } from './facts.ts';
import { isMatch, listClaims } from './match-fact.ts';
import { type NearWord, nearWordsOfFact } from './near-words.ts';
import { WEIGHT_OF_SURROUNDINGS } from './owner-candidates.ts';
import { isRival } from './rivals.ts';
import type { IndexedFact, SourceDocument, SourceIndex } from './source-index.ts';

/**
 * Thresholds for attributing a fact to another place. Only words that occur at just one of two places count. The words
 * at another place have to weigh more than those at the places of the claimed fact, by this ratio and at least by this
 * weight. Higher values flag fewer misattributed facts and fewer true ones.
 */
export const OWNER = { ratio: 2, minWeight: 1.2, minWords: 2, ratioInTable: 1.5, minWeightInTable: 0.6 };
/** Like `OWNER`, for a fact that the answer contains twice, once in a context that matches the place better. */
const OWNER_OF_TWO = { ratio: 1.2, minWeight: 0.8, minWords: 1, ratioInTable: 1, minWeightInTable: 0.6 };

type Stated = {
  fact: Fact;
  best: IndexedFact;
  score: number;
  words: readonly ContextWord[];
  distinctive: readonly ContextWord[];
};

/** What an answer states with a fact, in comparison with its best match. Computed once for all other facts. */
export class Statement {
  readonly #stated: Stated;
  readonly #checker: FactChecker;
  readonly #companions: readonly Fact[];
  readonly #own: ReturnType<typeof weighWords>;
  readonly #foreign: Readonly<Record<'prose' | 'table' | 'row', readonly ContextWord[]>>;
  /** A row that the answer names has its own figures, regardless of the same words in the text around the table. */
  readonly #isOwnRow: boolean;
  #limits: typeof OWNER | null = null;
  #near: number | null = null;

  constructor(stated: Stated, checker: FactChecker) {
    const { fact, best, words, distinctive } = stated;
    const context = contextOfFact(best);
    this.#stated = stated;
    this.#checker = checker;
    this.#companions = findCompanions(fact, checker);
    this.#own = weighWords(words, context, checker.index);
    const table = dropWordsBeside(distinctive, context, WEIGHT_OF_SURROUNDINGS);
    // The sentence before does not tell in which column of its row a figure is.
    const row = table.filter(({ weight }) => weight > WEIGHT_OF_SURROUNDINGS);
    this.#foreign = { prose: dropWordsBeside(distinctive, context, 0), table, row };
    this.#isOwnRow = distinctive.some(
      ({ ids, weight }) => weight >= 0.4 && ids.some((id) => best.passage.labels.has(id)),
    );
  }

  /** Whether the statement is one about another fact of the sources. */
  isAbout(rival: IndexedFact): boolean {
    const { fact, best } = this.#stated;
    if (!isRival(fact, rival, this.#checker) || isOtherQuantity(fact, best, rival)) return false;
    if (this.#isNearer(rival)) return false;
    return areParallel(best, rival) ? this.#isOfCell(rival) : this.#isOfPassage(rival);
  }

  #isOfCell(rival: IndexedFact): boolean {
    const { fact, best, words } = this.#stated;
    const checker = this.#checker;
    const limits = this.#readLimits();
    const isInRow = rival.passage.row === best.passage.row;
    const own = this.#weigh(rival, isInRow ? this.#foreign.row : this.#foreign.table, pickLabels(rival, best));
    if (own.total < limits.minWeightInTable || this.#isTooFew(own.count)) return false;
    if (isInRow && isClaimedBeside(fact, rival, checker)) return false;
    if (namesOnlyRow(words, best, rival) || isInRowOfCompanion(this.#companions, words, best, rival, checker))
      return false;
    return (
      own.total >= this.#weighOthers(rival, WEIGHT_OF_SURROUNDINGS) * limits.ratioInTable && !this.#isClaimed(rival)
    );
  }

  #isOfPassage(rival: IndexedFact): boolean {
    const limits = this.#readLimits();
    const own = this.#weigh(rival, this.#foreign.prose, pickLabels(rival, null));
    if (own.total < limits.minWeight || own.count < limits.minWords || this.#isOwnRow) return false;
    if (this.#isTooFew(own.count)) return false;
    if (own.total < this.#weighOthers(rival, 0) * limits.ratio || this.#isClaimed(rival)) return false;
    // A table's rows are swapped as a whole.
    return !sharesPlace(this.#companions, this.#stated.best, rival, this.#checker);
  }

  #readLimits(): typeof OWNER {
    const { fact, best, score } = this.#stated;
    this.#limits ??= isSaidElsewhere(fact, best, score, this.#checker) ? OWNER_OF_TWO : OWNER;
    return this.#limits;
  }

  /** The label of its row cannot match in another language, so a single shared word proves nothing. */
  #isTooFew(count: number): boolean {
    return (
      count < this.#readLimits().minWords && this.#stated.best.document.language !== this.#checker.lexicon.language
    );
  }

  #weigh(rival: IndexedFact, words: readonly ContextWord[], labels: ReadonlySet<number> | null) {
    return weighOwnWords(words, contextOfFact(rival), this.#checker.index, labels);
  }

  #weighOthers(rival: IndexedFact, maxWeight: number): number {
    return sumWords(dropWordsBeside(this.#own, contextOfFact(rival), maxWeight));
  }

  #isClaimed(rival: IndexedFact): boolean {
    return this.#companions.some((companion) => isSameClaim(companion, rival, this.#checker));
  }

  /** Whether the words directly next to the claim in the answer are next to the match and not next to another fact. */
  #isNearer(rival: IndexedFact): boolean {
    const { fact, best } = this.#stated;
    const { index, contexts } = this.#checker;
    if (best.passage.table >= 0 || rival.passage.table >= 0 || this.#readLimits() !== OWNER) return false;
    const words = contexts.near(fact);
    this.#near ??= scoreNearWords(words, nearWordsOfFact(best, index.vocabulary), index);
    return this.#near > 0 && this.#near >= scoreNearWords(words, nearWordsOfFact(rival, index.vocabulary), index);
  }
}

/** Whether a fact of the answer is one of the sources, also in another unit. */
function isSameClaim(fact: Fact, indexed: IndexedFact, checker: FactChecker): boolean {
  if (isMatch(fact, indexed, checker)) return true;
  return fact.type === 'figure' && isFigure(indexed) && isConvertedFigure(fact, indexed);
}

/** Whether the answer contains another fact close to the claim, so that the claim is not a confusion with it. */
function isClaimedBeside(fact: Fact, indexed: IndexedFact, checker: FactChecker): boolean {
  const { contexts } = checker;
  const block = contexts.blockAt(fact.start);
  return listClaims(indexed, checker).some(
    (other) => other !== fact && contexts.distance(contexts.blockAt(other.start), block) === 0,
  );
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

/**
 * Whether the answer contains the same fact a second time, and `fitsBetter` decides that the place of the match is
 * meant there.
 */
export function isSaidAgain(
  fact: Fact,
  match: IndexedFact,
  checker: FactChecker,
  fitsBetter: (other: Fact) => boolean,
): boolean {
  return listClaims(match, checker).some((other) => other !== fact && other.type === fact.type && fitsBetter(other));
}

export function scoreNearWords(
  words: readonly NearWord[],
  near: ReadonlyMap<number, number>,
  index: SourceIndex,
): number {
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
export const findCompanions = memoize((fact: Fact, { facts, contexts }: FactChecker): readonly Fact[] => {
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

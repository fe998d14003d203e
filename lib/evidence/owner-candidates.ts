import { memoize } from '../control-flow/index.ts';
import type { ContextWord } from './context.ts';
import type { IndexedFact, SourceIndex } from './source-index.ts';

/**
 * The weight up to which a word of the match may also count for a rival in the same table. A word of the heading above
 * a table does not move a column of the same name to another column.
 */
export const WEIGHT_OF_SURROUNDINGS = 0.25;
/** A word is distinctive if at most this share of the passages contains it. */
const MAX_SHARE_OF_DISTINCTIVE_WORD = 0.25;
const MAX_PASSAGES_OF_DISTINCTIVE_WORD = 40;
const MAX_CANDIDATES = 60;

/** Whether few enough passages contain a word. */
export function isDistinctive(id: number, index: SourceIndex): boolean {
  return (
    (index.vocabulary.frequencies[id] ?? 0) <=
    Math.max(2, Math.min(MAX_PASSAGES_OF_DISTINCTIVE_WORD, index.passageCount * MAX_SHARE_OF_DISTINCTIVE_WORD))
  );
}

/** Lists the facts next to distinctive words that are not next to the match, those with the highest weights first. */
export function listCandidates(
  words: readonly ContextWord[],
  match: ReadonlyMap<number, number>,
  index: SourceIndex,
  leastWeight: number,
): IndexedFact[] {
  const { groups, byWord, weights } = groupFactsByWord(index);
  const touched: number[] = [];
  for (const { ids, weight } of words) {
    if (ids.some((id) => (match.get(id) ?? 0) > WEIGHT_OF_SURROUNDINGS)) continue;
    for (const id of ids) {
      const numbers = byWord.get(id);
      if (!numbers) continue;
      const share = weight * (index.weights[id] ?? 0);
      for (const number of numbers) {
        const sum = weights[number] ?? 0;
        if (sum === 0) touched.push(number);
        weights[number] = sum + share;
      }
    }
  }
  const candidates: IndexedFact[] = [];
  const heavy = touched.filter((number) => (weights[number] ?? 0) >= leastWeight);
  const minWeight = findWeightOfLast(heavy, weights);
  const heaviest = heavy
    .filter((number) => (weights[number] ?? 0) >= minWeight)
    .sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  for (const number of heaviest) {
    if (candidates.length >= MAX_CANDIDATES) break;
    candidates.push(...(groups[number] ?? []));
  }
  for (const number of touched) weights[number] = 0;
  return candidates.slice(0, MAX_CANDIDATES);
}

/** Returns the weight of the last group that can be a candidate. Only the others have to be sorted by comparison. */
function findWeightOfLast(numbers: readonly number[], weights: Float64Array): number {
  if (numbers.length <= MAX_CANDIDATES) return 0;
  // The highest weights in ascending order. Few of the numbers are higher than the lowest of them, so that this takes
  // less time than sorting all.
  const highest = new Float64Array(MAX_CANDIDATES);
  for (const number of numbers) {
    const weight = weights[number] ?? 0;
    if (weight <= (highest[0] ?? 0)) continue;
    let at = 1;
    for (; at < MAX_CANDIDATES && (highest[at] ?? 0) < weight; at += 1) highest[at - 1] = highest[at] ?? 0;
    highest[at - 1] = weight;
  }
  return highest[0] ?? 0;
}

/**
 * The facts of each passage, the numbers of these groups next to each distinctive word, and space for a weight of each
 * group, which is zero between uses. All facts of a passage are next to the same words.
 */
type WordIndex = {
  groups: readonly (readonly IndexedFact[])[];
  byWord: ReadonlyMap<number, readonly number[]>;
  weights: Float64Array;
};

const groupFactsByWord = memoize((index: SourceIndex): WordIndex => {
  const groups = [...Map.groupBy(index.facts, ({ passage }) => passage).values()];
  const byWord = new Map<number, number[]>();
  groups.forEach(([fact], number) => {
    if (!fact) return;
    for (const word of new Set(fact.passage.clauses.flatMap(({ words }) => words))) {
      if (!isDistinctive(word, index)) continue;
      const numbers = byWord.get(word);
      if (numbers) numbers.push(number);
      else byWord.set(word, [number]);
    }
  });
  return { groups, byWord, weights: new Float64Array(groups.length) };
});

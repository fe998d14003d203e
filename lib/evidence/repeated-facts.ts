import { memoize } from '../control-flow/index.ts';
import {
  canBeMistaken,
  closenessOfClaim,
  closenessOfFact,
  isSamePlace,
  listNeighbours,
  scoreCloseness,
} from './closest-owner.ts';
import { areOfOneSize, isFigure } from './compare-figures.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact } from './facts.ts';
import { isMatch, listClaims } from './match-fact.ts';
import { isHeading } from './owner.ts';
import type { IndexedFact } from './source-index.ts';

export const REPEATED = {
  /** How much better the answer has to match if the claim is replaced by the other fact. */
  minGain: 1.15,
  /**
   * How close the other fact has to be to the claim relative to the claimed one, in the same passage or table and
   * elsewhere.
   */
  minRatio: 0.8,
  minRatioElsewhere: 1,
  /** Added to both sides, so that a ratio of two small scores has little effect. */
  base: 0.5,
  /** The number of facts to consider in the source before and after the claimed one. */
  maxDistance: 12,
  /** The maximum distance between two items of a list that are compared. */
  maxItemsBetween: 3,
  minWithoutUnit: 10,
  maxRatioWithoutUnit: 3,
};

/**
 * Finds the fact of the source that a claim should contain. The answer must give one fact to two things in one
 * paragraph, list or table, while the source contains it once, and nearby another one that the answer lacks: "2.1 % in
 * Lima and 2.1 % in Rome" for "3.4 % and 2.1 %".
 */
export function findReplacedFact(
  fact: Fact,
  matches: readonly IndexedFact[],
  checker: FactChecker,
): IndexedFact | null {
  const [match] = matches;
  if (!match || matches.length > 1 || isHeading(match)) return null;
  if (isOften(fact)) return null;
  const repetitions = (groupByValue(checker).get(keyOfValue(fact)) ?? []).filter(
    (other) => other !== fact && areParallel(fact, other, checker) && isMatch(other, match, checker),
  );
  if (repetitions.length === 0) return null;
  const own = scoreClaim(fact, match, checker);
  let best: { rival: IndexedFact; gain: number } | null = null;
  for (const rival of listNeighbours(match, REPEATED.maxDistance)) {
    if (rival.fact.type !== match.fact.type || !isOfSameKind(fact, rival, matches, checker)) continue;
    const other = scoreClaim(fact, rival, checker);
    const minRatio = isSamePlace(match, rival) ? REPEATED.minRatio : REPEATED.minRatioElsewhere;
    if (other === 0 || other < own * minRatio) continue;
    // Decides which of the claims should contain the rival. The assignment of both has to be better than the reverse.
    const gains = repetitions.map(
      (repetition) =>
        (other + scoreClaim(repetition, match, checker) + REPEATED.base) /
        (own + scoreClaim(repetition, rival, checker) + REPEATED.base),
    );
    const gain = Math.min(...gains);
    if (gain < REPEATED.minGain || (best && best.gain >= gain)) continue;
    if (listClaims(rival, checker).length > 0) continue;
    best = { rival, gain };
  }
  return best?.rival ?? null;
}

/** Whether a fact is often repeated by chance: small numbers without a unit, and days without a month. */
function isOften(fact: Fact): boolean {
  if (fact.type === 'figure') return !fact.measure && Math.abs(fact.values[0] ?? 0) < REPEATED.minWithoutUnit;
  return fact.type === 'date' && fact.readings.every(({ year, month }) => year === undefined && month === undefined);
}

function scoreClaim(claim: Fact, indexed: IndexedFact, checker: FactChecker): number {
  return scoreCloseness(closenessOfClaim(claim, checker), closenessOfFact(indexed, checker.index), checker.index);
}

function isOfSameKind(fact: Fact, rival: IndexedFact, matches: readonly IndexedFact[], checker: FactChecker): boolean {
  if (canBeMistaken(fact, rival, matches, checker)) return true;
  if (fact.type !== 'figure' || !isFigure(rival) || fact.measure || rival.fact.measure) return false;
  return (
    fact.magnitude === rival.fact.magnitude &&
    fact.isOrdinal === rival.fact.isOrdinal &&
    areOfOneSize(fact, rival.fact, REPEATED.maxRatioWithoutUnit)
  );
}

/** Whether two facts are in one paragraph, in items of one list, or in one row or column of a table. */
function areParallel(a: Fact, b: Fact, { answer, contexts }: FactChecker): boolean {
  const [first, second] = [contexts.blockAt(a.start), contexts.blockAt(b.start)];
  if (first === second) return true;
  const [x, y] = [answer.blocks[first], answer.blocks[second]];
  if (x?.cell && y?.cell)
    return x.cell.table === y.cell.table && (x.cell.row === y.cell.row || x.cell.column === y.cell.column);
  return x?.kind === 'item' && y?.kind === 'item' && Math.abs(first - second) <= REPEATED.maxItemsBetween;
}

const groupByValue = memoize(({ facts }: FactChecker) => Map.groupBy(facts, keyOfValue));

function keyOfValue(fact: Fact): string {
  switch (fact.type) {
    case 'figure':
      return `figure ${fact.values[0]}`;
    case 'date':
      return `date ${JSON.stringify(fact.readings[0])}`;
    case 'time':
      return `time ${fact.minutes[0]}`;
    case 'identifier':
      return 'identifier';
    default:
      return fact satisfies never;
  }
}

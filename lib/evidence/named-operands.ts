import { listOperands, readAmount } from './answer-computations.ts';
import { closenessOfClaim, closenessOfFact, scoreCloseness } from './closest-owner.ts';
import { isFigure } from './compare-figures.ts';
import type { ContextWord } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Figure, isWithinSpan } from './facts.ts';
import { listClaims } from './match-fact.ts';
import { listFactsOfPassage } from './near-words.ts';
import { isDistinctive } from './owner-candidates.ts';
import { isExact } from './plain-results.ts';
import type { IndexedFact } from './source-index.ts';

const NAMED = {
  /** More figures of one unit in the sources give a result by chance. */
  maxAmounts: 60,
  /** How many of the figures that are closest to the words of the claim may be operands. */
  maxOperands: 4,
  /** How close a word of the answer is to the claim, and to its operand in the source. */
  minOfClaim: 0.2,
  minOfOperand: 0.7,
  /** How close it may be to the other operand. */
  maxOfOther: 0.6,
  /** Smaller numbers without a unit match by chance. */
  minWithoutUnit: 10,
};

/** With more amounts at one place, one of them gives a small result by chance. */
const MAX_BESIDE = { ofOneDigit: 3, ofMore: 6 };

/**
 * Finds a figure of the claim's sentence and another one of its sentence, row or column in the source whose exact
 * difference or sum is the claim: "the reduced price is €7.50, which saves €3".
 */
export function findOperandBeside(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  if (claim.measure === null || claim.measure.type === 'percent' || claim.isOrdinal) return null;
  const limit = claim.digits < 2 && !claim.hasDecimals ? MAX_BESIDE.ofOneDigit : MAX_BESIDE.ofMore;
  for (const { amount, indexed, isBeside } of listOperands(claim, checker)) {
    if (!isBeside || isExact(claim, amount)) continue;
    for (const place of listPlacesBeside(indexed)) {
      const others = place.flatMap((other) => {
        const otherAmount = other === indexed || !isFigure(other) ? null : readAmount(other.fact, claim);
        return otherAmount === null ? [] : [{ other, otherAmount }];
      });
      if (others.length >= limit) continue;
      const found = others.find(
        ({ other, otherAmount }) =>
          otherAmount !== 0 &&
          !isInSentence(other, claim, checker) &&
          !isExact(claim, otherAmount) &&
          [amount + otherAmount, Math.abs(amount - otherAmount)].some((result) => isExact(claim, result)),
      );
      if (found) return [indexed, found.other];
    }
  }
  return null;
}

function isInSentence(indexed: IndexedFact, claim: Figure, checker: FactChecker): boolean {
  const sentence = checker.contexts.sentenceAt(claim.start);
  return listClaims(indexed, checker).some((fact) => isWithinSpan(fact, sentence));
}

/** The facts of the sentence of a fact, or of its row and its column. */
function listPlacesBeside({ passage, document }: IndexedFact): (readonly IndexedFact[])[] {
  if (passage.table < 0) return [listFactsOfPassage(passage, document)];
  const cells = document.facts.filter(({ passage: other }) => other.table === passage.table && other.row > 0);
  return [
    cells.filter(({ passage: other }) => other.row === passage.row),
    cells.filter(({ passage: other }) => other.column === passage.column),
  ];
}

type Operand = { amount: number; indexed: IndexedFact; near: ReadonlyMap<number, number>; score: number };

/**
 * Finds the two figures whose exact difference or sum is the claim, if the sentence names both with words of their own:
 * "Adults pay €5 more than children" for a price of each. In another language, the words cannot match.
 */
export function findNamedOperands(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  const { index, lexicon } = checker;
  if (claim.measure?.type === 'percent' || claim.isOrdinal) return null;
  // Durations and ages are often those of steps and groups, which are not added up.
  if (claim.measure?.type === 'unit' && ['time', 'months'].includes(claim.measure.dimension)) return null;
  if (claim.measure === null && !claim.hasDecimals && (claim.values[0] ?? 0) < NAMED.minWithoutUnit) return null;
  const words = closenessOfClaim(claim, checker).filter(
    ({ ids, weight }) => weight >= NAMED.minOfClaim && ids.some((id) => id >= 0 && isDistinctive(id, index)),
  );
  const amounts = index.facts.flatMap((indexed) => {
    const amount = indexed.document.language === lexicon.language ? readOperand(claim, indexed) : null;
    return amount === null ? [] : [{ amount, indexed }];
  });
  if (words.length === 0 || amounts.length > NAMED.maxAmounts) return null;
  const operands = amounts
    .map(({ amount, indexed }): Operand => {
      const near = closenessOfFact(indexed, index);
      return { amount, indexed, near, score: scoreCloseness(words, near, index) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, NAMED.maxOperands);
  for (const a of operands) {
    for (const b of operands) {
      // The other rules decide about two figures that the sentence contains.
      if ([a, b].every(({ indexed }) => isInSentence(indexed, claim, checker))) continue;
      if (a.amount <= b.amount || b.amount === 0 || [a, b].some(({ amount }) => isExact(claim, amount))) continue;
      if (![a.amount - b.amount, a.amount + b.amount].some((result) => isExact(claim, result))) continue;
      const [isNamedA, isNamedB] = [hasOwnWord(words, a, b), hasOwnWord(words, b, a)];
      // If the sentence names only one of them, the other one has to be next to it.
      const areBeside = claim.digits > 1 && listPlacesBeside(a.indexed).some((place) => place.includes(b.indexed));
      if (isNamedA && isNamedB ? true : (isNamedA || isNamedB) && areBeside) return [a.indexed, b.indexed];
    }
  }
  return null;
}

function readOperand(claim: Figure, indexed: IndexedFact): number | null {
  if (!isFigure(indexed) || indexed.fact.isOrdinal) return null;
  if (claim.measure !== null) return readAmount(indexed.fact, claim);
  return indexed.fact.measure === null ? (indexed.fact.values[0] ?? null) : null;
}

function hasOwnWord(words: readonly ContextWord[], own: Operand, other: Operand): boolean {
  const readCloseness = (ids: readonly number[], { near }: Operand) => Math.max(...ids.map((id) => near.get(id) ?? 0));
  return words.some(
    ({ ids }) => readCloseness(ids, own) >= NAMED.minOfOperand && readCloseness(ids, other) <= NAMED.maxOfOther,
  );
}

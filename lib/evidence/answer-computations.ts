import { fitMeasures, isFigure, isNear } from './compare-figures.ts';
import { isCount } from './counts.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Fact, type Figure, isWithinSpan } from './facts.ts';
import { listMatches } from './match-fact.ts';
import type { IndexedFact } from './source-index.ts';
import { isOfYears } from './units.ts';

/** An amount of the answer in the unit of the claim, and where it occurs in the sources. */
export type Operand = { amount: number; indexed: IndexedFact; isBeside: boolean; start: number };

/** Amounts that are further away belong to something else. */
const MAX_DISTANCE = 1;
/** Larger numbers rarely multiply an amount. */
export const MAX_COUNT = 50;

/**
 * Finds the facts that a figure is computed from if the answer itself contains them: "A costs $599 and B $359, so $240
 * less". They may be in different paragraphs of the sources. One of them has to be in the sentence of the claim. The
 * caller must have checked that the sentence announces a computation.
 */
export function findOperandsInAnswer(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  const value = claim.values[0] ?? 0;
  const operands = listOperands(claim, checker);
  for (const a of operands) {
    if (!a.isBeside) continue;
    for (const b of operands) {
      if (a === b || a.amount === b.amount || (claim.digits < 2 && !b.isBeside)) continue;
      const results = [a.amount + b.amount, Math.abs(a.amount - b.amount)];
      if (isNear(value, a.amount, claim) || isNear(value, b.amount, claim)) continue;
      if (results.some((result) => isNear(value, result, claim))) return [a.indexed, b.indexed];
    }
  }
  return findCounted(claim, operands, checker);
}

/** Smaller results match by chance. */
const MIN_EXACT = 100;

/**
 * Finds the two figures in the claim's sentence whose exact sum or difference is the claim, regardless of the wording:
 * "income was £6,214 and expenses £5,873, a surplus of £341".
 */
export function findExactOperands(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  const [value = 0] = claim.values;
  if (claim.measure === null || claim.measure.type === 'percent' || value < MIN_EXACT) return null;
  const operands = listOperands(claim, checker).filter(({ isBeside }) => isBeside);
  for (const a of operands) {
    for (const b of operands) {
      // In a list of amounts, one between two others is not their difference.
      const isBetween = a.start < claim.start !== b.start < claim.start;
      if (!isBetween && a.amount > b.amount && [a.amount + b.amount, a.amount - b.amount].includes(value))
        return [a.indexed, b.indexed];
    }
  }
  return null;
}

/** Examples: "2 tablets of 200 mg (400 mg)", "2 × €28 + 2 × €13", "€450 for a group of four, so €113 each". */
export function findCounted(claim: Figure, operands: readonly Operand[], checker: FactChecker): IndexedFact[] | null {
  const value = claim.values[0] ?? 0;
  const amounts = operands.filter(({ isBeside }) => isBeside);
  const counts = listCounts(claim, checker);
  for (const a of amounts) {
    for (const count of counts) {
      if (count > 1 && [a.amount * count, a.amount / count].some((result) => isNear(value, result, claim)))
        return [a.indexed];
      for (const b of amounts) {
        if (a === b || a.amount === b.amount) continue;
        const other = counts.find((times) => isNear(value, a.amount * count + b.amount * times, claim));
        if (other !== undefined) return [a.indexed, b.indexed];
      }
    }
  }
  return null;
}

export function listOperands(claim: Figure, checker: FactChecker, maxDistance = MAX_DISTANCE): Operand[] {
  const { facts, contexts } = checker;
  const sentence = contexts.sentenceAt(claim.start);
  const block = contexts.blockAt(claim.start);
  return facts.flatMap((fact) => {
    const amount = fact === claim ? null : readAmount(fact, claim);
    if (amount === null || contexts.distance(contexts.blockAt(fact.start), block) > maxDistance) return [];
    const [indexed] = listMatches(fact, checker);
    const isBeside = isWithinSpan(fact, sentence);
    return indexed ? [{ amount, indexed, isBeside, start: fact.start }] : [];
  });
}

/** Reads an amount in the unit of the claim, or a year if the claim is a number of years. Null for other measures. */
export function readAmount(fact: Fact, claim: Figure): number | null {
  if (fact.type === 'date') return isOfYears(claim.measure) ? (fact.readings[0]?.year ?? null) : null;
  if (fact.type !== 'figure' || claim.measure === null || fact.measure === null) return null;
  const [value = 0] = fact.values;
  const fit = fitMeasures(claim.measure, fact.measure);
  if (fit === 'same') return value;
  const { measure } = claim;
  if (fit === 'other' || measure.type !== 'unit' || fact.measure.type !== 'unit' || measure.offset !== undefined)
    return null;
  return measure.dimension === fact.measure.dimension ? (value * fact.measure.factor) / measure.factor : null;
}

/** Lists the small numbers of the sentence that have no unit. */
export function listCounts(claim: Figure, { facts, contexts }: FactChecker): number[] {
  const sentence = contexts.sentenceAt(claim.start);
  const counts = facts.flatMap((fact) => {
    const [value = 0] = fact.type === 'figure' && isCount(fact) ? fact.values : [];
    const isBeside = isWithinSpan(fact, sentence);
    return fact !== claim && isBeside && Number.isInteger(value) && value >= 1 && value <= MAX_COUNT ? [value] : [];
  });
  return [...new Set([...counts, 1])];
}

/** Whether a figure is the whole content of brackets after a number: "1–2 tablets (200–400 mg)". */
function isBracketAfterCount(claim: Figure, { facts, answer }: FactChecker): boolean {
  const head = /[(（][^()（）]{0,8}$/.exec(answer.text.slice(0, claim.start).slice(-24));
  if (!head || claim.measure === null) return false;
  const open = claim.start - head[0].length;
  return facts.some((fact) => fact.type === 'figure' && isCount(fact) && fact.end <= open && open - fact.end <= 30);
}

/**
 * Finds the amounts of a source that give the claim when they are multiplied by a count, as in brackets after that
 * count.
 */
export function findProductOfCount(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  if (!isBracketAfterCount(claim, checker)) return null;
  const counts = listCounts(claim, checker).filter((count) => count > 1);
  const unit = checker.index.facts.find(
    (indexed) =>
      isFigure(indexed) &&
      indexed.fact.measure !== null &&
      fitMeasures(claim.measure, indexed.fact.measure) === 'same' &&
      counts.some((count) => isNear(claim.values[0] ?? 0, count * (indexed.fact.values[0] ?? 0), claim)),
  );
  return unit ? [unit] : null;
}

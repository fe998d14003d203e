import { memoize } from '../control-flow/index.ts';
import { HALF_OF } from '../language/index.ts';
import { isAboutClaim } from './about-claim.ts';
import { findCounted, listOperands, type Operand, readAmount } from './answer-computations.ts';
import { fitMeasures, isFigure } from './compare-figures.ts';
import { isCount } from './counts.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Figure, isWithinSpan } from './facts.ts';
import { listMatches } from './match-fact.ts';
import { listFactsOfBlock, listFactsOfPassage } from './near-words.ts';
import { findShare, MAX_BLOCKS_TO_WHOLE } from './shares.ts';
import type { IndexedFact, SourceIndex } from './source-index.ts';
import type { Measure } from './units.ts';

/**
 * Finds the facts that a figure is computed from if its sentence does not announce a computation, as in "a surplus of
 * €5,230". Of the many results of all figures, only those of figures that belong together count: the more digits the
 * claim has, the less it equals one of them by chance.
 */
export function findPlainResult(claim: Figure, isAnnounced: boolean, checker: FactChecker): IndexedFact[] | null {
  if (claim.isOrdinal) return null;
  if (claim.measure?.type === 'percent') return findShare(claim, isAnnounced, checker);
  return (
    findPart(claim, checker) ??
    findMultiple(claim, checker) ??
    findHalf(claim, checker) ??
    findPair(claim, isAnnounced, checker)
  );
}

const LIMITS = {
  /**
   * How many figures of one measure a sentence, a paragraph or a whole source has at most, by the number of the claim's
   * digits.
   */
  figures: [0, 0, 3, 8],
  /** A difference is rarely told of a figure that is larger by more. */
  maxRatio: 40,
  /** How many blocks of the answer are between a percentage and the amount that it is a part of. */
  maxDistance: MAX_BLOCKS_TO_WHOLE,
};

type Amount = { value: number; indexed: IndexedFact };

/**
 * Finds the two figures of one sentence, paragraph or source whose sum or difference is the claim. A claim of few
 * digits may equal such a result by chance, so for it only the two figures of a sentence without others count.
 */
function findPair(claim: Figure, isAnnounced: boolean, checker: FactChecker): IndexedFact[] | null {
  const isLarge = (claim.values[0] ?? 0) >= MIN_RESULT;
  const digits = isAnnounced && isLarge ? MAX_DIGITS : Math.min(countDigits(claim), MAX_DIGITS);
  if (digits < 2 && !isAnnounced) return null;
  const isDistinctive = digits > 2 || (digits === 2 && (isAnnounced || isLarge));
  const measures = new Set(claim.measure ? [claim.measure] : [null, readMeasureBeside(claim, checker)]);
  for (const measure of measures) {
    const pair = isDistinctive ? findPairWith(measure, claim, digits, checker) : findPairOfTwo(measure, claim, checker);
    if (pair) return pair;
  }
  return null;
}

/** The two figures of a sentence about the claim that has no others of their kind: "carried by 51 votes to 12". */
function findPairOfTwo(measure: Measure | null, claim: Figure, checker: FactChecker): IndexedFact[] | null {
  for (const amounts of collectAmounts(measure, checker.index).inSentence) {
    const pair = amounts.length === 2 ? findExactPair(claim, amounts, measure) : null;
    if (pair?.[0] && pair[0].passage.table < 0 && isAboutClaim(pair, claim, checker)) return pair;
  }
  return null;
}

function findPairWith(
  measure: Measure | null,
  claim: Figure,
  digits: number,
  checker: FactChecker,
): IndexedFact[] | null {
  const amounts = collectAmounts(measure, checker.index);
  const maxFigures = LIMITS.figures[digits] ?? 0;
  for (const place of ['inSentence', 'inParagraph', 'inSource'] as const) {
    for (const list of amounts[place]) {
      if (list.length < 2 || list.length > maxFigures) continue;
      const pair = findExactPair(claim, list, measure);
      if (pair) return pair;
    }
  }
  return null;
}

function keyOfBlock({ indexed: { document, passage } }: Amount): string {
  return `${document.number}:${passage.table < 0 ? passage.block : `${passage.table}:${passage.column}`}`;
}

/** Smaller results of two digits match by chance. */
const MIN_RESULT = 100;
const MAX_DIGITS = 3;

/** In a whole number and in millions, more than one digit is exact. */
function countDigits({ values: [value = 0], digits, magnitude, hasDecimals }: Figure): number {
  const isLong = magnitude > 1 ? hasDecimals : value >= 10;
  return Math.max(digits, isLong ? 2 : 1);
}

/** The figures of the sources that can be written in a unit, with their values in base units, by their places. */
type Amounts = Readonly<Record<'inSentence' | 'inParagraph' | 'inSource', readonly (readonly Amount[])[]>>;

const storeAmounts = memoize((_: SourceIndex) => new Map<string, Amounts>());

/** Collected once for each unit. */
function collectAmounts(measure: Measure | null, index: SourceIndex): Amounts {
  const stored = storeAmounts(index);
  const key = JSON.stringify(measure);
  let amounts = stored.get(key);
  if (!amounts) {
    const list = listAmountsWith(measure, index);
    amounts = {
      inSentence: [...Map.groupBy(list, ({ indexed }) => indexed.passage).values()],
      inParagraph: [...Map.groupBy(list, keyOfBlock).values()],
      inSource: measure ? [...Map.groupBy(list, ({ indexed }) => indexed.document).values()] : [],
    };
    stored.set(key, amounts);
  }
  return amounts;
}

const listAmountsWith = (measure: Measure | null, index: SourceIndex): Amount[] =>
  index.facts.flatMap((indexed) => {
    if (!isFigure(indexed) || indexed.fact.isOrdinal || indexed.fact.measure?.type === 'percent') return [];
    const { fact } = indexed;
    // In "4.7 billion roubles, of which 3.9 billion", the unit occurs only once.
    if (measure === null ? fact.measure !== null : fact.measure === null && fact.magnitude === 1) return [];
    if (fitMeasures(measure, fact.measure) === 'other') return [];
    return [{ value: (fact.values[0] ?? 0) * readFactor(fact.measure), indexed }];
  });

function readFactor(measure: Measure | null): number {
  return measure?.type === 'unit' ? measure.factor : 1;
}

function findExactPair(claim: Figure, amounts: readonly Amount[], measure: Measure | null): IndexedFact[] | null {
  const factor = readFactor(measure);
  const value = (claim.values[0] ?? 0) * factor;
  const tolerance = readTolerance(claim) * factor;
  for (const a of amounts) {
    for (const b of amounts) {
      if (a.value <= b.value || a.value > value * LIMITS.maxRatio || b.value === 0) continue;
      if ([a, b].some((each) => Math.abs(each.value - value) <= tolerance)) continue;
      if ([a.value + b.value, a.value - b.value].some((result) => Math.abs(result - value) <= tolerance))
        return [a.indexed, b.indexed];
    }
  }
  return null;
}

/** In "3,275 hectares, 1,375 more than in 2005", the unit is that of the figure before. */
export function readMeasureBeside(claim: Figure, { facts, contexts }: FactChecker): Measure | null {
  const sentence = contexts.sentenceAt(claim.start);
  const before = facts.findLast(
    (fact) => fact.type === 'figure' && fact.end <= claim.start && isWithinSpan(fact, sentence),
  );
  return before?.type === 'figure' && before.measure?.type !== 'percent' ? before.measure : null;
}

/** Finds the amount and the percentage that give the claim: "30 % off €83, that is €58.10". */
function findPart(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  if (countDigits(claim) < 2) return null;
  const { facts, contexts } = checker;
  const sentence = contexts.sentenceAt(claim.start);
  const percents = facts.flatMap((fact) => {
    if (fact.type !== 'figure' || fact.measure?.type !== 'percent' || !isWithinSpan(fact, sentence)) return [];
    const [indexed] = listMatches(fact, checker);
    return indexed ? [{ share: (fact.values[0] ?? 0) / 100, indexed }] : [];
  });
  if (percents.length === 0) return countDigits(claim) >= MAX_DIGITS ? findPartOfSource(claim, checker) : null;
  const amounts = listOperands(claim, checker, LIMITS.maxDistance);
  for (const { share, indexed } of percents) {
    const beside = listAmountsBeside(claim, indexed);
    for (const { amount, indexed: whole } of [...amounts, ...beside]) {
      if ([share, 1 - share, 1 + share].some((part) => isExact(claim, amount * part))) return [whole, indexed];
    }
  }
  return null;
}

/** The most percentages of a paragraph of which one may give the claim. */
const MAX_PERCENTS = 2;

/** "The state pays 70 % of the €17.8 million, the town the rest": the part has enough digits to be no coincidence. */
function findPartOfSource(claim: Figure, { index }: FactChecker): IndexedFact[] | null {
  // Only an amount in a unit can be read in that of the claim.
  if (claim.measure === null) return null;
  for (const beside of groupPercents(index)) {
    for (const percent of beside) {
      const share = percent.fact.type === 'figure' ? (percent.fact.values[0] ?? 0) / 100 : 0;
      const whole = listAmountsBeside(claim, percent).find(({ amount }) =>
        [share, 1 - share].some((part) => isExact(claim, amount * part)),
      );
      if (whole) return [whole.indexed, percent];
    }
  }
  return null;
}

const groupPercents = memoize((index: SourceIndex): readonly (readonly IndexedFact[])[] => {
  const percents = index.facts.filter(({ fact }) => fact.type === 'figure' && fact.measure?.type === 'percent');
  const groups = Map.groupBy(percents, ({ document, passage }) => `${document.number}:${passage.block}`);
  return [...groups.values()].filter(({ length }) => length <= MAX_PERCENTS);
});

/** The amounts in the paragraph of a fact, in the unit of the claim. */
function listAmountsBeside(claim: Figure, { document, passage }: IndexedFact): Operand[] {
  if (passage.table >= 0) return [];
  return listFactsOfBlock(passage.block, document).flatMap((indexed) => {
    const amount = readAmount(indexed.fact, claim);
    return amount === null ? [] : [{ amount, indexed, isBeside: true, start: 0 }];
  });
}

export function isExact(claim: Figure, result: number): boolean {
  return Math.abs(result - (claim.values[0] ?? 0)) <= readTolerance(claim);
}

/** How far a result may be from the claim: only decimals and magnitudes are rounded. In the unit of the claim. */
function readTolerance({ values: [value = 0], hasDecimals, magnitude, step }: Figure): number {
  return hasDecimals || magnitude > 1 ? step * 0.501 : 1e-6 * value;
}

/** Results of fewer digits match by chance. */
const MIN_MULTIPLE = 100;

/** "468 kcal per person, 1,872 kcal for four": a number and an amount of the sentence. */
function findMultiple(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  if (claim.measure === null || claim.isApproximate) return null;
  if ((claim.values[0] ?? 0) < MIN_MULTIPLE && !claim.hasDecimals) return null;
  const operands = listOperands(claim, checker);
  const beside = operands.filter(({ isBeside }) => isBeside);
  if (claim.measure.type !== 'currency') return findCounted(claim, beside, checker);
  // "A ticket costs €9.80. For two adults and a child it is €24.50": the price for children is only in the source.
  const others = operands.flatMap(({ indexed }) => listAmountsBeside(claim, indexed));
  const amounts = [...operands.map((operand) => ({ ...operand, isBeside: true })), ...others];
  return findCounted(claim, amounts, checker) ?? findQuotient(claim, checker);
}

/** "€12.50 each" where eight tickets cost €100: an amount and a number of one sentence of the source. */
function findQuotient(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  for (const { indexed } of collectAmounts(claim.measure, checker.index).inSentence.flat()) {
    const amount = readAmount(indexed.fact, claim);
    if (amount === null || indexed.passage.table >= 0) continue;
    const count = listFactsOfPassage(indexed.passage, indexed.document).find(
      ({ fact }) => fact.type === 'figure' && isCount(fact) && isExact(claim, amount / (fact.values[0] ?? 1)),
    );
    if (count && isAboutClaim([indexed], claim, checker)) return [indexed, count];
  }
  return null;
}

/** "Children pay half": half of an amount of the sentence. */
function findHalf(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  if (claim.measure === null) return null;
  for (const { amount, indexed } of listOperands(claim, checker)) {
    const { document, passage } = indexed;
    const block = document.readable.blocks[passage.block];
    const text = passage.table < 0 && block ? document.readable.text.slice(block.start, block.end) : '';
    if (isExact(claim, amount / 2) && HALF_OF.test(text)) return [indexed];
  }
  return null;
}

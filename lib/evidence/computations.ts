import { memoize } from '../control-flow/index.ts';
import { findExactOperands, findOperandsInAnswer, findProductOfCount } from './answer-computations.ts';
import { readMinutesOfDay } from './compare-dates.ts';
import { fitMeasures, isFigure, isNear } from './compare-figures.ts';
import { findDaysBetween, findEndTime } from './derived-times.ts';
import { findDerivedDate, findDerivedYear, findYearOfCentury, findYearsBetween } from './derived-years.ts';
import {
  findDifferenceOfDurations,
  findDuration,
  findMonthlyPart,
  findTimeBetweenFew,
  findWrittenDuration,
  findYearlySum,
} from './durations.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact, Figure } from './facts.ts';
import { cutApproximation } from './figures.ts';
import { findNamedOperands, findOperandBeside } from './named-operands.ts';
import { listWordsAround } from './named-rows.ts';
import { findParagraphResult } from './paragraph-results.ts';
import { findPlainResult } from './plain-results.ts';
import { findScaledAmount } from './scaled-amounts.ts';
import type { IndexedFact, SourceIndex } from './source-index.ts';

/** With more figures in one paragraph or table, a result would match by chance. */
const MAX_OPERANDS = 60;

/**
 * Finds the facts of a source that a figure is computed from. The sum or the number of the rows of a column, and the
 * sum of a paragraph only count if the answer's sentence announces a computation. `isKnown`: the sources have the
 * figure, of something else.
 */
export function findComputation(fact: Fact, isKnown: boolean, checker: FactChecker): readonly IndexedFact[] | null {
  if (fact.type === 'date') return findDerivedYear(fact, checker.index) ?? findDerivedDate(fact, checker.index);
  if (fact.type === 'time' && !saysItComputes(fact, checker))
    return (
      findWrittenDuration(fact, checker) ??
      (isKnown ? null : (findTimeBetweenFew(fact, checker) ?? findEndTime(fact, checker)))
    );
  const duration =
    findDuration(fact, checker) ??
    (fact.type === 'figure'
      ? (findYearlySum(fact, checker) ??
        findMonthlyPart(fact, checker) ??
        (isKnown ? null : (findYearsBetween(fact, checker.index) ?? findDaysBetween(fact, checker))) ??
        findYearOfCentury(fact, checker.index))
      : null);
  if (duration) return duration;
  const between = isKnown ? null : (findTimeBetweenFew(fact, checker) ?? findEndTime(fact, checker));
  if (between) return between;
  if (fact.type !== 'figure') return null;
  if (!saysItComputes(fact, checker))
    return (
      findProductOfCount(fact, checker) ??
      findExactOperands(fact, checker) ??
      findScaledAmount(fact, checker) ??
      (isKnown ? null : findUnannounced(fact, false, checker))
    );
  for (const group of groupFacts(checker.index)) {
    const operands = findOperands(fact, group, checker);
    if (operands) return operands;
  }
  return (
    findOperandsInAnswer(fact, checker) ??
    findDifferenceOfDurations(fact, checker) ??
    findProductOfCount(fact, checker) ??
    findScaledAmount(fact, checker) ??
    (isKnown ? null : findUnannounced(fact, true, checker))
  );
}

function findUnannounced(claim: Figure, isAnnounced: boolean, checker: FactChecker): readonly IndexedFact[] | null {
  return (
    findPlainResult(claim, isAnnounced, checker) ??
    findParagraphResult(claim, checker) ??
    findNamedOperands(claim, checker) ??
    findOperandBeside(claim, checker)
  );
}

function saysItComputes(fact: Fact, { answer, lexicon, contexts }: FactChecker): boolean {
  const { start, end } = contexts.sentenceAt(fact.start);
  const before = answer.text.slice(start, fact.start);
  // "more than 60" is a bound, which does not announce a computation.
  const isBound = fact.type === 'figure' && fact.isApproximate;
  const sentence = [
    isBound ? cutApproximation(before, lexicon) : before,
    answer.text.slice(fact.start, end),
    contexts.labelOf(fact.start),
  ]
    .join(' ')
    .toLowerCase();
  const words = new Set(sentence.match(/[\p{L}\p{M}]+/gu));
  if (!lexicon.hasVocabulary) return false;
  const { computes } = lexicon.facts;
  const hasWord = lexicon.isUnspaced
    ? computes.some((word) => sentence.includes(word))
    : computes.some((word) => words.has(word));
  return (
    hasWord ||
    (fact.type === 'figure' && fact.per !== null && fact.measure?.type === 'currency') ||
    /[=+×÷]/.test(sentence)
  );
}

type Group = { facts: readonly IndexedFact[]; isTable: boolean };

/** Groups the facts that are computed with each other: those of a paragraph, or of a table. */
const groupFacts = memoize((index: SourceIndex): readonly Group[] => {
  const groups = new Map<string, IndexedFact[]>();
  for (const indexed of index.facts) {
    const { passage, document } = indexed;
    const key =
      passage.table >= 0 ? `${document.number}:table:${passage.table}` : `${document.number}:${passage.block}`;
    const group = groups.get(key);
    if (group) group.push(indexed);
    else groups.set(key, [indexed]);
  }
  return [...groups]
    .map(([key, facts]) => ({ facts, isTable: key.includes('table') }))
    .filter(({ facts }) => facts.length >= 2 && facts.length <= MAX_OPERANDS);
});

function findOperands(claim: Figure, group: Group, checker: FactChecker): IndexedFact[] | null {
  return (
    timeBetween(claim, group, checker) ?? (group.isTable ? sumOfColumn(claim, group) : sumOfParagraph(claim, group))
  );
}

function getAmount({ fact }: IndexedFact): number | null {
  if (fact.type === 'figure') return fact.values[0] ?? null;
  return fact.type === 'date' ? (fact.readings[0]?.year ?? null) : null;
}

function sameMeasure(a: Figure, b: Figure): boolean {
  if (!a.measure || !b.measure) return a.measure === b.measure;
  return fitMeasures(a.measure, b.measure) === 'same';
}

/** More figures with the same measure are rarely added up. */
const MAX_PARTS = 6;

/** Finds the sum of all figures with the same measure in a paragraph, as in "15 minutes, then 25 minutes". */
function sumOfParagraph(claim: Figure, { facts }: Group): IndexedFact[] | null {
  if (claim.measure === null || claim.measure.type === 'percent') return null;
  const parts = facts.filter((indexed) => isFigure(indexed) && sameMeasure(claim, indexed.fact));
  if (parts.length < 2 || parts.length > MAX_PARTS) return null;
  const sum = parts.reduce((total, indexed) => total + (getAmount(indexed) ?? 0), 0);
  return isNear(claim.values[0] ?? 0, sum, claim) ? parts : null;
}

/** Finds the sum, mean or number of the figures of a column. */
function sumOfColumn(claim: Figure, { facts }: Group): IndexedFact[] | null {
  const columns = new Map<number, IndexedFact[]>();
  for (const indexed of facts) {
    if (!isFigure(indexed)) continue;
    columns.set(indexed.passage.column, [...(columns.get(indexed.passage.column) ?? []), indexed]);
  }
  const value = claim.values[0] ?? 0;
  for (const column of columns.values()) {
    const sum = column.reduce((total, indexed) => total + (getAmount(indexed) ?? 0), 0);
    if (column.length < 3) continue;
    if (isNear(value, sum, claim) || isNear(value, sum / column.length, claim)) return column;
    if (claim.measure === null && value === column.length) return column;
  }
  return null;
}

/** A duration in hours and minutes is read as a whole, regardless of which part of it is being checked. */
function timeBetween(claim: Figure, { facts }: Group, checker: FactChecker): IndexedFact[] | null {
  if (claim.measure?.type !== 'unit' || claim.measure.dimension !== 'time') return null;
  const minutes = computeDurationMinutes(claim, checker);
  const times = facts.flatMap((indexed) =>
    readMinutesOfDay(indexed.fact, indexed.document.readable.text)
      .slice(0, 1)
      .map((at) => ({ indexed, at })),
  );
  for (const a of times) {
    for (const b of times) {
      const isTogether =
        a.indexed.passage.table < 0
          ? a.indexed.passage === b.indexed.passage
          : a.indexed.passage.row === b.indexed.passage.row || isInNamedColumn(a.indexed, b.indexed, claim, checker);
      if (a !== b && isTogether && (b.at - a.at + 1440) % 1440 === minutes) return [a.indexed, b.indexed];
    }
  }
  return null;
}

/** Whether two times are in one column whose header the answer contains: "bus 703 takes 65 minutes". */
function isInNamedColumn(
  { passage: a }: IndexedFact,
  { passage: b }: IndexedFact,
  claim: Figure,
  checker: FactChecker,
): boolean {
  if (a.column !== b.column || a.headers.size === 0) return false;
  const words = listWordsAround(claim, checker);
  return [...a.headers].every((id) => words.includes(id));
}

function computeDurationMinutes(claim: Figure, { facts, answer }: FactChecker): number {
  let total = 0;
  for (const fact of facts) {
    if (fact.type !== 'figure' || fact.measure?.type !== 'unit' || fact.measure.dimension !== 'time') continue;
    const gap =
      fact.start >= claim.end ? answer.text.slice(claim.end, fact.start) : answer.text.slice(fact.end, claim.start);
    if (fact === claim || (gap.length <= 8 && !/[.;\n]/.test(gap)))
      total += ((fact.values[0] ?? 0) * fact.measure.factor) / 60;
  }
  return total;
}

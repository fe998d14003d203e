import { isAboutClaim } from './about-claim.ts';
import { fitMeasures, isFigure } from './compare-figures.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Figure } from './facts.ts';
import { listResults, type Result } from './list-results.ts';
import { listClaims } from './match-fact.ts';
import { readMeasureBeside } from './plain-results.ts';
import { isNearPercent } from './shares.ts';
import type { IndexedFact } from './source-index.ts';

/**
 * How many of the values that a claim could have may be results, by how closely the operands belong to the claim: both
 * in its sentence, one of them, or both only in the sources.
 */
const MAX_DENSITY = [0.2, 0.07, 0.03, 0.012];
/** A claim that is nearly a figure of the sources may be that figure with an error. */
const FACTOR_OF_NEAR_MISS = 0.2;
/** The values that a claim could have are between its half and its double. */
const RANGE = 2;

/**
 * Finds the figures that a claim is computed from if so few other values could be computed from the figures that belong
 * to it that the result is no coincidence. The fewer digits a claim has, and the more figures there are, the closer
 * they have to be to it.
 */
export function findRareResult(claim: Figure, checker: FactChecker): readonly IndexedFact[] | null {
  const [value = 0] = claim.values;
  if (claim.isOrdinal || value <= 0) return null;
  const own = claim.measure ? null : readMeasureBeside(claim, checker);
  for (const measure of own ? [null, own] : [claim.measure]) {
    // A figure after "about" is usually rounded to its last digit.
    for (const isApproximate of claim.isApproximate ? [false, true] : [false]) {
      const facts = findHit({ ...claim, measure, isApproximate }, claim, checker);
      if (facts) return facts;
    }
  }
  return null;
}

function findHit(claim: Figure, written: Figure, checker: FactChecker): readonly IndexedFact[] | null {
  for (const results of listResults(claim, written, checker)) {
    const hit = results.filter((result) => isHit(claim, result)).sort((a, b) => a.tier - b.tier)[0];
    if (!hit) continue;
    const limit = (MAX_DENSITY[hit.tier] ?? 0) * (isNearMiss(written, checker) ? FACTOR_OF_NEAR_MISS : 1);
    if (measureDensity(claim, results, hit.tier) <= limit) return hit.facts;
  }
  return null;
}

function isHit(claim: Figure, { value, isQuotient = false }: Result): boolean {
  if (claim.measure?.type === 'percent') return isNearPercent(claim, value);
  const tolerance = isQuotient ? Math.max(readTolerance(claim), claim.step * 0.501) : readTolerance(claim);
  return Math.abs(value - (claim.values[0] ?? 0)) <= tolerance;
}

/** How far a result may be from the claim, in the unit of the claim. */
function readTolerance({ values: [value = 0], isApproximate, hasDecimals, magnitude, step }: Figure): number {
  if (isApproximate) return Math.max(step * 0.51, value * 0.045);
  return hasDecimals || magnitude > 1 ? step * 0.51 : 1e-6 * value;
}

/** Returns which part of the values of the claim's size and precision are results. */
function measureDensity(claim: Figure, results: readonly Result[], tier: number): number {
  const [value = 0] = claim.values;
  const step = readGranularity(claim);
  const slots = (value * RANGE - value / RANGE) / step + 1;
  const width = Math.max(1, (2 * readTolerance(claim)) / step);
  const met = new Set<number>();
  for (const result of results) {
    if (result.tier > tier || result.value < value / RANGE || result.value > value * RANGE) continue;
    const slot = Math.round(result.value / step);
    const isRounded =
      result.isQuotient || claim.measure?.type === 'percent' || claim.isApproximate || claim.hasDecimals;
    if (isRounded || claim.magnitude > 1 || Math.abs(slot * step - result.value) <= 1e-6 * value) met.add(slot);
  }
  return (met.size * width) / slots;
}

/** The place value of the last digit of a claim that is not 0. */
function readGranularity({ values: [value = 0], step }: Figure): number {
  let size = step;
  while (value >= size * 10 && Math.abs(value / (size * 10) - Math.round(value / (size * 10))) < 1e-9) size *= 10;
  return size;
}

/** Whether the sources have a figure that the answer lacks and that differs from the claim in one digit. */
function isNearMiss(claim: Figure, checker: FactChecker): boolean {
  return checker.index.facts.some(
    (indexed) =>
      isFigure(indexed) &&
      fitMeasures(claim.measure, indexed.fact.measure) !== 'other' &&
      isSimilar(indexed.fact.values[0] ?? 0, claim.values[0] ?? 0) &&
      listClaims(indexed, checker).length === 0 &&
      isAboutClaim([indexed], claim, checker),
  );
}

/** Shorter numbers are similar by chance. */
const MIN_DIGITS_OF_MISS = 3;

/** Whether two numbers have as many digits, and one other digit or two that are exchanged. */
function isSimilar(a: number, b: number): boolean {
  const [x, y] = [a, b].map((value) => String(Number(value.toPrecision(10))).replace('.', ''));
  if (x === undefined || x.length !== y?.length || x.length < MIN_DIGITS_OF_MISS) return false;
  const others = [...x].filter((digit, at) => digit !== y[at]);
  return others.length === 1 || (others.length === 2 && [...x].sort().join('') === [...y].sort().join(''));
}

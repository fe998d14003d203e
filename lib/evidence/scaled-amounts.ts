import { memoize } from '../control-flow/index.ts';
import { fitMeasures, isFigure } from './compare-figures.ts';
import { isCount } from './counts.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Figure } from './facts.ts';
import { listMatches } from './match-fact.ts';
import type { IndexedFact } from './source-index.ts';

/** Fewer amounts with the same ratio to those of the source may be a coincidence. */
const MIN_SCALED = 3;
const MAX_PERSONS = 100;

/**
 * Finds the amount of a recipe from which a figure was scaled, if the answer scales most of its amounts, for example
 * from 6 to 12 persons.
 */
export function findScaledAmount(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  const ratio = findRatio(checker);
  const amount = ratio === null ? undefined : findAmount(claim, ratio, checker);
  return amount ? [amount] : null;
}

/**
 * Finds the ratio of a number in the answer's first sentence to a number in the source that explains most of the
 * amounts that the source lacks. Null if there is none.
 */
const findRatio = memoize((checker: FactChecker): number | null => {
  const { facts, index, contexts } = checker;
  const figures = facts.filter((fact) => fact.type === 'figure');
  const { end } = contexts.sentenceAt(facts[0]?.start ?? 0);
  const targets = figures
    .filter((figure) => figure.end <= end && isCountOfPersons(figure))
    .map(({ values }) => values[0] ?? 0);
  const bases = index.facts.flatMap((indexed) =>
    isFigure(indexed) && isCountOfPersons(indexed.fact) ? [indexed.fact.values[0] ?? 0] : [],
  );
  const ratios = new Set(targets.flatMap((target) => bases.map((base) => target / base)));
  ratios.delete(1);
  if (ratios.size === 0) return null;
  const unmatched = figures.filter((figure) => figure.measure !== null && listMatches(figure, checker).length === 0);
  if (unmatched.length < MIN_SCALED) return null;
  let best: number | null = null;
  let most = Math.max(MIN_SCALED - 1, unmatched.length / 2);
  for (const ratio of ratios) {
    const count = unmatched.filter((figure) => findAmount(figure, ratio, checker)).length;
    if (count <= most) continue;
    best = ratio;
    most = count;
  }
  return best;
});

function isCountOfPersons(figure: Figure): boolean {
  const [value = 0] = figure.values;
  return isCount(figure) && Number.isInteger(value) && value >= 1 && value <= MAX_PERSONS;
}

function findAmount(claim: Figure, ratio: number, { index }: FactChecker): IndexedFact | undefined {
  const [value = 0] = claim.values;
  return index.facts.find(
    (indexed) =>
      isFigure(indexed) &&
      (indexed.fact.measure === null) === (claim.measure === null) &&
      isMultiple(value, claim, indexed.fact, ratio),
  );
}

function isMultiple(
  value: number,
  { measure }: Figure,
  { measure: sourceMeasure, values }: Figure,
  ratio: number,
): boolean {
  const fit = fitMeasures(measure, sourceMeasure);
  if (fit === 'other') return false;
  const factor =
    measure?.type === 'unit' && sourceMeasure?.type === 'unit' && fit === 'convertible'
      ? sourceMeasure.factor / measure.factor
      : 1;
  return values.some((each) => Math.abs(each * factor * ratio - value) <= 1e-6 * value);
}

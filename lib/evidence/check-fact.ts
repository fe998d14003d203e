import type { ClaimDraft } from './claim.ts';
import { findCloserRival } from './closest-owner.ts';
import { isConvertedFigure, isFigure, listMeasuredFigures } from './compare-figures.ts';
import { findComputation } from './computations.ts';
import { dropOtherCounts } from './counts.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact } from './facts.ts';
import { findCellOfLine } from './line-of-table.ts';
import { findGroupedDigits, findText, findVersion, listMatches } from './match-fact.ts';
import { findCellOfNamedLine } from './named-cell.ts';
import { addOrigins } from './origins.ts';
import { findOwner, listPlaces } from './owner.ts';
import { findRareResult } from './rare-results.ts';
import { findReplacedFact } from './repeated-facts.ts';
import type { IndexedFact } from './source-index.ts';
import { isOtherWeekday } from './weekdays.ts';

/** How much closer another figure has to be than those that a figure may be computed from. */
const MIN_RATIO_OF_CHANCE = 2;

/** Looks up a fact in the sources. Null if it is not a claim. */
export function checkFact(fact: Fact, checker: FactChecker): ClaimDraft | null {
  const matches = dropOtherCounts(fact, listMatches(fact, checker).toSorted(compareByPlace), checker);
  const kind = fact.type === 'figure' ? 'figure' : fact.type === 'identifier' ? 'identifier' : 'date';
  const draft = { start: fact.start, end: fact.end, kind } as const;
  if (matches.length > 0) {
    const owner = findOwner(fact, matches, checker);
    const rival =
      findCloserRival(fact, matches, checker) ??
      findReplacedFact(fact, matches, checker) ??
      findCellOfLine(fact, matches, checker) ??
      findCellOfNamedLine(fact, matches, checker);
    const isOther =
      owner.isOther || rival !== null || isOtherWeekday(fact, checker, (date) => listMatches(date, checker));
    const other = isOther ? explain(fact, true, checker) : null;
    if (
      other?.some((indexed) => !matches.includes(indexed)) &&
      (rival === null || other.length === 1 || !other.includes(rival))
    )
      return { ...draft, state: 'computed', places: listPlaces(other) };
    return { ...draft, state: isOther ? 'not-found' : 'found', places: owner.places };
  }
  if (fact.type === 'identifier') {
    const places = findText(fact, checker);
    return { ...draft, state: places.length > 0 ? 'found' : 'not-found', places };
  }
  const grouped = fact.type === 'figure' ? [...findGroupedDigits(fact, checker), ...findVersion(fact, checker)] : [];
  if (grouped.length > 0) return { ...draft, state: 'found', places: grouped };
  const origin = explain(fact, false, checker);
  if (origin) addOrigins(fact, origin, checker);
  return { ...draft, state: origin ? 'computed' : 'not-found', places: origin ? listPlaces(origin) : [] };
}

function compareByPlace(a: IndexedFact, b: IndexedFact): number {
  return a.document.number - b.document.number || a.fact.start - b.fact.start;
}

/** Finds the facts that a fact is converted or calculated from. */
function explain(fact: Fact, isKnown: boolean, checker: FactChecker): readonly IndexedFact[] | null {
  const converted =
    fact.type === 'figure' && fact.measure
      ? listMeasuredFigures(checker.index).filter((indexed) => isConvertedFigure(fact, indexed))
      : [];
  if (converted.length > 0) return converted;
  const operands = findComputation(fact, isKnown, checker);
  // If the answer mentions something that has another figure, a result that equals this one is a coincidence.
  const isChance =
    operands !== null &&
    operands.length > 1 &&
    operands.every(isFigure) &&
    findCloserRival(fact, operands, checker, MIN_RATIO_OF_CHANCE) !== null;
  if (operands !== null && !isChance) return operands;
  return isKnown || fact.type !== 'figure' ? null : findRareResult(fact, checker);
}

import type { ClaimDraft } from './claim.ts';
import { isConvertedFigure, isFigure } from './compare-figures.ts';
import { findComputation } from './computations.ts';
import { dropOtherCounts } from './counts.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact } from './facts.ts';
import { findGroupedDigits, findText, isMatch, listComparable } from './match-fact.ts';
import { findOwner, listPlaces } from './owner.ts';
import type { IndexedFact } from './source-index.ts';

/** Looks a fact up in the sources. Null if it is not a claim. */
export function checkFact(fact: Fact, checker: FactChecker): ClaimDraft | null {
  const matches = dropOtherCounts(
    fact,
    listComparable(fact, checker).filter((indexed) => isMatch(fact, indexed, checker)),
    checker,
  );
  const kind = fact.type === 'figure' ? 'figure' : fact.type === 'identifier' ? 'identifier' : 'date';
  const draft = { start: fact.start, end: fact.end, kind } as const;
  if (matches.length > 0) {
    const owner = findOwner(fact, matches, checker);
    const other = owner.isOther ? explain(fact, checker) : null;
    if (other?.some((indexed) => !matches.includes(indexed)))
      return { ...draft, state: 'computed', places: listPlaces(other) };
    return { ...draft, state: owner.isOther ? 'not-found' : 'found', places: owner.places };
  }
  if (fact.type === 'identifier') {
    const places = findText(fact, checker);
    return { ...draft, state: places.length > 0 ? 'found' : 'not-found', places };
  }
  const grouped = fact.type === 'figure' ? findGroupedDigits(fact, checker) : [];
  if (grouped.length > 0) return { ...draft, state: 'found', places: grouped };
  const origin = explain(fact, checker);
  return { ...draft, state: origin ? 'computed' : 'not-found', places: origin ? listPlaces(origin) : [] };
}

/** The facts that a fact is converted or calculated from. */
function explain(fact: Fact, checker: FactChecker): readonly IndexedFact[] | null {
  const converted = checker.index.facts.filter(
    (indexed) => fact.type === 'figure' && isFigure(indexed) && isConvertedFigure(fact, indexed),
  );
  return converted.length > 0 ? converted : findComputation(fact, checker);
}

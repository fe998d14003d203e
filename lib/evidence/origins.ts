import { memoize } from '../control-flow/index.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact } from './facts.ts';
import { listMatches } from './match-fact.ts';
import type { IndexedFact } from './source-index.ts';

const storeOrigins = memoize((_: FactChecker) => new Map<Fact, readonly IndexedFact[]>());

/** Remembers what a fact of the answer was computed from, so that others may be computed from it. */
export function addOrigins(fact: Fact, origins: readonly IndexedFact[], checker: FactChecker) {
  storeOrigins(checker).set(fact, origins);
}

/** The facts of the sources that a fact of the answer equals, or that it was computed from. */
export function listOrigins(fact: Fact, checker: FactChecker): readonly IndexedFact[] {
  const matches = listMatches(fact, checker);
  return matches.length > 0 ? matches.slice(0, 1) : (storeOrigins(checker).get(fact) ?? []);
}

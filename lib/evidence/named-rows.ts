import { memoize } from '../control-flow/index.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Figure } from './facts.ts';
import type { IndexedFact } from './source-index.ts';

/** Whether the sentence names the row of a cell: "The A costs $5 more than the B". */
export function isInNamedRow({ passage }: IndexedFact, claim: Figure, checker: FactChecker): boolean {
  if (passage.table < 0) return false;
  return listWordsAround(claim, checker).some((id) => passage.labels.has(id) && !passage.headers.has(id));
}

export const listWordsAround = memoize((claim: Figure, { contexts }: FactChecker): readonly number[] => [
  ...new Set(contexts.around(claim.start, claim.end).flatMap(({ ids, weight }) => (weight >= 0.4 ? ids : []))),
]);

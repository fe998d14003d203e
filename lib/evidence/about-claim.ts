import { contextOfPassage } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact } from './facts.ts';
import type { IndexedFact } from './source-index.ts';

/** The weight of a word in the sentence of a claim. */
const MIN_WEIGHT = 0.4;

/** Whether the sentence of a claim has a word of a passage of the sources, or is in another language. */
export function isAboutClaim([operand]: readonly IndexedFact[], claim: Fact, checker: FactChecker): boolean {
  if (!operand) return false;
  if (operand.document.language !== checker.lexicon.language) return true;
  const words = contextOfPassage(operand.passage);
  return checker.contexts
    .around(claim.start, claim.end)
    .some(({ ids, weight }) => weight >= MIN_WEIGHT && ids.some((id) => words.has(id)));
}

import { TIMES_AFTER_IDEOGRAPH, TIMES_AFTER_NUMBER, WORD_OF_TIMES } from '../language/index.ts';
import { hasOtherCount } from './counts.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact, Figure } from './facts.ts';

const MAX_COUNT = 20;
const LENGTH_OF_TIMES = 8;

/** Whether a figure in words tells how often something happens: "dreimal", "five times", 五次. */
function isNumberOfTimes({ isWord, values, start, end }: Figure, { answer: { text }, lexicon }: FactChecker): boolean {
  if (!isWord || (values[0] ?? 0) <= 1) return false;
  const after = text.slice(end, end + LENGTH_OF_TIMES);
  return (
    WORD_OF_TIMES.test(text.slice(start, end)) ||
    TIMES_AFTER_NUMBER.test(after) ||
    TIMES_AFTER_IDEOGRAPH[lexicon.language]?.test(after) === true
  );
}

/** Whether a figure counts or numbers parts of the answer itself: "three ways", "Step 2", the items of its lists. */
export function isOwnCount(fact: Fact, checker: FactChecker): boolean {
  const { answer, lexicon, contexts } = checker;
  if (fact.type !== 'figure' || fact.measure || fact.hasDecimals || fact.magnitude > 1) return false;
  const value = fact.values[0] ?? 0;
  if (value > MAX_COUNT || isNumberOfTimes(fact, checker)) return false;
  const block = answer.blocks[contexts.blockAt(fact.start)];
  if (!block || block.kind === 'heading' || (block.kind !== 'item' && block.items === value)) return true;
  // A number at the beginning of a block numbers the block.
  if (fact.start === block.start && /^\s?[.):]/.test(answer.text.slice(fact.numberEnd, fact.numberEnd + 2)))
    return true;
  if (fact.isWord || value <= 1) return value <= 1 || !hasOtherCount(fact, checker);
  const after = answer.text.slice(fact.end, fact.end + 40).toLowerCase();
  const before = answer.text.slice(Math.max(0, fact.start - 14), fact.start).toLowerCase();
  const nouns = lexicon.facts.listNouns;
  if (lexicon.isUnspaced)
    return nouns.some((noun) => after.trimStart().startsWith(noun) || before.trimEnd().endsWith(noun));
  const words = after.match(/[\p{L}\p{M}]+/gu)?.slice(0, 3) ?? [];
  if (hasOtherCount(fact, checker)) return false;
  return words.some((word) => nouns.includes(word)) || nouns.some((noun) => before.trimEnd().endsWith(noun));
}

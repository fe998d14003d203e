import { memoize } from '../control-flow/index.ts';
import { FIGURE_RANGE, HALF_OF } from '../language/index.ts';
import { isAboutClaim } from './about-claim.ts';
import { listCounts, MAX_COUNT, readAmount } from './answer-computations.ts';
import { isFigure } from './compare-figures.ts';
import { isCount } from './counts.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Figure } from './facts.ts';
import { listFactsOfBlock, listFactsOfPassage } from './near-words.ts';
import { isExact } from './plain-results.ts';
import type { IndexedFact, SourceDocument, SourceIndex } from './source-index.ts';

/** More amounts in one paragraph are rarely added up. */
const MAX_PARTS = 12;
const MIN_PARTS = 3;
/** The number of characters between "half of" and the number that it halves. */
const MAX_GAP_OF_HALF = 12;

type Amount = { amount: number; indexed: IndexedFact };
type Part = { facts: readonly IndexedFact[]; document: SourceDocument };

/**
 * Finds the figures that give a claim in a sentence or paragraph of which it can only be one result, so that few other
 * values could pass: the only two or all amounts of its unit, a number and the only amount, half of the only one.
 */
export function findParagraphResult(claim: Figure, checker: FactChecker): readonly IndexedFact[] | null {
  if (claim.measure?.type === 'percent' || claim.isOrdinal) return null;
  for (const part of listParts(checker.index).paragraphs) {
    const amounts = listAmounts(claim, part);
    const operands = findOfAll(claim, amounts) ?? findHalf(claim, part, amounts);
    if (operands && isAboutClaim(operands, claim, checker)) return operands;
  }
  for (const part of listParts(checker.index).sentences) {
    const amounts = listAmounts(claim, part);
    const operands =
      findByCount(claim, part, amounts) ?? findPart(claim, part, amounts) ?? findForCounts(claim, amounts, checker);
    if (operands && isAboutClaim(operands, claim, checker)) return operands;
  }
  return null;
}

/** The facts of each paragraph and of each sentence of the sources, outside of tables. */
const listParts = memoize(
  ({ documents }: SourceIndex): Readonly<Record<'paragraphs' | 'sentences', readonly Part[]>> => {
    const prose = documents.map((document) => ({
      document,
      passages: document.passages.filter(({ table }) => table < 0),
    }));
    const isPart = ({ facts }: Part) => facts.some(isFigure);
    return {
      paragraphs: prose
        .flatMap(({ document, passages }) =>
          [...new Set(passages.map(({ block }) => block))].map((block) => ({
            document,
            facts: listFactsOfBlock(block, document),
          })),
        )
        .filter(isPart),
      sentences: prose
        .flatMap(({ document, passages }) =>
          passages.map((passage) => ({ document, facts: listFactsOfPassage(passage, document) })),
        )
        .filter(isPart),
    };
  },
);

/** Lists the amounts of a part in the unit of the claim. In "from 17.4 to 22.9 degrees", both have the unit. */
function listAmounts(claim: Figure, { facts, document: { readable } }: Part): Amount[] {
  if (claim.measure === null && claim.magnitude === 1) return [];
  return facts.flatMap((indexed, at) => {
    if (!isFigure(indexed) || indexed.fact.isOrdinal) return [];
    const next = facts[at + 1];
    const isOfRange =
      indexed.fact.measure === null &&
      next !== undefined &&
      isFigure(next) &&
      FIGURE_RANGE.test(readable.text.slice(indexed.fact.end, next.fact.start));
    const measure = isOfRange ? next.fact.measure : indexed.fact.measure;
    // A claim such as "0.8 billion" has the unit of the amount.
    const amount = readAmount({ ...indexed.fact, measure }, claim.measure ? claim : { ...claim, measure });
    return amount === null ? [] : [{ amount, indexed }];
  });
}

/** The difference or the sum of the only two amounts of a paragraph, or the sum of all of them. */
function findOfAll(claim: Figure, amounts: readonly Amount[]): IndexedFact[] | null {
  if (amounts.length < 2 || amounts.length > MAX_PARTS) return null;
  const [a, b] = amounts;
  const sum = amounts.reduce((total, { amount }) => total + amount, 0);
  const isResult =
    (amounts.length >= MIN_PARTS || a?.amount !== b?.amount) &&
    (isExact(claim, sum) || (amounts.length === 2 && isExact(claim, Math.abs((a?.amount ?? 0) - (b?.amount ?? 0)))));
  return isResult ? amounts.map(({ indexed }) => indexed) : null;
}

/** "Half of the 86 towns answered", "€12; children pay half". */
function findHalf(
  claim: Figure,
  { facts, document: { readable } }: Part,
  amounts: readonly Amount[],
): IndexedFact[] | null {
  const [value = 0] = claim.values;
  const isSaid = ({ fact }: IndexedFact) =>
    HALF_OF.test(readable.text.slice(Math.max(0, fact.start - MAX_GAP_OF_HALF), fact.start).replace(/.*[.,;:\d]/s, ''));
  if (claim.measure === null) {
    const whole = facts.find(
      (indexed) =>
        isFigure(indexed) && isCount(indexed.fact) && indexed.fact.values[0] === value * 2 && isSaid(indexed),
    );
    return whole ? [whole] : null;
  }
  const [only, ...others] = amounts;
  if (!only || others.length > 0 || !isExact(claim, only.amount / 2)) return null;
  const { passage } = only.indexed;
  const block = readable.blocks[passage.block];
  return HALF_OF.test(readable.text.slice(block?.start, block?.end)) ? [only.indexed] : null;
}

/** "12 evenings of 90 minutes" for 18 hours, "twice a day, 250 mg each" for 500 mg. */
function findByCount(claim: Figure, { facts }: Part, amounts: readonly Amount[]): IndexedFact[] | null {
  const [only, ...others] = amounts;
  if (!only || others.length > 0) return null;
  const counts = facts.filter(
    ({ fact }) => fact.type === 'figure' && isCount(fact) && !fact.isOrdinal && (fact.values[0] ?? 0) > 1,
  );
  const [count] = counts;
  if (!count || counts.length > 1 || count.fact.type !== 'figure') return null;
  const [times = 1] = count.fact.values;
  if (!Number.isInteger(times) || times > MAX_COUNT) return null;
  return [only.amount * times, only.amount / times].some((result) => isExact(claim, result))
    ? [only.indexed, count]
    : null;
}

/** "4.2 million cubic metres, and it is 60 % full": the only amount and the only percentage of a sentence. */
function findPart(claim: Figure, { facts }: Part, amounts: readonly Amount[]): IndexedFact[] | null {
  const [only, ...others] = amounts;
  if (!only || others.length > 0 || (!claim.hasDecimals && claim.digits < 2)) return null;
  const percents = facts.filter(({ fact }) => fact.type === 'figure' && fact.measure?.type === 'percent');
  const [percent] = percents;
  if (percents.length !== 1 || percent?.fact.type !== 'figure') return null;
  const share = (percent.fact.values[0] ?? 0) / 100;
  return [share, 1 - share].some((part) => isExact(claim, only.amount * part)) ? [only.indexed, percent] : null;
}

/** "Two adults and two children pay €46" for the only two prices of a sentence, "three tickets" for each of them. */
function findForCounts(claim: Figure, amounts: readonly Amount[], checker: FactChecker): IndexedFact[] | null {
  const [a, b, ...others] = amounts;
  if (claim.measure?.type !== 'currency' || !a || others.length > 0) return null;
  const counts = listCounts(claim, checker);
  if (counts.every((count) => count === 1)) return null;
  const each = amounts.find(({ amount }) => counts.some((count) => count > 1 && isExact(claim, amount * count)));
  if (each) return [each.indexed];
  if (!b) return null;
  const isTotal = counts.some((x) => counts.some((y) => x + y > 2 && isExact(claim, a.amount * x + b.amount * y)));
  return isTotal ? [a.indexed, b.indexed] : null;
}

import { memoize } from '../control-flow/index.ts';
import { readClaimCloseness } from './claim-closeness.ts';
import { isOtherKey, numberCloseness, rarityOfNumber, readSourceCloseness } from './closeness.ts';
import { areOfOneSize, isFigure } from './compare-figures.ts';
import type { ContextWord } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Fact, isWithinSpan } from './facts.ts';
import { isMatch, listClaims } from './match-fact.ts';
import { isHeading } from './owner.ts';
import { isOtherQuantity } from './owner-statement.ts';
import { isRival } from './rivals.ts';
import type { IndexedFact, SourceDocument, SourceIndex } from './source-index.ts';
import { listWords } from './vocabulary.ts';

/** If a figure occurs at more places, they do not show which one is meant. */
const MAX_MATCHES = 8;
/** How many facts before and after one in its source can be mistaken for it. */
const MAX_DISTANCE = 40;
/** A word belongs to a rival if it is close to the claim and the rival, and not to the match. */
const OWNER_WORD = { leastClose: 0.6, leastCloseOfRival: 0.7, mostOfMatch: 0.6 };
/**
 * How much closer the rival has to be than the match. Facts at one place share their surroundings, so small differences
 * count.
 */
export const CLOSER = {
  samePlace: { ratio: 1.4, minOwner: 1.5, minWords: 1 },
  otherPlace: { ratio: 2, minOwner: 2.4, minWords: 2 },
  /** The answer contains the fact a second time, at a place that matches the source better. */
  isTaken: { ratio: 0.9, minOwner: 1.2, minWords: 1 },
  isTakenElsewhere: { ratio: 0.9, minOwner: 2.4, minWords: 1 },
  /** The answer is in another language, so the words next to the match cannot occur in it. */
  otherLanguage: { ratio: 2, minOwner: 2.4, minWords: 2 },
};
/** A number without a unit counts the first words after it. */
const LENGTH_OF_NOUN = 30;
const MAX_NOUNS = 2;
/** Characters between the parts of a duration. */
const MAX_GAP_OF_PARTS = 5;

/** The number and weight of the words that are directly next to a claim and a fact, and not next to any other fact. */
type Owner = { count: number; weight: number };

/** Returns another fact of the source that is closer to the statement of the answer than the claimed one. */
export function findCloserRival(
  fact: Fact,
  matches: readonly IndexedFact[],
  checker: FactChecker,
  minRatio = 0,
): IndexedFact | null {
  if (matches.length === 0 || matches.length > MAX_MATCHES || matches.some(isHeading)) return null;
  const { index } = checker;
  const words = closenessOfClaim(fact, checker);
  const ownCloseness = matches.map((each) => closenessOfFact(each, index));
  const keys = fact.type === 'figure' ? 'years' : 'none';
  const nouns = listNouns(fact, checker);
  const ownerWords = listOwnerWords(words, ownCloseness, index, keys).filter(
    ({ ids }) => !ids.some((id) => nouns.includes(id)),
  );
  if (ownerWords.length === 0) return null;
  const scores = ownCloseness.map((near) => scoreCloseness(words, near, index));
  const own = Math.max(...scores);
  const match = matches[scores.indexOf(own)] as IndexedFact;
  let isTaken: boolean | null = null;
  for (const rival of new Set(matches.flatMap((each) => listNeighbours(each)))) {
    if (rival.fact.type !== fact.type && fact.type !== 'time') continue;
    const near = closenessOfFact(rival, index);
    const owner = weighOwnerWords(ownerWords, near, index);
    if (owner.weight < CLOSER.isTaken.minOwner || matches.includes(rival) || isPartOfSame(rival, matches)) continue;
    if (!canBeMistaken(fact, rival, matches, checker) || isOtherQuantity(fact, match, rival)) continue;
    const other = scoreCloseness(words, near, index);
    if (other < own * CLOSER.isTaken.ratio || isMatch(fact, rival, checker)) continue;
    isTaken ??= isTakenByOther(fact, match, own, checker);
    const limits = pickLimits(
      matches.some((each) => isSamePlace(each, rival)),
      isTaken,
      rival.document.language !== checker.lexicon.language,
    );
    if (
      owner.weight < limits.minOwner ||
      owner.count < limits.minWords ||
      other < own * Math.max(limits.ratio, minRatio)
    )
      continue;
    if (!isInSentence(fact, rival, checker) && !isTakenByOther(fact, rival, other, checker)) return rival;
  }
  return null;
}

/** Lists what a number without a unit counts, which is the same for its rivals. */
function listNouns(fact: Fact, { answer, index }: FactChecker): readonly number[] {
  if (fact.type !== 'figure' || fact.measure) return [];
  const behind = listWords(answer.text.slice(fact.end, fact.end + LENGTH_OF_NOUN).split(/[.,;:(\n]/)[0] ?? '');
  return behind.slice(0, MAX_NOUNS).flatMap((word) => index.vocabulary.find(word));
}

function pickLimits(isSame: boolean, isTaken: boolean, isOtherLanguage: boolean) {
  if (isOtherLanguage && !(isTaken && isSame)) return CLOSER.otherLanguage;
  if (isSame) return isTaken ? CLOSER.isTaken : CLOSER.samePlace;
  return isTaken ? CLOSER.isTakenElsewhere : CLOSER.otherPlace;
}

/** Numbers without a unit in one sentence are often counts of the same thing, regardless of the words after them. */
export function canBeMistaken(
  fact: Fact,
  rival: IndexedFact,
  matches: readonly IndexedFact[],
  checker: FactChecker,
): boolean {
  if (isRival(fact, rival, checker)) return true;
  // In a list of figures, the unit comes after the last one.
  if (fact.type !== 'figure' || !isFigure(rival) || rival.fact.measure) return false;
  if (fact.isOrdinal || rival.fact.isOrdinal) return false;
  if (!areOfOneSize(fact, rival.fact)) return false;
  return matches.some((match) => isFigure(match) && !match.fact.measure && match.passage === rival.passage);
}

/**
 * Whether a figure is part of the same duration ("11 hours and 40 minutes"), or the same figure with fewer decimals.
 */
function isPartOfSame({ fact: rival }: IndexedFact, matches: readonly IndexedFact[]): boolean {
  return matches.some(({ fact }) => {
    if (fact.type !== 'figure' || rival.type !== 'figure') return false;
    const gap = Math.max(rival.start - fact.end, fact.start - rival.end);
    if (gap <= MAX_GAP_OF_PARTS && fact.measure?.type === 'unit' && rival.measure?.type === 'unit')
      return fact.measure.factor !== rival.measure.factor;
    return Math.abs((fact.values[0] ?? 0) - (rival.values[0] ?? 0)) <= rival.step * 0.5;
  });
}

/** Whether the sentence of a claim also contains a fact, so that it compares the two. */
function isInSentence(fact: Fact, indexed: IndexedFact, checker: FactChecker): boolean {
  const sentence = checker.contexts.sentenceAt(fact.start);
  return listClaims(indexed, checker).some((other) => other !== fact && isWithinSpan(other, sentence));
}

/** Returns the facts before and after one in its source. */
export function listNeighbours({ document, fact }: IndexedFact, distance = MAX_DISTANCE): readonly IndexedFact[] {
  const at = positionsOfFacts(document).get(fact) ?? 0;
  return document.facts.slice(Math.max(0, at - distance), at + distance + 1);
}

const positionsOfFacts = memoize(({ facts }: SourceDocument) => new Map(facts.map(({ fact }, at) => [fact, at])));

export function isSamePlace(
  { passage: a, document }: IndexedFact,
  { passage: b, document: other }: IndexedFact,
): boolean {
  if (document !== other) return false;
  if (a === b || (a.table >= 0 && a.table === b.table)) return true;
  const label = readLabel(a.start, document);
  return label !== null && label === readLabel(b.start, document);
}

/** "Price: 20 euros" below several headings is like a row of a table. */
function readLabel(start: number, { readable }: SourceDocument): string | null {
  return /^[^:.\n\d]{2,30}:/.exec(readable.text.slice(start, start + 32))?.[0] ?? null;
}

/** Whether another claim of the answer is this fact, and matches it at least as well. */
function isTakenByOther(fact: Fact, indexed: IndexedFact, score: number, checker: FactChecker): boolean {
  const near = closenessOfFact(indexed, checker.index);
  return listClaims(indexed, checker).some(
    (other) =>
      other !== fact &&
      other.type === fact.type &&
      scoreCloseness(closenessOfClaim(other, checker), near, checker.index) >= score,
  );
}

/** Lists the words that are directly next to a claim, and not next to any match. */
export function listOwnerWords(
  words: readonly ContextWord[],
  matches: readonly ReadonlyMap<number, number>[],
  index: SourceIndex,
  keys: 'years' | 'all' | 'none',
): ContextWord[] {
  return words.filter(
    ({ ids, weight }) =>
      weight >= OWNER_WORD.leastClose &&
      ids.every((id) => isOwnerKey(id, keys, index)) &&
      !matches.some((match) => ids.some((id) => (match.get(id) ?? 0) > OWNER_WORD.mostOfMatch)),
  );
}

/** Returns the owner words that are directly next to a rival, and their weight. */
export function weighOwnerWords(
  words: readonly ContextWord[],
  rival: ReadonlyMap<number, number>,
  index: SourceIndex,
): Owner {
  const owner = { count: 0, weight: 0 };
  for (const { ids, weight } of words) {
    let best = 0;
    for (const id of ids) {
      const closeness = rival.get(id) ?? 0;
      if (closeness >= OWNER_WORD.leastCloseOfRival) best = Math.max(best, closeness * rarityOfNumber(id, index));
    }
    if (best === 0) continue;
    owner.count += 1;
    owner.weight += best * weight;
  }
  return owner;
}

function isOwnerKey(id: number, keys: 'years' | 'all' | 'none', index: SourceIndex): boolean {
  return id >= 0 || keys === 'all' || (keys === 'years' && !isOtherKey(id, index));
}

export function scoreCloseness(
  words: readonly ContextWord[],
  near: ReadonlyMap<number, number>,
  index: SourceIndex,
): number {
  let score = 0;
  for (const { ids, weight } of words) {
    let best = 0;
    for (const id of ids) {
      const closeness = near.get(id);
      if (closeness !== undefined) best = Math.max(best, closeness * rarityOfNumber(id, index));
    }
    score += best * weight;
  }
  return score;
}

export const closenessOfFact = memoize(({ fact, passage, document }: IndexedFact, index: SourceIndex) =>
  numberCloseness(readSourceCloseness(fact, passage, document), index),
);

export const closenessOfClaim = memoize((fact: Fact, checker: FactChecker) => readClaimCloseness(fact, checker));

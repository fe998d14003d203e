import { memoize } from '../control-flow/index.ts';
import { isAboutClaim } from './about-claim.ts';
import { closenessOfClaim, closenessOfFact, scoreCloseness } from './closest-owner.ts';
import { areOfOneSize, fitMeasures, isFigure } from './compare-figures.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Figure, isWithinSpan } from './facts.ts';
import { listMatches } from './match-fact.ts';
import { isInNamedRow } from './named-rows.ts';
import { listFactsOfBlock } from './near-words.ts';
import type { IndexedFact, SourceIndex } from './source-index.ts';

/** Larger percentages are rarely computed. */
const MAX_PERCENT = 400;
/** How many blocks of the answer are between a percentage and the amount that it is a part of. */
export const MAX_BLOCKS_TO_WHOLE = 2;
/** A row has smaller figures of other kinds, such as ranks. */
const MIN_CELL = 100;

/** Finds the two figures whose ratio or change a percentage gives. */
export function findShare(claim: Figure, isAnnounced: boolean, checker: FactChecker): IndexedFact[] | null {
  const [value = 0] = claim.values;
  if (value <= 0 || value > MAX_PERCENT) return null;
  const { contexts, facts } = checker;
  const sentence = contexts.sentenceAt(claim.start);
  const block = contexts.blockAt(claim.start);
  const inSentence: IndexedFact[] = [];
  const inAnswer: IndexedFact[] = [];
  for (const fact of facts) {
    if (fact === claim || fact.type !== 'figure' || fact.measure?.type === 'percent') continue;
    if (contexts.distance(contexts.blockAt(fact.start), block) > MAX_BLOCKS_TO_WHOLE) continue;
    const matches = listMatches(fact, checker).filter(isFigure);
    inAnswer.push(...matches);
    if (isWithinSpan(fact, sentence)) inSentence.push(...matches);
  }
  for (const a of inSentence) {
    const others = [...inAnswer, ...(claim.isApproximate || claim.hasDecimals ? listAround(a) : [])];
    const b = others.find((other) => isShare(claim, a, other));
    if (b) return [a, b];
  }
  const isTold = claim.hasDecimals || claim.isApproximate || isAnnounced;
  return (
    findRemainder(claim, checker) ??
    findShareInSentence(claim, isTold ? MAX_OF_SENTENCE : 2, checker) ??
    findShareOfRow(claim, checker) ??
    findShareOfClosest(claim, checker) ??
    findShareOfNext(claim, checker) ??
    findChangeOfPair(claim, checker)
  );
}

/** The figures of a paragraph, and those of the source in the same unit if there are few. */
const listAround = memoize((indexed: IndexedFact): readonly IndexedFact[] => {
  const { document, passage, fact } = indexed;
  if (fact.type !== 'figure') return [];
  const beside = passage.table < 0 ? listFactsOfBlock(passage.block, document) : [];
  const measured = fact.measure
    ? document.facts.filter(
        (other) => isFigure(other) && fitMeasures(fact.measure, other.fact.measure) === 'same' && other.fact.measure,
      )
    : [];
  return measured.length <= MAX_OF_MEASURE ? [...beside, ...measured] : beside;
});

const MAX_OF_MEASURE = 12;

/** "The town pays 30 %" where the state pays 70 %. */
function findRemainder(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  const [value = 0] = claim.values;
  const percent = checker.index.facts.find(
    ({ fact }) =>
      fact.type === 'figure' &&
      fact.measure?.type === 'percent' &&
      Math.abs(100 - (fact.values[0] ?? 0) - value) < 1e-6,
  );
  return percent && isAboutClaim([percent], claim, checker) ? [percent] : null;
}

/** "Visitors rose by about 22 %" where one sentence of the source has both numbers of visitors. */
function findShareInSentence(claim: Figure, maxFigures: number, checker: FactChecker): IndexedFact[] | null {
  for (const list of groupByPassage(checker.index)) {
    const pair = list.length <= maxFigures ? findSharePair(claim, list) : null;
    if (pair && isAboutClaim(pair, claim, checker)) return pair;
  }
  return null;
}

function findSharePair(claim: Figure, list: readonly IndexedFact[]): IndexedFact[] | null {
  for (const a of list) {
    const b = list.find((other) => isShare(claim, a, other));
    if (b) return [a, b];
  }
  return null;
}

/** The change between two cells of similar size in a row that the sentence names. */
function findShareOfRow(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  const cells = checker.index.facts.filter(
    (indexed) => indexed.passage.table >= 0 && isInNamedRow(indexed, claim, checker),
  );
  const rows = Map.groupBy(cells, ({ passage, document }) => `${document.number}:${passage.table}:${passage.row}`);
  for (const row of rows.values()) {
    const large = row.filter(({ fact }) => fact.type === 'figure' && (fact.values[0] ?? 0) >= MIN_CELL);
    const pair = large.length <= MAX_OF_SENTENCE ? findSharePair(claim, large) : null;
    if (pair) return pair;
  }
  return null;
}

/** How much closer to the words of the claim a part has to be than the others of its sentence. */
const MIN_RATIO_OF_CLOSEST = 1.2;

/**
 * "40 % work in Poland" for "1,100 people, 440 of them in Poland and 220 in Spain": the share of the figure that is
 * closest to the words of the claim in the largest one of its sentence.
 */
function findShareOfClosest(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  const words = closenessOfClaim(claim, checker);
  for (const figures of listFiguresInProse(checker.index).inSentence) {
    if (figures.length <= 2 || figures[0]?.document.language !== checker.lexicon.language) continue;
    const [whole] = figures.toSorted((a, b) => readValue(b) - readValue(a));
    const [part, second] = figures
      .filter((indexed) => indexed !== whole)
      .map((indexed) => ({
        indexed,
        score: scoreCloseness(words, closenessOfFact(indexed, checker.index), checker.index),
      }))
      .sort((a, b) => b.score - a.score);
    if (!whole || !part || part.score <= (second?.score ?? 0) * MIN_RATIO_OF_CLOSEST) continue;
    const isPart =
      fitsKind(part.indexed, whole) && isNearPercent(claim, (100 * readValue(part.indexed)) / readValue(whole));
    if (isPart && isAboutClaim([part.indexed], claim, checker)) return [part.indexed, whole];
  }
  return null;
}

/** The most characters between the two figures of "18 of its 30 matches". */
const MAX_GAP_OF_SHARE = 30;

/** The share of a figure in the next one of its clause. */
function findShareOfNext(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  for (const figures of listFiguresInProse(checker.index).inSentence) {
    for (const [at, part] of figures.entries()) {
      const whole = figures[at + 1];
      if (!whole || readValue(part) >= readValue(whole) || !fitsKind(part, whole)) continue;
      const gap = part.document.readable.text.slice(part.fact.end, whole.fact.start);
      if (gap.length > MAX_GAP_OF_SHARE || /[.,;:()–—、，。；：（）]/u.test(gap)) continue;
      if (isNearPercent(claim, (100 * readValue(part)) / readValue(whole)) && isAboutClaim([part], claim, checker))
        return [part, whole];
    }
  }
  return null;
}

/** Smaller numbers are rarely compared in per cent. */
const MIN_CHANGED = 10;

/**
 * "Membership rose by 50 %" for "It had 340 members in 2020. Now there are 510": the change between figures of two
 * sentences in a paragraph that has no third one of their kind and size.
 */
function findChangeOfPair(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  for (const figures of listFiguresInProse(checker.index).inParagraph) {
    for (const [at, first] of figures.entries()) {
      if (readValue(first) < MIN_CHANGED) continue;
      const peers = figures.filter((other) => other !== first && isPeer(first, other));
      const [second] = peers;
      if (peers.length !== 1 || !second || second.passage === first.passage || figures.indexOf(second) < at) continue;
      if (figures.some((other) => other !== first && other !== second && isPeer(second, other))) continue;
      const [less, more] = [readValue(first), readValue(second)].sort((a, b) => a - b);
      if (less === undefined || more === undefined || less === more) continue;
      const isChange = [less, more].some((base) => isNearPercent(claim, (100 * (more - less)) / base));
      if (isChange && [first, second].some((each) => isAboutClaim([each], claim, checker))) return [first, second];
    }
  }
  return null;
}

function isPeer(a: IndexedFact, b: IndexedFact): boolean {
  return isFigure(a) && isFigure(b) && fitsKind(a, b) && areOfOneSize(a.fact, b.fact);
}

function fitsKind(a: IndexedFact, b: IndexedFact): boolean {
  if (!isFigure(a) || !isFigure(b) || fitMeasures(a.fact.measure, b.fact.measure) !== 'same') return false;
  // In "4.7 billion roubles, of which 3.9 billion", the unit occurs only once.
  const areLarge = a.fact.magnitude > 1 && b.fact.magnitude > 1;
  return areLarge || (a.fact.measure === null) === (b.fact.measure === null);
}

function readValue({ fact }: IndexedFact): number {
  return fact.type === 'figure' ? (fact.values[0] ?? 0) : 0;
}

/** The figures of each sentence and each paragraph that are no percentages, outside of tables. */
const listFiguresInProse = memoize((index: SourceIndex) => {
  const figures = index.facts.filter(
    ({ fact, passage }) =>
      fact.type === 'figure' && fact.measure?.type !== 'percent' && !fact.isOrdinal && passage.table < 0,
  );
  const group = (key: (indexed: IndexedFact) => unknown) =>
    [...Map.groupBy(figures, key).values()].filter(({ length }) => length > 1);
  return {
    inSentence: group(({ passage }) => passage),
    inParagraph: group(({ document, passage }) => `${document.number}:${passage.block}`),
  };
});

/** The most figures of one measure in a sentence of which two may give a percentage. */
const MAX_OF_SENTENCE = 3;

const groupByPassage = memoize((index: SourceIndex): readonly IndexedFact[][] => {
  const figures = index.facts.filter(
    (indexed) => isFigure(indexed) && indexed.fact.measure?.type !== 'percent' && indexed.passage.table < 0,
  );
  return [...Map.groupBy(figures, ({ passage }) => passage).values()].filter(
    ({ length }) => length >= 2 && length <= MAX_OF_SENTENCE,
  );
});

function isShare(claim: Figure, a: IndexedFact, b: IndexedFact): boolean {
  if (a === b || !isFigure(a) || !isFigure(b)) return false;
  if (b.fact.measure?.type === 'percent' || a.fact.isOrdinal || b.fact.isOrdinal) return false;
  if (!fitsKind(a, b)) return false;
  const [x = 0] = a.fact.values;
  const [y = 0] = b.fact.values;
  if (x <= 0 || y <= 0 || x === y) return false;
  const [less, more] = [Math.min(x, y), Math.max(x, y)];
  const results = [less / more, less / (less + more), more / (less + more)];
  if (areOfOneSize(a.fact, b.fact)) results.push((more - less) / less, (more - less) / more);
  return results.some((share) => isNearPercent(claim, share * 100));
}

/** A percentage is rounded to its last digit, and after "about" to the next one or to a multiple of five. */
export function isNearPercent(claim: Figure, result: number): boolean {
  const [value = 0] = claim.values;
  const rounding = claim.hasDecimals ? claim.step * 0.501 : 0.501;
  const isRound = claim.isApproximate && value % 5 === 0;
  return (
    Math.abs(result - value) <= (isRound ? 1.5 : claim.isApproximate ? Math.max(rounding, claim.step * 1.01) : rounding)
  );
}

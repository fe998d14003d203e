import { memoize } from '../control-flow/index.ts';
import { HALF_OF, PARTS_OF } from '../language/index.ts';
import { listCounts, readAmount } from './answer-computations.ts';
import { isYearAlone } from './compare-dates.ts';
import { fitMeasures, getHeader, type HeaderMeaning, isFigure, NO_HEADER } from './compare-figures.ts';
import { findBestPassage } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Fact, type Figure, isWithinSpan } from './facts.ts';
import { listMatches } from './match-fact.ts';
import { isInNamedRow } from './named-rows.ts';
import { listFactsOfBlock, listFactsOfPassage } from './near-words.ts';
import { listOrigins } from './origins.ts';
import type { IndexedFact, SourceDocument, SourceIndex } from './source-index.ts';
import { isOfYears, type Measure } from './units.ts';

/** A value that figures near a claim give. A lower tier is closer to the claim. */
export type Result = {
  value: number;
  tier: number;
  facts: readonly IndexedFact[];
  /** Whether it is a quotient, which everybody rounds. */
  isQuotient?: boolean;
};

type Operand = {
  amount: number;
  measure: Measure | null;
  tier: number;
  facts: readonly IndexedFact[];
  /** Where it begins in the answer, or -1 if it is only in the sources. */
  start: number;
};

const LIMITS = {
  /** How many blocks of the answer are between a result and its operands. */
  distance: 4,
  /** More operands are not used, since nearly every value would be a result. */
  operands: 48,
  matches: 3,
  /** More amounts are rarely added up. */
  parts: 14,
};

/**
 * Lists what the figures near a claim give: sums, differences, multiples, parts and rates. The
 * differences of percentages, and the sums and means of several figures, are so few that they are counted separately.
 */
export function listResults(claim: Figure, written: Figure, checker: FactChecker): Result[][] {
  const operands = listOperandsNear(claim, written, checker);
  if (claim.measure?.type === 'percent')
    return [listPairs(operands.filter(({ measure }) => measure?.type === 'percent')), listRatios(operands)];
  const amounts = operands.filter(({ measure }) => fits(measure, claim));
  const factors = listFactors(written, operands, checker);
  return [
    listPairs(amounts),
    [...listMultiples(amounts, factors), ...listPartsOfAmounts(amounts), ...listTotals(written, amounts, checker)],
    listMeans(claim, amounts, checker),
  ];
}

function fits(measure: Measure | null, claim: Figure): boolean {
  // In "it fell by 400 million", the currency is left out.
  if (claim.measure === null && claim.magnitude > 1 && measure?.type === 'currency') return true;
  return isPlain(claim.measure)
    ? isPlain(measure)
    : measure !== null && fitMeasures(claim.measure, measure) !== 'other';
}

function isPlain(measure: Measure | null): boolean {
  return measure === null || (measure.type === 'unit' && ['persons', 'times'].includes(measure.dimension));
}

/** Lists the figures near a claim, those of the answer first. Amounts are in the unit of the claim, if they have it. */
function listOperandsNear(claim: Figure, written: Figure, checker: FactChecker): Operand[] {
  const inAnswer = listInAnswer(claim, written, checker);
  const used = new Set(inAnswer.flatMap(({ facts }) => facts));
  const inSources = listBeside(written, checker).flatMap(({ indexed, tier }): Operand[] => {
    if (used.has(indexed)) return [];
    return listReadings(indexed).flatMap((reading) => {
      const operand = readOperand(reading, claim);
      return operand ? [{ ...operand, tier, facts: [indexed], start: -1 }] : [];
    });
  });
  return [...inAnswer, ...inSources].slice(0, LIMITS.operands);
}

function listInAnswer(claim: Figure, written: Figure, checker: FactChecker): Operand[] {
  const sentence = checker.contexts.sentenceAt(claim.start);
  return listNear(written, checker).flatMap((fact): Operand[] => {
    const origins = listOrigins(fact, checker);
    const operand = origins.length > 0 ? readInUnit(fact, readUnitOfOrigin(fact, origins), claim) : null;
    if (!operand) return [];
    return [{ ...operand, tier: isWithinSpan(fact, sentence) ? 0 : 1, facts: origins, start: fact.start }];
  });
}

/** In "instead of 3240", the unit is only in the source. */
function readUnitOfOrigin(fact: Fact, [origin]: readonly IndexedFact[]): HeaderMeaning {
  if (fact.type !== 'figure' || fact.measure || !origin || !isFigure(origin)) return NO_HEADER;
  return { ...NO_HEADER, measure: origin.fact.measure ?? getHeader(origin.passage, origin.document).measure };
}

/** Lists the facts of the answer near a claim. */
const listNear = memoize((claim: Figure, { contexts, facts }: FactChecker): readonly Fact[] => {
  const block = contexts.blockAt(claim.start);
  return facts.filter(
    (fact) => fact !== claim && contexts.distance(contexts.blockAt(fact.start), block) <= LIMITS.distance,
  );
});

/** The cells of a table may not show whether "1.149" has decimals. */
function listReadings(indexed: IndexedFact): readonly IndexedFact[] {
  const { fact } = indexed;
  if (fact.type !== 'figure' || fact.values.length === 1) return [indexed];
  return fact.values.map((value) => ({ ...indexed, fact: { ...fact, values: [value] } }));
}

function readOperand({ fact, passage, document }: IndexedFact, claim: Figure) {
  const hasUnit = fact.type !== 'figure' || fact.measure !== null;
  return readInUnit(fact, hasUnit ? NO_HEADER : getHeader(passage, document), claim);
}

/** The amount in the unit of the claim, or in its own unit if that does not convert into the other. */
function readInUnit(fact: Fact, header: HeaderMeaning, claim: Figure): Pick<Operand, 'amount' | 'measure'> | null {
  if (fact.type === 'date') {
    // "1240 of 1615" look like years. A number of years is the difference of two of them.
    const year = isPlain(claim.measure) && !isYearAlone(fact) ? undefined : fact.readings[0]?.year;
    const isYears = isOfYears(claim.measure);
    return year !== undefined && (isYears || isPlain(claim.measure)) ? { amount: year, measure: claim.measure } : null;
  }
  if (fact.type !== 'figure' || fact.isOrdinal) return null;
  const measure = fact.measure ?? header.measure;
  const amount = measure === null ? null : readAmount({ ...fact, measure }, claim);
  return { measure, amount: (amount ?? fact.values[0] ?? 0) * header.magnitude };
}

/** Lists the facts of the sources next to those of the claim's sentence, and in what the sentence is about. */
const listBeside = memoize((claim: Figure, checker: FactChecker): readonly { indexed: IndexedFact; tier: number }[] => {
  const { contexts, index, facts } = checker;
  const tiers = new Map<IndexedFact, number>();
  const add = (indexed: IndexedFact, tier: number) => {
    if (!tiers.has(indexed)) tiers.set(indexed, tier);
  };
  const sentence = contexts.sentenceAt(claim.start);
  const others = facts.filter((fact) => fact !== claim && isWithinSpan(fact, sentence));
  const matched = others.flatMap((fact) => listMatches(fact, checker).slice(0, LIMITS.matches));
  const best = findBestPassage(contexts.around(claim.start, claim.end), index);
  const document = best && index.documents.find(({ number }) => number === best.place.source);
  for (const seed of matched) for (const other of listFactsOfPlace(seed)) add(other, 1);
  if (best && document) for (const other of listFactsOfPassage(best, document)) add(other, 1);
  for (const cell of listCells(index)) if (isInNamedRow(cell, claim, checker)) add(cell, 1);
  for (const seed of [...matched, ...listNear(claim, checker).flatMap((fact) => listOrigins(fact, checker))])
    for (const other of listFactsAround(seed)) add(other, 2);
  if (best && document) for (const other of listFactsOfBlock(best.block, document)) add(other, 2);
  return [...tiers].map(([indexed, tier]) => ({ indexed, tier }));
});

const listCells = memoize(({ facts }: SourceIndex) => facts.filter(({ passage }) => passage.table >= 0));

/** The facts of the sentence, or of the row. */
function listFactsOfPlace({ passage, document }: IndexedFact): readonly IndexedFact[] {
  return passage.table < 0
    ? listFactsOfPassage(passage, document)
    : listTable(passage.table, document).filter(({ passage: other }) => other.row === passage.row);
}

/** The facts of the paragraph, or of the column. */
const listFactsAround = memoize(({ passage, document }: IndexedFact): readonly IndexedFact[] =>
  passage.table < 0
    ? listFactsOfBlock(passage.block, document)
    : listTable(passage.table, document).filter(
        ({ passage: other }) => other.column === passage.column && other.row > 0,
      ),
);

const groupByTable = memoize(({ facts }: SourceDocument) => Map.groupBy(facts, ({ passage }) => passage.table));

function listTable(table: number, document: SourceDocument): readonly IndexedFact[] {
  return groupByTable(document).get(table) ?? [];
}

/** How closely two operands belong to the claim together. */
function readTierOfPair(a: Operand, b: Operand): number {
  if (a.tier === 0 && b.tier === 0) return 0;
  const isTogether = areTogether(a, b);
  if (a.tier === 0 || b.tier === 0) return isTogether || Math.max(a.tier, b.tier) === 1 ? 1 : 2;
  if (a.start >= 0 && b.start >= 0) return 1;
  return isTogether ? (a.tier === 1 && b.tier === 1 && areCells(a, b) ? 1 : 2) : 3;
}

/** Whether both operands are only in tables. */
function areCells(...operands: readonly Operand[]): boolean {
  return operands.every(({ facts }) => facts.every(({ passage }) => passage.table >= 0));
}

/** Whether two operands are in one sentence, row or column of a source. */
function areTogether(a: Operand, b: Operand): boolean {
  return a.facts.some((x) =>
    b.facts.some(
      (y) =>
        x.passage === y.passage ||
        (x.passage.table >= 0 &&
          x.document === y.document &&
          x.passage.table === y.passage.table &&
          (x.passage.row === y.passage.row || x.passage.column === y.passage.column)),
    ),
  );
}

function listPairs(amounts: readonly Operand[]): Result[] {
  return amounts.flatMap((a, at) =>
    amounts.slice(at + 1).flatMap((b): Result[] => {
      const tier = readTierOfPair(a, b);
      if (a.amount === b.amount) return [];
      const facts = [...a.facts, ...b.facts];
      return [a.amount + b.amount, Math.abs(a.amount - b.amount)].map((value) => ({ value, tier, facts }));
    }),
  );
}

type Factor = { value: number; tier: number; facts: readonly IndexedFact[]; operand: Operand | null };

/** Lists the numbers and percentages by which an amount may be multiplied or divided. */
function listFactors(claim: Figure, operands: readonly Operand[], checker: FactChecker): Factor[] {
  const counts = listCountsNear(claim, checker).filter((count) => count > 1);
  const factors: Factor[] = counts.map((value) => ({ value, tier: 0, facts: [], operand: null }));
  const { start, end } = checker.contexts.sentenceAt(claim.start);
  for (const value of listParts(checker.answer.text.slice(start, end)))
    factors.push({ value, tier: 0, facts: [], operand: null });
  for (const operand of operands) {
    const { amount, measure, tier, facts } = operand;
    if (measure?.type === 'percent') {
      for (const share of [amount, 100 - amount, 100 + amount])
        factors.push({ value: share / 100, tier, facts, operand });
    } else if (amount > 1) factors.push({ value: amount, tier, facts, operand });
  }
  return factors;
}

/** Lists the fractions that a text names: "two thirds", "half". */
function listParts(text: string): number[] {
  const parts = PARTS_OF.flatMap(([pattern, part]) => (pattern.test(text) ? [part] : []));
  return HALF_OF.test(text) ? [...parts, 1 / 2] : parts;
}

/** The parts of an amount that its sentence of the source or its row names. */
const listPartsBeside = memoize(({ passage, document: { readable } }: IndexedFact) =>
  listParts(readable.text.slice(passage.start, passage.end)),
);

/** "€1.92 million, of which the county pays two thirds" */
function listPartsOfAmounts(amounts: readonly Operand[]): Result[] {
  return amounts.flatMap(({ amount, tier, facts }) =>
    facts
      .flatMap(listPartsBeside)
      .flatMap((part) => [part, 1 - part])
      .map((part) => ({ value: amount * part, tier: Math.max(tier, 1), facts, isQuotient: true })),
  );
}

function listMultiples(amounts: readonly Operand[], factors: readonly Factor[]): Result[] {
  const results: Result[] = [];
  for (const a of amounts) {
    for (const { value, tier: tierOfFactor, facts, operand } of factors) {
      if (operand === a) continue;
      const tier = operand ? readTierOfPair(a, operand) : Math.max(a.tier, tierOfFactor);
      const both = [...a.facts, ...facts];
      // An amount is divided by one with a unit, as in a price per kilogram, and multiplied by a number or a time.
      results.push({ value: a.amount / value, tier, facts: both, isQuotient: value > 1 });
      if (operand === null || isMultiplier(operand.measure))
        results.push({ value: a.amount * value, tier, facts: both });
    }
  }
  return results;
}

function isMultiplier(measure: Measure | null): boolean {
  return isPlain(measure) || measure?.type === 'percent' || (measure?.type === 'unit' && measure.dimension === 'time');
}

/** The small numbers of the sentence, and of the paragraph that introduces its list. */
function listCountsNear(claim: Figure, checker: FactChecker): number[] {
  const { answer, contexts } = checker;
  const counts = listCounts(claim, checker);
  let block = contexts.blockAt(claim.start);
  if (answer.blocks[block]?.kind !== 'item') return counts;
  while (block > 0 && answer.blocks[block]?.kind === 'item') block -= 1;
  const end = answer.blocks[block]?.end ?? 0;
  return [...new Set([...counts, ...listCounts({ ...claim, start: Math.max(0, end - 1) }, checker)])];
}

/** Two prices by the numbers of persons that the sentence has for them. */
function listTotals(claim: Figure, amounts: readonly Operand[], checker: FactChecker): Result[] {
  const counts = listCountsNear(claim, checker);
  if (claim.measure?.type !== 'currency' || counts.length < 2) return [];
  return amounts.flatMap((a) =>
    amounts.flatMap((b) => {
      const tier = readTierOfPair(a, b);
      if (a === b || (tier > 0 && !areTogether(a, b))) return [];
      const facts = [...a.facts, ...b.facts];
      return counts.flatMap((x) =>
        counts.flatMap((y) =>
          x + y > 2 ? [{ value: a.amount * x + b.amount * y, tier: Math.min(tier, 1), facts }] : [],
        ),
      );
    }),
  );
}

/** The sum and the mean of the amounts of a sentence or a list of the answer, and of those of a place of the sources. */
function listMeans(claim: Figure, amounts: readonly Operand[], checker: FactChecker): Result[] {
  const { answer, contexts } = checker;
  const inAnswer = amounts.filter(({ start }) => start >= 0);
  const isItem = ({ start }: Operand) => answer.blocks[contexts.blockAt(start)]?.kind === 'item';
  const firsts = [...Map.groupBy(inAnswer.filter(isItem), ({ start }) => contexts.blockAt(start)).values()];
  const inSources = [
    ...new Set(amounts.flatMap(({ facts }) => (facts[0] && facts.length === 1 ? [listFactsAround(facts[0])] : []))),
  ];
  const groups: (readonly Pick<Operand, 'amount' | 'facts' | 'tier'>[])[] = [
    inAnswer.filter(({ tier }) => tier === 0),
    firsts.flatMap(([first]) => first ?? []),
    ...inSources.map((place) =>
      place.flatMap((indexed) => {
        const operand = readOperand(indexed, claim);
        return operand && fits(operand.measure, claim) ? [{ ...operand, tier: 2, facts: [indexed] }] : [];
      }),
    ),
  ];
  return groups.flatMap((list, at) => {
    if (list.length < 3 || list.length > LIMITS.parts) return [];
    const sum = list.reduce((total, { amount }) => total + amount, 0);
    const facts = list.flatMap((operand) => operand.facts);
    const tier = at < 2 ? 1 : 2;
    return [
      { value: sum, tier, facts },
      // The largest one may be the total, of which the claim is the rest.
      { value: 2 * Math.max(...list.map(({ amount }) => amount)) - sum, tier, facts },
      { value: sum / list.length, tier, facts, isQuotient: true },
    ];
  });
}

/** The percentages that two amounts of one kind give, and the rest of a percentage. */
function listRatios(operands: readonly Operand[]): Result[] {
  return operands.flatMap((a) => {
    if (a.measure?.type === 'percent') return [{ value: 100 - a.amount, tier: Math.max(1, a.tier), facts: a.facts }];
    return operands.flatMap((b): Result[] => {
      const tier = readTierOfPair(a, b);
      if (a === b || b.amount <= 0 || a.amount <= 0 || a.amount === b.amount) return [];
      if (isPlain(a.measure) !== isPlain(b.measure) || fitMeasures(a.measure, b.measure) !== 'same') return [];
      const facts = [...a.facts, ...b.facts];
      const share = a.amount / b.amount;
      return [share, Math.abs(1 - share)].map((part) => ({ value: part * 100, tier, facts }));
    });
  });
}

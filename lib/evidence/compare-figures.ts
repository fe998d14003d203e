import { memoize } from '../control-flow/index.ts';
import type { Figure } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import { type Block, findCell, type ReadableText, readCell } from './readable-text.ts';
import type { IndexedFact, Passage, SourceDocument, SourceIndex } from './source-index.ts';
import type { Measure } from './units.ts';

type SourceFigure = IndexedFact & { fact: Figure };

export function isFigure(indexed: IndexedFact): indexed is SourceFigure {
  return indexed.fact.type === 'figure';
}

/** Numbers without a unit that differ by more are rarely of the same kind. */
const MAX_RATIO_OF_KIND = 5;

/** Whether the larger of two figures is at most `maxRatio` times the other. */
export function areOfOneSize(one: Figure, other: Figure, maxRatio = MAX_RATIO_OF_KIND): boolean {
  const [a, b] = [Math.abs(one.values[0] ?? 0), Math.abs(other.values[0] ?? 0)];
  return Math.max(a, b) <= Math.min(a, b) * maxRatio;
}

/** Whether a figure of an answer equals one of a source, either exactly or rounded. */
export function isSameFigure(claim: Figure, source: SourceFigure, header: HeaderMeaning = NO_HEADER): boolean {
  if (isSame(claim, source)) return true;
  if (header === NO_HEADER || (header.magnitude === 1 && (header.measure === null || claim.measure !== null)))
    return false;
  return isSame({ ...scaleFigure(claim, header.magnitude), measure: claim.measure ?? header.measure }, source);
}

function isSame(claim: Figure, source: SourceFigure): boolean {
  const { fact } = source;
  const { measure, magnitude } = source.passage.column >= 0 ? getHeader(source.passage, source.document) : NO_HEADER;
  const sourceMeasure = fact.measure ?? measure;
  // Most figures differ in their values, and values are faster to compare than units.
  const canBeRounded = claim.measure !== null || sourceMeasure === null || source.passage.table >= 0;
  const isEqual =
    hasSameValue(claim, fact) ||
    (canBeRounded && isRounded(claim, fact)) ||
    (magnitude > 1 &&
      (hasSameValue(claim, scaleFigure(fact, magnitude)) || isRounded(claim, scaleFigure(fact, magnitude))));
  return (
    isEqual &&
    fitMeasures(claim.measure, sourceMeasure) === 'same' &&
    !isOfOtherCurrency(claim, source, measure) &&
    // "£5 an hour" is not "£5 a day".
    (claim.per === null || fact.per === null || claim.per === fact.per) &&
    !(sourceMeasure === null && isUnitByChance(claim, source))
  );
}

/** Units that texts seldom leave out, unlike those of durations, ages, persons and recipes. */
const WRITTEN_UNITS: ReadonlySet<string> = new Set([
  'length',
  'area',
  'temperature',
  'speed',
  'data',
  'power',
  'energy',
]);
/** Larger numbers without a unit are seldom met by chance. */
const MAX_MET_BY_CHANCE = 100;

/**
 * Whether a number of prose has no unit, and its paragraph nothing in the unit of the claim: "bus 40" is not 40 per
 * cent.
 */
function isUnitByChance(
  { measure, values: [value = 0], hasDecimals }: Figure,
  { fact, passage, document }: SourceFigure,
) {
  if (measure === null || passage.table >= 0 || fact.magnitude > 1) return false;
  if (measure.type === 'unit' && !WRITTEN_UNITS.has(measure.dimension)) return false;
  if (measure.type !== 'percent' && (hasDecimals || Math.abs(value) > MAX_MET_BY_CHANCE)) return false;
  const measures = listMeasures(document).get(passage.block) ?? [];
  if (measures.some((other) => fitMeasures(measure, other) !== 'other')) return false;
  const block = document.readable.blocks[passage.block];
  return measure.type !== 'percent' || !document.readable.text.slice(block?.start, block?.end).includes('%');
}

/** The units of each block. */
const listMeasures = memoize(({ facts }: SourceDocument): ReadonlyMap<number, Measure[]> => {
  const measures = new Map<number, Measure[]>();
  for (const { fact, passage } of facts) {
    if (fact.type !== 'figure' || fact.measure === null) continue;
    const list = measures.get(passage.block);
    if (list) list.push(fact.measure);
    else measures.set(passage.block, [fact.measure]);
  }
  return measures;
});

/** An amount without a currency has the currency of its sentence or paragraph. */
function isOfOtherCurrency({ measure }: Figure, source: SourceFigure, header: Measure | null): boolean {
  if (measure?.type !== 'currency' || source.fact.measure || header || source.passage.table >= 0) return false;
  const measures = listMeasures(source.document).get(source.passage.block) ?? [];
  const codes = measures.flatMap((other) => (other.type === 'currency' ? other.codes : []));
  return codes.length > 0 && !measure.codes.some((code) => codes.includes(code));
}

/** Smaller numbers often occur in a source with several units by chance. */
const MIN_TOLD_BY_VALUE = 10;

/** Whether a figure has the digits of a source's figure in another unit: 200 W for 200 Ah, 6 km for 6 miles. */
export function isInOtherUnit(claim: Figure, { fact }: SourceFigure): boolean {
  if (claim.measure === null || fact.measure === null || (claim.values[0] ?? 0) !== (fact.values[0] ?? 0)) return false;
  const fit = fitMeasures(claim.measure, fact.measure);
  if ((claim.values[0] ?? 0) >= MIN_TOLD_BY_VALUE) return fit !== 'same';
  return fit === 'convertible' && claim.measure.type === 'unit' && WRITTEN_UNITS.has(claim.measure.dimension);
}

/** The figures of the sources that have a unit. */
export const listMeasuredFigures = memoize(({ facts }: SourceIndex): readonly SourceFigure[] =>
  facts.filter(isFigure).filter(({ fact, passage, document }) => fact.measure ?? getHeader(passage, document).measure),
);

/** Whether a figure of an answer is one of a source in another unit. */
export function isConvertedFigure(claim: Figure, source: SourceFigure): boolean {
  const { fact } = source;
  const measure = fact.measure ?? getHeader(source.passage, source.document).measure;
  if (claim.measure?.type === 'currency') return isInSubunits(claim, fact, measure);
  if (claim.measure?.type !== 'unit') return false;
  return (
    measure?.type === 'unit' &&
    fitMeasures(claim.measure, measure) === 'convertible' &&
    isConverted(claim, fact, measure)
  );
}

/** Parts of a currency, such as 20 groszy for 0.20 zł, and how many of them are one unit. */
const SUBUNITS: Readonly<Record<string, number>> = { cent: 100, penny: 100, jiao: 10 };

function isInSubunits(claim: Figure, fact: Figure, measure: Measure | null): boolean {
  if (claim.measure?.type !== 'currency' || measure?.type !== 'currency') return false;
  const [ofClaim, ofSource] = [claim.measure, measure].map(({ codes }) => SUBUNITS[codes[0] ?? '']);
  if ((ofClaim === undefined) === (ofSource === undefined)) return false;
  const value = ((claim.values[0] ?? 0) * (ofSource ?? 1)) / (ofClaim ?? 1);
  return fact.values.some((other) => isSameValue(value, other));
}

function hasSameValue(claim: Figure, fact: Figure): boolean {
  // "2.0" is a version or a result, not a count of two.
  const isWhole = claim.hasDecimals && claim.magnitude === 1 && Number.isInteger(claim.values[0]);
  if (isWhole && !fact.hasDecimals && !claim.measure && !fact.measure) return false;
  for (const value of claim.values) for (const other of fact.values) if (isSameValue(value, other)) return true;
  return false;
}

export function scaleFigure(fact: Figure, magnitude: number): Figure {
  return { ...fact, values: fact.values.map((value) => value * magnitude), step: fact.step * magnitude };
}

function isSameValue(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

/** Whole numbers up to this one are not rounded to each other. */
const MAX_EXACT = 20;

/**
 * Rounding only counts if the answer shows it, with a word such as "about" or "million", or with fewer decimals than
 * the source.
 */
function isRounded(claim: Figure, fact: Figure): boolean {
  const value = claim.values[0] ?? 0;
  const original = fact.values[0] ?? 0;
  if (original < value * 0.5 || original > value * 1.5) return false;
  const isShown =
    claim.magnitude > 1 ||
    (claim.hasDecimals && fact.step < claim.step) ||
    (fact.hasDecimals && !claim.hasDecimals && claim.digits >= 2);
  if (!isShown && !claim.isApproximate) return false;
  // "At most 5" does not match 4, because small whole numbers are exact.
  if (value <= MAX_EXACT && claim.magnitude === 1 && !claim.hasDecimals && !fact.hasDecimals) return false;
  const difference = Math.abs(value - original);
  const step = roundingStep(claim);
  // "About 90" is not 80, which is as round.
  if (claim.isApproximate)
    return roundingStep(fact) < step && difference <= step && difference <= 0.2 * Math.abs(value);
  return fact.step < step && difference <= step * 0.5000001;
}

export function roundingStep({ values, step, hasDecimals }: Figure): number {
  if (hasDecimals) return step;
  let size = step;
  while ((values[0] ?? 0) % (size * 10) === 0 && size * 10 <= (values[0] ?? 0)) size *= 10;
  return size;
}

/**
 * Whether two measures are the same, or one converts into the other by a factor. A figure without a unit matches any
 * measure.
 */
export function fitMeasures(claim: Measure | null, source: Measure | null): 'same' | 'convertible' | 'other' {
  if (!claim || !source) return 'same';
  if (claim.type === 'currency' && source.type === 'currency')
    return claim.codes.some((code) => source.codes.includes(code)) ? 'same' : 'other';
  if (isPound(claim, source) || isPound(source, claim)) return 'same';
  if (claim.type === 'percent' || source.type === 'percent' || claim.type === 'currency' || source.type === 'currency')
    return claim.type === source.type ? 'same' : 'other';
  if (isDegree(claim, source) || isDegree(source, claim) || isKilo(claim, source) || isKilo(source, claim))
    return 'same';
  if (isSpeed(claim, source) || isSpeed(source, claim)) return 'same';
  if (claim.dimension !== source.dimension) return areTimes(claim, source) ? 'convertible' : 'other';
  return claim.factor === source.factor && claim.offset === source.offset ? 'same' : 'convertible';
}

type Unit = Extract<Measure, { type: 'unit' }>;

/** "Pounds" are both a weight and a currency. */
const isPound = (a: Measure, b: Measure) =>
  a.type === 'unit' && a.dimension === 'mass' && a.factor === POUND && b.type === 'currency' && b.codes.includes('GBP');
const isDegree = (a: Unit, b: Unit) => a.dimension === 'degree' && b.dimension === 'temperature';
/** "Kilo" without a unit is a kilogram, a kilometre or, of a speed, a kilometre per hour. */
const isKilo = (a: Unit, b: Unit) =>
  a.dimension === 'kilo' &&
  (b.dimension === 'mass'
    ? b.factor === 1
    : b.dimension === 'speed'
      ? Math.abs(b.factor * 3.6 - 1) < 1e-6
      : b.factor === 1000);
/** In "时速250公里", the word before the number turns a distance into a speed. */
const isSpeed = (a: Unit, b: Unit) =>
  a.dimension === 'speed' && b.dimension === 'length' && Math.abs(a.factor * 3600 - b.factor) < 1;
const areTimes = (a: Unit, b: Unit) => [a, b].every(({ dimension }) => dimension === 'time' || dimension === 'months');

const POUND = 0.45359237;
const SECONDS_OF_MONTH = 2_629_746;

/** Compares figures after other conversions, but not different notations of the same digits: 5 kg is not 5 g. */
function isConverted(claim: Figure, fact: Figure, source: Measure | null): boolean {
  if (claim.measure?.type !== 'unit' || source?.type !== 'unit') return false;
  const value = inBaseUnit(claim.values[0] ?? 0, claim.measure);
  const original = inBaseUnit(fact.values[0] ?? 0, source);
  const step =
    claim.measure.factor * (claim.measure.dimension === 'months' ? SECONDS_OF_MONTH : 1) * roundingStep(claim);
  const difference = Math.abs(value - original);
  // Temperature scales have arbitrary zero points, so relative differences are meaningless.
  if (source.offset !== undefined) return difference <= step * (claim.isApproximate ? 1 : 0.51);
  const isSmall = difference <= Math.max(0.007 * Math.abs(original), Math.min(0.5 * step, 0.06 * Math.abs(original)));
  return isSmall || (claim.isApproximate && difference <= 0.09 * Math.abs(original));
}

function inBaseUnit(value: number, { dimension, factor, offset = 0 }: Unit): number {
  return dimension === 'months' ? value * factor * SECONDS_OF_MONTH : value * factor + offset;
}

/**
 * The unit and magnitude that a header gives for the figures of its column or row: "Height (m)", "Revenue in millions".
 */
export type HeaderMeaning = { measure: Measure | null; magnitude: number };

export const NO_HEADER: HeaderMeaning = { measure: null, magnitude: 1 };

export const getHeader = memoize((passage: Passage, document: SourceDocument) =>
  passage.column >= 0 && passage.row > 0 ? readHeader(passage, document) : NO_HEADER,
);

/** In "£m", "$bn" and "M€", a single letter is a magnitude, but only next to a currency sign. */
const MAGNITUDE_BESIDE_CURRENCY = /^(?:[€$£¥](k|m|mn|mm|bn|b|tn)|(k|m|mn|bn|t)[€$£¥]|[A-Z]{3}(k|m|mn|bn))$/i;
const SHORT_MAGNITUDES: Readonly<Record<string, number>> = {
  k: 1e3,
  t: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  b: 1e9,
  bn: 1e9,
  tn: 1e12,
};

function readHeader(passage: Passage, { readable, lexicon }: SourceDocument): HeaderMeaning {
  const { table, row, column } = passage;
  const header = findHeader(readable, table, column);
  const units = header ? readUnits(readable.text.slice(header.start, header.end), lexicon) : NO_HEADER;
  if (units.measure || units.magnitude > 1 || passage.column === 0) return units;
  const unitsOfLabel = readUnitsOfLabel(readCell(readable, { table, row, column: 0 }), lexicon);
  return unitsOfLabel.measure || unitsOfLabel.magnitude > 1 ? unitsOfLabel : readCorner(passage, { readable, lexicon });
}

/** The header of a column. */
export function findHeader(readable: ReadableText, table: number, column: number): Block | undefined {
  const header = findCell(readable, { table, row: 0, column });
  return header?.cell?.isHeader ? header : undefined;
}

/** The longest word without a meaning of its own: "in", "de", "des". */
const MAX_LENGTH_OF_LINK = 3;

/**
 * If the corner of a table contains only a unit, that applies to all figures of the table: "£m", "百万円", "En millions
 * d'euros". Other words are the header of the first column.
 */
function readCorner({ table }: Passage, { readable, lexicon }: Pick<SourceDocument, 'readable' | 'lexicon'>) {
  const corner = findHeader(readable, table, 0);
  if (!corner) return NO_HEADER;
  const text = readable.text.slice(corner.start, corner.end);
  const units = readUnits(text, lexicon);
  const isOther = (word: string) => {
    const { measure, magnitude } = readUnits(word, lexicon);
    return measure === null && magnitude === 1 && word.length > MAX_LENGTH_OF_LINK;
  };
  return units.magnitude > 1 && !(text.match(/[\p{L}\p{M}]+/gu) ?? []).some(isOther) ? units : NO_HEADER;
}

/** In a label, only the text in brackets or after a comma is a unit: "Revenue (£m)". */
export function readUnitsOfLabel(label: string, lexicon: Lexicon): HeaderMeaning {
  const unit = /[([,]\s?([^()[\],]+)[)\]]?\s*$/.exec(label)?.[1];
  return unit ? readUnits(unit, lexicon) : NO_HEADER;
}

/** Returns the unit and the magnitude that a text names. */
export function readUnits(text: string, lexicon: Lexicon): HeaderMeaning {
  let measure: Measure | null = null;
  let magnitude = 1;
  for (const match of text.matchAll(/(?<![\p{L}\d])[\p{L}°%€$£¥²³/]+/gu)) {
    const factor = lexicon.magnitudes.match(text, match.index, { unspaced: lexicon.isUnspaced });
    if (factor && factor.value >= 1000 && (factor.end - match.index > 1 || lexicon.isUnspaced)) {
      magnitude = factor.value;
      // "億円" is one word.
      if (lexicon.isUnspaced) measure ??= lexicon.measures.match(text, factor.end, { unspaced: true })?.value ?? null;
      continue;
    }
    const short = MAGNITUDE_BESIDE_CURRENCY.exec(match[0]);
    if (short) {
      magnitude = SHORT_MAGNITUDES[(short[1] ?? short[2] ?? short[3] ?? '').toLowerCase()] ?? 1;
      // Before the currency, "in" does not mean inch.
      measure = short[3]
        ? (lexicon.symbols.get(match[0].slice(0, 3)) ?? null)
        : readMeasureOfHeader(text, match.index + (short[2]?.length ?? 0), match[0], lexicon);
    } else measure ??= readMeasureOfHeader(text, match.index, match[0], lexicon);
  }
  return { measure, magnitude };
}

const UNSPACED_SIGN = /^[\p{Script=Han}\p{Script=Hangul}]/u;

function readMeasureOfHeader(text: string, at: number, word: string, lexicon: Lexicon): Measure | null {
  const symbol = lexicon.symbols.match(text, at, { exactCase: true });
  // A sign of one letter is a unit only in brackets or at the end.
  const isSign =
    symbol &&
    (symbol.end - at > 1 || /[%€$£¥°]/.test(word) || /^[)\]]|^$/.test(text.slice(symbol.end, symbol.end + 1)));
  if (isSign) return symbol.value;
  const name = lexicon.measures.match(text, at, { unspaced: lexicon.isUnspaced });
  // "产量(吨)"
  const isSignOfUnit = name && UNSPACED_SIGN.test(word) && /^[)）\]]|^$/.test(text.slice(name.end, name.end + 1));
  return name && (name.end - at > 1 || isSignOfUnit) ? name.value : null;
}

/** Whether two figures measure the same kind of thing, so that one can be mistaken for the other. */
export function measuresSameKind(a: Figure, b: SourceFigure): boolean {
  const measure = b.fact.measure ?? getHeader(b.passage, b.document).measure;
  if (!a.measure && !measure) return true;
  return a.measure !== null && measure !== null && fitMeasures(a.measure, measure) !== 'other';
}

/** Whether a figure equals the result of a computation in the precision in which it is written. */
export function isNear(value: number, result: number, claim: Figure): boolean {
  const tolerance = claim.isApproximate
    ? Math.max(claim.step * 0.5, Math.abs(value) * 0.04)
    : claim.hasDecimals || claim.magnitude > 1
      ? claim.step * 0.51
      : claim.measure?.type === 'percent'
        ? 0.51
        : 1e-6 * Math.abs(value);
  return Math.abs(result - value) <= tolerance;
}

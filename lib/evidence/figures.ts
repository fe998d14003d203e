import { memoize } from '../control-flow/index.ts';
import {
  ATTACHED_AND,
  COMPOUND_OF_TIMES,
  COMPOUND_OF_UNIT,
  FIGURE_AND,
  FIGURE_RANGE,
  HALF_AFTER_UNIT,
  IDEOGRAPHIC_NUMBER,
  MINUTES_BEHIND_HOURS,
  ORDINAL_ENDING,
  readIdeographicNumber,
  TIMES_AFTER_IDEOGRAPH,
} from '../language/index.ts';
import type { Figure, Taken } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import { findRaceTimes } from './race-times.ts';
import {
  readFraction,
  readMagnitude,
  readMeasure,
  readMeasureBefore,
  readPer,
  readQuantity,
  readShortMagnitude,
  STEP_OF_FRACTION,
} from './read-measure.ts';
import { findUnit, type Measure } from './units.ts';

const SECONDS_OF_HOUR = 3600;
/** A comma before a number that is not part of a number ends a clause: "9元，65岁". */
const NUMBER = /(?<!\d|\d,|\.)(?:\d{1,3}(?:[ '٬]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(?![\d])/g;
const FRACTION = /(?<![\d.,/])(?:(\d{1,3}) ?)?(?:([¼½¾⅓⅔⅛⅜⅝⅞])|(?<!\d)(\d)\/([2-8]))(?![\d/])/g;
const VULGAR_FRACTIONS: Readonly<Record<string, number>> = {
  '¼': 1 / 4,
  '½': 1 / 2,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
};

/** Finds figures with their magnitudes and units. Dates, times and identifiers must have been marked as taken. */
export function findFigures(text: string, lexicon: Lexicon, takenRanges: Taken): Figure[] {
  const figures: Figure[] = findRaceTimes(text, takenRanges);
  for (const match of text.matchAll(FRACTION)) addFraction(match);
  for (const match of text.matchAll(NUMBER)) {
    const start = match.index;
    const end = start + match[0].length;
    if (takenRanges.has(start, end)) continue;
    const figure = readFigure(text, start, end, match[0], lexicon);
    if (!figure) continue;
    const previous = figures.at(-1);
    if (previous && joins(text, previous, figure, lexicon)) {
      figures[figures.length - 1] = {
        ...figure,
        start: previous.start,
        numberStart: previous.numberStart,
        values: [(previous.values[0] ?? 0) + (figure.values[0] ?? 0)],
      };
      continue;
    }
    figures.push(figure);
  }
  readMinutesBehindHours(text, figures);
  for (const figure of figures) takenRanges.add(figure.start, figure.end);
  figures.sort((a, b) => a.start - b.start);
  shareMeasures(text, figures);
  figures.push(...findNumberWords(text, lexicon, takenRanges));
  return figures.sort((a, b) => a.start - b.start);

  /** "1½ tsp", "1/2 cup" */
  function addFraction(match: RegExpExecArray) {
    const [whole, units = '', sign, over, under] = match;
    const { index: start } = match;
    const end = start + whole.length;
    const part = sign ? VULGAR_FRACTIONS[sign] : Number(over) / Number(under);
    if (part === undefined || part >= 1 || takenRanges.has(start, end)) return;
    const figure = readFigure(text, start, end, '1', lexicon);
    // Without a unit, "1/2" is just as often a page or a date.
    if (!figure || (!sign && !figure.measure)) return;
    takenRanges.add(figure.start, figure.end);
    figures.push({ ...figure, values: [Number(units) + part], step: 0.01, hasDecimals: true });
  }
}

/** Whether two figures form one number: "1億2000万", "8만 4,700", "3 lakh 50 thousand". */
function joins(text: string, previous: Figure, figure: Figure, lexicon: Lexicon): boolean {
  if (
    previous.magnitude === 1 ||
    previous.measure ||
    previous.end > figure.start ||
    !/^ ?$/.test(text.slice(previous.end, figure.start))
  )
    return false;
  const isSmaller = (figure.values[0] ?? 0) < previous.magnitude;
  return isSmaller && (previous.end === figure.start || figure.magnitude > 1 || lexicon.language === 'ko');
}

function readFigure(text: string, start: number, end: number, digits: string, lexicon: Lexicon): Figure | null {
  const number = parseNumber(digits, lexicon.hasDecimalPoint);
  const ordinal = ORDINAL_ENDING.exec(text.slice(end, end + 4))?.[0] ?? '';
  let at = end + ordinal.length;
  const currency = readMeasureBefore(text, start, lexicon);
  const magnitude = ordinal ? null : (readMagnitude(text, at, lexicon) ?? (currency && readShortMagnitude(text, at)));
  if (magnitude) at = magnitude.end;
  const quantity = readQuantity(text, { start, end: at, hasMagnitude: Boolean(magnitude) }, lexicon);
  const after = quantity.measure;
  at = quantity.at;
  const before = after?.measure.type === 'currency' ? null : currency;
  const measure = before?.measure ?? after?.measure ?? null;
  const measureEnd = before && after ? after.end : (after?.end ?? at);
  const factor = magnitude?.value ?? 1;
  const { fraction } = quantity;
  return {
    type: 'figure',
    start: before?.start ?? start,
    end: measureEnd,
    numberStart: start,
    numberEnd: end,
    // Nobody writes "412.000 million" for 412 million.
    values: (factor > 1 ? number.values.slice(0, 1) : number.values).map((value) =>
      round((value + fraction) * factor * quantity.factor),
    ),
    step: round((fraction === 0 ? number.step : STEP_OF_FRACTION) * factor),
    digits: number.digits,
    measure,
    per: readPer(text, measureEnd, lexicon),
    isApproximate: isApproximate(text, before?.start ?? start, measureEnd, lexicon),
    magnitude: factor,
    hasDecimals: number.step < 1 || fraction !== 0,
    isWord: false,
    isOrdinal: ordinal !== '',
  };
}

/** Returns the possible values of digits with separators, the more likely one first. */
export function parseNumber(
  digits: string,
  hasDecimalPoint: boolean,
): { values: number[]; step: number; digits: number } {
  const plain = digits.replace(/[ '٬]/g, '');
  const marks = plain.match(/[.,]/g) ?? [];
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const tail = plain.length - last - 1;
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain) || /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(plain);
  const whole = Number(plain.replace(/[.,]/g, ''));
  const decimal = Number(`${plain.slice(0, Math.max(0, last)).replace(/[.,]/g, '')}.${plain.slice(last + 1)}`);
  const significant = String(whole).replace(/^0+/, '').length;
  if (marks.length === 0) return { values: [whole], step: 1, digits: countSignificantDigits(whole) };
  if (new Set(marks).size === 1 && isGrouped && !plain.startsWith('0') && plain !== digits)
    return { values: [whole], step: 1, digits: significant };
  if (new Set(marks).size === 1 && isGrouped && !plain.startsWith('0')) {
    if (marks.length > 1) return { values: [whole], step: 1, digits: significant };
    const isDecimal = (marks[0] === '.') === hasDecimalPoint;
    return isDecimal
      ? { values: [decimal, whole], step: 0.001, digits: significant }
      : { values: [whole], step: 1, digits: countSignificantDigits(whole) };
  }
  if (new Set(marks).size === 1 && marks.length > 1) return { values: [whole], step: 1, digits: significant };
  return { values: [decimal], step: 10 ** -tail, digits: significant };
}

function countSignificantDigits(value: number): number {
  return String(value).replace(/0+$/, '').length || 1;
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}

const approximationPatterns = memoize(({ facts, isUnspaced }: Lexicon): { before: RegExp; after: RegExp } => {
  const words = facts.about.map((word) => word.replaceAll('’', "'").replaceAll('.', '\\.')).join('|');
  return isUnspaced
    ? { before: new RegExp(`(?:${words})\\s?$`, 'u'), after: new RegExp(`^\\s?(?:${words})`, 'u') }
    : {
        before: new RegExp(`(?:(?<!\\p{L})(?:${words})\\s(?:\\p{L}{1,3}\\s)?|[~≈<>±])$`, 'iu'),
        after: new RegExp(`^\\s(?:\\p{L}+\\s)?(?:${words})(?!\\p{L})`, 'iu'),
      };
});

/** Returns the text before a figure without the words for "about" or a bound. */
export function cutApproximation(before: string, lexicon: Lexicon): string {
  return before.replace(approximationPatterns(lexicon).before, '');
}

function isApproximate(text: string, start: number, end: number, lexicon: Lexicon): boolean {
  // Any word may precede a round number.
  if (!lexicon.hasVocabulary) return /[1-9]0{1,}\D*$|0{2,}\D*$/.test(text.slice(start, end).replace(/[.,\s]/g, ''));
  const patterns = approximationPatterns(lexicon);
  if (patterns.before.test(text.slice(Math.max(0, start - 28), start))) return true;
  // Only some languages put such words after the number. In others, they begin the next phrase.
  return (
    ['tr', 'hi', 'ja', 'zh', 'ko', 'ar'].includes(lexicon.language) && patterns.after.test(text.slice(end, end + 20))
  );
}

/** In "10–12 km" and "3 to 4 million euros", the unit after the last figure applies to all of them. */
function shareMeasures(text: string, figures: Figure[]) {
  for (let index = figures.length - 2; index >= 0; index -= 1) {
    const figure = figures[index];
    const next = figures[index + 1];
    if (!figure || !next || figure.measure || !FIGURE_RANGE.test(text.slice(figure.end, next.start))) continue;
    const isRange = !FIGURE_AND.test(text.slice(figure.end, next.start));
    figures[index] = {
      ...figure,
      measure: next.measure,
      per: next.per,
      isApproximate: figure.isApproximate || next.isApproximate,
      ...(isRange && next.magnitude > 1 && figure.magnitude === 1 ? scale(figure, next.magnitude) : {}),
    };
  }
}

/** In 1小时36分, the sign behind the second number means minutes, and not points. */
function readMinutesBehindHours(text: string, figures: Figure[]) {
  for (const [at, figure] of figures.entries()) {
    const hours = figures[at - 1];
    const sign = MINUTES_BEHIND_HOURS.exec(text.slice(figure.numberEnd, figure.numberEnd + 2));
    if (!sign || figure.measure || hours?.measure?.type !== 'unit' || hours.measure.factor !== SECONDS_OF_HOUR)
      continue;
    if (hours.measure.dimension !== 'time' || !/^ ?$/.test(text.slice(hours.end, figure.start))) continue;
    figures[at] = { ...figure, measure: findUnit('minute'), end: figure.numberEnd + sign[0].length };
  }
}

/** The figure without the magnitude remains possible: "900 to 1 million". */
function scale(figure: Figure, magnitude: number): Pick<Figure, 'values' | 'step' | 'magnitude'> {
  return {
    values: [...figure.values.map((value) => round(value * magnitude)), ...figure.values],
    step: round(figure.step * magnitude),
    magnitude,
  };
}

const TIMES: Measure = { type: 'unit', dimension: 'times', factor: 1 };

/**
 * Finds numbers in words ("three floors") and in ideographs (三十五). "One" is just as often an article, so it needs a
 * magnitude or a unit.
 */
function findNumberWords(text: string, lexicon: Lexicon, takenRanges: Taken): Figure[] {
  const figures: Figure[] = [];
  if (lexicon.language === 'ja' || lexicon.language === 'zh') {
    for (const match of text.matchAll(IDEOGRAPHIC_NUMBER)) {
      const value = readIdeographicNumber(match[0]);
      if (value !== null) add(match.index, match.index + match[0].length, value);
    }
    return figures;
  }
  let last = -1;
  for (const match of text.matchAll(/(?<![\p{L}\p{M}\d-])[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)?/gu)) {
    if (match.index < last) continue;
    const word = match[0].toLowerCase();
    const prefix = ATTACHED_AND[lexicon.language]?.exec(word)?.[0].length ?? 0;
    const value = readWord(word, lexicon) ?? (prefix > 0 ? readWord(word.slice(prefix), lexicon) : undefined);
    if (value !== undefined) add(match.index + prefix, match.index + match[0].length, value);
    else if (isOneUnit(text, match.index, lexicon)) add(match.index, match.index, 1);
    else addCompound(word, match.index);
    last = figures.at(-1)?.end ?? last;
  }
  return figures;

  /** "a three-week course", "eine dreiwöchige Reise" */
  function addCompound(word: string, start: number) {
    const first =
      /^\p{L}+(?=-)/u.exec(word)?.[0] ?? word.slice(0, COMPOUND_OF_UNIT[lexicon.language]?.exec(word)?.index);
    const value = first === word ? undefined : lexicon.numberWords.get(first);
    const end = start + first.length;
    if (value !== undefined && readMeasure(text, end, lexicon)) add(start, end, value);
  }

  function add(start: number, end: number, value: number) {
    if (takenRanges.has(start, end)) return;
    const magnitude = readMagnitude(text, end, lexicon);
    const quantity = readQuantity(
      text,
      { start, end: magnitude?.end ?? end, hasMagnitude: magnitude !== null },
      lexicon,
    );
    const { measure, fraction } = quantity;
    if (value === 1 && !magnitude && !measure) return;
    const isOfTimes = value > 1 && TIMES_AFTER_IDEOGRAPH[lexicon.language]?.test(text.slice(end, end + 2)) === true;
    if (lexicon.isUnspaced && end - start < 2 && !measure && !magnitude && !isOfTimes) return;
    const total = (value + fraction) * (magnitude?.value ?? 1) * quantity.factor;
    const stop = measure?.end ?? quantity.at;
    figures.push({
      type: 'figure',
      start,
      end: stop,
      numberStart: start,
      numberEnd: end,
      values: [total],
      step: (magnitude?.value ?? 1) * (fraction === 0 ? 1 : STEP_OF_FRACTION),
      digits: countSignificantDigits(value) + (fraction === 0 ? 0 : 1),
      measure: measure?.measure ?? (lexicon.isUnspaced && isOfTimes ? TIMES : null),
      per: null,
      magnitude: magnitude?.value ?? 1,
      isApproximate: isApproximate(text, start, stop, lexicon),
      hasDecimals: fraction !== 0,
      isWord: true,
      isOrdinal: false,
    });
  }
}

/** Where a unit alone is one of it, if a fraction or a smaller unit follows: "لتر ونصف" is one litre and a half. */
function isOneUnit(text: string, at: number, lexicon: Lexicon): boolean {
  const after = ATTACHED_AND[lexicon.language];
  const unit = after ? lexicon.measures.match(text, at) : null;
  if (!after || unit?.value.type !== 'unit') return false;
  const words = /^ ([\p{L}\p{M}]+)(?: ([\p{L}\p{M}]+))?/u.exec(text.slice(unit.end, unit.end + 40));
  const [, first = '', second = ''] = words ?? [];
  const prefix = after.exec(first)?.[0].length ?? 0;
  if (prefix === 0) return false;
  if (readFraction(` ${first}`, HALF_AFTER_UNIT[lexicon.language]).length > 0) return true;
  return readWord(first.slice(prefix), lexicon) !== undefined && lexicon.measures.get(second) !== undefined;
}

function readWord(word: string, lexicon: Lexicon): number | undefined {
  const value = lexicon.numberWords.get(word);
  if (value !== undefined) return value;
  const times = COMPOUND_OF_TIMES[lexicon.language]?.exec(word);
  if (times) return lexicon.numberWords.get(word.slice(0, times.index));
  const [tens, ones] = word.split('-').map((part) => lexicon.numberWords.get(part));
  return tens !== undefined && ones !== undefined && tens >= 20 && ones < 10 ? tens + ones : undefined;
}

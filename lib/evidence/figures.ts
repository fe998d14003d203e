import { memoize } from '../control-flow/index.ts';
import {
  COMPOUND_OF_TIMES,
  COMPOUND_OF_UNIT,
  FIGURE_AND,
  FIGURE_RANGE,
  IDEOGRAPHIC_NUMBER,
  ORDINAL_ENDING,
  readIdeographicNumber,
  TIMES_AFTER_IDEOGRAPH,
  UNIT_LINK,
} from '../language/index.ts';
import { findCurrency } from './currencies.ts';
import type { Figure, Taken } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import { findRaceTimes } from './race-times.ts';
import { findUnit, type Measure } from './units.ts';

/** A comma before a number that is not part of a number ends a clause: "9元，65岁". */
const NUMBER = /(?<!\d|\d,|\.)(?:\d{1,3}(?:[ '٬]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(?![\d])/g;
const GAP = /^[ -]?/;
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
  const after = readMeasure(text, at, lexicon);
  const before = after?.measure.type === 'currency' ? null : currency;
  const measure = before?.measure ?? after?.measure ?? null;
  const measureEnd = before && after ? after.end : (after?.end ?? at);
  const factor = magnitude?.value ?? 1;
  return {
    type: 'figure',
    start: before?.start ?? start,
    end: measureEnd,
    numberStart: start,
    numberEnd: end,
    // Nobody writes "412.000 million" for 412 million.
    values: (factor > 1 ? number.values.slice(0, 1) : number.values).map((value) => round(value * factor)),
    step: round(number.step * factor),
    digits: number.digits,
    measure,
    per: readPer(text, measureEnd, lexicon),
    isApproximate: isApproximate(text, before?.start ?? start, measureEnd, lexicon),
    magnitude: factor,
    hasDecimals: number.step < 1,
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

function readMagnitude(text: string, at: number, lexicon: Lexicon): { value: number; end: number } | null {
  const gap = GAP.exec(text.slice(at, at + 1))?.[0].length ?? 0;
  const match = lexicon.magnitudes.match(text, at + gap, { unspaced: lexicon.isUnspaced });
  if (match) {
    // "тыс." and "Mio."
    const end =
      text[match.end] === '.' && /^\.\s?[\p{L}€$£]/u.test(text.slice(match.end, match.end + 3)) && match.end - at < 6
        ? match.end + 1
        : match.end;
    return { value: match.value, end };
  }
  // Signs in upper case directly after the digits, or before a currency: "$5M", "3.2B", "10K", "4,5 M€".
  const sign = /^([KMB])(?![\p{L}\d])/u.exec(text.slice(at + gap, at + gap + 2))?.[1];
  if (sign && (gap === 0 || /^[€$£]/.test(text.slice(at + gap + 1))))
    return { value: { K: 1e3, M: 1e6, B: 1e9 }[sign] ?? 1, end: at + gap + 1 };
  return null;
}

/** Reads a magnitude directly after the digits of an amount: "£402m", "NOK 20bn". */
function readShortMagnitude(text: string, at: number): { value: number; end: number } | null {
  const sign = /^(?:k|mn?|bn?|tn)(?![\p{L}\d])/u.exec(text.slice(at, at + 3))?.[0];
  return sign ? { value: { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }[sign[0] ?? ''] ?? 1, end: at + sign.length } : null;
}

/** A unit that is not in any list is recognized by a capital letter inside: "kVA". */
const UNKNOWN_UNIT = /^ ?([a-zµ]{1,2}[A-Z][A-Za-z]{0,2})(?![\p{L}\d])/u;

function readMeasure(text: string, at: number, lexicon: Lexicon): { measure: Measure; end: number } | null {
  const gap = UNIT_LINK.exec(text.slice(at, at + 5))?.[0].length ?? 0;
  for (const from of new Set([at + gap, at])) {
    const symbol = lexicon.symbols.match(text, from, { exactCase: true });
    const name = lexicon.measures.match(text, from, { unspaced: lexicon.isUnspaced });
    const best = symbol && (!name || symbol.end >= name.end) ? symbol : name;
    if (!best || isOtherSense(text, at, from, best.end, best.value)) continue;
    // In "every further one £55", the sign belongs to the next figure.
    if (best === symbol && best.value.type === 'currency' && from > at && /^\d/.test(text.slice(best.end))) continue;
    return { measure: best.value, end: best.end };
  }
  const degrees = /^([CF])(?![\p{L}\d])/u.exec(text.slice(at, at + 2))?.[1];
  if (degrees && /\d\d$/.test(text.slice(at - 2, at)))
    return { measure: findUnit(degrees === 'C' ? 'celsius' : 'fahrenheit'), end: at + 1 };
  const unknown = UNKNOWN_UNIT.exec(text.slice(at, at + 8));
  return unknown ? { measure: findUnit(unknown[1] ?? ''), end: at + unknown[0].length } : null;
}

/**
 * Whether one letter after a space is not a unit, as in "5 in the morning" and "3 A matches". In running text, a
 * capital letter is a unit only directly after the digits.
 */
function isOtherSense(text: string, at: number, from: number, end: number, measure: Measure): boolean {
  const word = text.slice(from, end);
  if (/^[A-Z]$/.test(word) && from > at && measure.type === 'unit' && !/^[\s,.;:)|]|^$/.test(text.slice(end, end + 1)))
    return true;
  if (word === 'in' && /^[)\]]/.test(text.slice(end, end + 1))) return false;
  return /^(?:in|a|an|c)$/.test(word);
}

const percentPatterns = memoize(({ percentBefore }: Lexicon): readonly RegExp[] =>
  percentBefore.map((word) => new RegExp(`(?<!\\p{L})${word}\\s?$`, 'iu')),
);

function readMeasureBefore(text: string, start: number, lexicon: Lexicon): { measure: Measure; start: number } | null {
  const head = text.slice(Math.max(0, start - 16), start);
  for (const pattern of percentPatterns(lexicon)) {
    const match = pattern.exec(head);
    if (match) return { measure: { type: 'percent' }, start: start - match[0].length };
  }
  const percent = /%\s?$/.exec(head);
  if (percent && lexicon.language === 'tr') return { measure: { type: 'percent' }, start: start - percent[0].length };
  const sign = /(?<![\p{L}\d])((?:[A-Z]{1,3})?[$€£¥₹₩₽₺₴₪₫฿₱₦]|[A-Z]{3}|Rs\.?|kr\.?|CHF|Fr\.|RMB|TL)\s?[-+]?$/u.exec(
    head,
  );
  const name = sign?.[1];
  if (!sign || !name) return null;
  const measure = lexicon.symbols.get(name) ?? (/^[A-Z]{3}$/.test(name) ? undefined : findCurrency(name));
  return measure?.type === 'currency' ? { measure, start: start - sign[0].length } : null;
}

const perPattern = memoize(({ facts }: Lexicon): RegExp => {
  const words = facts.per.filter((per) => !per.endsWith('~')).map((per) => per.replaceAll('’', "'"));
  return new RegExp(`^\\s(?:${words.join('|') || '(?!)'})[ ']?`, 'iu');
});

function readPer(text: string, at: number, lexicon: Lexicon): string | null {
  const rest = text.slice(at, at + 24);
  const word = /^\s?\/\s?/.exec(rest) ?? perPattern(lexicon).exec(rest);
  if (!word) return null;
  const from = at + word[0].length;
  const unit =
    lexicon.measures.match(text, from, { unspaced: lexicon.isUnspaced }) ??
    lexicon.symbols.match(text, from, { exactCase: true });
  return unit?.value.type === 'unit' ? `${unit.value.dimension}:${unit.value.factor}` : null;
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
    const value = readWord(word, lexicon);
    if (value !== undefined) add(match.index, match.index + match[0].length, value);
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
    const measure = readMeasure(text, magnitude?.end ?? end, lexicon);
    if (value === 1 && !magnitude && !measure) return;
    const isOfTimes = value > 1 && TIMES_AFTER_IDEOGRAPH[lexicon.language]?.test(text.slice(end, end + 2)) === true;
    if (lexicon.isUnspaced && end - start < 2 && !measure && !magnitude && !isOfTimes) return;
    const total = value * (magnitude?.value ?? 1);
    const stop = measure?.end ?? magnitude?.end ?? end;
    figures.push({
      type: 'figure',
      start,
      end: stop,
      numberStart: start,
      numberEnd: end,
      values: [total],
      step: magnitude?.value ?? 1,
      digits: countSignificantDigits(value),
      measure: measure?.measure ?? (lexicon.isUnspaced && isOfTimes ? TIMES : null),
      per: null,
      magnitude: magnitude?.value ?? 1,
      isApproximate: isApproximate(text, start, stop, lexicon),
      hasDecimals: false,
      isWord: true,
      isOrdinal: false,
    });
  }
}

function readWord(word: string, lexicon: Lexicon): number | undefined {
  const value = lexicon.numberWords.get(word);
  if (value !== undefined) return value;
  const times = COMPOUND_OF_TIMES[lexicon.language]?.exec(word);
  if (times) return lexicon.numberWords.get(word.slice(0, times.index));
  const [tens, ones] = word.split('-').map((part) => lexicon.numberWords.get(part));
  return tens !== undefined && ones !== undefined && tens >= 20 && ones < 10 ? tens + ones : undefined;
}

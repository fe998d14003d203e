import { memoize } from '../control-flow/index.ts';
import { readAmount } from './answer-computations.ts';
import { isSameDate, readMinutesOfDay } from './compare-dates.ts';
import { findHeader, isFigure } from './compare-figures.ts';
import { isWrittenAsDuration, readHourBefore } from './derived-times.ts';
import type { FactChecker } from './fact-checker.ts';
import { lookUpFacts } from './fact-lookup.ts';
import { type CalendarDate, type Fact, type Figure, isWithinSpan } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import { listOrigins } from './origins.ts';
import type { IndexedFact, SourceDocument, SourceIndex } from './source-index.ts';
import { SECONDS_OF_DAY } from './units.ts';

const SECONDS_OF_HOUR = 3600;
const DAY_MS = 86_400_000;
const DAYS_OF_MONTH = 30.44;
const MONTHS_OF_YEAR = 12;
/** Matches "2:38:05", "1 h 15" and "1h15", with any word for hours. */
const HOURS_AND_MINUTES = /^\D*(\d{1,2})\s?(?::|\p{L}+)\s?(\d{2})(?::(\d{2}))?/u;

/**
 * Finds the facts that a duration is derived from: the same duration in words, the sum of those of a paragraph, or the
 * time between two dates of the answer.
 */
export function findDuration(fact: Fact, checker: FactChecker): IndexedFact[] | null {
  if (fact.type === 'time') return findWrittenDuration(fact, checker) ?? findTimeBetweenTimes(fact, checker);
  if (fact.type !== 'figure' || fact.measure?.type !== 'unit') return null;
  return (
    findTimeBetweenDates(fact, checker) ??
    (fact.measure.dimension === 'time'
      ? (findSameDuration(fact, checker) ?? findTimeBetweenTimes(fact, checker))
      : null)
  );
}

/** Finds the same duration in words, or the sum of those of a paragraph. */
export function findWrittenDuration(fact: Fact, { answer, index }: FactChecker): IndexedFact[] | null {
  const match = HOURS_AND_MINUTES.exec(answer.text.slice(fact.start, fact.end));
  if (!match) return null;
  const seconds = Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
  const runs = listDurations(index);
  const same = runs.find((run) => run.seconds === seconds);
  if (same) return same.facts;
  for (const inBlock of Map.groupBy(runs, blockKey).values()) {
    const sum = inBlock.reduce((total, run) => total + run.seconds, 0);
    if (inBlock.length > 1 && sum === seconds) return inBlock.flatMap(({ facts }) => facts);
  }
  return null;
}

/**
 * The hours and minutes of a duration are read as a whole, regardless of which one is checked: "80 minutes (1 hour 20
 * minutes)".
 */
function findSameDuration(fact: Fact, checker: FactChecker): IndexedFact[] | null {
  const seconds = readSeconds(fact, checker);
  return listDurations(checker.index).find((run) => run.seconds === seconds)?.facts ?? null;
}

/** Returns the seconds of a duration, including the larger or smaller unit next to it. */
function readSeconds(fact: Fact, checker: FactChecker): number {
  const { facts, answer } = checker;
  if (fact.type === 'time') {
    const match = HOURS_AND_MINUTES.exec(answer.text.slice(fact.start, fact.end));
    return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 : Number.NaN;
  }
  let total = 0;
  for (const other of facts) {
    if (other.type !== 'figure' || other.measure?.type !== 'unit' || other.measure.dimension !== 'time') continue;
    const [first, second] = other.start < fact.start ? [other, fact] : [fact, other];
    const gap = answer.text.slice(first.end, Math.max(first.end, second.start));
    if (other === fact || (gap.length <= MAX_GAP && !/[.;,(\n]/.test(gap)))
      total += (other.values[0] ?? 0) * other.measure.factor;
  }
  return fact.type === 'figure' && total < SECONDS_OF_HOUR ? total + readHourBefore(fact, checker) : total;
}

/**
 * Finds the time between two times next to the claim in the answer, both of which occur in the sources: "from 7:17 to
 * 8:05, 48 minutes".
 */
function findTimeBetweenTimes(fact: Fact, checker: FactChecker): IndexedFact[] | null {
  const { answer, facts, contexts, index } = checker;
  const seconds = readSeconds(fact, checker);
  if (!(seconds > 0)) return null;
  const block = contexts.blockAt(fact.start);
  const lookUp = lookUpFacts(index);
  const times = facts.flatMap((other) => {
    const minutes = other === fact ? [] : readMinutesOfDay(other, answer.text);
    if (minutes.length === 0 || contexts.distance(contexts.blockAt(other.start), block) > 2) return [];
    const { start, end } = other;
    const [source] = lookUp.findTimes({ type: 'time', start, end, minutes });
    return source ? [{ time: other, minutes, source }] : [];
  });
  for (const [at, from] of times.entries()) {
    for (const until of times.slice(at + 1)) {
      if (!areBeside(from.time, until.time, checker)) continue;
      const isBetween = from.minutes.some((start) =>
        until.minutes.some((end) => ((end - start) * 60 + SECONDS_OF_DAY) % SECONDS_OF_DAY === seconds),
      );
      if (isBetween) return [from.source, until.source];
    }
  }
  return null;
}

/** Of the many times in a table, only those of one row or column are used. */
function areBeside(a: Fact, b: Fact, { answer, contexts }: FactChecker): boolean {
  const [x, y] = [a, b].map(({ start }) => answer.blocks[contexts.blockAt(start)]?.cell);
  if (!x && !y) return true;
  return x !== undefined && x.table === y?.table && (x.row === y.row || x.column === y.column);
}

type Duration = { seconds: number; facts: IndexedFact[] };

function blockKey({ facts: [first] }: Duration): string {
  return `${first?.document.number}:${first?.passage.block}`;
}

/** With more times of day outside of tables, two of them are as far apart by chance. */
const MAX_TIMES = 4;

/**
 * Finds the two times of a source, such as the beginning and the end of a meeting, that are as far apart as the claim.
 */
export function findTimeBetweenFew(fact: Fact, checker: FactChecker): IndexedFact[] | null {
  const isDuration =
    fact.type === 'time'
      ? isWrittenAsDuration(fact, checker)
      : fact.type === 'figure' && fact.measure?.type === 'unit' && fact.measure.dimension === 'time';
  if (!isDuration) return null;
  const minutes = readSeconds(fact, checker) / 60;
  for (const { facts } of checker.index.documents) {
    const times = facts.flatMap((indexed) =>
      indexed.fact.type === 'time' && indexed.passage.table < 0 ? [{ indexed, at: indexed.fact.minutes[0] ?? 0 }] : [],
    );
    if (times.length > MAX_TIMES) continue;
    for (const a of times) {
      const b = times.find(({ at }) => at - a.at === minutes);
      if (b) return [a.indexed, b.indexed];
    }
  }
  return null;
}

/** With more durations in one place, two of them differ by an amount by chance. */
const MAX_DURATIONS = 12;

/**
 * Finds two durations of one column or paragraph that differ by the claim: "25 seconds ahead" for 1:03:27 and 1:03:52.
 */
export function findDifferenceOfDurations(fact: Fact, checker: FactChecker): IndexedFact[] | null {
  if (fact.type !== 'figure' || fact.measure?.type !== 'unit' || fact.measure.dimension !== 'time') return null;
  const seconds = readSeconds(fact, checker);
  for (const runs of Map.groupBy(listDurations(checker.index), keyOfColumn).values()) {
    if (runs.length > MAX_DURATIONS) continue;
    for (const a of runs) {
      const b = runs.find((run) => Math.abs(run.seconds - a.seconds - seconds) < 1e-6);
      if (b) return [...a.facts, ...b.facts];
    }
  }
  return null;
}

function keyOfColumn({ facts: [first] }: Duration): string {
  const { passage, document } = first as IndexedFact;
  return passage.table < 0 ? `${document.number}` : `${document.number}:${passage.table}:${passage.column}`;
}

/** The maximum number of characters between the hours and the minutes of a duration. */
const MAX_GAP = 8;

/** "2 h 30" and "1:03:52" look like times of day. */
function readHoursAndMinutes({ fact, document }: IndexedFact): number | null {
  const text = document.readable.text.slice(fact.start, fact.end);
  const match = /^(\d{1,2})(?: ?h ?|:)(\d{2})(?::(\d{2}))?$/u.exec(text);
  if (!match || (match[3] === undefined && !text.includes('h'))) return null;
  return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
}

/** "2 hours 38 minutes 5 seconds" is one duration. */
const listDurations = memoize(({ facts }: SourceIndex): readonly Duration[] => {
  const runs: Duration[] = [];
  for (const indexed of facts) {
    const written = indexed.fact.type === 'time' ? readHoursAndMinutes(indexed) : null;
    if (written !== null) runs.push({ seconds: written, facts: [indexed] });
    if (!isFigure(indexed) || indexed.fact.measure?.type !== 'unit' || indexed.fact.measure.dimension !== 'time')
      continue;
    const seconds = (indexed.fact.values[0] ?? 0) * indexed.fact.measure.factor;
    const last = runs.at(-1);
    const previous = last?.facts.at(-1);
    if (last && previous && isFigure(previous) && continues(previous, indexed)) {
      last.seconds += seconds;
      last.facts.push(indexed);
    } else runs.push({ seconds, facts: [indexed] });
  }
  return runs;
});

/** Whether a smaller unit directly follows a larger one. */
function continues(a: IndexedFact & { fact: Figure }, b: IndexedFact & { fact: Figure }): boolean {
  if (a.document !== b.document || a.passage.block !== b.passage.block) return false;
  const gap = a.document.readable.text.slice(a.fact.end, b.fact.start);
  const [larger, smaller] = [a.fact.measure, b.fact.measure];
  return (
    gap.length <= MAX_GAP &&
    !/[.,;:\n]/.test(gap) &&
    larger?.type === 'unit' &&
    smaller?.type === 'unit' &&
    larger.factor > smaller.factor
  );
}

/**
 * Finds the time between two dates that are in the sentence and in the sources: "from 1 September to 31 August, that is
 * 12 months".
 */
function findTimeBetweenDates(claim: Figure, { facts, contexts, index }: FactChecker): IndexedFact[] | null {
  const { measure } = claim;
  if (measure?.type !== 'unit' || (measure.dimension !== 'time' && measure.dimension !== 'months')) return null;
  const days =
    (claim.values[0] ?? 0) *
    (measure.dimension === 'months' ? measure.factor * DAYS_OF_MONTH : measure.factor / SECONDS_OF_DAY);
  if (days < 1) return null;
  const sentence = contexts.sentenceAt(claim.start);
  const dates = facts.filter(
    (fact): fact is CalendarDate => fact.type === 'date' && isWithinSpan(fact, sentence) && toDayNumber(fact) !== null,
  );
  const tolerance = measure.dimension === 'months' ? 2 : 1;
  for (const first of dates) {
    for (const second of dates) {
      const between = (toDayNumber(second) ?? 0) - (toDayNumber(first) ?? 0);
      if (between <= 0 || Math.abs(between - days) > tolerance) continue;
      const sources = [first, second].map((date) => index.facts.find((indexed) => isSameDate(date, indexed)));
      if (sources[0] && sources[1]) return [sources[0], sources[1]];
    }
  }
  return null;
}

function toDayNumber({ readings: [date] }: CalendarDate): number | null {
  if (date?.year === undefined || date.month === undefined || date.day === undefined) return null;
  return Date.UTC(date.year, date.month - 1, date.day) / DAY_MS;
}

/** Finds a twelfth of an amount of the sentence, if the sentence mentions a month: "€24 more, or €2 a month". */
export function findMonthlyPart(claim: Figure, checker: FactChecker): readonly IndexedFact[] | null {
  if (claim.measure?.type !== 'currency' || claim.isApproximate) return null;
  const { answer, contexts, facts, lexicon } = checker;
  const sentence = contexts.sentenceAt(claim.start);
  const yearly = facts.find(
    (fact) =>
      fact !== claim &&
      fact.type === 'figure' &&
      isWithinSpan(fact, sentence) &&
      Math.abs((readAmount(fact, claim) ?? 0) - (claim.values[0] ?? 0) * MONTHS_OF_YEAR) < 0.01,
  );
  if (!yearly || !hasUnit(answer.text.slice(sentence.start, sentence.end), 1, lexicon)) return null;
  const origins = listOrigins(yearly, checker);
  return origins.length > 0 ? origins : null;
}

/** Finds an amount per month in the sources that gives the claim times twelve, if the sentence mentions a year. */
export function findYearlySum(claim: Figure, { answer, contexts, lexicon, index }: FactChecker): IndexedFact[] | null {
  if (claim.measure?.type !== 'currency') return null;
  const value = claim.values[0] ?? 0;
  const { codes } = claim.measure;
  const monthly = index.facts.find((indexed) => {
    if (!isFigure(indexed) || Math.abs((indexed.fact.values[0] ?? 0) * MONTHS_OF_YEAR - value) > 0.01) return false;
    const { measure } = indexed.fact;
    const isSameCurrency = measure?.type === 'currency' && measure.codes.some((code) => codes.includes(code));
    return isSameCurrency && hasUnit(textAround(indexed), 1, indexed.document.lexicon);
  });
  if (!monthly) return null;
  const { start, end } = contexts.sentenceAt(claim.start);
  return hasUnit(answer.text.slice(start, end), MONTHS_OF_YEAR, lexicon) ? [monthly] : null;
}

/** Returns the sentence of a fact, or its cell and the header above. */
function textAround({ passage, document }: IndexedFact): string {
  const header = headerAbove(passage.table, passage.column, document);
  return `${document.readable.text.slice(passage.start, passage.end)} ${header}`;
}

function headerAbove(table: number, column: number, { readable }: SourceDocument): string {
  if (table < 0) return '';
  const header = findHeader(readable, table, column);
  return header ? readable.text.slice(header.start, header.end) : '';
}

/** Whether a text names a unit of `months` months. */
function hasUnit(text: string, months: number, { measures, isUnspaced }: Lexicon): boolean {
  const starts = isUnspaced ? /[\p{L}]/gu : /(?<![\p{L}\p{M}])\p{L}/gu;
  const lower = text.toLowerCase();
  return [...lower.matchAll(starts)].some(({ index }) => {
    const unit = measures.match(lower, index, { unspaced: isUnspaced })?.value;
    return unit?.type === 'unit' && unit.dimension === 'months' && unit.factor === months;
  });
}

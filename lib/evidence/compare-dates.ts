import { memoize } from '../control-flow/index.ts';
import { DAY_ALONE } from '../language/index.ts';
import type { CalendarDate, ClockTime, Fact, Figure } from './facts.ts';
import type { IndexedFact, SourceDocument } from './source-index.ts';

import { SECONDS_OF_DAY } from './units.ts';

type Reading = CalendarDate['readings'][number];

/**
 * Whether a date of an answer matches one of a source. The source's date may be more specific, or its year may be
 * elsewhere.
 */
export function isSameDate(claim: CalendarDate, { fact, document }: Pick<IndexedFact, 'fact' | 'document'>): boolean {
  if (fact.type === 'figure') {
    const { year, month, day } = claim.readings[0] ?? {};
    if (month !== undefined && day !== undefined) return isDayOfMonth(fact, day, month, document);
    // In "320 of 1450 hours", the number without the unit looks like a year.
    return year !== undefined && isYearAlone(claim) && fact.values.includes(year);
  }
  if (fact.type !== 'date') return false;
  return claim.readings.some((reading) => fact.readings.some((other) => agrees(reading, other, claim, document)));
}

/** In a text of August, "16日" and "Saturday 16" are 16 August. */
function isDayOfMonth(figure: Figure, day: number, month: number, document: SourceDocument): boolean {
  const { end, values, measure } = figure;
  if (!measure && values[0] === day && isAfterWeekday(figure, document)) return hasMonth(document, month);
  const isDay = measure?.type === 'unit' && measure.factor === SECONDS_OF_DAY && values[0] === day;
  return isDay && DAY_ALONE.test(document.readable.text.slice(end - 1, end + 1)) && hasMonth(document, month);
}

/** A comma and a space. */
const MAX_GAP_OF_WEEKDAY = 2;

function isAfterWeekday({ start, end }: Figure, document: SourceDocument): boolean {
  return collectStartsAfterWeekdays(document).has(start) && !/^\d/.test(document.readable.text.slice(end, end + 1));
}

const collectStartsAfterWeekdays = memoize(({ facts, readable }: SourceDocument): ReadonlySet<number> => {
  const weekdays = facts.filter(({ fact }) => fact.type === 'date' && fact.readings[0]?.weekday !== undefined);
  return new Set(
    weekdays.flatMap(({ fact: { end } }) => {
      const gap = /^,? /.exec(readable.text.slice(end, end + MAX_GAP_OF_WEEKDAY))?.[0];
      return gap ? [end + gap.length] : [];
    }),
  );
});

function hasMonth({ facts }: SourceDocument, month: number): boolean {
  return facts.some(({ fact }) => fact.type === 'date' && fact.readings.some((reading) => reading.month === month));
}

export function isYearAlone({ readings: [reading] }: CalendarDate): boolean {
  return reading?.year !== undefined && reading.month === undefined && reading.day === undefined;
}

function agrees(claim: Reading, source: Reading, date: CalendarDate, document: SourceDocument): boolean {
  if (claim.weekday !== undefined)
    return claim.weekday === (source.weekday ?? computeWeekday({ ...readYearOfAll(document), ...source }));
  if (claim.month !== undefined && claim.month !== source.month) return false;
  if (claim.day !== undefined && claim.day !== source.day) return false;
  if (claim.year === undefined) return claim.month !== undefined || claim.day !== undefined;
  if (source.year === undefined) return claim.month !== undefined && collectYears(document).has(claim.year);
  if (date.isDecade) return Math.floor(source.year / 10) === Math.floor(claim.year / 10);
  return claim.year === source.year;
}

/** 1 for Monday. */
export function computeWeekday({ year, month, day }: Reading): number | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1;
}

const collectYears = memoize(
  ({ facts }: SourceDocument): ReadonlySet<number> =>
    new Set(
      facts.flatMap(({ fact }) =>
        fact.type === 'date' ? fact.readings.flatMap(({ year }) => (year === undefined ? [] : [year])) : [],
      ),
    ),
);

/** Returns the year of dates without one if the document contains only one year. */
export function readYearOfAll(document: SourceDocument): Reading {
  const [year, ...others] = collectYears(document);
  return year === undefined || others.length > 0 ? {} : { year };
}

/** Some languages write times as "14.30" without a word for hours. */
export function isSameTime(claim: ClockTime, { fact, text }: { fact: Fact; text: string }): boolean {
  return readMinutesOfDay(fact, text).some((minutes) => claim.minutes.includes(minutes));
}

export function readMinutesOfDay(fact: Fact, text: string): readonly number[] {
  if (fact.type === 'time') return fact.minutes;
  const isYear = fact.type === 'date' && fact.end - fact.start === 4;
  if (!isYear && (fact.type !== 'figure' || fact.measure)) return [];
  const written =
    fact.type === 'figure' ? text.slice(fact.numberStart, fact.numberEnd) : text.slice(fact.start, fact.end);
  // Timetables also use the form 0632.
  const match = /^(\d{1,2})\.([0-5]\d)$/.exec(written) ?? /^([01]\d|2[0-3])([0-5]\d)$/.exec(written);
  return match && Number(match[1]) < 24 ? [Number(match[1]) * 60 + Number(match[2])] : [];
}

/** Whether two dates are equally specific, so that one can be mistaken for the other. */
export function saysAsMuch(a: CalendarDate, b: CalendarDate): boolean {
  const [x, y] = [a.readings[0], b.readings[0]];
  if (!x || !y) return false;
  return (
    (x.year === undefined || y.year !== undefined || x.month !== undefined) &&
    (x.month === undefined) === (y.month === undefined) &&
    (x.day === undefined) === (y.day === undefined) &&
    (x.weekday === undefined) === (y.weekday === undefined)
  );
}

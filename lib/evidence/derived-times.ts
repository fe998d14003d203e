import { memoize } from '../control-flow/index.ts';
import { BEFORE_TIME } from '../language/index.ts';
import { isAboutClaim } from './about-claim.ts';
import { readMinutesOfDay } from './compare-dates.ts';
import type { FactChecker } from './fact-checker.ts';
import type { CalendarDate, Fact, Figure } from './facts.ts';
import { listFactsOfPassage } from './near-words.ts';
import type { IndexedFact, SourceDocument } from './source-index.ts';
import { SECONDS_OF_DAY } from './units.ts';

const MINUTES_OF_DAY = 1440;
const MONTHS_OF_YEAR = 12;
const DAY_MS = 86_400_000;
const DAYS_OF_MONTH = 30.44;
/** With more times or durations in a paragraph, some give another time by chance. */
const MAX_OF_PARAGRAPH = 4;
/** A year for days of which the text has none. */
const ANY_YEAR = 2023;

/**
 * Finds the time and the duration from which a time follows: "begins at 20:30 and takes 2 hours" for 22:30, and "open
 * until 18:00, last admission 45 minutes before" for 17:15.
 */
export function findEndTime(claim: Fact, checker: FactChecker): IndexedFact[] | null {
  const minutes = readMinutesOfDay(claim, checker.answer.text);
  if (minutes.length === 0) return null;
  for (const document of checker.index.documents) {
    for (const beside of listParagraphs(document)) {
      const times = beside.filter(({ fact }) => readMinutesOfDay(fact, document.readable.text).length > 0);
      const spans = beside.filter(({ fact }) => readMinutes(fact) > 0);
      if (times.length > MAX_OF_PARAGRAPH || spans.length > MAX_OF_PARAGRAPH) continue;
      for (const time of times) {
        const starts = readMinutesOfDay(time.fact, document.readable.text);
        const span = spans.find(({ fact }) =>
          starts.some((start) =>
            [start + readMinutes(fact), start - readMinutes(fact)].some((other) =>
              minutes.includes((other + MINUTES_OF_DAY) % MINUTES_OF_DAY),
            ),
          ),
        );
        if (span && isAboutClaim([time], claim, checker)) return [time, span];
      }
    }
  }
  return null;
}

const listParagraphs = memoize(({ facts }: SourceDocument): readonly IndexedFact[][] => [
  ...Map.groupBy(
    facts.filter(({ passage }) => passage.table < 0),
    ({ passage }) => passage.block,
  ).values(),
]);

/** The minutes of a duration of less than a day; 0 for other facts. */
function readMinutes(fact: Fact): number {
  if (fact.type !== 'figure' || fact.measure?.type !== 'unit' || fact.measure.dimension !== 'time') return 0;
  const minutes = ((fact.values[0] ?? 0) * fact.measure.factor) / 60;
  return minutes < MINUTES_OF_DAY ? minutes : 0;
}

/**
 * Finds the first and the last day of a number of days or weeks, with or without the last one: "from 3 June to 12 June"
 * for nine days.
 */
export function findDaysBetween(claim: Figure, checker: FactChecker): IndexedFact[] | null {
  const { measure, values, isApproximate } = claim;
  if (measure?.type === 'unit' && measure.dimension === 'months' && measure.factor === 1)
    return findMonthsBetween(values[0] ?? 0, claim, checker);
  if (measure?.type !== 'unit' || measure.dimension !== 'time' || measure.factor < SECONDS_OF_DAY || isApproximate)
    return null;
  const days = ((values[0] ?? 0) * measure.factor) / SECONDS_OF_DAY;
  if (days < 2) return null;
  for (const document of checker.index.documents) {
    const pair = listDays(document).find(({ between }) => between === days || between + 1 === days);
    if (pair && isAboutClaim(pair.facts, claim, checker)) return pair.facts;
  }
  return null;
}

/**
 * "From April 2021 to June 2023" for 26 or, with the last one, 27 months. "Nearly six months" are at most half a month
 * more or less.
 */
function findMonthsBetween(months: number, claim: Figure, checker: FactChecker): IndexedFact[] | null {
  for (const document of checker.index.documents) {
    const pair = listDays(document).find((days) =>
      claim.isApproximate
        ? Math.abs(days.between / DAYS_OF_MONTH - months) <= 1 / 2
        : days.months > 0 && [days.months, days.months + 1].includes(months),
    );
    if (pair && isAboutClaim(pair.facts, claim, checker)) return pair.facts;
  }
  return null;
}

type Pair = { facts: IndexedFact[]; between: number; months: number };

/** Two days in a row of a sentence, and the days from one to the other. */
const listDays = memoize((document: SourceDocument): readonly Pair[] =>
  document.passages
    .filter(({ table }) => table < 0)
    .flatMap((passage) => {
      const dates = listFactsOfPassage(passage, document).filter(({ fact }) => fact.type === 'date');
      return dates.flatMap((to, at) => {
        const from = dates[at - 1];
        if (!from) return [];
        const [first, last] = [from.fact as CalendarDate, to.fact as CalendarDate];
        return [{ facts: [from, to], between: countDays(first, last), months: countMonths(first, last) }];
      });
    }),
);

function countDays({ readings: [from] }: CalendarDate, { readings: [to] }: CalendarDate): number {
  if (!from?.day || !to?.day || !to.month) return 0;
  const year = to.year ?? from.year ?? ANY_YEAR;
  const start = Date.UTC(from.year ?? year, (from.month ?? to.month) - 1, from.day);
  return (Date.UTC(year, to.month - 1, to.day) - start) / DAY_MS;
}

function countMonths({ readings: [from] }: CalendarDate, { readings: [to] }: CalendarDate): number {
  const year = from?.year ?? to?.year;
  if (year === undefined || !from?.month || !to?.month) return 0;
  return ((to.year ?? year) - year) * MONTHS_OF_YEAR + to.month - from.month;
}

/** The hour before the minutes of "an hour and 25 minutes". */
const HOUR_BEFORE_MINUTES = /([\p{L}\p{M}]{2,})\s+(?:\p{L}{1,3}\s?)?$/u;
const LENGTH_OF_HOUR = 20;
const SECONDS_OF_HOUR = 3600;

/** Returns the seconds of an hour that has no number and directly precedes the minutes of a claim. */
export function readHourBefore({ start }: Figure, { answer, facts, lexicon }: FactChecker): number {
  const from = Math.max(0, start - LENGTH_OF_HOUR);
  const match = HOUR_BEFORE_MINUTES.exec(answer.text.slice(from, start));
  const unit = match ? lexicon.measures.get(match[1]?.toLowerCase() ?? '') : undefined;
  if (!match || unit?.type !== 'unit' || unit.dimension !== 'time' || unit.factor !== SECONDS_OF_HOUR) return 0;
  const at = from + match.index;
  return facts.some((fact) => fact.start <= at && fact.end > at) ? 0 : SECONDS_OF_HOUR;
}

/** Whether a fact that looks like a time of day is written as a duration: "2 h 35", "1 час 35", but not "à 2 h 35". */
export function isWrittenAsDuration({ start, end }: Fact, { answer }: FactChecker): boolean {
  return (
    /\d\s?\p{L}+\s?\d/u.test(answer.text.slice(start, end)) &&
    !BEFORE_TIME.test(answer.text.slice(Math.max(0, start - 12), start))
  );
}

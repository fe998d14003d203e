import { memoize } from '../control-flow/index.ts';
import { computeWeekday, isSameDate, readYearOfAll } from './compare-dates.ts';
import type { FactChecker } from './fact-checker.ts';
import type { CalendarDate, Fact } from './facts.ts';
import { listFactsOfPassage } from './near-words.ts';
import type { IndexedFact, SourceDocument } from './source-index.ts';

/** Between a date and its weekday: "Monday, 5 May", "Montag, den 5. Mai", "5 May (Monday)". */
const BESIDE = /^[\s,.(（]{0,3}(?:\p{L}{1,3}\s)?$/u;

/** If a source names this many days, some of them fall on any given weekday by chance. */
const MIN_DAYS = 3;

const countDays = memoize(
  ({ facts }: SourceDocument): number =>
    facts.filter(({ fact }) => fact.type === 'date' && fact.readings[0]?.day !== undefined).length,
);

/**
 * Whether a weekday of the answer is that of a date of the sources only by the calendar, and the answer does not have
 * that date.
 */
export function isWeekdayByChance(
  fact: CalendarDate,
  { fact: date, document }: IndexedFact,
  { facts, contexts }: FactChecker,
): boolean {
  if (readWeekday(fact) === undefined || date.type !== 'date' || readWeekday(date) !== undefined) return false;
  if (countDays(document) < MIN_DAYS) return false;
  const block = contexts.blockAt(fact.start);
  return !facts.some(
    (other) =>
      other.type === 'date' &&
      other.readings[0]?.day !== undefined &&
      contexts.distance(contexts.blockAt(other.start), block) === 0 &&
      isSameDate(other, { fact: date, document }),
  );
}

/** Whether the answer has a weekday beside a date for which the sources, or the calendar, have another one. */
export function isOtherWeekday(
  fact: Fact,
  { facts, answer }: FactChecker,
  listMatches: (date: CalendarDate) => readonly IndexedFact[],
): boolean {
  const weekday = fact.type === 'date' ? readWeekday(fact) : undefined;
  if (weekday === undefined) return false;
  const date = facts.find((other): other is CalendarDate => isDateOfWeekday(other, fact, answer.text));
  if (!date) return false;
  const weekdays = listMatches(date).flatMap((match) => findWeekday(match) ?? []);
  return weekdays.length > 0 && !weekdays.includes(weekday);
}

function isDateOfWeekday(date: Fact, weekday: Fact, text: string): boolean {
  if (date.type !== 'date' || date.readings[0]?.day === undefined) return false;
  const [first, second] = date.start < weekday.start ? [date, weekday] : [weekday, date];
  return first.end <= second.start && BESIDE.test(text.slice(first.end, second.start));
}

function readWeekday({ readings }: CalendarDate): number | undefined {
  return readings[0]?.weekday;
}

/** The weekday that a source has beside a date, or that of the calendar. */
function findWeekday({ fact: date, passage, document }: IndexedFact): number | undefined {
  if (date.type !== 'date') return undefined;
  const beside = listFactsOfPassage(passage, document).find(
    ({ fact }) =>
      fact.type === 'date' && readWeekday(fact) !== undefined && isDateOfWeekday(date, fact, document.readable.text),
  );
  if (beside?.fact.type === 'date') return readWeekday(beside.fact);
  return date.readings.length === 1 ? computeWeekday({ ...readYearOfAll(document), ...date.readings[0] }) : undefined;
}

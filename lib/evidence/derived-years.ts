import { memoize } from '../control-flow/index.ts';
import { NEXT_YEAR } from '../language/index.ts';
import { isYearAlone } from './compare-dates.ts';
import type { CalendarDate, Fact, Figure } from './facts.ts';
import type { IndexedFact, SourceDocument, SourceIndex } from './source-index.ts';
import { isOfYears, SECONDS_OF_DAY } from './units.ts';

type Derived = { facts: readonly IndexedFact[]; years: readonly number[] };

/** Nobody lives or lasts longer in years that a text tells like this. */
const MAX_YEARS = 150;
/** The most characters between a year and the number of years that is counted from it. */
const MAX_DISTANCE = 400;

/** Finds the year and the number of years from which a year follows: "in 1988 … eleven years later" for 1999. */
export function findDerivedYear(claim: Fact, index: SourceIndex): readonly IndexedFact[] | null {
  const year = claim.type === 'date' && isYearAlone(claim) ? claim.readings[0]?.year : undefined;
  if (year === undefined) return null;
  const derived = index.documents.flatMap(listDerivedYears).find(({ years }) => years.includes(year));
  return derived?.facts ?? null;
}

const listDerivedYears = memoize((document: SourceDocument): readonly Derived[] => {
  const derived: Derived[] = [];
  const first = findFirstDate(document);
  let last: { year: number; indexed: IndexedFact } | null = null;
  for (const indexed of document.facts) {
    const { fact } = indexed;
    const year = readYear(fact);
    if (year !== undefined) last = { year, indexed };
    const span = fact.type === 'figure' ? readYears(fact) : null;
    if (span === null) continue;
    const isNear =
      last?.indexed.passage.block === indexed.passage.block && fact.start - last.indexed.fact.end <= MAX_DISTANCE;
    // "He held the office for eleven years" counts from the date of the document, but "a year ago" is often vague.
    const origin = isNear ? last?.indexed : span > 1 ? first : undefined;
    const from = origin && readYear(origin.fact);
    if (from !== undefined)
      derived.push({ facts: [origin as IndexedFact, indexed], years: [from + span, from - span] });
  }
  return [...derived, ...listNextYears(document)];
});

/** "The following year" has no number. */
function listNextYears({ facts, readable }: SourceDocument): Derived[] {
  const pattern = new RegExp(NEXT_YEAR.source, 'giu');
  return [...readable.text.matchAll(pattern)].flatMap(({ index }): Derived[] => {
    const before = facts.findLast(({ fact }) => fact.end <= index && readYear(fact) !== undefined);
    const year = before ? readYear(before.fact) : undefined;
    return before && year !== undefined && index - before.fact.end <= MAX_DISTANCE
      ? [{ facts: [before], years: [year + 1] }]
      : [];
  });
}

function readYear(fact: Fact): number | undefined {
  return fact.type === 'date' ? fact.readings[0]?.year : undefined;
}

function readYears({ measure, values: [value = 0], hasDecimals }: Figure): number | null {
  return isOfYears(measure) && !hasDecimals && value >= 1 && value <= MAX_YEARS ? value : null;
}

/** Finds the two dates of one sentence that are as many years apart: "3 May 1908 – 16 July 1991" for 83 years. */
export function findYearsBetween(claim: Figure, index: SourceIndex): readonly IndexedFact[] | null {
  const [value = 0] = claim.values;
  const isAge = claim.measure === null && claim.magnitude === 1 && value >= MIN_AGE && value <= MAX_YEARS;
  const years = isAge ? value : readYears(claim);
  if (years === null) return null;
  return index.documents.flatMap(listSpans).find((span) => span.years.includes(years))?.facts ?? null;
}

/** Two dates of a sentence in a row, and the years from one to the other. */
const listSpans = memoize(({ facts }: SourceDocument): readonly Derived[] => {
  const dates = facts.filter(({ fact, passage }) => readYear(fact) !== undefined && passage.table < 0);
  return dates.flatMap((to, at): Derived[] => {
    const from = dates[at - 1];
    if (from?.passage.block !== to.passage.block) return [];
    const years = countYears(from.fact as CalendarDate, to.fact as CalendarDate);
    return years.length > 0 ? [{ facts: [from, to], years }] : [];
  });
});

/** The years from one to the other of two dates, without a unit: "she was 24 when she published it". */
const MIN_AGE = 10;

/** Finds the first day or month after a time that a source counts from a date: "from 3 June, 22 months" for April. */
export function findDerivedDate(claim: Fact, index: SourceIndex): readonly IndexedFact[] | null {
  const reading = claim.type === 'date' ? claim.readings[0] : undefined;
  if (reading?.month === undefined) return null;
  const { year, month, day } = reading;
  const derived = index.documents
    .flatMap(listDerivedDates)
    .find(
      ({ facts, dates }) =>
        !differsInMonthOrYear(reading, facts) &&
        dates.some(
          (date) =>
            date.getUTCMonth() + 1 === month &&
            (year === undefined || date.getUTCFullYear() === year) &&
            (day === undefined || date.getUTCDate() === day),
        ),
    );
  return derived?.facts ?? null;
}

/** Whether a date is one of another paragraph with another month or year. */
function differsInMonthOrYear(
  { year, month, day }: CalendarDate['readings'][number],
  [from, span]: readonly IndexedFact[],
): boolean {
  const date = from?.fact.type === 'date' ? from.fact.readings[0] : undefined;
  if (!date || from?.passage.block === span?.passage.block) return false;
  const isSameYear = year === undefined || year === date.year;
  return day === date.day && isSameYear !== (month === date.month);
}

type DerivedDates = { facts: readonly IndexedFact[]; dates: readonly Date[] };

const listDerivedDates = memoize((document: SourceDocument): readonly DerivedDates[] => {
  const paragraphs = Map.groupBy(
    document.facts.filter(({ passage }) => passage.table < 0),
    ({ passage }) => passage.block,
  );
  const first = findFirstDate(document);
  return [...paragraphs.values()].flatMap((beside) => {
    const dates = beside.filter(({ fact }) => readYear(fact) !== undefined);
    // In "Payment within 30 days", the time begins on the date of the document.
    const origins = dates.length > 0 || !first ? dates : [first];
    return origins.flatMap((date) => beside.flatMap((span) => deriveDates(date, span)));
  });
});

/** The first full date of a document, which is usually its own. */
const findFirstDate = memoize((document: SourceDocument): IndexedFact | undefined =>
  document.facts.find(({ fact }) => isFullDate(fact)),
);

function isFullDate(fact: Fact): boolean {
  const { year, month, day } = (fact.type === 'date' && fact.readings[0]) || {};
  return year !== undefined && month !== undefined && day !== undefined;
}

/** The days that are a time after or before a date. */
function deriveDates(from: IndexedFact, span: IndexedFact): DerivedDates[] {
  const date = from.fact.type === 'date' ? from.fact.readings[0] : undefined;
  if (date?.year === undefined || date.month === undefined || span.fact.type !== 'figure') return [];
  const { year, month, day } = date;
  const { measure, values } = span.fact;
  const [count = 0] = values;
  if (measure?.type !== 'unit' || count <= 0) return [];
  const facts = [from, span];
  if (measure.dimension === 'months') {
    const months = count * measure.factor;
    const dates = [1, -1].map((way) => new Date(Date.UTC(year, month - 1 + way * months, day ?? 1)));
    // Four years from 1 September end on 31 August.
    const last = day === undefined ? [] : [new Date(Date.UTC(year, month - 1 + months, day - 1))];
    return [{ facts, dates: [...dates, ...last] }];
  }
  if (measure.dimension !== 'time' || measure.factor < SECONDS_OF_DAY || day === undefined) return [];
  const days = (count * measure.factor) / SECONDS_OF_DAY;
  return [{ facts, dates: [1, -1].map((way) => new Date(Date.UTC(year, month - 1, day + way * days))) }];
}

const YEARS_OF_CENTURY = 100;

/** "In the 19th century" for 1872. */
export function findYearOfCentury(claim: Figure, index: SourceIndex): readonly IndexedFact[] | null {
  const { measure, isOrdinal, values } = claim;
  if (!isOrdinal || measure?.type !== 'unit' || measure.dimension !== 'months' || measure.factor !== 1200) return null;
  const indexed = index.facts.find(({ fact }) => Math.ceil((readYear(fact) ?? 0) / YEARS_OF_CENTURY) === values[0]);
  return indexed ? [indexed] : null;
}

/** The full years between two dates. If a date is only a year, one year less is possible. */
function countYears({ readings: [from] }: CalendarDate, { readings: [to] }: CalendarDate): number[] {
  const between = (to?.year ?? 0) - (from?.year ?? 0);
  if (between <= 1 || between > MAX_YEARS) return [];
  if (!from?.month || !to?.month) return [between];
  const isBefore = to.month < from.month || (to.month === from.month && (to.day ?? 0) < (from.day ?? 0));
  return [isBefore ? between - 1 : between];
}

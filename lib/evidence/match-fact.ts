import { memoize } from '../control-flow/index.ts';
import { isSameDate, isSameTime, readMinutesOfDay } from './compare-dates.ts';
import { fitMeasures, getHeader, isFigure, isSameFigure } from './compare-figures.ts';
import { isOfOtherNoun } from './counts.ts';
import type { FactChecker } from './fact-checker.ts';
import { lookUpFacts } from './fact-lookup.ts';
import type { Fact, Figure } from './facts.ts';
import { squeeze } from './identifiers.ts';
import type { ReadableText } from './readable-text.ts';
import { findPassageAt, type IndexedFact, type Place } from './source-index.ts';
import { isWeekdayByChance } from './weekdays.ts';

/** The facts of the sources that are the same as one of the answer. */
export const listMatches = memoize((fact: Fact, checker: FactChecker): readonly IndexedFact[] =>
  listComparable(fact, checker).filter((indexed) => isSameFact(fact, indexed, checker)),
);

const collectMatches = memoize(
  (fact: Fact, checker: FactChecker): ReadonlySet<IndexedFact> => new Set(listMatches(fact, checker)),
);

/** The facts of the answer, grouped by the fact of a source that each one matches. */
const groupByMatch = memoize((checker: FactChecker): ReadonlyMap<IndexedFact, readonly Fact[]> => {
  const facts = new Map<IndexedFact, Fact[]>();
  for (const fact of checker.facts) {
    for (const match of listMatches(fact, checker)) {
      const others = facts.get(match);
      if (others) others.push(fact);
      else facts.set(match, [fact]);
    }
  }
  return facts;
});

/** The facts of the answer that are the same as one of the sources. */
export function listClaims(indexed: IndexedFact, checker: FactChecker): readonly Fact[] {
  return groupByMatch(checker).get(indexed) ?? [];
}

/** Whether a fact of the answer is the same as one of the sources. */
export function isMatch(fact: Fact, indexed: IndexedFact, checker: FactChecker): boolean {
  return collectMatches(fact, checker).has(indexed);
}

/** Returns the facts that can be the same, selected by what is fast to compare. */
function listComparable(fact: Fact, { index, contexts, answer }: FactChecker): readonly IndexedFact[] {
  const lookup = lookUpFacts(index);
  switch (fact.type) {
    case 'identifier':
      return index.identifiers;
    case 'time':
      return lookup.findTimes(fact);
    case 'date':
      return lookup.findDates(fact);
    case 'figure': {
      const minutes = [...readMinutesOfDay(fact, answer.text), (fact.values[0] ?? 0) * 60];
      return lookup.findFigures(fact, contexts.unitsOfCell(fact.start).magnitude, minutes);
    }
    default:
      return fact satisfies never;
  }
}

function isSameFact(fact: Fact, indexed: IndexedFact, checker: FactChecker): boolean {
  const { answer } = checker;
  switch (fact.type) {
    case 'figure':
      if (isFigure(indexed))
        return (
          isSameFigure(fact, indexed, checker.contexts.unitsOfCell(fact.start)) &&
          !isOfOtherNoun(fact, indexed, checker)
        );
      if (indexed.fact.type === 'time')
        return (
          isSameTime(indexed.fact, { fact, text: checker.answer.text }) ||
          isFullHour(fact, checker.answer.text, indexed.fact.minutes)
        );
      return isPartOfDate(fact, indexed);
    case 'date':
      return isSameDate(fact, indexed) && !isWeekdayByChance(fact, indexed, checker);
    case 'time':
      return isSameTime(fact, { fact: indexed.fact, text: indexed.document.readable.text });
    case 'identifier':
      return (
        indexed.fact.type === 'identifier' &&
        isSameIdentifier(fact.form, squeezeClaim(fact, answer), squeezeSource(indexed))
      );
    default:
      return fact satisfies never;
  }
}

/** "17h" for 17:00. */
function isFullHour({ numberEnd, end, values, step }: Figure, text: string, minutes: readonly number[]): boolean {
  return step === 1 && /^ ?h$/.test(text.slice(numberEnd, end)) && minutes.includes((values[0] ?? 0) * 60);
}

/** Whether a number alone can be the day or the year of a date: "the 14th", "in 2024 Ausgaben". */
function isPartOfDate(figure: Figure, { fact, passage, document }: IndexedFact): boolean {
  if (fact.type !== 'date' || figure.magnitude > 1 || figure.hasDecimals) return false;
  const value = figure.values[0] ?? 0;
  if (figure.measure)
    return isCellOfUnit(figure, { passage, document }) && fact.readings.some(({ year }) => year === value);
  return fact.readings.some(({ year, day }) => (value > 31 ? year === value : figure.isOrdinal && day === value));
}

/** "1120" below "Yield (t)" is not a year. */
function isCellOfUnit({ measure }: Figure, { passage, document }: Pick<IndexedFact, 'passage' | 'document'>): boolean {
  const header = getHeader(passage, document).measure;
  return passage.column > 0 && passage.row > 0 && fitMeasures(measure, header) === 'same';
}

const squeezeClaim = memoize(({ start, end }: Fact, { text }: ReadableText) => squeeze(text.slice(start, end)));

const squeezeSource = memoize(({ document, fact }: IndexedFact) =>
  squeeze(document.readable.text.slice(fact.start, fact.end)),
);

function isSameIdentifier(form: string, a: string, b: string): boolean {
  if (a === b) return true;
  if (form !== 'phone') return false;
  const [x, y] = [a.replace(/\D/g, '').replace(/^0+/, ''), b.replace(/\D/g, '').replace(/^0+/, '')];
  return Math.min(x.length, y.length) >= 6 && (x.endsWith(y) || y.endsWith(x));
}

/** A telephone number in groups, such as "956 701 844", looks like a figure. Fewer digits match by chance. */
const MIN_DIGITS_OF_PHONE = 8;

/** Finds the places of a number in groups whose digits are grouped differently in a source. */
export function findGroupedDigits(
  { numberStart, numberEnd, measure }: Figure,
  { answer, index }: FactChecker,
): Place[] {
  const written = answer.text.slice(numberStart, numberEnd);
  const digits = written.replace(/ /g, '');
  if (measure || digits === written || !/^\d+$/.test(digits) || digits.length < MIN_DIGITS_OF_PHONE) return [];
  const pattern = new RegExp(`(?<!\\d)${[...digits].join('[ ./-]?')}(?!\\d)`);
  return index.documents.flatMap((document) => {
    const match = pattern.exec(document.lower);
    const passage = match && findPassageAt(match.index, document);
    return passage ? [passage.place] : [];
  });
}

/** Finds the places of a version that begins with a number without a unit: "4.2" for 4.2.0. */
export function findVersion(
  { numberStart, numberEnd, measure, hasDecimals }: Figure,
  { answer, index }: FactChecker,
): Place[] {
  if (measure || !hasDecimals) return [];
  const beginning = `${answer.text.slice(numberStart, numberEnd)}.`;
  return index.identifiers.flatMap((indexed) =>
    indexed.fact.type === 'identifier' &&
    indexed.fact.form === 'version' &&
    squeezeSource(indexed).startsWith(beginning)
      ? [indexed.passage.place]
      : [],
  );
}

/**
 * The text of an identifier may not look like one in the source: "Airbus A 320", "version 2.4" in a list of numbers.
 */
export function findText(fact: Fact, { answer, index }: FactChecker): Place[] {
  const claim = answer.text
    .slice(fact.start, fact.end)
    .toLowerCase()
    .replace(/^v\.?(?=\d)/, '');
  const parts = claim.match(/\p{L}+|\d+|[.@]/gu) ?? [];
  if (parts.length === 0) return [];
  const escapePart = (part: string) => part.replace(/[.]/g, '\\.');
  const pattern = new RegExp(
    `(?<![\\p{Lu}\\p{Ll}\\d]|\\d\\.)v?${parts.map(escapePart).join('[-_/ :?=&()+]{0,3}')}(?![\\p{Lu}\\p{Ll}\\d]|\\.\\d)`,
    'giu',
  );
  const places: Place[] = [];
  for (const document of index.documents) {
    const match = pattern.exec(document.lower);
    pattern.lastIndex = 0;
    const passage = match && findPassageAt(match.index, document);
    if (passage) places.push(passage.place);
  }
  return places;
}

import { memoize } from '../control-flow/index.ts';
import { findFirstIndex } from '../text/index.ts';
import { readMinutesOfDay } from './compare-dates.ts';
import { roundingStep, scaleFigure } from './compare-figures.ts';
import type { CalendarDate, ClockTime, Figure } from './facts.ts';
import type { IndexedFact, SourceIndex } from './source-index.ts';

/** Finds the facts of sources that a fact can be compared with, so that not all of them have to be compared. */
class FactLookup {
  readonly #facts: readonly IndexedFact[];
  readonly #values: Float64Array;
  /** Indices of the figures with a single value, sorted by value. `#withoutValue` has those with several values. */
  readonly #byValue: Uint32Array;
  readonly #withoutValue: readonly IndexedFact[];
  readonly #byDateKey = new Map<string, IndexedFact[]>();
  readonly #byMinutes = new Map<number, IndexedFact[]>();

  constructor({ facts, values }: SourceIndex) {
    this.#facts = facts;
    this.#values = values;
    const numbers = facts.map((_, number) => number);
    this.#byValue = Uint32Array.from(numbers.filter((number) => Number.isFinite(values[number]))).sort(
      (a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b,
    );
    this.#withoutValue = facts.filter(({ fact }, number) => fact.type === 'figure' && Number.isNaN(values[number]));
    for (const indexed of facts) {
      const { fact, document } = indexed;
      if (fact.type === 'date')
        for (const key of new Set(fact.readings.flatMap(listSourceKeys))) push(this.#byDateKey, key, indexed);
      for (const minutes of readMinutesOfDay(fact, document.readable.text)) push(this.#byMinutes, minutes, indexed);
    }
  }

  /**
   * Returns the facts that can match a figure: those with approximately its value, dates with its number, and the times
   * that it can be.
   */
  findFigures(figure: Figure, magnitude: number, minutes: readonly number[]): IndexedFact[] {
    const { values, measure } = figure;
    const found = this.#withoutValue.slice();
    for (const factor of magnitude > 1 ? [1, magnitude] : [1]) {
      const scaled = scaleFigure(figure, factor);
      const [least, most] = [Math.min(...scaled.values), Math.max(...scaled.values)];
      // A little more than what rounding allows, because the values are compared exactly later.
      const tolerance = 1.001 * roundingStep(scaled) + 1e-6 * Math.max(Math.abs(least), Math.abs(most));
      this.#addBetween(least - tolerance, most + tolerance, found);
    }
    const value = values[0] ?? 0;
    const isYear = value >= 1000 && value < 2200;
    const dates =
      measure && !isYear ? [] : this.#byDateKey.get(value > 31 ? `decade ${Math.floor(value / 10)}` : `day ${value}`);
    if (dates) found.push(...dates);
    for (const minute of minutes)
      for (const time of this.#byMinutes.get(minute) ?? []) if (time.fact.type === 'time') found.push(time);
    return found;
  }

  #addBetween(least: number, most: number, found: IndexedFact[]) {
    const getValue = (index: number) => this.#values[this.#byValue[index] ?? 0] ?? 0;
    const first = findFirstIndex(this.#byValue.length, (index) => getValue(index) >= least);
    const end = findFirstIndex(this.#byValue.length, (index) => getValue(index) > most);
    for (const number of this.#byValue.subarray(first, end)) {
      const indexed = this.#facts[number];
      if (indexed) found.push(indexed);
    }
  }

  /** Returns the dates that can match a date, and the figures that can be its day or its year. */
  findDates({ readings }: CalendarDate): IndexedFact[] {
    const found = this.#withoutValue.slice();
    for (const reading of readings) {
      found.push(...(this.#byDateKey.get(getClaimKey(reading)) ?? []));
      for (const value of [reading.year, reading.day]) if (value !== undefined) this.#addBetween(value, value, found);
    }
    return readings.length > 1 ? [...new Set(found)] : found;
  }

  findTimes({ minutes }: ClockTime): IndexedFact[] {
    return [...new Set(minutes.flatMap((minute) => this.#byMinutes.get(minute) ?? []))];
  }
}

export const lookUpFacts = memoize((index: SourceIndex) => new FactLookup(index));

type Reading = CalendarDate['readings'][number];

/** Returns the key by which a date is looked up. A weekday can be that of any day. */
function getClaimKey({ weekday, month, day, year }: Reading): string {
  if (weekday !== undefined) return 'any';
  if (month !== undefined) return `month ${month}`;
  return day !== undefined ? `day ${day}` : `decade ${Math.floor((year ?? 0) / 10)}`;
}

function listSourceKeys({ month, day, year }: Reading): string[] {
  return [
    'any',
    ...(month === undefined ? [] : [`month ${month}`]),
    ...(day === undefined ? [] : [`day ${day}`]),
    ...(year === undefined ? [] : [`decade ${Math.floor(year / 10)}`]),
  ];
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

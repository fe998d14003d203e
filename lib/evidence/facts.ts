import type { Measure } from './units.ts';

/** A range of a text, in UTF-16 units, with a fact in a checkable form. */
type FactSpan = { start: number; end: number };

export type Figure = FactSpan & {
  type: 'figure';
  /**
   * The possible values of the digits, most likely first: "1.234" is more than a thousand in some languages and about
   * one in others.
   */
  values: readonly number[];
  /** The place value of the last digit shown. */
  step: number;
  /** The number of significant digits. */
  digits: number;
  measure: Measure | null;
  /** The unit that the quantity refers to, such as an hour. */
  per: string | null;
  /** Whether a word marks the figure as approximate or as a bound. */
  isApproximate: boolean;
  /** The factor of a word such as "million", or 1. */
  magnitude: number;
  hasDecimals: boolean;
  isWord: boolean;
  /** "3rd" or "3." */
  isOrdinal: boolean;
  /** Where the digits end, before the magnitude and unit. */
  numberEnd: number;
  numberStart: number;
};

export type CalendarDate = FactSpan & {
  type: 'date';
  /** The readings of the same characters: 3/12 is in March or in December. */
  readings: readonly { year?: number; month?: number; day?: number; weekday?: number }[];
  /** Whether it is a decade such as "1990s". Its first year is given. */
  isDecade: boolean;
};

export type ClockTime = FactSpan & {
  type: 'time';
  /**
   * Minutes since midnight. Contains more than one reading if a 12-hour time does not tell which half of the day it
   * means.
   */
  minutes: readonly number[];
};

export type Identifier = FactSpan & {
  type: 'identifier';
  form: 'address' | 'version' | 'phone' | 'code';
};

export type Fact = Figure | CalendarDate | ClockTime | Identifier;

type Span = { start: number; end: number };

export function isWithinSpan(part: Span, { start, end }: Span): boolean {
  return part.start >= start && part.end <= end;
}

/**
 * Returns a date, weekday or time as a word that is the same in every language and notation. Such keys distinguish the
 * rows of a table. Null for facts that are compared in other ways.
 */
export function factKey(fact: Fact): string | null {
  if (fact.type === 'time') return `#t${(fact.minutes[0] ?? 0) % 720}`;
  if (fact.type !== 'date') return null;
  const { weekday, month, day } = fact.readings[0] ?? {};
  if (weekday !== undefined) return `#w${weekday}`;
  return month !== undefined && day !== undefined ? `#d${month}-${day}` : null;
}

/** Marks which characters already belong to a fact. */
export class Taken {
  readonly #flags: Uint8Array;

  constructor(length: number) {
    this.#flags = new Uint8Array(length + 1);
  }

  add(start: number, end: number) {
    this.#flags.fill(1, start, end);
  }

  has(start: number, end: number): boolean {
    return this.#flags.subarray(start, end).includes(1);
  }
}

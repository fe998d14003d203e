import { memoize } from '../control-flow/index.ts';
import {
  BEFORE_TIME,
  DATE_JOINT,
  DAY_BEFORE_MONTH,
  EAST_ASIAN_DATE,
  ERA_BEFORE_FIRST_YEAR,
  ERA_DATE,
  FIRST_YEAR,
  HAS_EAST_ASIAN_DATE,
  HOUR_AND_MINUTE,
  HOUR_OF_RANGE,
  HOUR_SIGN,
  HOURS_OF_DURATION,
  IDEOGRAPHIC_DATE,
  MAGNITUDE_BEFORE_DIGITS,
  MINUTES_SIGN,
  readIdeographicNumber,
  SHORT_MONTH_IN_GERMAN,
  YEAR_BEFORE_REPUBLIC,
} from '../language/index.ts';
import type { CalendarDate, ClockTime, Taken } from './facts.ts';
import type { Lexicon } from './lexicon.ts';

type Reading = CalendarDate['readings'][number];

const ISO = /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g;
const NUMERIC = /(?<![\d.,])(\d{1,2})([./-])[^\S\n]?(\d{1,2})\2[^\S\n]?(\d{4}|\d{2})(?![\d])/g;
/** "08/2024" */
const MONTH_YEAR = /(?<![\d./-])(0[1-9]|1[0-2])[/.](20\d{2}|19\d{2})(?![\d/-]|[.,]\d)/g;
/**
 * "22/9" is a date only if one of the numbers cannot be a month, because "4/5" is just as often a rating or a fraction.
 */
const DAY_SLASH_MONTH = /(?<![\d.,/:-])(?!24\/7)(\d{1,2})\/(\d{1,2})(?![\d/%]|[.,]\d)/g;
const DAY_MONTH = /(?<![\d.,]|§ ?)(\d{1,2})\.[^\S\n]?(\d{1,2})\.(?![\d])/g;
const YEAR = new RegExp(
  `(?<![\\d.,:/$€£+-]|\\d[ ']|${MAGNITUDE_BEFORE_DIGITS})(1[0-9]{3}|20\\d{2}|21\\d{2})(?![\\d]|[.,:]\\d|\\s?[%°€$£])`,
  'g',
);

/** Finds dates, parts of dates, and years. */
export function findDates(text: string, lexicon: Lexicon, takenRanges: Taken): CalendarDate[] {
  const dates: CalendarDate[] = [];
  for (const match of text.matchAll(ERA_DATE)) push(match.index, match[0].length, [readEra(match)]);
  for (const match of text.matchAll(IDEOGRAPHIC_DATE))
    push(match.index, match[0].length, [reading(inDigits(match[1]), inDigits(match[2]), inDigits(match[3]))]);
  for (const match of text.matchAll(ISO)) push(match.index, match[0].length, [reading(match[1], match[3], match[4])]);
  for (const match of text.matchAll(NUMERIC)) push(match.index, match[0].length, numericReadings(match, lexicon));
  for (const match of text.matchAll(MONTH_YEAR))
    push(match.index, match[0].length, [reading(match[2], match[1], undefined)]);
  for (const match of text.matchAll(DAY_SLASH_MONTH)) push(match.index, match[0].length, [readDayAndMonth(match)]);
  if (HAS_EAST_ASIAN_DATE.test(text)) {
    for (const match of text.matchAll(EAST_ASIAN_DATE)) {
      push(match.index, match[0].length, [
        match[4] ? { year: Number(match[4]) } : reading(match[1], match[2], match[3]),
      ]);
    }
  }
  if (['de', 'pl', 'tr'].includes(lexicon.language)) {
    for (const match of text.matchAll(DAY_MONTH))
      push(match.index, match[0].length, [reading(undefined, match[2], match[1])]);
  }
  findNamedMonths(text, lexicon, push);
  for (const { start } of dates.filter(({ readings: [date] }) => date?.day !== undefined))
    findShortWeekday(text, start, lexicon, push);
  findShortWeekdays(text, lexicon, push);
  findWeekdays(text, lexicon, push);
  for (const match of text.matchAll(YEAR)) findYear(match);
  return dates;

  function push(start: number, length: number, readings: readonly (Reading | null)[], isDecade = false) {
    const valid = readings.filter((reading): reading is Reading => reading !== null && isValid(reading));
    if (valid.length === 0 || takenRanges.has(start, start + length)) return;
    takenRanges.add(start, start + length);
    dates.push({ type: 'date', start, end: start + length, readings: valid, isDecade });
  }

  /** A number with four digits is a year unless a unit or a counted noun follows it. */
  function findYear(match: RegExpExecArray) {
    const end = match.index + 4;
    const decade = /^(?:'?s|er)(?![\p{L}])/u.exec(text.slice(end, end + 4))?.[0] ?? '';
    const after = text.slice(end, end + 1);
    if (!decade && /[\p{L}]/u.test(after) && !/[\u0600-\uffff]/.test(after)) return;
    if (!decade && isCounted(text, end, lexicon)) return;
    push(match.index, 4 + decade.length, [{ year: Number(match[1]) }], decade !== '');
  }
}

function readDayAndMonth([, first, second]: RegExpExecArray): Reading | null {
  const [a, b] = [Number(first), Number(second)];
  if (a > 12 && a <= 31 && b <= 12) return reading(undefined, second, first);
  return b > 12 && b <= 31 && a <= 12 ? reading(undefined, first, second) : null;
}

function isCounted(text: string, end: number, lexicon: Lexicon): boolean {
  const gap = /^[ -]?/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  const at = end + gap;
  // "1887-м" is an ordinal.
  if (/^-\p{Ll}(?!\p{L})/u.test(text.slice(end, end + 3))) return false;
  if (/^[\s,.;:!?)]/.test(text.slice(at, at + 1)) || at >= text.length) return false;
  const measure =
    lexicon.symbols.match(text, at, { exactCase: true }) ??
    lexicon.measures.match(text, at, { unspaced: lexicon.isUnspaced });
  if (measure && measure.end - at === 1 && /^'\p{L}/u.test(text.slice(measure.end, measure.end + 2))) return false;
  if (!measure) return lexicon.magnitudes.match(text, at, { unspaced: lexicon.isUnspaced }) !== null;
  // "2024 год", "2024년", "2024. évi": the unit of years after such a number shows that it is a calendar year.
  return !(measure.value.type === 'unit' && measure.value.dimension === 'months' && measure.value.factor === 12);
}

function findNamedMonths(
  text: string,
  lexicon: Lexicon,
  push: (start: number, length: number, readings: readonly Reading[]) => void,
) {
  for (const match of text.matchAll(/(?<![\p{L}\p{M}\d])[\p{L}\p{M}]{3,}/gu)) {
    const month = lexicon.months.match(text, match.index);
    if (!month || isOtherWord(text, match.index, month.end, lexicon)) continue;
    const before = dayBefore(text, match.index);
    const dotted = text[month.end] === '.' ? month.end + 1 : month.end;
    // "آذار/مارس"
    const second = /^\s?\/\s?/.exec(text.slice(dotted, dotted + 3));
    const twin = second ? lexicon.months.match(text, dotted + second[0].length) : null;
    const end = twin && twin.value === month.value ? twin.end : dotted;
    const after = before.day === undefined ? dayAfter(text, end) : { end };
    const year = yearAfter(text, after.end);
    const day = before.day ?? ('day' in after ? after.day : undefined);
    const start = before.start;
    const isAlone = day === undefined && year.year === undefined;
    const stop = isAlone ? month.end : year.end;
    push(start, stop - start, [
      { month: month.value, ...(day ? { day } : {}), ...(year.year ? { year: year.year } : {}) },
    ]);
    if (before.first !== undefined)
      push(before.firstStart, before.firstLength, [
        { month: month.value, day: before.first, ...(year.year ? { year: year.year } : {}) },
      ]);
  }
}

/**
 * Whether a word is also the name of a month: "may", "march", "mar", "sept". Alone, such words only count next to a
 * number.
 */
function isOtherWord(text: string, start: number, end: number, lexicon: Lexicon): boolean {
  const word = text.slice(start, end);
  const isShort = word.length <= 4;
  const beside =
    /\d\.?\s*(?:de |of |º )?$/.test(text.slice(Math.max(0, start - 8), start)) ||
    /^\.?,?\s*(?:de |del )?\d/.test(text.slice(end, end + 8));
  if (beside) return false;
  if (lexicon.language === 'en') {
    if (!/^\p{Lu}/u.test(word)) return true;
    if (!/^(?:may|march|august)$/i.test(word)) return isShort && !/^(?:june|july)$/i.test(word);
    return !/\b(?:in|by|of|since|until|from|to|during|early|late|mid|last|next|this|and|every|through)[ -]$/i.test(
      text.slice(Math.max(0, start - 9), start),
    );
  }
  if (/\p{Script=Latin}/u.test(word) && lexicon.facts.capitalizedNouns !== null)
    return !/^\p{Lu}/u.test(word) || (isShort && !SHORT_MONTH_IN_GERMAN.test(word));
  // "Ay" and "mai" have other meanings if there is no number next to them.
  return isShort && !['ar', 'hi'].includes(lexicon.language);
}

function dayBefore(text: string, at: number) {
  const none = { start: at, day: undefined, first: undefined, firstStart: 0, firstLength: 0 };
  const head = text.slice(Math.max(0, at - 24), at);
  const match = DAY_BEFORE_MONTH.exec(head);
  if (!match || !DATE_JOINT.test(match[3] ?? '')) return none;
  const [whole, first, day = ''] = match;
  if (Number(day) < 1 || Number(day) > 31) return none;
  const start = at - whole.length + (first === undefined ? 0 : whole.lastIndexOf(day + match[3]));
  return first === undefined
    ? { ...none, start, day: Number(day) }
    : { start, day: Number(day), first: Number(first), firstStart: at - whole.length, firstLength: first.length };
}

function dayAfter(text: string, at: number): { end: number; day?: number } {
  const match = /^\.?\s*(\d{1,2})(?:st|nd|rd|th)?(?![\d:]|[.,]\d)/.exec(text.slice(at, at + 8));
  const day = Number(match?.[1]);
  return match && day >= 1 && day <= 31 ? { end: at + match[0].length, day } : { end: at };
}

function yearAfter(text: string, at: number): { end: number; year?: number } {
  const match = /^[\s,،']*(?:de |del |of |do |da )?(\d{4})(?![\d]|[.,]\d)/.exec(text.slice(at, at + 14));
  return match ? { end: at + match[0].length, year: Number(match[1]) } : { end: at };
}

const weekdayPattern = memoize(({ weekdays, language, isUnspaced }: Lexicon): RegExp => {
  const names = [...weekdays.keys()].filter((name) => name.length > 1 && (language !== 'en' || /^[A-Z]/.test(name)));
  const choice = names.sort((a, b) => b.length - a.length).join('|');
  const source = isUnspaced ? `(${choice})` : `(?<![\\p{L}\\p{M}])(${choice})(?:s|es|en)?(?![\\p{L}\\p{M}])`;
  return new RegExp(source, language === 'en' ? 'gu' : 'giu');
});

function findWeekdays(
  text: string,
  lexicon: Lexicon,
  push: (start: number, length: number, readings: readonly Reading[]) => void,
) {
  for (const match of text.matchAll(weekdayPattern(lexicon))) {
    push(match.index, match[0].length, [{ weekday: lexicon.weekdays.get(match[1] ?? '') ?? 0 }]);
  }
}

/** Finds short names of weekdays next to each other: "Tue and Thu", "Mon–Fri". */
function findShortWeekdays(
  text: string,
  lexicon: Lexicon,
  push: (start: number, length: number, readings: readonly Reading[]) => void,
) {
  const names = [...text.matchAll(/(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}]{1,3}(?![\p{L}\p{M}])/gu)].flatMap(
    ({ 0: name, index }) => {
      const weekday = lexicon.shortWeekdays.get(name.toLowerCase());
      return weekday ? [{ weekday, start: index, end: index + name.length }] : [];
    },
  );
  names.forEach(({ weekday, start, end }, at) => {
    const isBeside = (from: number, to: number) => /^\.?\s?(?:[-–—,/&+]|\p{L}{1,3})\s?$/u.test(text.slice(from, to));
    const [previous, next] = [names[at - 1], names[at + 1]];
    if ((previous && isBeside(previous.end, start)) || (next && isBeside(end, next.start)))
      push(start, end - start, [{ weekday }]);
  });
}

/** Finds the short name of a weekday directly before a date: "Fri 6 June". */
function findShortWeekday(
  text: string,
  date: number,
  lexicon: Lexicon,
  push: (start: number, length: number, readings: readonly Reading[]) => void,
) {
  const match = /(\p{L}[\p{L}\p{M}]*)(?:\.,?|,)?\s{1,2}$/u.exec(text.slice(Math.max(0, date - 12), date));
  const weekday = lexicon.shortWeekdays.get(match?.[1]?.toLowerCase() ?? '');
  if (match && weekday) push(date - match[0].length, match[1]?.length ?? 0, [{ weekday }]);
}

/** Converts a number in ideographs or digits. */
function inDigits(number: string | undefined): string | undefined {
  if (number === undefined || /^\d/.test(number)) return number;
  return String(readIdeographicNumber(number) ?? '');
}

function reading(year: string | undefined, month: string | undefined, day: string | undefined): Reading {
  return {
    ...(year ? { year: readYear(year) } : {}),
    ...(month ? { month: Number(month) } : {}),
    ...(day ? { day: Number(day) } : {}),
  };
}

/** Two digits are a year of this century. Three digits, as used in Taiwan, count from 1912. */
function readYear(year: string): number {
  return Number(year) + ([0, 0, 2000, YEAR_BEFORE_REPUBLIC][year.length] ?? 0);
}

function numericReadings(match: RegExpExecArray, lexicon: Lexicon): Reading[] {
  const [, first, sign, second, year] = match;
  const dayFirst = reading(year, second, first);
  const monthFirst = reading(year, first, second);
  if (sign !== '/' || !['en', 'ja', 'ko', 'zh'].includes(lexicon.language)) return [dayFirst];
  return [monthFirst, dayFirst];
}

function readEra([, era = '', year = '', month, day]: RegExpExecArray): Reading {
  const first = ERA_BEFORE_FIRST_YEAR[era] ?? 0;
  const count = year === FIRST_YEAR ? 1 : Number(inDigits(year));
  return { ...reading(undefined, inDigits(month), inDigits(day)), year: first + count };
}

function isValid({ month = 1, day = 1 }: Reading): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

const timePattern = memoize(({ facts: { am, pm, clock } }: Lexicon): RegExp => {
  const before = (words: readonly string[]) =>
    alternatives(words.filter((word) => word.endsWith('~')).map((word) => word.slice(0, -1)));
  const after = (words: readonly string[]) => alternatives(words.filter((word) => !word.endsWith('~')));
  return new RegExp(
    `(?:(${before(am)})|(${before(pm)})|(${before(clock)}))?\\s*(?<!\\d[.,:]?)(\\d{1,2})(?:[:：](\\d{2})(?::\\d{2})?|\\.(\\d{2})(?=\\s*(?:${after([...clock, ...am, ...pm])})(?!\\p{L}))|${HOUR_AND_MINUTE})?(?![\\d%]|[.,]\\d|${MINUTES_SIGN})(?:\\s*(${after(clock)})(?!\\p{L}))?(?:\\s*(?:(${after(am)})|(${after(pm)}))(?![\\p{L}]))?`,
    'giu',
  );
});

/** Finds times of day. A 12-hour time without "am" or "pm" has two readings. */
export function findTimes(text: string, lexicon: Lexicon, takenRanges: Taken): ClockTime[] {
  const times: ClockTime[] = [];
  for (const match of text.matchAll(timePattern(lexicon))) {
    const [whole, amBefore, pmBefore, clockBefore, hourText = '', m1, m2, m3, m4, half, clockAfter, amAfter, pmAfter] =
      match;
    const minuteText = m1 ?? m2 ?? m3 ?? m4 ?? (half ? '30' : undefined);
    const hasSign = minuteText !== undefined || HOUR_SIGN.test(whole);
    if (!hasSign && !amBefore && !pmBefore && !clockBefore && !clockAfter && !amAfter && !pmAfter) continue;
    // "8 horas" and "8 h" are just as often durations.
    if (!hasSign && !clockBefore && clockAfter && HOURS_OF_DURATION.test(clockAfter) && !isAtTime(text, match.index))
      continue;
    const hour = Number(hourText);
    const minute = Number(minuteText ?? 0);
    if (hour > 24 || minute > 59) continue;
    const lead = whole.length - whole.trimStart().length;
    const start = match.index + lead;
    const end = match.index + whole.trimEnd().length;
    if (takenRanges.has(start, end)) continue;
    takenRanges.add(start, end);
    times.push({
      type: 'time',
      start,
      end,
      minutes: readMinutes(hour, minute, hourText, Boolean(amBefore ?? amAfter), Boolean(pmBefore ?? pmAfter)),
    });
    addRangeStart(text, start, lexicon, takenRanges, times);
    if (clockBefore && minuteText === undefined) addRangeEnd(text, end, takenRanges, times);
  }
  return times;
}

function isAtTime(text: string, at: number): boolean {
  return BEFORE_TIME.test(text.slice(Math.max(0, at - 12), at + 1).trimEnd());
}

function readMinutes(hour: number, minute: number, text: string, isAm: boolean, isPm: boolean): number[] {
  const minutes = (hour % 24) * 60 + minute;
  if (isAm) return [(hour === 12 ? 0 : hour) * 60 + minute];
  if (isPm) return [(hour < 12 ? hour + 12 : hour) * 60 + minute];
  return hour <= 12 && hour > 0 && !text.startsWith('0') ? [minutes, (minutes + 720) % 1440] : [minutes];
}

/** Adds the first hour of "9–17 Uhr" or "9–11 am". */
function addRangeStart(text: string, start: number, lexicon: Lexicon, takenRanges: Taken, times: ClockTime[]) {
  const match = HOUR_OF_RANGE.exec(text.slice(Math.max(0, start - 10), start));
  if (!match) return;
  const at = start - match[0].length;
  const hour = Number(match[1]);
  const length = match[1]?.length ?? 0;
  // In "Saturday 10 – 12:00", the number is the day of a programme.
  const before = /(\p{L}[\p{L}\p{M}]*),? $/u.exec(text.slice(Math.max(0, at - 16), at))?.[1];
  if (before && lexicon.weekdays.get(before) !== undefined && /\s/.test(match[2]?.[0] ?? '')) return;
  if (hour > 24 || takenRanges.has(at, at + length) || lexicon.isUnspaced) return;
  takenRanges.add(at, at + length);
  times.push({
    type: 'time',
    start: at,
    end: at + length,
    minutes: readMinutes(hour, 0, match[1] ?? '', false, false),
  });
}

/** Adds the last hour of "godz. 9–17". */
function addRangeEnd(text: string, end: number, takenRanges: Taken, times: ClockTime[]) {
  const match = /^\s?[-–—]\s?(\d{1,2})(?![\d:%]|[.,]\d)/.exec(text.slice(end, end + 8));
  const hour = Number(match?.[1]);
  if (!match || hour > 24) return;
  const stop = end + match[0].length;
  const start = stop - (match[1]?.length ?? 0);
  if (takenRanges.has(start, stop)) return;
  takenRanges.add(start, stop);
  times.push({ type: 'time', start, end: stop, minutes: readMinutes(hour, 0, match[1] ?? '', false, false) });
}

/** Returns a pattern that matches nothing if there are no words. */
function alternatives(words: readonly string[]): string {
  return words.length > 0
    ? words
        .map((word) => word.replaceAll('’', "'").replace(/[.]/g, '\\.'))
        .sort((a, b) => b.length - a.length)
        .join('|')
    : '(?!)';
}

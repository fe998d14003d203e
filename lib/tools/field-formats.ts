import type { FieldKind } from '../contracts/index.ts';

type Format = { name: string; convert: (text: string) => string | null };

/**
 * The formats of kinds of fields that hold nothing else: a browser empties such a field if it is set to another text.
 * `name` completes “takes …”.
 */
const FORMATS: Partial<Record<FieldKind, Format>> = {
  date: { name: 'a date as YYYY-MM-DD', convert: toDate },
  calendar: { name: 'a date as YYYY-MM-DD', convert: toDate },
  time: { name: 'a time as HH:MM, from 00:00 to 23:59', convert: toTime },
  datetime: { name: 'a date and time as YYYY-MM-DDTHH:MM, without a time zone', convert: toDateTime },
  month: { name: 'a month as YYYY-MM', convert: toMonth },
  week: { name: 'a week as YYYY-Www', convert: toWeek },
  color: { name: 'a color as #RRGGBB', convert: toColor },
};

/** What a field of this kind takes, to complete “takes …”. Null if it takes any text. */
export function fieldFormat(kind: FieldKind): string | null {
  return FORMATS[kind]?.name ?? null;
}

/**
 * Converts a text to the format of its field, if it can only be read in one way. Null otherwise: “3/4/2027” may be in
 * March or in April. An empty text empties the field.
 */
export function convertToFormat(text: string, kind: FieldKind): string | null {
  const format = FORMATS[kind];
  return format === undefined || text === '' ? text : format.convert(text.trim());
}

function toDate(text: string): string | null {
  // A time after a date is ignored: models often write midnight.
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ][\d:.]+Z?)?$/.exec(text);
  if (yearFirst !== null) return joinDate(yearFirst[1], yearFirst[3], yearFirst[4]);
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (yearLast === null) return null;
  const [, one = '', separator, two = '', year] = yearLast;
  // With dots, the day is first everywhere.
  const isDayFirst = separator === '.' || Number(one) > 12 || one === two;
  if (isDayFirst) return joinDate(year, two, one);
  return Number(two) > 12 ? joinDate(year, one, two) : null;
}

function joinDate(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // The parser turns February 30 into a day in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, date.length) !== date ? null : date;
}

function toTime(text: string): string | null {
  const clock = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.0+)?)?)?\s*([ap])?\.?(?:m\.?)?$/i.exec(text);
  if (clock === null) return null;
  const [, hours = '', minutes, seconds = '00', half] = clock;
  // “3” alone is no time.
  if (minutes === undefined && half === undefined) return null;
  const hour = half === undefined ? Number(hours) : toHour(Number(hours), half.toLowerCase() === 'p');
  if (hour === null || hour > 23 || Number(minutes ?? 0) > 59 || Number(seconds) > 59) return null;
  const time = `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
  return seconds === '00' ? time : `${time}:${seconds}`;
}

/** An hour of the twelve-hour clock. Null if it is none. */
function toHour(hour: number, isAfternoon: boolean): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

function toDateTime(text: string): string | null {
  const [, day = '', clock = ''] = /^(\S+?)(?:T|,?\s+)(\d.*)$/.exec(text) ?? [];
  const [date, time] = [toDate(day), toTime(clock)];
  return date === null || time === null ? null : `${date}T${time}`;
}

function toMonth(text: string): string | null {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  const yearLast = /^(\d{1,2})[-/.](\d{4})$/.exec(text);
  const date =
    yearFirst === null ? joinDate(yearLast?.[2], yearLast?.[1], '1') : joinDate(yearFirst[1], yearFirst[2], '1');
  return date?.slice(0, 'YYYY-MM'.length) ?? null;
}

function toWeek(text: string): string | null {
  const [, year, week = ''] = /^(\d{4})-?W(\d{1,2})$/i.exec(text) ?? [];
  const number = Number(week);
  return year === undefined || number < 1 || number > 53 ? null : `${year}-W${week.padStart(2, '0')}`;
}

function toColor(text: string): string | null {
  const color = text.toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(color)) return color;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color);
  return short === null
    ? null
    : `#${short
        .slice(1)
        .map((digit) => digit.repeat(2))
        .join('')}`;
}

import type { FieldKind } from '../contracts/index.ts';

/**
 * The ways in which a user may have written the value of a field for a date or a time, which has its own format. A date
 * always has its year. “3/4/2027” may be in March or in April, so it is not a spelling of either.
 */
export function dateSpellings(value: string, kind: FieldKind): string[] {
  const [, year, month, day, clock] =
    /^(?:(\d{4})-(\d{2})(?:-(\d{2}))?)?(?:(?:^|T)(\d{2}:\d{2}))?$/.exec(KINDS.has(kind) ? value : '') ?? [];
  const dates =
    year === undefined || month === undefined
      ? []
      : day === undefined
        ? monthSpellings(Number(year), Number(month))
        : daySpellings(Number(year), Number(month), Number(day));
  if (clock === undefined) return dates;
  const times = timeSpellings(clock);
  return dates.length === 0 ? times : dates.flatMap((date) => times.map((time) => `${date} ${time}`));
}

const KINDS: ReadonlySet<FieldKind> = new Set(['date', 'calendar', 'month', 'time', 'datetime']);

function daySpellings(year: number, month: number, day: number): string[] {
  const written = LOCALES.flatMap((locale) => formatDate(locale, year, month, day));
  const [monthDigits, dayDigits] = [twoDigits(month), twoDigits(day)];
  const yearFirst = [`${year} ${month} ${day}`, `${year} ${monthDigits} ${dayDigits}`];
  if (day <= 12 && day !== month) return [...written, ...yearFirst];
  const yearLast = [`${day} ${month} ${year}`, `${dayDigits} ${monthDigits} ${year}`];
  return [...written, ...yearFirst, ...yearLast, `${month} ${day} ${year}`, `${monthDigits} ${dayDigits} ${year}`];
}

function monthSpellings(year: number, month: number): string[] {
  return [
    ...LOCALES.flatMap((locale) => formatDate(locale, year, month)),
    `${month} ${year}`,
    `${twoDigits(month)} ${year}`,
  ];
}

/** A time of the clock with 24 hours, and of the one with 12. */
function timeSpellings(clock: string): string[] {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const minuteDigits = twoDigits(minutes);
  const hour = hours % 12 === 0 ? 12 : hours % 12;
  const halves = hours < 12 ? ['am', 'a m'] : ['pm', 'p m'];
  return [
    `${twoDigits(hours)} ${minuteDigits}`,
    `${hours} ${minuteDigits}`,
    ...halves.flatMap((half) => [`${hour} ${minuteDigits} ${half}`, `${hour} ${minuteDigits}${half}`]),
    ...(minutes === 0 ? halves.flatMap((half) => [`${hour} ${half}`, `${hour}${half}`]) : []),
  ];
}

/** The languages of the interface. English has the day before the month in some countries, and after it in others. */
const LOCALES = ['ar', 'de', 'en', 'en-GB', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'pl', 'pt', 'ru', 'tr', 'zh'];

/** A date with the month's name, in full and short. Without a day, the month and year. */
function formatDate(locale: string, year: number, month: number, day?: number): string[] {
  const date = new Date(Date.UTC(year, month - 1, day ?? 1));
  return (['long', 'short'] as const).map((name) =>
    new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, {
      year: 'numeric',
      month: name,
      timeZone: 'UTC',
      ...(day === undefined ? {} : { day: 'numeric' }),
    }).format(date),
  );
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

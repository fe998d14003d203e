/** Whether a text on a page denotes this date, in words or in numbers of any order. */
export function isSameDay(text: string, date: string): boolean {
  if (readDate(text) === date) return true;
  const numbers = (from: string) => (from.match(/\d+/g) ?? []).map(Number).sort((one, other) => one - other);
  const [textNumbers, dateNumbers] = [numbers(text), numbers(date)];
  const short = dateNumbers.map((each) => (each > 999 ? each % 100 : each)).sort((one, other) => one - other);
  return [dateNumbers, short].some((each) => each.length > 0 && each.join() === textNumbers.join());
}

/** The date in an attribute of a calendar, in ISO 8601 format. Null if it is not a date. */
export function readDate(text: string): string | null {
  const iso = isoDate(text);
  if (iso !== null) return iso;
  if (/^\d{12,13}$/.test(text)) return localDate(new Date(Number(text)));
  return dateInWords(text);
}

/** Parses a date such as “Monday, May 17, 2027” in the language of the page, that of the browser, or English. */
function dateInWords(text: string): string | null {
  const month = findMonth(text);
  const year = month === null ? null : readYear(month.rest);
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(month?.rest ?? '')?.[0];
  if (month === null || year === null || day === undefined) return null;
  return `${year}-${month.number}-${day.padStart(2, '0')}`;
}

/**
 * The month that a calendar has as its title, such as “May 2027”, “2027年5月” or “05/2027”, as ISO 8601; null if it is
 * none.
 */
export function readMonth(text: string): string | null {
  const month = findMonth(text);
  const year = month === null ? null : readYear(month.rest);
  if (month !== null && year !== null) return `${year}-${month.number}`;
  const numbers = /(?<!\d)(0?[1-9]|1[0-2])\s*[/.-]\s*(\d{4})(?!\d)/.exec(text);
  return numbers === null ? null : `${numbers[2]}-${numbers[1]?.padStart(2, '0')}`;
}

function readYear(text: string): string | null {
  return /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0] ?? null;
}

/** The month that a text names, as two digits, and the folded text without its name. */
function findMonth(text: string): { number: string; rest: string } | null {
  const folded = fold(text);
  const words = folded.split(/[^\p{L}\p{M}\p{N}]+/u);
  for (const language of [document.documentElement.lang, navigator.language, 'en']) {
    const names = monthNames(language);
    const found =
      longestMatch(names.long, (name) => folded.includes(name)) ??
      longestMatch(names.short, (name) => words.includes(name));
    if (found !== null)
      return { number: String(found.month + 1).padStart(2, '0'), rest: folded.replace(found.name, ' ') };
  }
  return null;
}

/** Of several names the longest: “2月” is a part of “12月”. */
function longestMatch(
  months: readonly (readonly string[])[],
  fits: (name: string) => boolean,
): { month: number; name: string } | null {
  const matches = months.flatMap((names, month) => names.filter(fits).map((name) => ({ month, name })));
  return matches.sort((one, other) => other.name.length - one.name.length)[0] ?? null;
}

/** The names of each month: in full, alone and with a day, because some languages inflect them, and abbreviated. */
type MonthNames = { long: string[][]; short: string[][] };

const monthsByLanguage = new Map<string, MonthNames>();

function monthNames(language: string): MonthNames {
  const names = monthsByLanguage.get(language) ?? {
    long: readMonthNames(language, 'long'),
    short: readMonthNames(language, 'short'),
  };
  monthsByLanguage.set(language, names);
  return names;
}

function readMonthNames(language: string, month: 'long' | 'short'): string[][] {
  try {
    const alone = new Intl.DateTimeFormat(language || 'en', { month });
    const withDay = new Intl.DateTimeFormat(language || 'en', { month, day: 'numeric' });
    return Array.from({ length: 12 }, (_, index) => {
      const date = new Date(2027, index, 1);
      const part = withDay.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
      const names = [alone.format(date), part].map((name) => fold(name).replace(/\.$/, ''));
      // Chinese and Japanese have the number and the word for month as two parts.
      return [...new Set(names)].filter((name) => name !== '' && !/^\d+$/.test(name));
    });
  } catch {
    return [];
  }
}

/** The date with which a text begins, in ISO 8601 format. */
export function isoDate(text: string): string | null {
  return /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(text.trim())?.[1] ?? null;
}

function localDate(date: Date): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

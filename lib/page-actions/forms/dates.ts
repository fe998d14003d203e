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
  const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0];
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0];
  if (year === undefined || day === undefined) return null;
  const words = fold(text);
  for (const language of [document.documentElement.lang, navigator.language, 'en']) {
    const month = monthNames(language).findIndex((name) => words.includes(name));
    if (month >= 0) return `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  return null;
}

const monthsByLanguage = new Map<string, string[]>();

function monthNames(language: string): string[] {
  const names = monthsByLanguage.get(language) ?? readMonthNames(language);
  monthsByLanguage.set(language, names);
  return names;
}

function readMonthNames(language: string): string[] {
  try {
    // Formatted with a day, so that the month has the grammatical case that it has in dates.
    const format = new Intl.DateTimeFormat(language || 'en', { month: 'long', day: 'numeric' });
    return Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(new Date(2027, month, 1));
      return fold(parts.find(({ type }) => type === 'month')?.value ?? '');
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

import {
  ARABIC_ARTICLE,
  FACT_VOCABULARIES,
  type FactVocabulary,
  type LanguageCode,
  OTHER_LANGUAGES,
  WEEKDAY_ENDINGS,
  WEEKS_BEFORE_DAY,
} from '../language/index.ts';
import { normalizeCharacters } from './characters.ts';
import { findCurrency, listCurrencyNames, listCurrencySigns } from './currencies.ts';
import { readOtherFacts } from './other-language-facts.ts';
import { findUnit, listUnitSymbols, type Measure, scaleUnit } from './units.ts';

/**
 * The words in which facts are written in one language. English is always included, because all languages borrow from
 * it.
 */
export type Lexicon = {
  language: string;
  facts: FactVocabulary;
  /** Whether there is a vocabulary of the language. Without one, the words for "about" or "in all" are unknown. */
  hasVocabulary: boolean;
  /** Whether a point separates decimals. */
  hasDecimalPoint: boolean;
  /** Whether words are written without spaces, so that a word is matched at the beginning of the remaining text. */
  isUnspaced: boolean;
  numberWords: Phrases<number>;
  magnitudes: Phrases<number>;
  measures: Phrases<Measure>;
  symbols: Phrases<Measure>;
  percentBefore: readonly string[];
  months: Phrases<number>;
  /** Monday is 1. */
  weekdays: Phrases<number>;
  /** Short names, which are often other words, so they only count before a date. */
  shortWeekdays: ReadonlyMap<string, number>;
  abbreviations: ReadonlySet<string>;
  /** Names of countries, in lower case. */
  countries: ReadonlySet<string>;
  functionWords: ReadonlySet<string>;
  /** The conjunction between two things that have a figure each. */
  conjunction: RegExp;
};

/** Units that `Intl` names and that occur in texts. */
const INTL_UNITS = [
  'celsius',
  'fahrenheit',
  'degree',
  'meter',
  'kilometer',
  'centimeter',
  'millimeter',
  'inch',
  'foot',
  'yard',
  'mile',
  'hectare',
  'acre',
  'liter',
  'milliliter',
  'gallon',
  'fluid-ounce',
  'gram',
  'kilogram',
  'ounce',
  'pound',
  'stone',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
  'millisecond',
  'microsecond',
  'nanosecond',
  'bit',
  'byte',
  'kilobit',
  'megabit',
  'gigabit',
  'kilobyte',
  'megabyte',
  'gigabyte',
  'terabyte',
  'petabyte',
  'kilometer-per-hour',
  'mile-per-hour',
  'meter-per-second',
];

/** Languages in which the names of months have no endings. */
const UNCHANGING_MONTHS: ReadonlySet<string> = new Set(['ja', 'zh', 'ko', 'fr', 'es', 'it', 'pt']);

const cache = new Map<string, Lexicon>();

export function getLexicon(language: string): Lexicon {
  let lexicon = cache.get(language);
  if (!lexicon) {
    lexicon = build(language in FACT_VOCABULARIES || language in OTHER_LANGUAGES ? language : 'en');
    cache.set(language, lexicon);
  }
  return lexicon;
}

function build(language: string): Lexicon {
  const facts = FACT_VOCABULARIES[language as LanguageCode] ?? readOtherFacts(language);
  const isUnspaced = ['ja', 'zh', 'ko'].includes(language);
  const inflects = !isUnspaced;
  const symbols = new Phrases<Measure>(false);
  // Units come last, because the sign of the forint in lower case is that of the foot.
  for (const [sign, measure] of [...listCurrencySigns(), ...listUnitSymbols()]) symbols.add(sign, measure);
  symbols.add('%', { type: 'percent' });
  symbols.add('‰', { type: 'unit', dimension: 'per-mille', factor: 1 });
  return {
    language,
    facts,
    hasVocabulary: language in FACT_VOCABULARIES,
    hasDecimalPoint: new Intl.NumberFormat(language).format(1.5).includes('.') || language === 'ar',
    isUnspaced,
    numberWords: Phrases.read(facts.numberWords, false),
    magnitudes: Phrases.read(withEnglish(facts.magnitudes, language), false),
    measures: readMeasures(facts, language, inflects),
    symbols,
    percentBefore: facts.percent.flatMap((word) => (word.endsWith('~') ? [word.slice(0, -1)] : [])),
    months: readMonths(facts, language),
    weekdays: readWeekdays(language),
    shortWeekdays: readShortWeekdays(language),
    abbreviations: new Set(facts.abbreviations),
    countries: readCountries(language),
    functionWords: new Set(facts.functionWords),
    conjunction: readConjunctions(facts.conjunctions),
  };
}

/** Builds a pattern of the words as they occur between spaces. Words with "~" are attached to an article. */
function readConjunctions(words: readonly string[]): RegExp {
  const forms = words.map((word) =>
    word.endsWith('~') ? `${word.slice(0, -1)}(?=${ARABIC_ARTICLE})` : `${word}(?![\\p{L}\\p{M}])`,
  );
  return new RegExp(forms.length > 0 ? `(?<![\\p{L}\\p{M}])(?:${forms.join('|')})` : '(?!)', 'iu');
}

/**
 * Adds abbreviations such as "mn" and "bn", which occur in every language. "Billion" means another number in other
 * languages.
 */
function withEnglish(magnitudes: FactVocabulary['magnitudes'], language: string): FactVocabulary['magnitudes'] {
  return language === 'en' ? magnitudes : { mio: 1e6, mn: 1e6, bn: 1e9, ...magnitudes };
}

function readMeasures(facts: FactVocabulary, language: string, inflects: boolean): Phrases<Measure> {
  const measures = new Phrases<Measure>(inflects);
  for (const [name, measure] of listCurrencyNames(language)) measures.add(name, measure);
  for (const unit of INTL_UNITS) for (const name of unitNames(unit, language)) measures.add(name, findUnit(unit));
  for (const word of facts.percent) if (!word.endsWith('~')) measures.add(word, { type: 'percent' });
  for (const [word, unit] of Object.entries(facts.units)) {
    const measure = findUnit(unit);
    measures.add(word, measure);
    for (const [prefix, factor] of Object.entries(facts.unitPrefixes)) {
      if (!measures.has((prefix + word).replaceAll('_', ' '))) measures.add(prefix + word, scaleUnit(unit, factor));
    }
  }
  for (const [word, currency] of Object.entries(facts.currencies)) measures.add(word, findCurrency(currency));
  return measures;
}

function unitNames(unit: string, language: string): Set<string> {
  const names = (['long', 'short'] as const).flatMap((unitDisplay) => {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
    return [1, 2, 5, 11, 1.5].flatMap((amount) =>
      format.formatToParts(amount).flatMap(({ type, value }) => (type === 'unit' ? [value.trim().toLowerCase()] : [])),
    );
  });
  // A single letter is a sign, and signs are case-sensitive.
  return new Set(
    names.filter((name) => name.length > 1 || !/[a-z]/.test(name)).filter((name) => !/^[a-z]\.$/.test(name)),
  );
}

function readMonths(facts: FactVocabulary, language: string): Phrases<number> {
  // "Maior" is not a form of "maio".
  const months = new Phrases<number>(!UNCHANGING_MONTHS.has(language));
  for (const options of [
    { month: 'long' },
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
    { month: 'short' },
  ] as const) {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { ...options, timeZone: 'UTC' });
    for (let month = 0; month < 12; month += 1) {
      const part = format.formatToParts(Date.UTC(2024, month, 15)).find(({ type }) => type === 'month')?.value ?? '';
      // Numbers are read without names.
      if (/\p{L}[\p{L}\p{M}]/u.test(part) && !/\d/.test(normalizeCharacters(part)))
        months.add(part.replace(/\.$/, ''), month + 1);
    }
  }
  for (const [name, month] of Object.entries(facts.months)) months.add(name, month);
  if (language === 'en') months.add('sept', 9);
  return months;
}

function readWeekdays(language: string): Phrases<number> {
  const weekdays = new Phrases<number>(!['ja', 'zh', 'ko'].includes(language));
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  for (let day = 1; day <= 7; day += 1) {
    const name = format.format(Date.UTC(2024, 0, day));
    weekdays.add(name, day);
    for (const form of listForms(name, language)) weekdays.add(form, day);
  }
  return weekdays;
}

/** Lists other forms of a weekday's name, such as "soboty" for "sobota". */
function listForms(name: string, language: string): string[] {
  const [beginning, end] = [name.slice(0, -1), name.slice(-1)];
  const weeks = WEEKS_BEFORE_DAY[language];
  if (weeks) return weeks.map((week) => week + end);
  if (language === 'ja') return [beginning];
  return (WEEKDAY_ENDINGS[language]?.[end] ?? []).map((ending) => beginning + ending);
}

function readCountries(language: string): Set<string> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Set(codes.flatMap((code) => names.of(code)?.toLowerCase() ?? []));
}

function readShortWeekdays(language: string): Map<string, number> {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const days = [1, 2, 3, 4, 5, 6, 7];
  return new Map(
    days.map((day) => [
      format
        .format(Date.UTC(2024, 0, day))
        .replace(/\.$/, '')
        .toLowerCase(),
      day,
    ]),
  );
}

/** Values by words or phrases. A lookup at a place in a text returns the longest match. */
export class Phrases<T> {
  readonly #values = new Map<string, T>();
  readonly #inflects: boolean;
  #maxLength = 1;

  /** With `inflects`, a word of the text may have an ending after a key of four letters or more. */
  constructor(inflects: boolean) {
    this.#inflects = inflects;
  }

  static read<T>(values: Readonly<Record<string, T>>, inflects: boolean): Phrases<T> {
    const phrases = new Phrases<T>(inflects);
    for (const [key, value] of Object.entries(values)) phrases.add(key, value);
    return phrases;
  }

  add(key: string, value: T) {
    const normalized = normalizeCharacters(key.replaceAll('_', ' '));
    this.#values.set(normalized, value);
    // A single letter is the sign of a unit in one case, and a word in the other.
    if (normalized.length > 1) this.#values.set(normalized.toLowerCase(), value);
    this.#maxLength = Math.max(this.#maxLength, normalized.length);
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  get(word: string): T | undefined {
    return this.#values.get(word) ?? this.#values.get(word.toLowerCase()) ?? this.#inflected(word.toLowerCase());
  }

  /** Finds the longest entry at `at`. If it is written with letters and spaces, it has to end at the end of a word. */
  match(
    text: string,
    at: number,
    options: { unspaced?: boolean; exactCase?: boolean } = {},
  ): { value: T; end: number } | null {
    const limit = Math.min(text.length, at + this.#maxLength);
    for (let end = limit; end > at; end -= 1) {
      if (!options.unspaced && isInsideWord(text, end)) continue;
      const part = text.slice(at, end);
      const value = this.#values.get(part) ?? (options.exactCase ? undefined : this.#values.get(part.toLowerCase()));
      if (value !== undefined && (!options.unspaced || !/[a-z]$/i.test(part) || !isInsideWord(text, end)))
        return { value, end };
    }
    if (!this.#inflects || options.exactCase) return null;
    const word = wordAt(text, at);
    const value = word.length > 4 ? this.#inflected(word.toLowerCase()) : undefined;
    return value === undefined ? null : { value, end: at + word.length };
  }

  #inflected(word: string): T | undefined {
    if (!this.#inflects) return undefined;
    const stem = word.split("'")[0] ?? word;
    for (let length = Math.min(stem.length, word.length); length >= Math.max(3, stem.length - 4); length -= 1) {
      if (length < 4 && (stem.length === word.length || length < stem.length)) break;
      const value = this.#values.get(stem.slice(0, length));
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

const LETTER = /[\p{L}\p{M}\d]/u;
const FIRST_AFTER_ASCII = 0x80;

function isInsideWord(text: string, end: number): boolean {
  const before = text[end - 1];
  const after = text[end];
  if (before === undefined || after === undefined || !isLetter(after) || !isLetter(before)) return false;
  if (after.charCodeAt(0) < FIRST_AFTER_ASCII) return true;
  // A particle of Korean or Japanese directly follows a sign: "410km를".
  return !(/[a-z]/i.test(before) && UNSPACED_LETTER.test(after));
}

/** Classes of Unicode take longer, and this is asked for every place of a text where an entry can end. */
function isLetter(sign: string): boolean {
  const code = sign.charCodeAt(0);
  if (code >= FIRST_AFTER_ASCII) return LETTER.test(sign);
  return (code > 0x2f && code < 0x3a) || (code > 0x40 && code < 0x5b) || (code > 0x60 && code < 0x7b);
}

const UNSPACED_LETTER = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function wordAt(text: string, at: number): string {
  return /^[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)?/u.exec(text.slice(at, at + 40))?.[0] ?? '';
}

import { type FactVocabulary, OTHER_CONJUNCTIONS, OTHER_CURRENCIES, OTHER_LANGUAGES } from '../language/index.ts';

/** Returns what `Intl` knows about a language without its own vocabulary. */
export function readOtherFacts(language: string): FactVocabulary {
  const percent = new Intl.NumberFormat(language, { style: 'unit', unit: 'percent', unitDisplay: 'long' });
  const words = percent.formatToParts(5).flatMap(({ type, value }) => (type === 'unit' ? [value] : []));
  return {
    ...NO_FACTS,
    functionWords: OTHER_LANGUAGES[language]?.split(' ') ?? [],
    conjunctions: OTHER_CONJUNCTIONS[language]?.split(' ') ?? [],
    magnitudes: readMagnitudes(language),
    currencies: readCurrencies(language),
    percent: words.filter((word) => /\p{L}/u.test(word)),
  };
}

function readCurrencies(language: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(OTHER_CURRENCIES[language] ?? {}).flatMap(([code, words]) =>
      words.split(' ').map((word) => [word, code]),
    ),
  );
}

/** Returns the words for thousand, million and so on, in the forms for several numbers, and their abbreviations. */
function readMagnitudes(language: string): Record<string, number> {
  const magnitudes: Record<string, number> = {};
  for (const compactDisplay of ['long', 'short'] as const) {
    const format = new Intl.NumberFormat(language, { notation: 'compact', compactDisplay });
    for (const value of [1e3, 1e6, 1e9, 1e12]) {
      for (const amount of [1, 1.5, 2, 5]) {
        const word = format.formatToParts(amount * value).find(({ type }) => type === 'compact')?.value;
        // A single letter is the sign of a unit.
        if (word && /\p{L}{2}/u.test(word)) magnitudes[word.replace(/\.$/, '')] ??= value;
      }
    }
  }
  return magnitudes;
}

const NO_FACTS: FactVocabulary = {
  functionWords: [],
  numberWords: {},
  magnitudes: {},
  percent: [],
  about: [],
  units: {},
  unitPrefixes: {},
  currencies: {},
  per: [],
  clock: [],
  am: [],
  pm: [],
  titles: [],
  organizations: [],
  nameJoiners: [],
  computes: [],
  conjunctions: [],
  listNouns: [],
  version: [],
  abbreviations: [],
  months: {},
  surnames: [],
  capitalizedNouns: null,
};

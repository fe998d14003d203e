/**
 * What a question can ask for: a kind of content on the page, the whole page, its data to keep, or the user's own data.
 */
export type Topic = LanguageTopic | 'pdf';

type LanguageTopic =
  | 'links'
  | 'forms'
  /** Something is to be done by means of the page. */
  | 'actions'
  | 'tabs'
  | 'pictures'
  | 'page-data'
  | 'whole-page'
  | 'own-chats'
  | 'own-tabs'
  | 'own-bookmarks'
  | 'own-history';

/**
 * The vocabulary of one language. A new language is one file of this type. Every field is required, so that the
 * compiler reports what is missing. A text is tested against all languages, since users mix them.
 */
export type Language = {
  /**
   * How a question asks for something. Questions about the user's own data must contain words such as "my", "other" or
   * "did I read", since that search starts without asking the user.
   */
  asksFor: Readonly<Record<LanguageTopic, readonly RegExp[]>>;
  /** How a sentence begins that only announces what the model is about to read. */
  announcesCall: readonly RegExp[];
  /** What a consent dialog asks for consent to. */
  consent: readonly RegExp[];
  /** Words in an answer before a possible tool call, as parts of patterns. */
  beforeCall: {
    /** They announce an example, a format or a quotation. */
    example: WordPatterns;
    /** They announce an action. */
    intent: WordPatterns;
    /** Names of the model at the beginning of a line of a transcript. */
    speaker: string;
  };
};

/** Alternatives that match whole words only, or also parts of a longer text, for scripts without spaces. */
export type WordPatterns = { whole: string } | { anywhere: string };

/**
 * Words in the name, label or hint of a field for a password, a code or payment data. `anywhere`: also match inside a
 * longer text. `whole`: match only as the entire text, because they also occur in other labels. They use no Unicode
 * classes, which would have to be compiled again in every page. Every language file exports them as `secretFields`,
 * separately from its `Language`, so that page scripts contain nothing else.
 */
export type SecretFieldWords = { anywhere: string; whole?: string };

/**
 * How a question asks to remember something. `before`: what precedes the sentence. `after`: what follows it.
 * `question`: what precedes it in a request with a question mark. `lead`: what a request can begin with, as in "Also,
 * remember". `further`: between two things to remember, as in "and that". `that`: the beginning of a subordinate
 * clause. `toSentence`: makes a main clause of one, as far as that is certain. Alternatives without capture groups.
 * They are narrow, since "remember to" usually refers to the current task. Every language file exports them as
 * `memoryRequests`, separately from its `Language`, so that the panel contains nothing else.
 */
export type MemoryRequestWords = {
  lead: string;
  before: string;
  question?: string;
  after?: string;
  further?: string;
  that?: string;
  toSentence?: (clause: string) => string;
};

/**
 * How facts are written, where `Intl` has no data: months, weekdays, currencies and most units come from there. Words
 * are in lower case. In the lists, `word~` precedes what it belongs to and `~word` follows it, in languages where that
 * matters. Every language file exports it as `facts`, separately from its `Language`, so that only code that checks
 * facts contains it.
 */
export type FactVocabulary = {
  /** Frequent function words, by which the language of a text is detected. */
  functionWords: readonly string[];
  numberWords: Readonly<Record<string, number>>;
  /** Factors that follow a number: "million". */
  magnitudes: Readonly<Record<string, number>>;
  percent: readonly string[];
  /** Words that make a number approximate or a bound. */
  about: readonly string[];
  /** Names of units that `Intl` lacks, in their inflected forms, by unit. */
  units: Readonly<Record<string, string>>;
  unitPrefixes: Readonly<Record<string, number>>;
  /** Short names of currencies, by ISO code or by the name of a family such as `$`. */
  currencies: Readonly<Record<string, string>>;
  /** Words between a quantity and the unit of reference: "per". */
  per: readonly string[];
  /** Words that make an hour a time of day: "o'clock". */
  clock: readonly string[];
  am: readonly string[];
  pm: readonly string[];
  /** Titles and offices beside personal names. */
  titles: readonly string[];
  /** Kinds of organizations, which are part of their names. */
  organizations: readonly string[];
  /** Lower-case words inside names. */
  nameJoiners: readonly string[];
  /** Words in sentences whose figures are computed from others. */
  computes: readonly string[];
  /**
   * Words between two items with a figure each: "47 % in Rome and 12 % in Bari". A word that ends in "~" must be
   * followed by an article.
   */
  conjunctions: readonly string[];
  /** Nouns with which answers count their own items: "three ways". */
  listNouns: readonly string[];
  version: readonly string[];
  /** Words whose period does not end a sentence. */
  abbreviations: readonly string[];
  /** Names of months besides those of `Intl`. */
  months: Readonly<Record<string, number>>;
  /** Surnames, for languages in which nothing else indicates personal names. */
  surnames: readonly string[];
  /**
   * In languages that capitalize all nouns: words that are followed by a noun and not by a personal name. Null for
   * other languages.
   */
  capitalizedNouns: { beforeNouns: readonly string[] } | null;
};

/** The words of a list in one string. `_` is a space inside a word. */
// @__NO_SIDE_EFFECTS__
export function list(words: string): readonly string[] {
  return words.split(' ').flatMap((word) => (word ? [word.replaceAll('_', ' ')] : []));
}

/** Matches one of these patterns as whole words, in any case. `\b` only supports ASCII letters. */
// @__NO_SIDE_EFFECTS__
export function words(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{M}])`, 'iu');
}

/** Matches one of these patterns anywhere, for scripts without spaces and for words with endings. */
// @__NO_SIDE_EFFECTS__
export function parts(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'), 'iu');
}

/** What a question can ask for: a kind of thing on the page, the whole page, its data to keep, or the user's own data. */
export type Topic = LanguageTopic | 'pdf';

type LanguageTopic =
  | 'links'
  | 'forms'
  | 'tabs'
  | 'pictures'
  | 'page-data'
  | 'whole-page'
  | 'own-chats'
  | 'own-tabs'
  | 'own-bookmarks'
  | 'own-history';

/**
 * The vocabulary of one language. A new language is one file of this type; every field is required, so that the compiler names
 * what it lacks. A text is tried against all languages, since users mix them.
 */
export type Language = {
  /**
   * How a question asks for something. For the user's own data it needs words that say so ("my", "other", "did I read"), since that
   * search starts without asking the user.
   */
  asksFor: Readonly<Record<LanguageTopic, readonly RegExp[]>>;
  /** How a sentence begins that only announces what the model will read. */
  announcesCall: readonly RegExp[];
  /** What a dialog asks consent for. */
  consent: readonly RegExp[];
  /** Words in an answer before what could be a tool call, as parts of patterns. */
  beforeCall: {
    /** They announce an example, a format or a quotation. */
    example: WordPatterns;
    /** They announce an action. */
    intent: WordPatterns;
    /** They name the model where a line of a transcript begins. */
    speaker: string;
  };
};

/** Alternatives that count as whole words, or also inside a longer text, for writing without spaces. */
export type WordPatterns = { whole: string } | { anywhere: string };

/**
 * Words in the name, label or hint of a field for a password, a code or a payment card. `anywhere`: also inside a longer text;
 * `whole`: only as the entire text, since it occurs in other labels as well. No Unicode classes: every page would compile them
 * again. Every file of a language exports them as `secretFields`, apart from its `Language`, so that page scripts hold nothing
 * else.
 */
export type SecretFieldWords = { anywhere: string; whole?: string };

/**
 * How a question asks to remember something. `before`: what precedes the sentence, `after`: what follows it; `question`: what precedes
 * it in a request with a question mark; `lead`: what a request can begin with, as in "Also, remember". Alternatives without capture
 * groups. They are narrow, since "remember to" usually means the task at hand. Every file of a language exports them as
 * `memoryRequests`, apart from its `Language`, so that the panel holds nothing else.
 */
export type MemoryRequestWords = { lead: string; before: string; question?: string; after?: string };

/**
 * How facts are written, where `Intl` has no data: months, weekdays, currencies and most units come from there. Words are in lower case.
 * In the lists, `word~` comes before what it belongs to and `~word` after it, in languages where that matters. Every file of a
 * language exports it as `facts`, apart from its `Language`, so that only what checks facts holds it.
 */
export type FactVocabulary = {
  /** Frequent function words, by which the language of a text is detected. */
  functionWords: readonly string[];
  numberWords: Readonly<Record<string, number>>;
  /** Factors that follow a number: "million". */
  magnitudes: Readonly<Record<string, number>>;
  percent: readonly string[];
  /** Words that make a number approximate, or a bound. */
  about: readonly string[];
  /** Names of units that `Intl` lacks, in their inflected forms, by unit. */
  units: Readonly<Record<string, string>>;
  unitPrefixes: Readonly<Record<string, number>>;
  /** Short names of currencies, by ISO code or by the name of a family such as `$`. */
  currencies: Readonly<Record<string, string>>;
  /** Between a quantity and what it is counted for: "per". */
  per: readonly string[];
  /** Words that make an hour a time of day: "o'clock". */
  clock: readonly string[];
  am: readonly string[];
  pm: readonly string[];
  /** Titles and offices beside names of persons. */
  titles: readonly string[];
  /** Kinds of organizations, which are part of their names. */
  organizations: readonly string[];
  /** Lower-case words inside names. */
  nameJoiners: readonly string[];
  /** Words of sentences whose figures are computed from others. */
  computes: readonly string[];
  /** Words between two things that have a figure each: "47 % in Rome and 12 % in Bari". Before an article if they end in "~". */
  conjunctions: readonly string[];
  /** Nouns by which answers count their own parts: "three ways". */
  listNouns: readonly string[];
  version: readonly string[];
  /** Words whose period does not end a sentence. */
  abbreviations: readonly string[];
  /** Names of months besides those of `Intl`. */
  months: Readonly<Record<string, number>>;
  /** Surnames, for languages in which nothing else shows names of persons. */
  surnames: readonly string[];
  /** In languages that write all nouns with a capital: the words after which a noun comes, and no name of a person. Null in others. */
  capitalizedNouns: { beforeNouns: readonly string[] } | null;
};

/** The words of a list in one string. `_` is a space inside a word. */
// @__NO_SIDE_EFFECTS__
export function list(words: string): readonly string[] {
  return words.split(' ').flatMap((word) => (word ? [word.replaceAll('_', ' ')] : []));
}

/** One of these patterns as whole words, in any case. `\b` knows only ASCII letters. */
// @__NO_SIDE_EFFECTS__
export function words(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{M}])`, 'iu');
}

/** One of these patterns anywhere, for writing without spaces and for words with endings. */
// @__NO_SIDE_EFFECTS__
export function parts(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'), 'iu');
}

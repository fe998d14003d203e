/** What a question can ask for: a kind of thing on the page, the whole page, its data to keep, or what is the user's own. */
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
   * How a question asks for something. What is the user's own needs words that say so ("my", "other", "did I read"), since
   * its search starts without a question to the user.
   */
  asksFor: Readonly<Record<LanguageTopic, readonly RegExp[]>>;
  /** How a sentence begins that only announces what the model is going to read. */
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
 * `whole`: only as all of it, since it stands in other labels as well. No Unicode classes: every page would compile them anew.
 * Every file of a language exports them as `secretFields`, apart from its `Language`, so that page scripts hold nothing else.
 */
export type SecretFieldWords = { anywhere: string; whole?: string };

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

/** Conjunctions, prepositions and the article, which Arabic writes together with a word. */
export const ARABIC_PREFIX = /^(?:[وفبكل]?ال|لل|[وفبلك](?=\p{L}{4}))/u;

/** A conjunction or a preposition before a name, as part of a pattern. */
export const ARABIC_PREFIX_OF_NAME = '[وبلفك]';

/** The letters that are also written as a plain alef, and the plain alef. */
export const ARABIC_ALEFS = /[أإآ]/g;
export const ARABIC_ALEF = 'ا';

/**
 * The article at the beginning of a word, as part of a pattern. After a title, a word with the article belongs to the
 * title.
 */
export const ARABIC_ARTICLE = 'ال';

/** The most common form of a family name, after a given name, which has no article. Part of a pattern. */
export const ARABIC_NAME = '(?<![\\p{L}\\p{M}])(?!ال)([\\p{L}\\p{M}]{3,})\\s+(ال[\\p{L}\\p{M}]{2,}ي)(?![\\p{L}\\p{M}])';

const THAT = /^ب?أن\u0651?(?<pronoun>ن?ي|ن?ا)?\s+/u;

/** “I live in Bern” for “that I live in Bern”, whose conjunction has the pronoun as its ending. */
export function toArabicMainClause(clause: string): string {
  const { pronoun = '' } = THAT.exec(clause)?.groups ?? {};
  const subject = pronoun === '' ? '' : pronoun.endsWith('ي') ? 'أنا ' : 'نحن ';
  return clause.replace(THAT, subject);
}

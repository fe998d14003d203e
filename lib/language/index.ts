import type { Language, Topic } from './language.ts';
import { LANGUAGES } from './languages.ts';

export {
  ARABIC_ALEF,
  ARABIC_ALEFS,
  ARABIC_ARTICLE,
  ARABIC_NAME,
  ARABIC_PREFIX,
  ARABIC_PREFIX_OF_NAME,
} from './arabic-writing.ts';
export { AFTER_JAPANESE_OFFICE, HONORIFIC, JAPANESE_NAME, KOREAN_PARTICLE } from './asian-names.ts';
export { announcesAction, announcesExample, isTranscript } from './before-call.ts';
export { answersConsent, speaksOfConsent, speaksOfCookies, speaksOfSite } from './consent-banners.ts';
export { detectLanguage } from './detect-language.ts';
export { FACT_VOCABULARIES } from './fact-vocabularies.ts';
export {
  ATTACHED_AND,
  HALF_AFTER_UNIT,
  HALF_BEFORE_NUMBER,
  HALF_BEFORE_UNIT,
  HALF_OF,
  NEXT_YEAR,
  PARTS_OF,
  TENTHS,
} from './fractions.ts';
export { IDEOGRAPHIC_NUMBER, MAGNITUDE_BEFORE_DIGITS, readIdeographicNumber } from './ideographic-numbers.ts';
export { CAPITAL_PRONOUN, ELISION, HONORIFIC_BEFORE_NAME, INFLECTED_NAMES } from './inflected-names.ts';
export type { FactVocabulary, Topic } from './language.ts';
export { LANGUAGES, type LanguageCode } from './languages.ts';
export { readMemoryRequest, readSplitMemoryRequest } from './memory-requests.ts';
export { OTHER_CONJUNCTIONS, OTHER_CURRENCIES, OTHER_LANGUAGES } from './other-languages.ts';
export { hasMoney, hasTime } from './page-amounts.ts';
export { introducesComments, isBoilerplateHeading } from './page-headings.ts';
export { namesSecret } from './secret-fields.ts';
export {
  ACTION_IN_ADDRESS,
  BEFORE_ITS_NAME,
  CARD_CHECK_NAME,
  CODE_NAME,
  FOR,
  IS,
  KEEP_TO_YOURSELF,
  KEY_NAME,
  NOT_A_PASSWORD,
  PAIR_NAME,
  PARTICLE,
  PASSWORD_LABEL,
  PASSWORD_NAME,
  PHRASE_NAME,
  SETUP_KEY_NAME,
} from './secret-names.ts';
export { asksForHelp, isGreeting } from './small-talk.ts';
export { BEFORE_PLACE, BEFORE_UNSPACED_NAME, BEHIND_UNSPACED_NAME, NO_PLACE } from './unspaced-names.ts';
export { putsVerbLast } from './word-order.ts';
export {
  BEFORE_TIME,
  DATE_JOINT,
  DAY_ALONE,
  DAY_BEFORE_MONTH,
  EAST_ASIAN_DATE,
  ERA_BEFORE_FIRST_YEAR,
  ERA_DATE,
  FIRST_YEAR,
  HAS_EAST_ASIAN_DATE,
  HOUR_AND_MINUTE,
  HOUR_OF_RANGE,
  HOUR_SIGN,
  HOURS_OF_DURATION,
  IDEOGRAPHIC_DATE,
  MINUTES_BEHIND_HOURS,
  MINUTES_SIGN,
  SHORT_MONTH_IN_GERMAN,
  WEEKDAY_ENDINGS,
  WEEKS_BEFORE_DAY,
  YEAR_BEFORE_REPUBLIC,
} from './written-dates.ts';
export {
  COMPOUND_OF_TIMES,
  COMPOUND_OF_UNIT,
  FIGURE_AND,
  FIGURE_RANGE,
  LAST_OF_LIST,
  NUMBER_ENDING,
  ORDINAL_ENDING,
  RESPECTIVELY,
  TIMES_AFTER_IDEOGRAPH,
  TIMES_AFTER_NUMBER,
  UNIT_LINK,
  WORD_OF_TIMES,
} from './written-figures.ts';

const ALL: readonly Language[] = Object.values(LANGUAGES);

/** Whether a question asks for something, in any language. */
export function asksFor(topic: Topic, question: string): boolean {
  // The word is the same in all languages.
  if (topic === 'pdf') return /\bpdfs?\b/i.test(question);
  return matchesAny(question, (language) => language.asksFor[topic]);
}

/** Whether a sentence announces that the model is about to read or search, in any language. */
export function isAnnouncement(sentence: string): boolean {
  return matchesAny(sentence, (language) => language.announcesCall);
}

/** Whether a text mentions cookies or consent, in any language. */
export function mentionsConsent(text: string): boolean {
  return matchesAny(text, (language) => language.consent);
}

function matchesAny(text: string, selectPatterns: (language: Language) => readonly RegExp[]): boolean {
  const composed = text.normalize('NFC');
  return ALL.some((language) => selectPatterns(language).some((pattern) => pattern.test(composed)));
}

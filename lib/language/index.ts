import type { Language, Topic } from './language.ts';
import { LANGUAGES } from './languages.ts';

export { announcesAction, announcesExample, isTranscript } from './before-call.ts';
export { answersConsent, speaksOfConsent, speaksOfCookies, speaksOfSite } from './consent-banners.ts';
export { detectLanguage } from './detect-language.ts';
export type { FactVocabulary, Topic } from './language.ts';
export { LANGUAGES, type LanguageCode } from './languages.ts';
export { hasMoney, hasTime } from './page-amounts.ts';
export { introducesComments, isBoilerplateHeading } from './page-headings.ts';
export { namesSecret } from './secret-fields.ts';

const ALL: readonly Language[] = Object.values(LANGUAGES);

/** Whether a question asks for something, in any language. */
export function asksFor(topic: Topic, question: string): boolean {
  // The same word everywhere.
  if (topic === 'pdf') return /\bpdfs?\b/i.test(question);
  return matchesAny(question, (language) => language.asksFor[topic]);
}

/** Whether a sentence announces that the model is going to read or search, in any language. */
export function isAnnouncement(sentence: string): boolean {
  return matchesAny(sentence, (language) => language.announcesCall);
}

/** Whether a text mentions cookies or consent, in any language. */
export function mentionsConsent(text: string): boolean {
  return matchesAny(text, (language) => language.consent);
}

function matchesAny(text: string, patternsOf: (language: Language) => readonly RegExp[]): boolean {
  const composed = text.normalize('NFC');
  return ALL.some((language) => patternsOf(language).some((pattern) => pattern.test(composed)));
}

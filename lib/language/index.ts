import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import type { Language, Topic } from './language.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';

export type { Topic } from './language.ts';

/** By the primary subtag of BCP 47. */
export const LANGUAGES: Readonly<Record<string, Language>> = { ar, de, en, es, fr, hi, it, ja, ko, pl, pt, ru, tr, zh };

const ALL = Object.values(LANGUAGES);

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

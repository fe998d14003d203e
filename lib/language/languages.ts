import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import type { Language } from './language.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';

/** By the primary subtag of BCP 47. */
export const LANGUAGES = { ar, de, en, es, fr, hi, it, ja, ko, pl, pt, ru, tr, zh } as const satisfies Record<
  string,
  Language
>;

export type LanguageCode = keyof typeof LANGUAGES;

import { facts as ar } from './ar.ts';
import { facts as de } from './de.ts';
import { facts as en } from './en.ts';
import { facts as es } from './es.ts';
import { facts as fr } from './fr.ts';
import { facts as hi } from './hi.ts';
import { facts as it } from './it.ts';
import { facts as ja } from './ja.ts';
import { facts as ko } from './ko.ts';
import type { FactVocabulary } from './language.ts';
import type { LanguageCode } from './languages.ts';
import { facts as pl } from './pl.ts';
import { facts as pt } from './pt.ts';
import { facts as ru } from './ru.ts';
import { facts as tr } from './tr.ts';
import { facts as zh } from './zh.ts';

export const FACT_VOCABULARIES: Readonly<Record<LanguageCode, FactVocabulary>> = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  it,
  ja,
  ko,
  pl,
  pt,
  ru,
  tr,
  zh,
};

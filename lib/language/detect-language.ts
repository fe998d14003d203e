import { FACT_VOCABULARIES } from './fact-vocabularies.ts';
import { OTHER_LANGUAGES } from './other-languages.ts';

/** Scripts used by only one of the supported languages. Kana come before Han, since Japanese uses both. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/g, 'ja'],
  [/[\uac00-\ud7af]/g, 'ko'],
  [/[\u4e00-\u9fff]/g, 'zh'],
  [/[\u0900-\u097f]/g, 'hi'],
  [/[\u0600-\u06ff]/g, 'ar'],
  [/[\u0400-\u04ff]/g, 'ru'],
];

/** A letter that Russian lacks. */
const UKRAINIAN_LETTER = /[іїєґ]/i;

/** Letters of other scripts than Latin and Greek, without punctuation. */
const HAS_OTHER_SCRIPT = /[\u0400-\u1fff\u2e80-\uffff]/;

/** Letters of the Latin script that few of the supported languages use. Short texts have few function words. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[ığşİ]/, 'tr'],
  [/[ąćęłńśźż]/, 'pl'],
  // Many Finnish words end like this, and few German ones.
  [/^(?!.*(?:[äy]{2}|yt|ä[nt]?$)).*[äß]/, 'de'],
  [/[äy]{2}|ö{2}|yt|ä[nt]?$/, 'fi'],
  [/[ñ¿¡]/, 'es'],
  [/[ãõ]/, 'pt'],
  [/[œêûë]/, 'fr'],
  [/[ìò]/, 'it'],
];

/** Minimum share of letters in a script for it to identify the language. */
const MIN_SHARE_OF_SCRIPT = 0.2;
/** Number of characters that suffice to detect a language. More would take longer. */
const SAMPLE_LENGTH = 6000;

let latin: Map<string, string[]> | undefined;

/**
 * The language of a text, as a primary subtag of BCP 47, among those with a vocabulary here and a few others. English
 * if nothing indicates a language.
 */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  if (HAS_OTHER_SCRIPT.test(sample)) {
    const letters = sample.match(/\p{L}/gu)?.length ?? 0;
    for (const [script, code] of SCRIPTS)
      if ((sample.match(script)?.length ?? 0) > letters * MIN_SHARE_OF_SCRIPT)
        return code === 'ru' && UKRAINIAN_LETTER.test(sample) ? 'uk' : code;
  }
  latin ??= readLatinWords();
  const counts = new Map<string, number>();
  for (const word of sample.toLowerCase().match(/[¿¡]?\p{L}+/gu) ?? []) {
    const codes = latin.get(word.replace(/^[¿¡]/, '')) ?? [];
    for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1 / codes.length);
    if (!/[^\0-\x7f]/.test(word)) continue;
    for (const [letters, code] of LETTERS) if (letters.test(word)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best?.[0] ?? 'en';
}

function readLatinWords(): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const [code, { functionWords }] of Object.entries(FACT_VOCABULARIES)) {
    if (SCRIPTS.some(([, other]) => other === code)) continue;
    for (const word of functionWords) words.set(word, [...(words.get(word) ?? []), code]);
  }
  for (const [code, functionWords] of Object.entries(OTHER_LANGUAGES)) {
    for (const word of functionWords.split(' ')) words.set(word, [...(words.get(word) ?? []), code]);
  }
  return words;
}

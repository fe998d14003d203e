// `npm run locale -- de` prints what the German catalogue lacks, and what has changed in English since then, as JSON:
// keys with their English texts. Notes about them, and violations of the glossary, go to stderr. `npm run locale -- de
// FILE` adds such a file, translated, to the catalogue. With `en`, FILE adds or changes English messages. `npm run
// locale -- all` prints the faults of every language.
import { readFileSync } from 'node:fs';
import { type Catalogue, LOCALES, readCatalogue, writeCatalogue } from './locales/catalogue.ts';
import { catalogueFaults } from './locales/faults.ts';
import { fillIn, fillInEnglish, openMessages } from './locales/fill-in.ts';
import { englishWordingFaults, readEnglishGlossary, readGlossary, wordingFaults } from './locales/wording.ts';

const [locale = '', file] = process.argv.slice(2);
const english = readCatalogue('en');
if (locale === 'all') {
  for (const each of LOCALES) report(each, readCatalogue(each));
} else if (locale === '' || (file === undefined && !LOCALES.includes(locale))) {
  console.error(`Name one of the languages of public/_locales, or all: ${LOCALES.join(', ')}. A new one needs FILE.`);
  process.exitCode = 2;
} else if (file === undefined) {
  const open = openMessages(english, readCatalogue(locale), locale);
  console.log(JSON.stringify(open, null, 2));
  for (const key of Object.keys(open)) {
    if (english[key]?.description) console.error(`${key}: ${english[key].description}`);
  }
  report(locale, readCatalogue(locale), { withOpen: false });
} else {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const before = readCatalogue(locale);
  const after = locale === 'en' ? fillInEnglish(english, texts) : fillIn(english, before, locale, texts);
  writeCatalogue(locale, after);
  report(locale, after);
}

/**
 * Prints the faults of a catalogue, and makes the script fail if there are any. `withOpen`: includes faults that need a
 * translator.
 */
function report(locale: string, catalogue: Catalogue, { withOpen = true } = {}): void {
  const terms = readEnglishGlossary();
  const isEnglish = locale === 'en';
  const faults = [
    ...catalogueFaults(isEnglish ? catalogue : english, catalogue, locale),
    ...(isEnglish
      ? englishWordingFaults(catalogue, terms)
      : wordingFaults(english, catalogue, locale, readGlossary(locale), terms)),
  ].filter(({ isOpen }) => withOpen || !isOpen);
  for (const { key, what } of faults) console.error(`${locale} ${key} ${what}`);
  if (faults.length > 0) process.exitCode = 1;
}

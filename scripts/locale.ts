// `node scripts/locale.ts de` prints what the German catalogue lacks, and what has changed in English since, as JSON: keys with
// their English words; what there is to say of them goes to stderr. `node scripts/locale.ts de FILE` puts such a file, translated, into the catalogue. With `en` FILE adds
// or changes English messages.
import { readFileSync } from 'node:fs';
import { LOCALES, readCatalogue, writeCatalogue } from './locales/catalogue.ts';
import { catalogueFaults } from './locales/faults.ts';
import { fillIn, fillInEnglish, openMessages } from './locales/fill-in.ts';

const [locale = '', file] = process.argv.slice(2);
if (!LOCALES.some((each) => each === locale)) {
  console.error(`Name one of the languages of scripts/locales/catalogue.ts: ${LOCALES.join(', ')}.`);
  process.exit(2);
}
const english = readCatalogue('en');
const before = readCatalogue(locale);
if (file === undefined) {
  const open = openMessages(english, before, locale);
  console.log(JSON.stringify(open, null, 2));
  for (const key of Object.keys(open)) {
    if (english[key]?.description) console.error(`${key}: ${english[key].description}`);
  }
} else {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const after = locale === 'en' ? fillInEnglish(english, texts) : fillIn(english, before, locale, texts);
  writeCatalogue(locale, after);
  const faults = catalogueFaults(locale === 'en' ? after : english, after, locale);
  for (const { key, what } of faults) console.error(`${locale} ${key} ${what}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

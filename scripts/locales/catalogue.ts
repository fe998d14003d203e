import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A message in an extension's locale file. In a translation, `description` identifies the English text it was made
 * from.
 */
export type Entry = { message: string; description?: string; placeholders?: Record<string, { content: string }> };
export type Catalogue = Record<string, Entry>;

const folder = path.resolve(import.meta.dirname, '../../public/_locales');
const getCataloguePath = (locale: string) => path.join(folder, locale, 'messages.json');

/** The languages of the interface, with the browsers' names: those that have a catalogue, English first. */
export const LOCALES: readonly string[] = ['en', ...readdirSync(folder).filter((name) => name !== 'en')];

/** The catalogue of a locale. Empty if there is none. */
export function readCatalogue(locale: string): Catalogue {
  return existsSync(getCataloguePath(locale)) ? JSON.parse(readFileSync(getCataloguePath(locale), 'utf8')) : {};
}

export function writeCatalogue(locale: string, catalogue: Catalogue): void {
  mkdirSync(path.dirname(getCataloguePath(locale)), { recursive: true });
  writeFileSync(getCataloguePath(locale), `${JSON.stringify(catalogue, null, 2)}\n`);
}

/** The catalogue as shipped, without the texts for translators, which make up a third of it. */
export function packedCatalogue(locale: string): string {
  const entries = Object.entries(readCatalogue(locale));
  return JSON.stringify(Object.fromEntries(entries.map(([key, { description: _, ...entry }]) => [key, entry])));
}

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A message in an extension's locale file. In a translation, `description` says which English words it was made from. */
export type Entry = { message: string; description?: string; placeholders?: Record<string, { content: string }> };
export type Catalogue = Record<string, Entry>;

/** The languages Sidenote speaks, as browsers name their folders. */
export const LOCALES = ['en', 'zh_CN', 'zh_TW', 'ja', 'ko', 'de', 'fr', 'es', 'pt_BR', 'ru', 'ar', 'hi'] as const;

const folder = path.resolve(import.meta.dirname, '../../public/_locales');
const fileOf = (locale: string) => path.join(folder, locale, 'messages.json');

/** Those that have a catalogue. */
export function presentLocales(): string[] {
  return readdirSync(folder);
}

/** The catalogue of a locale; an empty one where there is none. */
export function readCatalogue(locale: string): Catalogue {
  return existsSync(fileOf(locale)) ? JSON.parse(readFileSync(fileOf(locale), 'utf8')) : {};
}

export function writeCatalogue(locale: string, catalogue: Catalogue): void {
  mkdirSync(path.dirname(fileOf(locale)), { recursive: true });
  writeFileSync(fileOf(locale), `${JSON.stringify(catalogue, null, 2)}\n`);
}

/** The catalogue as it is shipped: what only translators read takes a third of it. */
export function packedCatalogue(locale: string): string {
  const entries = Object.entries(readCatalogue(locale));
  return JSON.stringify(Object.fromEntries(entries.map(([key, { description: _, ...entry }]) => [key, entry])));
}

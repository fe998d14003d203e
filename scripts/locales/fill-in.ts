import type { Catalogue, Entry } from './catalogue.ts';
import { expectedMessages, fingerprintMessage } from './expected.ts';
import { buildPlaceholders, catalogueFaults } from './faults.ts';

/** The English text of everything missing or outdated in a catalogue, by key. */
export function openMessages(english: Catalogue, catalogue: Catalogue, locale: string): Record<string, string> {
  const expected = expectedMessages(english, locale);
  const open = catalogueFaults(english, catalogue, locale).filter(({ isOpen }) => isOpen);
  return Object.fromEntries(open.map(({ key }) => [key, expected.get(key)?.english.message ?? '']));
}

/**
 * A catalogue with translations filled in, in the order of the English one, without keys that no longer exist there.
 */
export function fillIn(
  english: Catalogue,
  catalogue: Catalogue,
  locale: string,
  texts: Readonly<Record<string, string>>,
): Catalogue {
  const entries = [...expectedMessages(english, locale)].flatMap(([key, { english: source }]): [string, Entry][] => {
    const message = texts[key];
    const before = catalogue[key];
    if (message !== undefined) return [[key, buildEntry(message, fingerprintMessage(source))]];
    return before === undefined ? [] : [[key, before]];
  });
  return Object.fromEntries(entries);
}

/** The English catalogue with messages added or changed, sorted. Their descriptions for translators are kept. */
export function fillInEnglish(english: Catalogue, texts: Readonly<Record<string, string>>): Catalogue {
  const changed = Object.entries(texts).map(([key, message]) => [key, buildEntry(message, english[key]?.description)]);
  const all: Catalogue = { ...english, ...Object.fromEntries(changed) };
  return Object.fromEntries(
    Object.keys(all)
      .sort()
      .map((key) => [key, all[key] as Entry]),
  );
}

function buildEntry(message: string, description: string | undefined): Entry {
  const placeholders = buildPlaceholders(message);
  return { message, ...(description === undefined ? {} : { description }), ...(placeholders ? { placeholders } : {}) };
}

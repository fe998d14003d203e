import { createHash } from 'node:crypto';
import type { Catalogue, Entry } from './catalogue.ts';

/** The expected message for a key: the English message and its placeholders, some of which may be omitted. */
export type Expected = { english: Entry; names: readonly string[]; mayLack: readonly string[] };

const FORM = /_(zero|one|two|few|many|other)$/;

/**
 * Everything a locale must contain, by key, in the order of the English catalogue, with the plural forms of its
 * language.
 */
export function expectedMessages(english: Catalogue, locale: string): Map<string, Expected> {
  const expected = new Map<string, Expected>();
  for (const [key, entry] of Object.entries(english)) {
    const names = namesIn(entry.message);
    if (!FORM.test(key)) expected.set(key, { english: entry, names, mayLack: [] });
    if (!key.endsWith('_other')) continue;
    for (const form of listPluralForms(locale)) {
      const name = key.replace(FORM, `_${form}`);
      expected.set(name, {
        english: english[name] ?? entry,
        names,
        mayLack: isOneNumber(locale, form) ? ['count'] : [],
      });
    }
  }
  return expected;
}

/** A short fingerprint of the English text from which a translation was made. */
export function fingerprintMessage({ message }: Entry): string {
  return createHash('sha256').update(message).digest('hex').slice(0, 8);
}

/** The placeholders in a message. */
export function namesIn(message: string): string[] {
  return [...new Set([...message.matchAll(/\$(\w+)\$/g)].map(([, name]) => name ?? ''))].sort();
}

function createPluralRules(locale: string): Intl.PluralRules {
  return new Intl.PluralRules(locale.replace('_', '-'));
}

function listPluralForms(locale: string): string[] {
  const order = ['zero', 'one', 'two', 'few', 'many', 'other'];
  return createPluralRules(locale)
    .resolvedOptions()
    .pluralCategories.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}

/**
 * A form for a single number may omit the number ("Chat deleted."). In Russian, the same form is used for 1, 21 and 31.
 */
function isOneNumber(locale: string, form: string): boolean {
  const rules = createPluralRules(locale);
  // Starts at 1, since 0 is usually worded differently, and French would count it as one.
  return Array.from({ length: 200 }, (_, index) => index + 1).filter((n) => rules.select(n) === form).length <= 1;
}

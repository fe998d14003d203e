import { createHash } from 'node:crypto';
import type { Catalogue, Entry } from './catalogue.ts';

/** What a catalogue must hold under a key: the English message it is made from, and the names in it, of which some may go. */
export type Expected = { english: Entry; names: readonly string[]; mayLack: readonly string[] };

const FORM = /_(zero|one|two|few|many|other)$/;

/** Everything a locale must hold, by key, in the order of the English catalogue: plural forms are those of its language. */
export function expectedMessages(english: Catalogue, locale: string): Map<string, Expected> {
  const expected = new Map<string, Expected>();
  for (const [key, entry] of Object.entries(english)) {
    const names = namesIn(entry.message);
    if (!FORM.test(key)) expected.set(key, { english: entry, names, mayLack: [] });
    if (!key.endsWith('_other')) continue;
    for (const form of formsOf(locale)) {
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

/** Which English words a translation was made from, in a few characters. */
export function printOf({ message }: Entry): string {
  return createHash('sha256').update(message).digest('hex').slice(0, 8);
}

/** The names that stand for something in a message. */
export function namesIn(message: string): string[] {
  return [...new Set([...message.matchAll(/\$(\w+)\$/g)].map(([, name]) => name ?? ''))].sort();
}

function rulesOf(locale: string): Intl.PluralRules {
  return new Intl.PluralRules(locale.replace('_', '-'));
}

function formsOf(locale: string): string[] {
  const order = ['zero', 'one', 'two', 'few', 'many', 'other'];
  return rulesOf(locale)
    .resolvedOptions()
    .pluralCategories.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** "Chat deleted." says enough where this form is for one number only. Russian has the same form for 1, 21, 31. */
function isOneNumber(locale: string, form: string): boolean {
  const rules = rulesOf(locale);
  // From 1 on: nothing is mostly said in other words, and French would count it as one.
  return Array.from({ length: 200 }, (_, index) => index + 1).filter((n) => rules.select(n) === form).length <= 1;
}

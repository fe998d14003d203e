import type { Catalogue, Entry } from './catalogue.ts';
import { type Expected, expectedMessages, fingerprintMessage, namesIn } from './expected.ts';

/** A key of a catalogue, and the problem with it. */
export type Fault = { key: string; what: string; isOpen: boolean };

/** Problems of a catalogue compared with the English one. `isOpen`: the problem needs a translator. */
export function catalogueFaults(english: Catalogue, catalogue: Catalogue, locale: string): Fault[] {
  const expected = expectedMessages(english, locale);
  const found = [...expected].flatMap(([key, wanted]): Fault[] => {
    const entry = catalogue[key];
    if (entry === undefined) return [{ key, what: 'is missing', isOpen: true }];
    const isStale = locale !== 'en' && entry.description !== fingerprintMessage(wanted.english);
    return [
      ...(isStale
        ? [{ key, what: `was made from other English words than "${wanted.english.message}"`, isOpen: true }]
        : []),
      ...messageFaults(entry, wanted).map((what) => ({ key, what, isOpen: false })),
    ];
  });
  const unknown = Object.keys(catalogue).filter((key) => !expected.has(key));
  return [...found, ...unknown.map((key) => ({ key, what: 'is not in the English catalogue', isOpen: false }))];
}

/** Problems that prevent a message from being shown as intended. */
function messageFaults({ message, placeholders = {} }: Entry, { names, mayLack }: Expected): string[] {
  const found = namesIn(message);
  const missing = names.filter((name) => !found.includes(name) && !mayLack.includes(name));
  const strange = found.filter((name) => !names.includes(name));
  const isTold = JSON.stringify(placeholders) === JSON.stringify(buildPlaceholders(message) ?? {});
  return [
    ...(message.trim() === '' ? ['is empty'] : []),
    ...missing.map((name) => `lacks $${name}$`),
    ...strange.map((name) => `has $${name}$, which the English message has not`),
    ...(isTold ? [] : ['has other placeholders than its message']),
    // Browsers would treat it as a placeholder.
    ...(/[$]/.test(message.replace(/\$\w+\$/g, '')) ? ['has a lone $'] : []),
    ...(/[{}]/.test(message) ? ['has a brace'] : []),
  ];
}

/** The placeholder declarations with which a browser turns `$name$` into `{name}`. */
export function buildPlaceholders(message: string): Entry['placeholders'] {
  const names = namesIn(message);
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, { content: `{${name}}` }]));
}

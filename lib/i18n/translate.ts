import type english from '../../public/_locales/en/messages.json';

type Catalogue = typeof english;
type Key = keyof Catalogue;

/** The placeholders of a message. */
type Names<K> = K extends Key ? (Catalogue[K] extends { placeholders: infer P } ? keyof P & string : never) : never;
type BaseOf<K> = K extends `${infer Base}_other` ? Base : never;

/** A message with plural forms. */
export type PluralKey = BaseOf<Key>;
export type MessageKey = Exclude<Key, `${string}_${Intl.LDMLPluralRule}`>;
/** A message without placeholders. */
export type PlainKey = { [K in MessageKey]: [Names<K>] extends [never] ? K : never }[MessageKey];

export type Values<K, Value = string | number> = Record<Names<K>, Value>;
/** The arguments of `t` after the key. */
export type ValuesOf<K> = [Names<K>] extends [never] ? [] : [Values<K>];
type OtherValues<K> = Exclude<Names<`${K & string}_other`>, 'count'>;
type OtherValuesOf<K> = [OtherValues<K>] extends [never] ? [] : [Record<OtherValues<K>, string | number>];

/** A message in the user's language. Numbers among the values are formatted for that language. */
export function t<K extends MessageKey>(key: K, ...[values]: ValuesOf<K>): string {
  return fill(splitMessage(key), values ?? {});
}

/** A message with the plural form for a number. */
export function plural<K extends PluralKey>(key: K, count: number, ...[values]: OtherValuesOf<K>): string {
  const form = new Intl.PluralRules(catalogueLanguage()).select(count);
  // A browser may use a plural form that the catalogue lacks.
  const name = browserMessages().getMessage(`${key}_${form}`) === '' ? 'other' : form;
  return fill(splitMessage(`${key}_${name}`), { ...values, count });
}

/** The pieces of a message, alternating between text and placeholder names: text, name, text, name, … text. */
export function messagePieces(key: MessageKey): string[] {
  return splitMessage(key);
}

// The catalogue declares `$count$` so that the browser returns `{count}`.
function splitMessage(name: string): string[] {
  return browserMessages()
    .getMessage(name)
    .split(/\{(\w+)\}/);
}

function fill(pieces: readonly string[], values: Record<string, string | number>): string {
  return pieces.map((piece, place) => (place % 2 === 0 ? piece : written(values[piece] ?? ''))).join('');
}

function written(value: string | number): string {
  return typeof value === 'number' ? formatNumber(value) : value;
}

/** The language of the catalogue in use, as a BCP 47 tag. */
export function catalogueLanguage(): string {
  return browserMessages().getMessage('language');
}

/**
 * The locale for numbers and dates: the language of the catalogue, with the region of the browser's language if it
 * matches (`en-GB`).
 */
export function language(): string {
  const own = catalogueLanguage();
  const { getUILanguage } = browserMessages();
  const ofBrowser = getUILanguage();
  return ofBrowser.split('-')[0] === own.split('-')[0] ? ofBrowser : own;
}

/**
 * The language of the browser's interface, as a BCP 47 tag, also if there is no catalogue for it. `navigator.language`
 * may differ: it is what the user prefers pages to be sent in.
 */
export function interfaceLanguage(): string {
  return browserMessages().getUILanguage();
}

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(language(), options);
}

/**
 * Formats a list without “and”. `Intl.ListFormat` supports this only for units, which Chinese writes without
 * separators.
 */
export function formatList(items: readonly string[]): string {
  return items.join(browserMessages().getMessage('listSeparator'));
}

/** Formats alternatives, joined with “or”. */
export function formatChoices(items: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'disjunction' }).format(items);
}

/**
 * The name of a language in the language of the interface. The tag itself if it has no name or is invalid, since pages
 * may declare anything.
 */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([language()], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/**
 * The browser's messages from the extension's locale files, in the selected language, or English if a message is
 * missing.
 */
export interface BrowserMessages {
  /** '' if there is no such message. */
  getMessage(name: string): string;
  /** The language of the browser's interface, as a BCP 47 tag. */
  getUILanguage(): string;
}

/** Both browsers provide it under this name, in pages and in the worker. */
export function browserMessages(): BrowserMessages {
  return (globalThis as unknown as { chrome: { i18n: BrowserMessages } }).chrome.i18n;
}

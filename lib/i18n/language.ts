/** The language of the catalogue in use, as a BCP 47 tag. */
export function catalogueLanguage(): string {
  return browserMessages().getMessage('language');
}

/**
 * The locale for numbers and dates: the language of the catalogue, with the region of the browser's language if it matches
 * (`en-GB`).
 */
export function language(): string {
  const own = catalogueLanguage();
  const { getUILanguage } = browserMessages();
  const ofBrowser = getUILanguage();
  return ofBrowser.split('-')[0] === own.split('-')[0] ? ofBrowser : own;
}

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(language(), options);
}

/** Formats a list without “and”. `Intl.ListFormat` supports that only for units, which Chinese writes without separators. */
export function formatList(items: readonly string[]): string {
  return items.join(browserMessages().getMessage('listSeparator'));
}

/** Formats alternatives. */
export function formatChoices(items: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'disjunction' }).format(items);
}

/** The browser's messages from the extension's locale files, in the selected language, or English if a message is missing. */
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

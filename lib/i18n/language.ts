import { browserMessages } from './browser-messages.ts';

/** The language of the catalogue that answers, as a BCP 47 tag. */
export function catalogueLanguage(): string {
  return browserMessages().getMessage('language');
}

/**
 * What numbers and dates are written in: the language of the words around them, as the user's country writes it where the
 * browser says so (`en-GB`).
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

/** What is enumerated, without an “and”. `Intl.ListFormat` has that only for units, which Chinese writes with nothing between. */
export function formatList(items: readonly string[]): string {
  return items.join(browserMessages().getMessage('listSeparator'));
}

/** Of which any one will do. */
export function formatChoices(items: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'disjunction' }).format(items);
}

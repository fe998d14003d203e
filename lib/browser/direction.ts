import { browser } from 'wxt/browser';

/**
 * Draws this page in the direction of the browser's own language, where our words are in that language. English ones in an
 * Arabic browser stay as English is written: turned round, their points and numbers would stand in the wrong places.
 */
export function followDirection(): void {
  const { i18n } = browser;
  const isOurs = baseOf(i18n.getMessage('language')) === baseOf(i18n.getUILanguage());
  document.documentElement.dir = isOurs ? i18n.getMessage('@@bidi_dir') : 'ltr';
}

function baseOf(language: string): string {
  return language.split('-')[0] ?? '';
}

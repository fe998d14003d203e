import { catalogueLanguage } from '../i18n/index.ts';

/** Supported languages that are written from right to left. */
const RIGHT_TO_LEFT: readonly string[] = ['ar'];

/**
 * Sets the direction of this page by the language of the interface, which may differ from the browser's: English text in a Hebrew
 * browser is written from left to right.
 */
export function followDirection(): void {
  document.documentElement.dir = RIGHT_TO_LEFT.includes(catalogueLanguage()) ? 'rtl' : 'ltr';
}

import { catalogueLanguage } from '../i18n/index.ts';

/** Languages of ours that are written from right to left. */
const RIGHT_TO_LEFT: readonly string[] = ['ar'];

/**
 * Draws this page in the direction of our words, which need not be that of the browser's: English ones in a Hebrew browser
 * stay as English is written. Turned round, their points and numbers would stand in the wrong places.
 */
export function followDirection(): void {
  document.documentElement.dir = RIGHT_TO_LEFT.includes(catalogueLanguage()) ? 'rtl' : 'ltr';
}

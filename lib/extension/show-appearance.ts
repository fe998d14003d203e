import type { Appearance } from '../contracts/index.ts';
import { catalogueLanguage } from '../i18n/index.ts';

/** A copy of the appearance that can be read before the first paint, since extension storage is asynchronous. */
const COPY = 'appearance';

/** Applies the appearance to this page, and stores it for the first paint of the next. */
export function showAppearance(appearance: Appearance): void {
  set(appearance);
  try {
    localStorage.setItem(COPY, JSON.stringify(appearance));
  } catch (error) {
    // Without the copy, the next page starts with the system's appearance and changes once the setting has been read.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Applies the stored appearance, if any. For a script that runs before the first paint. */
export function showStoredAppearance(): void {
  try {
    const copy = localStorage.getItem(COPY);
    if (copy !== null) set(JSON.parse(copy));
  } catch (error) {
    // If the storage is unavailable or its value invalid, the setting is applied soon after.
    if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
  }
}

/** Sets attributes for the style sheets. Unknown values have no effect. */
function set({ theme, density, textSize }: Appearance): void {
  Object.assign(document.documentElement.dataset, { theme, density, textSize });
}

/** Supported languages that are written from right to left. */
const RIGHT_TO_LEFT: readonly string[] = ['ar'];

/**
 * Sets the direction of this page to that of the interface language, which may differ from the browser's: English text
 * in a Hebrew browser is written from left to right.
 */
export function applyTextDirection(): void {
  document.documentElement.dir = RIGHT_TO_LEFT.includes(catalogueLanguage()) ? 'rtl' : 'ltr';
}

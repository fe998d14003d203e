import type { Appearance } from '../contracts/index.ts';

/** The copy of settings that can be read before the first paint; extension storage is asynchronous. */
const COPY = 'appearance';

/** Draws this page as the user wants it, and remembers that for the first moment of the next. */
export function showAppearance(appearance: Appearance): void {
  set(appearance);
  try {
    localStorage.setItem(COPY, JSON.stringify(appearance));
  } catch (error) {
    // Without it the next page begins as the system's, and changes once the setting was read.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Draws this page as the last one was, if that is known. For a script that runs before anything is painted. */
export function showRemembered(): void {
  try {
    const copy = localStorage.getItem(COPY);
    if (copy !== null) set(JSON.parse(copy));
  } catch (error) {
    // Where browsers allow no such storage, or somebody wrote into it: the setting is read soon after.
    if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
  }
}

/** As attributes, which the style sheets know; of anything else they know nothing, so it looks as usual. */
function set({ theme, density, textSize }: Appearance): void {
  Object.assign(document.documentElement.dataset, { theme, density, textSize });
}

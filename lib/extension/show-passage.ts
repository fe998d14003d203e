import { browser } from 'wxt/browser';
import { inject, injectAll } from './inject.ts';
import { markPassage } from './mark-passage.ts';

const MARK = 'sidenote-passage';
/** Long enough to be found by the eye, in milliseconds. */
const SHOWN_MS = 5000;
/** `!important`: styles of the user go before those of the page, but only so. */
const STYLE = `::highlight(${MARK}) { background-color: #ffd54a !important; color: #1d1d1f !important; }`;

/**
 * Scrolls a tab to the passage that is made of `pieces` and marks it for some seconds; nothing stays behind. False where it is
 * not there. Its own frame is looked through first, then the others. Throws PageError where the page may not be touched.
 */
export async function showPassage(tabId: number, pieces: readonly string[]): Promise<boolean> {
  const args: [string[], string, number] = [[...pieces], MARK, SHOWN_MS];
  const inTop = await inject<number>(tabId, () =>
    browser.scripting.executeScript({ target: { tabId }, func: markPassage, args }),
  );
  const found = inTop > 0 || (await isInFrames(tabId, args));
  if (found) await styleFor(tabId);
  return found;
}

async function isInFrames(tabId: number, args: [string[], string, number]): Promise<boolean> {
  const target = { tabId, allFrames: true };
  const counts = await injectAll<number>(tabId, () =>
    browser.scripting.executeScript({ target, func: markPassage, args }),
  );
  return counts.some(({ result }) => result > 0);
}

async function styleFor(tabId: number): Promise<void> {
  const style = { target: { tabId, allFrames: true }, css: STYLE, origin: 'USER' as const };
  await browser.scripting.insertCSS(style);
  // The page may be gone by then, and its styles with it.
  setTimeout(() => void browser.scripting.removeCSS(style).catch(() => undefined), SHOWN_MS);
}

import { browser } from 'wxt/browser';
import { HIGHLIGHT_NAMES } from '../contracts/index.ts';
import { inject, injectAll } from './inject.ts';
import { askHighlightScript, HIGHLIGHT_SCRIPT, highlightStyle } from './page-highlight.ts';

/** How long a passage is highlighted, in milliseconds. */
const SHOWN_MS = 5000;

/**
 * Scrolls a tab to the passage that consists of `pieces` and highlights it for some seconds, after which nothing
 * remains. If called again for the same passage while it is highlighted, moves to its next occurrence. Returns false if
 * it is not found. Searches the top frame first. Throws PageError without access to the page.
 */
export async function showPassage(tabId: number, pieces: readonly string[]): Promise<boolean> {
  await inject(tabId, () => browser.scripting.executeScript({ target: { tabId }, files: [HIGHLIGHT_SCRIPT] }));
  if (!(await showInFrame(tabId, 0, pieces)) && !(await showInFrames(tabId, pieces))) return false;
  await styleFor(tabId);
  return true;
}

async function showInFrame(tabId: number, frameId: number, pieces: readonly string[]): Promise<boolean> {
  const answer = await askHighlightScript({ tabId, frameId }, { type: 'show', pieces: [...pieces], ms: SHOWN_MS });
  return answer?.type === 'done' && answer.count > 0;
}

async function showInFrames(tabId: number, pieces: readonly string[]): Promise<boolean> {
  const target = { tabId, allFrames: true };
  const frames = await injectAll(tabId, () => browser.scripting.executeScript({ target, files: [HIGHLIGHT_SCRIPT] }));
  const others = frames.filter(({ frameId }) => frameId !== 0);
  return (await Promise.all(others.map(({ frameId }) => showInFrame(tabId, frameId, pieces)))).includes(true);
}

/** Tabs with the style, until it is removed. */
const styled = new Map<number, ReturnType<typeof setTimeout>>();

async function styleFor(tabId: number): Promise<void> {
  const style = { target: { tabId, allFrames: true }, ...highlightStyle(HIGHLIGHT_NAMES.shown) };
  // The page, and its styles, may be gone by then.
  const remove = () => browser.scripting.removeCSS(style).catch(() => undefined);
  if (styled.has(tabId)) {
    clearTimeout(styled.get(tabId));
    await remove();
  }
  await browser.scripting.insertCSS(style);
  const timer = setTimeout(() => {
    styled.delete(tabId);
    void remove();
  }, SHOWN_MS);
  styled.set(tabId, timer);
}

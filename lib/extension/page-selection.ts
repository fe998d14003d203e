import { browser } from 'wxt/browser';

/** Maximum length of a selection that is shown, in characters. */
const MAX_SHOWN = 200;

/**
 * The beginning of the text that is selected on a tab's page, on one line. '' if nothing is selected, or if Sidenote
 * may not read the page. Only shown to the user: for the model, the page reader reads the selection.
 */
export async function readSelectionPreview(tabId: number): Promise<string> {
  try {
    const results = await browser.scripting.executeScript({
      target: { tabId },
      args: [MAX_SHOWN],
      func: (most: number) => String(getSelection() ?? '').slice(0, 10 * most),
      injectImmediately: true,
    });
    const text = results.map(({ result }) => result ?? '').join(' ');
    return text.replace(/\s+/g, ' ').trim().slice(0, MAX_SHOWN);
  } catch {
    return '';
  }
}

/** Clears the selection on a tab's page, so that it is not sent. Does nothing if the page can no longer be reached. */
export async function clearSelection(tabId: number): Promise<void> {
  await browser.scripting
    .executeScript({ target: { tabId }, func: () => getSelection()?.removeAllRanges(), injectImmediately: true })
    .catch(() => undefined);
}

import { browser } from 'wxt/browser';
import { PageError } from '../contracts/page.ts';
import type { ToolImage } from '../contracts/tool-output.ts';
import { scaledPicture } from './scaled-picture.ts';

/** A JPEG of what the tab shows now. Throws PageError where it is not in front or the browser refuses. */
export async function captureTab(tabId: number): Promise<ToolImage> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (tab === null) throw new PageError('tab-gone', 'The tab this chat is about was closed.');
  if (!tab.active) {
    throw new PageError(
      'not-in-front',
      'Only a tab in front of its window can be captured. Go to the tab and ask again.',
    );
  }
  const url = await browser.tabs.captureVisibleTab(tab.windowId, { format: 'png' }).catch(refused);
  return scaledPicture(await (await fetch(url)).blob());
}

/** Chrome and Firefox want a click on the button in the toolbar for this, or all addresses. */
function refused(error: unknown): never {
  const said = error instanceof Error ? error.message : String(error);
  if (!/permission/i.test(said)) {
    throw new PageError('no-picture', `The browser took no picture: ${said}`, { cause: error });
  }
  const errorText =
    'The browser lets Sidenote take a picture only after a click on its button in the toolbar, on that page. Click it and ask again.';
  throw new PageError('needs-click', errorText, { cause: error });
}

import { browser } from 'wxt/browser';
import type { ToolImage } from '../contracts/index.ts';
import { inject } from './inject.ts';
import { type PicturePart, scaledPicture } from './scaled-picture.ts';

/** Opening the panel moves the page, so the position must be unchanged after the screenshot. */
const TRIES = 4;

/**
 * A picture as it is displayed on the page, without a request to its server; the click on it grants access. Null if it is out of
 * view or in a frame, or the browser refuses.
 */
export async function pictureOnPage(tabId: number, windowId: number, url: string): Promise<ToolImage | null> {
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await partOf(tabId, url);
      if (before.width <= 0 || before.height <= 0) return null;
      const shot = await browser.tabs.captureVisibleTab(windowId, { format: 'png' });
      const after = await partOf(tabId, url);
      if (!(await browser.tabs.get(tabId)).active) return null;
      if (isSame(before, after)) return await scaledPicture(await (await fetch(shot)).blob(), before);
    }
    return null;
  } catch {
    // The question is sent without the picture; the model may still look at the page.
    return null;
  }
}

/** Position of the picture with this address in the window, as shares of its size; without width if it is out of view. */
function partOf(tabId: number, url: string): Promise<PicturePart> {
  return inject(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId },
      args: [url],
      func: (address: string) => {
        const shares = [...document.images]
          .filter((image) => image.currentSrc === address || image.src === address)
          .map((image) => {
            const box = image.getBoundingClientRect();
            const left = Math.max(0, box.left);
            const top = Math.max(0, box.top);
            return {
              left: left / innerWidth,
              top: top / innerHeight,
              width: (Math.min(innerWidth, box.right) - left) / innerWidth,
              height: (Math.min(innerHeight, box.bottom) - top) / innerHeight,
            };
          });
        return shares.find(({ width, height }) => width > 0 && height > 0) ?? { left: 0, top: 0, width: 0, height: 0 };
      },
    }),
  );
}

function isSame(one: PicturePart, other: PicturePart): boolean {
  return (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) < 0.002);
}

import type { Page } from 'puppeteer-core';

/** The share of the window's pixels that have a color, such as `255,213,74`. */
export async function paintedShare(page: Page, color: string): Promise<number> {
  const data = await page.screenshot({ encoding: 'base64' });
  return page.evaluate(
    async (png, wanted) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      let count = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if (`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}` === wanted) count += 1;
      }
      return (count * 4) / pixels.length;
    },
    data,
    color,
  );
}

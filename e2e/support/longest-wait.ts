import type { Page } from 'puppeteer-core';

/** Starts to measure how long the page is busy and answers nothing. */
export async function watchWaits(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = window as unknown as { longestWait: number };
    watched.longestWait = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      watched.longestWait = Math.max(watched.longestWait, now - last);
      last = now;
    }, 10);
  });
}

/** Resolves to the longest wait in milliseconds since the last call, or since `watchWaits`. */
export function takeLongestWait(page: Page): Promise<number> {
  return page.evaluate(() => {
    const watched = window as unknown as { longestWait: number };
    const { longestWait } = watched;
    watched.longestWait = 0;
    return Math.round(longestWait);
  });
}

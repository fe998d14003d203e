import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';

const FOLDER = path.resolve('out/shots');
const HEIGHT = 720;
/** Width of a window for the settings. */
const WINDOW = 1_280;

type Options = { widths: readonly number[]; isRtl: boolean };

/**
 * Takes screenshots of a page in both themes and several widths, as `NAME-WIDTH-THEME.png`. Settings are shown in full
 * length.
 */
export async function shoot(page: Page, name: string, { widths, isRtl }: Options): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const isPanel = page.url().includes('sidepanel.html') && !page.url().includes('view=page');
  await page.bringToFront();
  if (isRtl) await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  for (const width of isPanel ? widths : [...widths, WINDOW]) {
    await page.setViewport({ width, height: HEIGHT });
    // In a wide layout, waits until the list of chats has loaded.
    await page.waitForSelector('.thread-results[aria-busy="true"]', { hidden: true });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        // Motion would make each screenshot different.
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      const file = `${[name, width, theme, ...(isRtl ? ['rtl'] : [])].join('-')}.png`;
      // On a right-to-left page that is no taller than the window, Chromium would shift the full-length screenshot.
      const isTall = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
      await page.screenshot({ path: path.join(FOLDER, file), fullPage: !isPanel && isTall });
    }
  }
  await page.setViewport({ width: widths[0] ?? 360, height: HEIGHT });
  console.log(name);
}

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';

const FOLDER = path.resolve('out/shots');
const HEIGHT = 720;
/** How wide a window is that has the settings in it. */
const WINDOW = 1_280;

type Options = { widths: readonly number[]; isRtl: boolean };

/** Pictures of a page in both themes and several widths: `NAME-WIDTH-THEME.png`, of settings as long as they are. */
export async function shoot(page: Page, name: string, { widths, isRtl }: Options): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const isPanel = page.url().includes('sidepanel.html') && !page.url().includes('view=page');
  await page.bringToFront();
  if (isRtl) await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  for (const width of isPanel ? widths : [...widths, WINDOW]) {
    await page.setViewport({ width, height: HEIGHT });
    // Where there is room for it, the list of chats has come anew.
    await page.waitForSelector('.thread-results[aria-busy="true"]', { hidden: true });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        // What moves would look otherwise in each picture.
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      const file = `${[name, width, theme, ...(isRtl ? ['rtl'] : [])].join('-')}.png`;
      await page.screenshot({ path: path.join(FOLDER, file), fullPage: !isPanel });
    }
  }
  await page.setViewport({ width: widths[0] ?? 360, height: HEIGHT });
  console.log(name);
}

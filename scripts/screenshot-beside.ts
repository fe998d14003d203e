import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'puppeteer-core';

/** Writes one picture with page and panel side by side, since a headless browser has no window to capture. */
export async function screenshotBeside(browser: Browser, page: Page, panel: Page, file: string): Promise<void> {
  await panel.bringToFront().catch(() => undefined);
  const right = await panel.screenshot({ encoding: 'base64' });
  await page.bringToFront();
  const left = await page.screenshot({ encoding: 'base64' });
  const frame = await browser.newPage();
  const images = [left, right].map(
    (data) => `<img src="data:image/png;base64,${data}" style="height:760px;display:block">`,
  );
  await frame.setContent(
    `<body style="margin:0;display:flex;gap:1px;background:#888;width:max-content">${images.join('')}</body>`,
  );
  mkdirSync(path.dirname(file), { recursive: true });
  await (await frame.$('body'))?.screenshot({ path: file as `${string}.png` });
  await frame.close();
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import type { Stage } from '../../e2e/support/stage.ts';
import { readCatalogue } from '../locales/catalogue.ts';

const FOLDER = path.resolve('out/store');
/** The size that the stores of Chrome, Edge and Firefox require. */
const SHOT = { width: 1_280, height: 800 };
const TILES = [
  { name: 'tile-small', width: 440, height: 280 },
  { name: 'tile-marquee', width: 1_400, height: 560 },
  { name: 'logo', width: 300, height: 300 },
];
/** The width of Chrome's side panel. */
const PANEL_WIDTH = 360;

/** The views in the listing, in order. They contain only shipped tools. */
export const STORE_VIEWS = ['answer', 'answer-rich', 'tool-card-open', 'models', 'settings-connection-test'];

/** A picture of a view for the listing: a panel beside its page, or the settings at window width. */
export async function shootForStore({ browser, articleUrl, openPage }: Stage, view: Page, name: string): Promise<void> {
  const isPanel = view.url().includes('sidepanel.html');
  const file = `${STORE_VIEWS.indexOf(name) + 1}-${name}`;
  if (!isPanel) return save(file, await picture(view, SHOT.width));
  const panel = await picture(view, PANEL_WIDTH);
  const { page: article } = await openPage(articleUrl);
  const page = await picture(article, SHOT.width - PANEL_WIDTH - 1);
  await article.close();
  const images = [page, panel].map((data) => `<img style="display:block" src="data:image/png;base64,${data}">`);
  await drawPage(browser, file, SHOT, `<body style="margin:0;display:flex;gap:1px;background:#888">${images.join('')}`);
  // Later views click in it.
  await view.bringToFront();
}

/** The tiles, drawn from the icon and the texts of the English listing. */
export async function drawTiles(browser: Browser): Promise<void> {
  const icon = readFileSync('docs/images/icon.svg').toString('base64');
  const words = readCatalogue('en').extensionDescription?.message ?? '';
  for (const { name, width, height } of TILES) {
    const size = Math.round(height / 3.2);
    const text =
      name === 'logo'
        ? ''
        : `<div><h1 style="margin:0;font-size:${size / 2}px">Sidenote</h1><p style="margin:.4em 0 0;font-size:${size / 5.4}px;max-width:15em">${words}</p></div>`;
    await drawPage(
      browser,
      name,
      { width, height },
      `<body style="margin:0;height:100vh;display:flex;gap:${size / 3}px;align-items:center;justify-content:center;font-family:system-ui;background:#fdfcfa;color:#1d1d1f"><img width="${size}" src="data:image/svg+xml;base64,${icon}">${text}`,
    );
  }
}

async function picture(page: Page, width: number): Promise<string> {
  await page.bringToFront();
  await page.setViewport({ width, height: SHOT.height });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  return page.screenshot({ encoding: 'base64' });
}

async function drawPage(browser: Browser, name: string, size: { width: number; height: number }, html: string) {
  const page = await browser.newPage();
  await page.setViewport(size);
  await page.setContent(html);
  save(name, await page.screenshot({ encoding: 'base64' }));
  await page.close();
}

function save(name: string, data: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, `${name}.png`), data, 'base64');
  console.log(`out/store/${name}.png`);
}

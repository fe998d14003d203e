import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExtensionPage } from '../scripts/launch.ts';
import { UNREPORTED_NAVIGATION_MS } from '../scripts/limits.ts';
import { readCatalogue } from '../scripts/locales/catalogue.ts';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import { Panel } from './support/panel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';
import { stickingOut } from './support/sticking-out.ts';

const DARK = 'rgb(23, 24, 27)';
const LIGHT = 'rgb(253, 252, 250)';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const textSize = (page: Page) => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));

describe.each(BROWSERS)('the appearance in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  beforeAll(async () => {
    server = await startModelServer({
      talker: (_, response) => streamChunks(response, textChunks('So it is.')),
      linguist: (_, response) => streamChunks(response, textChunks(TWO_DIRECTIONS)),
    });
    stage = await setStage(name);
    await stage.addEndpoint(server.url);
    const { tabId } = await stage.openPage(stage.articleUrl);
    panel = await stage.openPanel(tabId);
    await panel.chooseModel('talker');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  const choose = async (option: string) => {
    await stage.settings.bringToFront();
    await openSettingsSection(stage.settings, 'appearance');
    await stage.settings.locator(`::-p-xpath(//label[normalize-space()="${option}"])`).click();
  };

  test('a change applies at once to all open pages', async () => {
    await choose('Dark');
    await expect.poll(() => background(panel.page)).toBe(DARK);
    await expect.poll(() => background(stage.settings)).toBe(DARK);
    await choose('Light');
    await expect.poll(() => background(panel.page)).toBe(LIGHT);
    const normal = await textSize(panel.page);
    await choose('Larger');
    await expect.poll(() => textSize(panel.page)).toBeCloseTo(normal * 1.35, 0);
    await choose('Compact');
    await expect.poll(() => panel.page.evaluate(() => document.documentElement.dataset.density)).toBe('compact');
    await panel.shot(`${name}-compact-larger`);
    await choose('Comfortable');
    await choose('Normal');
  });

  // In Firefox, the driver reaches an extension page only after the page's scripts have run.
  testInChromium('a page that is opened is never seen in another theme first', async () => {
    await choose('Dark');
    await expect.poll(() => background(panel.page)).toBe(DARK);
    const fresh = await openExtensionPage(stage, 'diagnostics.html');
    await fresh.evaluateOnNewDocument(() => {
      const themes: (string | undefined)[] = [];
      Object.assign(globalThis, { themes });
      // The theme at the time when each element is added, starting with the first of the body.
      new MutationObserver(() => {
        if (document.body) themes.push(document.documentElement.dataset.theme);
      }).observe(document, { childList: true, subtree: true });
    });
    await fresh.reload({ timeout: UNREPORTED_NAVIGATION_MS }).catch(() => undefined);
    await fresh.waitForSelector('main');
    const themes = await fresh.evaluate(() => (globalThis as unknown as { themes: string[] }).themes);
    expect(themes.length).toBeGreaterThan(0);
    expect(new Set(themes)).toEqual(new Set(['dark']));
    await fresh.close();
  });

  test('the chat opens in a separate tab, about the last active page', async () => {
    await choose('System');
    await panel.page.bringToFront();
    await panel.click('New chat');
    await panel.ask('Is it so?');
    await panel.answer();
    await panel.click('Open in a tab');
    await expect.poll(() => stage.settings.evaluate(closeFullPage)).toBe(1);
    // Opened again by the driver, which cannot see other extension tabs in Firefox.
    const page = await openExtensionPage(stage, 'sidepanel.html?view=page');
    await page.setViewport({ width: 1_100, height: 760 });
    const full = new Panel(page);
    await page.waitForSelector('nav.chats.beside .thread-open[aria-current="true"]');
    await page.waitForFunction(() => document.querySelector('[role="log"]')?.textContent?.includes('So it is.'));
    await page.waitForFunction(() => document.querySelector('.context-pill')?.textContent?.includes('127.0.0.1'));
    expect(await page.$('button[aria-label="Chats"]')).toBeNull();
    await full.shot(`${name}-full-page`);
    await full.click('New chat');
    await page.waitForFunction(() => document.querySelectorAll('[role="log"] article').length === 0);
    await page.locator('nav.chats.beside .thread-open').click();
    await page.waitForFunction(() => document.querySelector('[role="log"]')?.textContent?.includes('So it is.'));
    await page.setViewport({ width: 700, height: 760 });
    await page.waitForSelector('nav.chats.beside', { hidden: true });
    await page.waitForSelector('button[aria-label="Chats"]');
    await page.close();
  });

  test('each block of an answer begins at the edge of the column from which its script is written', async () => {
    await panel.page.bringToFront();
    await panel.page.setViewport({ width: 1_000, height: 760 });
    await panel.click('New chat');
    await panel.chooseModel('linguist');
    await panel.ask('Say it in both.');
    await panel.answer();
    await panel.shot(`${name}-two-directions`);
    for (const direction of ['ltr', 'rtl']) {
      await panel.page.evaluate((dir) => {
        document.documentElement.dir = dir;
      }, direction);
      expect(await panel.page.evaluate(distancesFromEdge)).toEqual({
        H3: [0, 0],
        P: [0, 0],
        LI: [0, 0],
        BLOCKQUOTE: [0, 0],
        TABLE: [0, 0],
      });
    }
    await panel.page.evaluate(() => {
      document.documentElement.dir = 'ltr';
    });
    await panel.page.setViewport({ width: 360, height: 720 });
  });

  testInChromium('a panel of 360 pixels keeps all its controls in view at a zoom of 200 %', async () => {
    await panel.page.bringToFront();
    await panel.ask('Is it so?');
    await panel.answer();
    await panel.page.setViewport({ width: 180, height: 360, deviceScaleFactor: 2 });
    expect(await panel.page.evaluate(stickingOut)).toEqual([]);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBe(180);
    await panel.page.setViewport({ width: 360, height: 720 });
  });
});

test.each(BROWSERS)('the Arabic panel is laid out from right to left, in %s', async (name) => {
  const stage = await setStage(name, { language: 'ar' });
  const words = (key: string) => readCatalogue('ar')[key]?.message;
  try {
    const { page } = await stage.openPanel(null);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    const measureLeft = (key: string) =>
      page.$eval(`button[aria-label="${words(key)}"]`, (button) => button.getBoundingClientRect().left);
    expect(await measureLeft('chats')).toBeGreaterThan(await measureLeft('settings'));
    await page.locator(`textarea[aria-label="${words('messageField')}"]`).fill('مرحبا');
    await page.locator(`button[aria-label="${words('send')}"]:not(:disabled)`).click();
    await page.waitForSelector(`article[aria-label="${words('assistant')}"][aria-busy="false"]`);
    await stage.shot(page, `${name}-right-to-left`);
  } finally {
    await stage.close();
  }
});

/** The same blocks in English and Arabic, with lines longer than the limit. */
const TWO_DIRECTIONS = [
  ['High water', 'High water comes twice a day, about 12 hours apart. '.repeat(3), 'Twice', 'When', 'Noon'],
  ['المد العالي', 'يأتي المد العالي مرتين في اليوم بفارق اثنتي عشرة ساعة. '.repeat(3), 'مرتين', 'متى', 'الظهر'],
]
  .map(([title, text, item, head, cell]) =>
    [`## ${title}`, text, `1. ${item}`, `> ${item}`, `| ${head} |\n|---|\n| ${cell} |`].join('\n\n'),
  )
  .join('\n\n');

/**
 * Runs in the page. For each kind of block of the last answer, the distances in pixels between the edge where its text
 * begins and that edge of the column. Items of a list have their indentation.
 */
function distancesFromEdge(): Record<string, number[]> {
  const group = [...document.querySelectorAll('.markdown-group')].at(-1);
  const column = group?.getBoundingClientRect() ?? new DOMRect();
  const distances: Record<string, number[]> = {};
  for (const block of group?.querySelectorAll(':scope > :is(h3, p, blockquote), li, table') ?? []) {
    const style = getComputedStyle(block);
    const text = document.createRange();
    text.selectNodeContents(block);
    // An item is measured by its text, which may be aligned in another way. The others have lines, padding or borders.
    const box = (block.tagName === 'LI' ? text : block).getBoundingClientRect();
    const isLeft = style.direction === 'ltr';
    const margin = Number.parseFloat(isLeft ? style.marginLeft : style.marginRight);
    const distance = (isLeft ? box.left - column.left : column.right - box.right) - margin;
    // Never -0, which a test distinguishes from 0.
    distances[block.tagName] = [...(distances[block.tagName] ?? []), Math.round(Math.abs(distance))];
  }
  return distances;
}

/** Closes the tabs that "Open in a tab" has opened. Returns how many there were. */
async function closeFullPage(): Promise<number> {
  const { tabs } = (globalThis as unknown as { chrome: { tabs: Tabs } }).chrome;
  const opened = (await tabs.query({})).filter(({ url }) => url?.endsWith('/sidepanel.html?view=page'));
  for (const { id } of opened) await tabs.remove(id);
  return opened.length;
}

type Tabs = { query(filter: object): Promise<{ id: number; url?: string }[]>; remove(id: number): Promise<void> };

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserName } from '../scripts/browsers.ts';
import { LOCALES, readCatalogue } from '../scripts/locales/catalogue.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { stickingOut } from './support/sticking-out.ts';

const BROWSERS: BrowserName[] = ['chromium', 'firefox'];
const german = readCatalogue('de');

function words(key: string): string {
  const entry = german[key];
  if (entry === undefined) throw new Error(`The German catalogue has no "${key}".`);
  return entry.message;
}

describe.each(BROWSERS)('a German %s', (name) => {
  let stage: Stage;
  let panel: Panel;
  let article: Page;

  beforeAll(async () => {
    stage = await setStage(name, { language: 'de' });
    const { page, tabId } = await stage.openPage(stage.articleUrl);
    article = page;
    panel = await stage.openPanel(tabId);
  });
  afterAll(async () => {
    await stage?.close();
  });

  const label = (key: string) => `[aria-label="${words(key)}"]`;

  test('shows a German panel', async () => {
    await panel.page.waitForSelector(`::-p-xpath(//h2[text()="${words('welcomeTitle')}"])`);
    await panel.page.waitForSelector(`textarea${label('messageField')}[placeholder="${words('askPlaceholder')}"]`);
    expect(await panel.page.evaluate(() => document.documentElement.lang)).toBe('de');
    await panel.shot(`${name}-german-first-run`);
    expect(await panel.page.evaluate(stickingOut)).toEqual([]);
  });

  test('says in German how an answer was made, with German numbers', async () => {
    await panel.page.locator(`textarea${label('messageField')}`).fill('Was steht hier?');
    await panel.page.locator(`button${label('send')}:not(:disabled)`).click();
    // Headless Chromium has this site granted; in Firefox the tab is shared.
    if (name === 'firefox') {
      await panel.waitForCard('read_page', 'approval-requested');
      await panel.shot(`${name}-german-card`);
      await stage.clickToolbarButton(article);
      await panel.page.bringToFront();
    }
    await panel.page.waitForSelector(`article${label('assistant')}[aria-busy="false"] .run-stats`);
    const stats = await panel.page.$eval('.run-stats', (line) => line.textContent ?? '');
    expect(stats).toMatch(/\d,\d s|\d+ ms/);
    await panel.shot(`${name}-german-answer`);
  });

  test('has room for longer words in narrow settings', () => seeNarrowSettings(stage));

  test('has German settings, and a German title', async () => {
    await stage.settings.bringToFront();
    expect(await stage.settings.title()).toBe(words('settingsTitle'));
    const headings = await stage.settings.$$eval('h2', (all) => all.map((each) => each.textContent));
    expect(headings).toContain(words('permissions'));
    await stage.shot(stage.settings, `${name}-german-settings`);
  });
});

// What a browser says is its language is the same in both; the room that words need is seen in one.
describe.each(LOCALES.filter((locale) => locale !== 'en' && locale !== 'de'))('a browser that speaks %s', (locale) => {
  test('has a panel and settings in its language, with room for them', async () => {
    const stage = await setStage('chromium', { language: locale.replace('_', '-') });
    try {
      const catalogue = readCatalogue(locale);
      const { tabId } = await stage.openPage(stage.articleUrl);
      const panel = await stage.openPanel(tabId);
      await panel.page.waitForSelector(`::-p-xpath(//h2[text()="${catalogue.welcomeTitle?.message}"])`);
      await panel.shot(`language-${locale}`);
      expect(await panel.page.evaluate(stickingOut)).toEqual([]);
      expect(await panel.page.evaluate(() => document.documentElement.dir || 'ltr')).toBe(
        locale === 'ar' ? 'rtl' : 'ltr',
      );
      await seeNarrowSettings(stage);
      await stage.shot(stage.settings, `language-${locale}-settings`);
    } finally {
      await stage.close();
    }
  });
});

async function seeNarrowSettings({ settings }: Stage): Promise<void> {
  await settings.bringToFront();
  await settings.setViewport({ width: 320, height: 720 });
  const pages = await settings.$$eval('nav a[href^="#"]', (links) => links.map((link) => link.getAttribute('href')));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) {
    await settings.locator(`nav a[href="${page}"]`).click();
    await settings.waitForSelector(`nav a[href="${page}"][aria-current="page"]`);
    expect([page, ...(await settings.evaluate(stickingOut))]).toEqual([page]);
  }
  await settings.locator('nav a[href="#"]').click();
  await settings.setViewport({ width: 800, height: 720 });
}

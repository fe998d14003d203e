import type { ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCALES, readCatalogue } from '../scripts/locales/catalogue.ts';
import { BROWSERS_OF_FULL_RUN, describeInChromium } from './support/browsers.ts';
import {
  type ChatRequest,
  callChunks,
  hasToolResult,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { IS_FULL } from './support/scale.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';
import { stickingOut } from './support/sticking-out.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

/**
 * Languages in which a browser is started. Arabic is written from right to left, and Chinese is identified by its
 * region.
 */
const SPOKEN = IS_FULL ? LOCALES.filter((locale) => locale !== 'en' && locale !== 'de') : (['ar', 'zh_CN'] as const);

const german = readCatalogue('de');

function words(key: string): string {
  const entry = german[key];
  if (entry === undefined) throw new Error(`The German catalogue has no "${key}".`);
  return entry.message;
}

describe.each(BROWSERS_OF_FULL_RUN)('the German interface in %s', (name) => {
  let stage: Stage;
  let panel: Panel;
  let article: Page;

  beforeAll(async () => {
    stage = await setStage(name, { language: 'de', pageContext: 'on-demand' });
  });
  afterAll(() => stage?.close());
  beforeEach(async () => {
    const { page, tabId } = await stage.openPage(stage.articleUrl);
    article = page;
    panel = await stage.openPanel(tabId);
    await panel.page.locator(`button${label('newChat')}`).click();
  });
  afterEach(() => closeBoth(panel, article));

  const label = (key: string) => `[aria-label="${words(key)}"]`;

  test('has a German panel', async () => {
    await waitForXPath(panel.page, `//h2[text()="${words('welcomeTitle')}"]`);
    await panel.page.waitForSelector(`textarea${label('messageField')}[placeholder="${words('askPlaceholder')}"]`);
    expect(await panel.page.evaluate(() => document.documentElement.lang)).toBe('de');
    await panel.shot(`${name}-german-first-run`);
    expect(await panel.page.evaluate(stickingOut)).toEqual([]);
  });

  test('describes an answer in German, with German number formats', async () => {
    await panel.page.locator(`textarea${label('messageField')}`).fill('Was steht hier?');
    await panel.page.locator(`button${label('send')}:not(:disabled)`).click();
    // Headless Chromium has access to this site. In Firefox, the tab is shared.
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

  test('longer words fit in a narrow settings page', () => seeNarrowSettings(stage));

  test('has German settings, and a German title', async () => {
    await stage.settings.bringToFront();
    expect(await stage.settings.title()).toBe(words('settingsTitle'));
    await openSettingsSection(stage.settings, 'permissions');
    await waitForXPath(stage.settings, `//h2[text()="${words('permissions')}"]`);
    await stage.shot(stage.settings, `${name}-german-settings`);
    await openSettingsSection(stage.settings, 'endpoints');
  });
});

// The worker's messages are only checked in one browser.
describeInChromium('in a German chromium, what is made outside the panel is German', () => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  let article: Page;

  beforeAll(async () => {
    const calling = (name: string) => async (request: ChatRequest, response: ServerResponse) =>
      streamChunks(
        response,
        hasToolResult(request) ? textChunks('Gut.') : callChunks([{ id: 'c', name, arguments: '{}' }]),
      );
    server = await startModelServer(
      {
        gesperrt: (_request, response) => void response.writeHead(401).end(),
        leser: calling('read_page'),
        maler: calling('capture_page'),
      },
      { maler: { input_modalities: ['text', 'image'] } },
    );
    stage = await setStage('chromium', { language: 'de', pageContext: 'on-demand' });
    const { settings } = stage;
    const add = `button[normalize-space()="${words('addEndpoint')}"]`;
    await settings.locator(`::-p-xpath(//form[.//${add}]//input[@required])`).fill(server.url);
    await settings.locator(`::-p-xpath(//${add})`).click();
    await settings.waitForSelector('::-p-xpath(//select/option[text()="gesperrt"])');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });
  beforeEach(async () => {
    const { page, tabId } = await stage.openPage(stage.articleUrl);
    article = page;
    panel = await stage.openPanel(tabId);
    await panel.page.locator(`button[aria-label="${words('newChat')}"]`).click();
  });
  afterEach(() => closeBoth(panel, article));

  async function ask(model: string): Promise<void> {
    const { page } = panel;
    await page.bringToFront();
    await page.locator(`button[aria-label="${words('model')}"]`).click();
    await page.locator('input[role="combobox"]').fill(model);
    await page.locator(`::-p-xpath(//*[@role="option"][.//span[@class="model-name"][text()="${model}"]])`).click();
    await page.locator(`textarea[aria-label="${words('messageField')}"]`).fill('Was steht hier?');
    await page.locator(`button[aria-label="${words('send')}"]:not(:disabled)`).click();
  }

  async function seeGerman(page: Page, selector: string, key: string, values: Record<string, string> = {}) {
    const expected = Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`$${name}$`, value),
      words(key),
    );
    await page.waitForFunction(
      (where, text) => [...document.querySelectorAll<HTMLElement>(where)].some((each) => each.innerText.includes(text)),
      {},
      selector,
      expected,
    );
    const said = await page.$$eval(selector, (all) => all.map((each) => (each as HTMLElement).innerText).join('\n'));
    expect(said).not.toMatch(/\b(the|and|of|is|to|this|it|not|with|you)\b/);
  }

  test('a failure', async () => {
    const { host } = new URL(server.url);
    await ask('gesperrt');
    await seeGerman(panel.page, '.run-outcome', 'keyNeeded', { host });
    await panel.shot('chromium-german-failure');
  });

  test('a question about an effect', async () => {
    await ask('maler');
    await seeGerman(panel.page, '.permission-card', 'approveCaptureOn', {
      site: new URL(stage.articleUrl).origin,
    });
    await panel.shot('chromium-german-permission');
    await panel.page.locator(`::-p-xpath(//button[normalize-space()="${words('deny')}"])`).click();
    await seeGerman(panel.page, '.tool-call-error', 'callRefused');
  });

  test('a call that failed', async () => {
    await article.close();
    await ask('leser');
    await seeGerman(panel.page, '.tool-call-error', 'callNoPage');
    await panel.shot('chromium-german-call-failed');
  });

  test('a connection test', async () => {
    const { settings } = stage;
    const { host } = new URL(server.url);
    await settings.bringToFront();
    const test = settings.locator(`::-p-xpath(//button[normalize-space()="${words('testConnection')}"])`);
    await test.click();
    await seeGerman(settings, '.checks', 'keyNeededHere', { host });
    await stage.shot(settings, 'chromium-german-connection-test');
    await server.close();
    await test.click();
    await seeGerman(settings, '.checks', 'isServerRunning', { host });
  });
});

// The browser's language is reported in the same way in both. Whether texts fit is only checked in one.
describeInChromium.each(SPOKEN)('a browser that speaks %s', (locale) => {
  test('has a panel and settings in its language that fit the window', async () => {
    const stage = await setStage('chromium', { language: locale.replace('_', '-') });
    try {
      const catalogue = readCatalogue(locale);
      const { tabId } = await stage.openPage(stage.articleUrl);
      const panel = await stage.openPanel(tabId);
      await waitForXPath(panel.page, `//h2[text()="${catalogue.welcomeTitle?.message}"]`);
      await panel.shot(`language-${locale}`);
      expect(await panel.page.evaluate(stickingOut)).toEqual([]);
      expect(await panel.page.evaluate(() => document.documentElement.dir || 'ltr')).toBe(
        locale === 'ar' ? 'rtl' : 'ltr',
      );
      await seeNarrowSettings(stage);
      await seeWideSettings(stage);
      await stage.shot(stage.settings, `language-${locale}-settings`);
    } finally {
      await stage.close();
    }
  });
});

async function closeBoth(panel: Panel, article: Page): Promise<void> {
  for (const page of [panel.page, article]) if (!page.isClosed()) await page.close();
}

async function seeNarrowSettings({ settings }: Stage): Promise<void> {
  await settings.bringToFront();
  await settings.setViewport({ width: 320, height: 720 });
  const pages = await settings.$$eval('.settings-nav > ul > li > a', (links) =>
    links.map((link) => link.getAttribute('href')),
  );
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) {
    await settings.locator(`.settings-nav > ul > li > a[href="${page}"]`).click();
    await settings.waitForSelector(`nav a[href="${page}"][aria-current="page"]`);
    expect([page, ...(await settings.evaluate(stickingOut))]).toEqual([page]);
  }
  await settings.locator('nav a[href="#"]').click();
  await settings.setViewport({ width: 800, height: 720 });
}

/**
 * In the layout with the list of pages, nothing scrolls sideways, and addresses and keys are written from left to
 * right.
 */
async function seeWideSettings({ settings }: Stage): Promise<void> {
  await settings.setViewport({ width: 1_000, height: 720 });
  await openSettingsSection(settings, 'endpoints');
  const scrolling = await settings.$$eval('.settings-nav, main', (boxes) =>
    boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.className || box.tagName),
  );
  expect(scrolling).toEqual([]);
  const directions = await settings.$$eval('.endpoint-form :is(input[required], input[type="password"])', (fields) =>
    fields.map((field) => getComputedStyle(field).direction),
  );
  expect(directions).toEqual(['ltr', 'ltr']);
  await settings.setViewport({ width: 800, height: 720 });
}

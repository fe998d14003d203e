import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clickFirefoxAction, evaluateInFirefox, snapshotFirefoxWindow } from '../scripts/firefox-chrome.ts';
import { screenshotBeside } from '../scripts/screenshot-beside.ts';
import { describeInChromium, testInFirefox } from './support/browsers.ts';
import { dumpEverything } from './support/dump-everything.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const QUESTION = 'Why are there two high tides a day?';

describeInChromium('the real side panel in chromium', () => {
  let stage: Stage;
  let article: Page;
  let panel: Panel;
  beforeAll(async () => {
    stage = await setStage('chromium', { pageContext: 'on-demand' });
    ({ page: article } = await stage.openPage(stage.articleUrl.replace('127.0.0.1', 'localhost')));
    panel = await stage.openSidePanel(article);
  });
  afterAll(() => stage?.close());

  test("opens by the toolbar button, shows the page's title, and has access to it", async () => {
    expect(await panel.page.evaluate(() => innerWidth)).toBeLessThan(500);
    await panel.page.waitForSelector('::-p-aria(Context)');
    await panel.page.waitForFunction(() =>
      document.querySelector('output')?.textContent?.includes('The clock in the sea'),
    );
    await panel.ask(QUESTION);
    expect(await panel.answer()).toMatch(/two high waters/);
    expect(await panel.cards()).toEqual(['read_page output-available']);
    await panel.shot('chromium-sidepanel-light');
    await screenshotBeside(stage.browser, article, panel.page, 'out/shots/beside-a-page.png');
  });

  test('follows the dark theme', async () => {
    await panel.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    const background = await panel.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe('rgb(23, 24, 27)');
    await panel.shot('chromium-sidepanel-dark');
    await panel.page.emulateMediaFeatures([]);
  });

  test('has stable roles and names', async () => {
    const named = [
      ['textbox', 'Message'],
      ['button', 'Send'],
      ['button', 'New chat'],
      ['button', 'Settings'],
      ['button', 'Retry'],
      ['combobox', 'Model'],
      ['log', 'Conversation'],
      ['status', 'Context'],
      ['article', 'You'],
      ['article', 'Assistant'],
      ['group', `Read ${new URL(article.url()).host}`],
    ];
    for (const [role, name] of named) {
      expect(await panel.page.$(`::-p-aria([role="${role}"][name="${name}"])`), `${role} ${name}`).not.toBeNull();
    }
  });

  test("Enter sends, Shift+Enter inserts a line break, and an input method's Enter does neither", async () => {
    const field = await panel.page.$('textarea[aria-label="Message"]');
    const questions = () => panel.page.$$eval('article[aria-label="You"]', (all) => all.length);
    const before = await questions();
    await field?.type('hello');
    await panel.page.keyboard.down('Shift');
    await panel.page.keyboard.press('Enter');
    await panel.page.keyboard.up('Shift');
    expect(await field?.evaluate((area) => (area as HTMLTextAreaElement).value)).toBe('hello\n');
    await field?.evaluate((area) => {
      area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }));
    });
    expect(await questions()).toBe(before);
    await panel.page.keyboard.press('Enter');
    await panel.page.waitForFunction(
      (count) => document.querySelectorAll('article[aria-label="You"]').length === count + 1,
      {},
      before,
    );
    await panel.answer();
  });

  test('a draft is kept when the panel is opened again', async () => {
    await panel.page.locator('textarea[aria-label="Message"]').fill('half a thought');
    await expect.poll(() => stage.settings.evaluate(dumpEverything)).toContain('half a thought');
    await panel.page.close();
    panel = await stage.openSidePanel(article);
    await panel.page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('textarea')?.value === 'half a thought',
    );
    await panel.page.locator('textarea[aria-label="Message"]').fill('');
  });

  test('long Markdown is rendered, and nothing in it is loaded', async () => {
    const asked: string[] = [];
    panel.page.on('request', (request) => asked.push(request.url()));
    await panel.ask('practice: long');
    await panel.answer();
    expect(await panel.page.$('[role="log"] table')).not.toBeNull();
    expect(await panel.page.$('[role="log"] img')).toBeNull();
    expect(asked.filter((url) => url.startsWith('http'))).toEqual([]);
  });

  test('the panel itself makes no network requests', async () => {
    const isRefused = await panel.page.evaluate(
      (url) =>
        fetch(url).then(
          () => false,
          () => true,
        ),
      stage.articleUrl,
    );
    expect(isRefused).toBe(true);
  });
});

testInFirefox('the sidebar of firefox opens by the toolbar button beside the page', async () => {
  const stage = await setStage('firefox', { pageContext: 'on-demand' });
  try {
    const { page } = await stage.openPage(stage.articleUrl);
    await page.bringToFront();
    await clickFirefoxAction(stage.browser);
    await expect.poll(() => evaluateInFirefox(stage.browser, 'String(SidebarController.isOpen)')).toBe('true');
    await expect.poll(() => evaluateInFirefox(stage.browser, SIDEBAR_ADDRESS)).toMatch(/sidepanel\.html$/);
    const picture = await snapshotFirefoxWindow(stage.browser);
    mkdirSync('out/shots', { recursive: true });
    writeFileSync('out/shots/firefox-sidebar.png', picture);
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.length).toBeGreaterThan(5_000);
  } finally {
    await stage.close();
  }
});

const SIDEBAR_ADDRESS = `document.getElementById('sidebar').contentDocument?.getElementById('webext-panels-browser')?.currentURI.spec ?? ''`;

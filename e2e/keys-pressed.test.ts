import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOurWorker, type Launched, launch } from '../scripts/launch.ts';
import { type ServedPage, servePage } from '../scripts/serve-article.ts';
import { type Desktop, HAS_DESKTOP, openDesktop } from './support/desktop.ts';
import { pause } from './support/model-server.ts';
import { Panel } from './support/panel.ts';

/** The practice model answers, since this tests the way from the key to the question. */
describe.skipIf(!HAS_DESKTOP)(
  `keys that are really pressed, in chromium${HAS_DESKTOP ? '' : ' (no Xvfb and xdotool here)'}`,
  () => {
    let desktop: Desktop;
    let article: ServedPage;
    let launched: Launched;
    let page: Page;

    beforeAll(async () => {
      desktop = await openDesktop();
      article = await servePage();
      launched = await launch('chromium', {
        extensionDir: '.output/chrome-mv3-e2e',
        headless: false,
        display: desktop.display,
      });
      page = await launched.browser.newPage();
      await page.goto(article.url);
      await page.bringToFront();
      await page.click('h1');
    });
    afterAll(async () => {
      await launched?.browser.close();
      await article?.close();
      desktop?.close();
    });

    /** The panel that was opened by keys: beside the page, or as a tab. */
    const opened = async (address: string): Promise<Panel> => {
      const target = await launched.browser.waitForTarget((each) => each.url() === launched.extensionUrl(address));
      return new Panel(await target.asPage());
    };
    const lastQuestion = async (panel: Panel) =>
      panel.page.$$eval('article[aria-label="You"]', (all) => all.at(-1)?.textContent ?? '');
    const askInAddressBar = async (question: string) => {
      await page.bringToFront();
      const steps = [
        () => desktop.press('ctrl+l'),
        () => desktop.type('note'),
        () => desktop.press('Tab'),
        () => desktop.type(question),
        () => desktop.press('Return'),
      ];
      for (const step of steps) {
        step();
        // The address bar does not report when it is ready.
        await pause(500);
      }
    };
    const tabs = async () => (await launched.browser.pages()).map((each) => each.url());

    test('a question in the address bar opens a panel in a tab', async () => {
      const before = await tabs();
      await askInAddressBar('When is low water?');
      const panel = await opened(`sidepanel.html?tabId=${await findActiveTabId(launched)}`);
      await expect.poll(() => lastQuestion(panel)).toBe('When is low water?');
      expect(await panel.answer()).toContain('tide');
      await panel.page.close();
      expect(await tabs()).toEqual(before);
    });

    test('a shortcut opens the panel next to the page and summarizes it', async () => {
      await page.bringToFront();
      desktop.press('alt+shift+u');
      const panel = await opened('sidepanel.html');
      await expect.poll(() => lastQuestion(panel)).toContain('Summarize this page');
      expect(await panel.answer()).toContain('tide');
      expect(await panel.cards()).toEqual(['page_context available']);
    });

    test('a shortcut explains the selected text', async () => {
      await page.bringToFront();
      await page.click('h1', { count: 3 });
      desktop.press('alt+shift+e');
      const panel = await opened('sidepanel.html');
      await expect.poll(() => lastQuestion(panel)).toContain('Explain the text I have selected');
      await panel.answer();
    });

    test('an open panel accepts a question from the address bar', async () => {
      const before = await tabs();
      await askInAddressBar('And when is high water?');
      const panel = await opened('sidepanel.html');
      await expect.poll(() => lastQuestion(panel)).toBe('And when is high water?');
      await panel.answer();
      expect(await tabs()).toEqual(before);
    });

    test('a shortcut opens the panel', async () => {
      const panel = await opened('sidepanel.html');
      await panel.page.evaluate(() => close());
      const targets = () => launched.browser.targets().map((target) => target.url());
      await expect.poll(targets).not.toContain(launched.extensionUrl('sidepanel.html'));
      await page.bringToFront();
      desktop.press('alt+shift+j');
      const again = await opened('sidepanel.html');
      await again.page.waitForSelector('textarea[aria-label="Message"]');
    });
  },
);

/** The id of the active tab according to the extension. */
async function findActiveTabId({ browser }: Launched): Promise<number | undefined> {
  const worker = await (await browser.waitForTarget(isOurWorker)).worker();
  return worker?.evaluate(async () => {
    const { tabs } = chrome as unknown as { tabs: { query(filter: object): Promise<{ id: number; url?: string }[]> } };
    return (await tabs.query({})).find(({ url }) => url?.startsWith('http://127.0.0.1'))?.id;
  });
}

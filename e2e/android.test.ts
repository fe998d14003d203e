import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clickFirefoxAction } from '../scripts/firefox-chrome.ts';
import { waitUntil } from '../scripts/wait-until.ts';
import { packageForAndroid, TOUCH_SCREEN } from './support/android.ts';
import { describeInFirefox } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import { Panel } from './support/panel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { EXTENSION_DIR, type Stage, setStage } from './support/stage.ts';

/** Screen sizes of common and of small phones. */
const SCREENS = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

/** WCAG 2.2, success criterion 2.5.8, requires 24 pixels. */
const FINGER_PX = 32;

describeInFirefox('Firefox without what Android lacks', () => {
  let stage: Stage;
  let page: Page;
  let tabId: number;

  beforeAll(async () => {
    stage = await setStage('firefox', {
      ownBrowser: true,
      extensionDir: packageForAndroid(EXTENSION_DIR.firefox),
      preferences: TOUCH_SCREEN,
    });
  });
  afterAll(() => stage?.close());

  beforeEach(async () => {
    ({ page, tabId } = await stage.openPage(stage.articleUrl));
    await page.bringToFront();
    return async () => {
      for (const each of await panels()) await each.close();
      await page.close();
    };
  });

  /** Firefox does not report the addresses of extension pages. */
  async function panels(): Promise<Page[]> {
    const pages = await stage.browser.pages();
    const addresses = await Promise.all(pages.map((each) => each.evaluate(() => location.search).catch(() => '')));
    return pages.filter((_each, index) => addresses[index]?.startsWith(`?tabId=${tabId}&`));
  }

  /** Chooses Sidenote in the browser's menu while the page is active. */
  async function openPanel(size = SCREENS[0] ?? null): Promise<Panel> {
    await clickFirefoxAction(stage.browser);
    const panel = await waitUntil(async () => (await panels())[0] ?? null, 'The panel did not open.');
    await panel.setViewport(size);
    await panel.waitForSelector('textarea[aria-label="Message"]');
    return new Panel(panel, undefined, tabId);
  }

  const frontTab = () =>
    stage.settings.evaluate(async () => {
      const { tabs } = (globalThis as unknown as { browser: { tabs: Tabs } }).browser;
      return (await tabs.query({ active: true }))[0]?.id;
    });

  /** Taps the middle of an element. */
  async function tap(panel: Page, selector: string): Promise<void> {
    const box = await (await panel.waitForSelector(selector))?.boundingBox();
    if (!box) throw new Error(`${selector} is not in view.`);
    await panel.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  }

  test('the panel is a tab about the page, which it reads, and from which the page is one tap away', async () => {
    const panel = await openPanel();
    await panel.click('New chat');
    await fillField(panel.page, 'textarea[aria-label="Message"]', 'What is this about?');
    await tap(panel.page, 'button[aria-label="Send"]:not(:disabled)');
    expect(await panel.answer()).toContain('I read');
    await tap(panel.page, 'button[aria-label="Back to the page"]');
    await expect.poll(frontTab).toBe(tabId);
    await clickFirefoxAction(stage.browser);
    await expect.poll(frontTab).not.toBe(tabId);
    expect(await panels()).toHaveLength(1);
  });

  test('a page that is no longer shared is shared through the browser’s menu', async () => {
    const panel = await openPanel();
    await panel.click('New chat');
    await page.reload();
    await panel.ask('What is this about?');
    await panel.page.waitForFunction(() =>
      document.body.innerText.includes('choose Sidenote in the browser’s menu to share it'),
    );
    await tap(panel.page, 'button[aria-label="Back to the page"]');
    await expect.poll(frontTab).toBe(tabId);
    await clickFirefoxAction(stage.browser);
    await panel.page.bringToFront();
    expect(await panel.answer()).toContain('I read');
  });

  test('features that the browser lacks are named where their shortcuts would be', async () => {
    await openSettingsSection(stage.settings, 'shortcuts');
    const text = await stage.settings.evaluate(() => document.body.innerText);
    expect(text).toContain('This browser doesn’t offer extensions context menus');
    expect(text).not.toContain('Change in the browser');
  });

  describe.each(SCREENS)('a screen of $width by $height', (size) => {
    test('has room for all of the panel, and for fingers', async () => {
      const panel = await openPanel(size);
      await panel.click('New chat');
      await panel.ask('What is this about?');
      await panel.answer();
      const found = await panel.page.evaluate((least) => {
        const visible = [...document.querySelectorAll<HTMLElement>('.header *, .composer *, [role="log"] *')].filter(
          (each) => each.checkVisibility(),
        );
        const name = (each: HTMLElement) => each.getAttribute('aria-label') ?? each.className;
        const isSmall = ({ width, height }: DOMRect) => width < least || height < least;
        return {
          outside: visible.filter((each) => each.getBoundingClientRect().right > innerWidth + 1).map(name),
          small: visible
            .filter((each) => each.matches('button.button, .copy-button, .tool-call-head'))
            .filter((each) => isSmall(each.getBoundingClientRect()))
            .map(name),
          isScrolling: document.documentElement.scrollHeight > innerHeight,
          isFaint: visible.filter((each) => getComputedStyle(each).opacity === '0').map(name),
        };
      }, FINGER_PX);
      expect(found).toEqual({ outside: [], small: [], isScrolling: false, isFaint: [] });
    });
  });
});

type Tabs = { query(filter: object): Promise<{ id: number }[]> };

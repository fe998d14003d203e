import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOurWorker } from '../scripts/launch.ts';
import { BROWSERS, testInChromium, testOfFullRun } from './support/browsers.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { renewAfterFailure } from './support/renew-after-failure.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

describe.each(BROWSERS)('prompts and quick actions in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  let tabId: number;

  beforeAll(async () => {
    server = await startModelServer({
      plain: (request, response) =>
        streamChunks(response, textChunks(`Done with ${request.messages.length} messages.`)),
      explainer: (_request, response) => streamChunks(response, textChunks('It means this.')),
      namer: (_request, response) => streamChunks(response, textChunks('"A well named chat."')),
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    ({ tabId } = await stage.openPage(stage.articleUrl));
    await stage.addEndpoint(server.url);
    await stage.choose('Name chats with', 'namer', 'tasks');
    panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel('plain');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });
  renewAfterFailure(async () => {
    panel = await stage.renewPanel(panel);
    await panel.chooseModel('plain');
  });

  const field = () => panel.page.$eval('textarea[aria-label="Message"]', (area) => area.value);
  const lastQuestion = () => panel.page.$$eval('article[aria-label="You"]', (all) => all.at(-1)?.textContent ?? '');
  const sent = () => JSON.stringify(server.chats.findLast(({ model }) => model === 'plain')?.messages.slice(-1));

  testOfFullRun('a slash offers prompts, and Enter inserts the highlighted one', async () => {
    await panel.page.locator('textarea[aria-label="Message"]').fill('/');
    await panel.page.waitForSelector('[role="listbox"][aria-label="Prompts"]');
    await panel.shot(`${name}-prompts`);
    await panel.page.locator('textarea[aria-label="Message"]').fill('/ex');
    await panel.page.waitForFunction(
      () => document.querySelectorAll('[aria-label="Prompts"] [role="option"]').length === 1,
    );
    await panel.page.focus('textarea[aria-label="Message"]');
    await panel.page.keyboard.press('Enter');
    await expect.poll(field).toBe('Explain the text I have selected in plain words, in the context of this page.');
    expect(await panel.page.$('[aria-label="Prompts"]')).toBeNull();
  });

  testOfFullRun("the user's own prompts are offered first, with variables filled in", async () => {
    await openSettingsSection(stage.settings, 'prompts');
    const type = async (label: string, text: string) => {
      const id = await stage.settings.$eval(`::-p-xpath(//label[normalize-space()="${label}"])`, (each) =>
        each.getAttribute('for'),
      );
      await stage.settings.locator(`[id="${id}"]`).fill(text);
    };
    await type('Prompt name', 'mine');
    await type('Prompt text', 'Rate {{page_title}} at {{url}}.');
    await stage.settings.locator('::-p-xpath(//button[normalize-space()="Save prompt"])').click();
    await stage.settings.waitForSelector('button[aria-label="Remove prompt: mine"]');
    await stage.shot(stage.settings, `${name}-prompt-settings`);
    await panel.page.bringToFront();
    await panel.page.locator('textarea[aria-label="Message"]').fill('/mi');
    await panel.page.waitForSelector('[aria-label="Prompts"] [role="option"]');
    await panel.page.focus('textarea[aria-label="Message"]');
    await panel.page.keyboard.press('Enter');
    await expect.poll(field).toContain(`at ${stage.articleUrl}.`);
    await panel.page.locator('textarea[aria-label="Message"]').fill('');
  });

  testOfFullRun('the model selected for titles names a chat', async () => {
    await panel.ask('What is this?');
    await panel.answer();
    await panel.page.waitForFunction(() => document.querySelector('h1')?.textContent === 'A well named chat');
    expect(server.chats.filter(({ model }) => model === 'namer')).toHaveLength(1);
  });

  testOfFullRun('a question can be asked without the page, and an answer shows its page', async () => {
    expect(await panel.page.$$eval('.page-mark', (all) => all.length)).toBe(1);
    expect(sent()).toContain('The open page');
    await panel.click('Ask without page');
    await panel.page.waitForFunction(
      () => document.querySelector('output[aria-label="Context"]')?.textContent === 'No page',
    );
    await panel.ask('In general?');
    await panel.answer();
    expect(sent()).not.toContain('The open page');
    await panel.click('Ask about the page');
    await panel.ask('And here?');
    await panel.answer();
    expect(await panel.page.$$eval('.page-mark', (all) => all.length)).toBe(1);
    await panel.shot(`${name}-page-mark`);
  });

  testOfFullRun('a chat that begins with a prompt uses the model selected for that prompt', async () => {
    const begin = async (typed: string) => {
      await panel.page.locator('textarea[aria-label="Message"]').fill(typed);
      await panel.page.waitForSelector('[aria-label="Prompts"] [role="option"]');
      await panel.page.focus('textarea[aria-label="Message"]');
      await panel.page.keyboard.press('Enter');
      await expect.poll(field).toContain('Explain');
    };
    await stage.settings.bringToFront();
    await stage.settings.locator('::-p-xpath(//summary[contains(., "start with a prompt")])').click();
    await stage.choose('/explain', 'explainer');
    await stage.shot(stage.settings, `${name}-task-models`);
    await panel.page.bringToFront();
    await begin('/ex');
    await panel.waitForModel('plain');
    await panel.click('New chat');
    await begin('/ex');
    await panel.waitForModel('explainer');
    await panel.click('Send');
    expect(await panel.answer()).toContain('It means this.');
    await panel.ask('And more?');
    expect(await panel.answer()).toContain('It means this.');
    await panel.click('New chat');
    await panel.waitForModel('plain');
  });

  test('a question from outside the panel is asked once, in a new chat', async () => {
    await panel.page.bringToFront();
    await stage.settings.evaluate(async (tab) => {
      const { storage, windows } =
        (globalThis as unknown as { browser?: Api; chrome: Api }).browser ?? (chrome as unknown as Api);
      const { id } = await windows.getCurrent();
      await storage.session.set({
        quickRequest: { windowId: id, tabId: tab, text: 'From outside', task: null, isSent: true, at: Date.now() },
      });
    }, tabId);
    await expect.poll(lastQuestion).toBe('From outside');
    await panel.answer();
    await panel.click('New chat');
    await panel.click('Chats');
    await panel.page.locator('.thread-list li:first-child .thread-open').click();
    await panel.answer();
    expect(await panel.page.$$eval('article[aria-label="You"]', (all) => all.length)).toBe(1);
  });

  testInChromium('the context menu asks about the selection', async () => {
    const worker = await (await stage.browser.waitForTarget(isOurWorker)).worker();
    await worker?.evaluate(async (tab) => {
      const { contextMenus, tabs } = chrome as unknown as MenuApi;
      contextMenus.onClicked.dispatch({ menuItemId: 'explain' }, await tabs.get(tab));
    }, tabId);
    await expect.poll(lastQuestion).toContain('Explain the text I have selected');
    expect(await panel.answer()).toContain('It means this.');
  });

  testInChromium('the context menu takes a picture along as it is seen, and its question waits for words', async () => {
    const { page, tabId: ofPicture } = await stage.openPage(stage.articleUrl);
    await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 });
      const context = canvas.getContext('2d');
      if (context) context.fillStyle = 'rgb(200, 0, 0)';
      context?.fillRect(0, 0, 40, 20);
      const image = Object.assign(new Image(80, 40), { src: canvas.toDataURL(), id: 'picture' });
      document.body.prepend(image);
      return image.decode();
    });
    await stage.clickToolbarButton(page);
    const source = await page.$eval('#picture', (image) => (image as HTMLImageElement).src);
    const worker = await (await stage.browser.waitForTarget(isOurWorker)).worker();
    await worker?.evaluate(
      async (tab, srcUrl) => {
        const { contextMenus, tabs, sidePanel } = chrome as unknown as MenuApi;
        // Only a real click may open it. Here, the panel is already open in a tab.
        sidePanel.open = async () => undefined;
        contextMenus.onClicked.dispatch({ menuItemId: 'ask-picture', srcUrl }, await tabs.get(tab));
      },
      ofPicture,
      source,
    );
    await expect.poll(field).toContain('About this image from the page: Image');
    await panel.page.bringToFront();
    const picture = await panel.page.waitForSelector('[aria-label="Attached to your question"]');
    expect(await picture?.evaluate((list) => list.textContent)).toContain('80 × 40');
    await panel.shot('chromium-about-picture');
    await page.close();
  });
});

type Api = {
  storage: { session: { set(values: object): Promise<void> } };
  windows: { getCurrent(): Promise<{ id: number }> };
};
type MenuApi = {
  sidePanel: { open(options: object): Promise<void> };
  contextMenus: { onClicked: { dispatch(info: object, tab: object): void } };
  tabs: { get(tabId: number): Promise<object> };
};

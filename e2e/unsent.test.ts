import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { renewAfterFailure } from './support/renew-after-failure.ts';
import { type Stage, setStage } from './support/stage.ts';

const DRAFT = 'A long question that took ten minutes';
const SELECTED = '“The clock in the sea: how tides work”';

describe.each(BROWSERS)('what is written or selected and not sent, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  let article: Page;
  let tabId: number;

  beforeAll(async () => {
    server = await startModelServer({ plain: (_request, response) => streamChunks(response, textChunks('Done.')) });
    stage = await setStage(name);
    await stage.addEndpoint(server.url);
    const opened = await stage.openPage(stage.articleUrl);
    article = opened.page;
    tabId = opened.tabId;
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
  });

  const field = () => panel.page.$eval('textarea[aria-label="Message"]', (each) => (each as HTMLTextAreaElement).value);
  const chips = () => panel.page.$$eval('.composer .chip', (all) => all.map((each) => each.textContent));

  test('the draft of a new chat is in the list of chats, after another chat was begun', async () => {
    await panel.page.locator('textarea[aria-label="Message"]').fill(DRAFT);
    await panel.click('New chat');
    await expect.poll(field).toBe('');
    await panel.ask('Something else?');
    await panel.answer();
    await panel.click('Chats');
    const row = `::-p-xpath(//section[@aria-label="Drafts"]//button[starts-with(normalize-space(), "${DRAFT}")])`;
    await panel.page.waitForSelector(row);
    await panel.shot(`${name}-drafts`);
    await panel.page.locator(row).click();
    await expect.poll(field).toBe(DRAFT);
    await panel.page.locator('textarea[aria-label="Message"]').fill('');
  });

  test('text typed right before the panel is closed is there when it is opened again', async () => {
    await panel.click('New chat');
    await panel.page.locator('textarea[aria-label="Message"]').fill('Half a thought');
    if (name === 'chromium') await panel.page.close();
    panel = await stage.openPanel(tabId);
    await expect.poll(field).toBe('Half a thought');
    await panel.page.locator('textarea[aria-label="Message"]').fill('');
  });

  test('a file that was copied in a file manager is attached, not its name, and a picture is sent without text', async () => {
    await panel.click('New chat');
    await panel.chooseModel('plain');
    await panel.page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 });
      canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      const clipboard = new DataTransfer();
      clipboard.setData('text/plain', 'tide.png');
      clipboard.items.add(new File([picture ?? ''], 'tide.png', { type: 'image/png' }));
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      // Firefox ignores a clipboard created by a page.
      Object.defineProperty(paste, 'clipboardData', { value: clipboard });
      document.querySelector('textarea[aria-label="Message"]')?.dispatchEvent(paste);
    });
    await expect.poll(chips).toEqual([expect.stringContaining('tide.png')]);
    expect(await field()).toBe('');
    await panel.shot(`${name}-picture-alone`);
    await panel.click('Send');
    await panel.answer();
    expect(JSON.stringify(server.chats.at(-1)?.messages)).toContain('image_url');
  });

  test('the selection on the page is a chip above the field, and is cleared together with the selection', async () => {
    const select = async () => {
      await article.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('h1') as Element));
      await panel.page.evaluate(() => document.documentElement.dispatchEvent(new Event('pointerenter')));
    };
    await panel.click('New chat');
    await select();
    await expect.poll(chips).toEqual([expect.stringContaining(SELECTED)]);
    await panel.shot(`${name}-selection-chip`);
    await panel.page.locator(`button[aria-label="Remove: ${SELECTED}"]`).click();
    await expect.poll(chips).toEqual([]);
    expect(await article.evaluate(() => String(getSelection()))).toBe('');
    await select();
    await panel.click('Explain the selected text');
    await panel.answer();
    expect(JSON.stringify(server.chats.at(-1)?.messages)).toContain('Selected by the user');
  });
});

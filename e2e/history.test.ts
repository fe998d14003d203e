import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS, BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import { keepDownloads, takeTextDownload } from './support/downloads.ts';
import type { Panel } from './support/panel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

describe.each(BROWSERS_OF_FULL_RUN)('the history in %s', (name) => {
  let stage: Stage;
  let panel: Panel;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
    panel = await stage.openPanel(null);
    await panel.page.evaluate(keepDownloads);
    await stage.settings.evaluate(keepDownloads);
    for (const question of ['Hello there', 'What about marmalade?']) {
      await panel.click('New chat');
      await panel.ask(question);
      await panel.answer();
    }
  });
  afterAll(() => stage?.close());

  const importFile = async (file: string, content: string) => {
    await stage.settings.bringToFront();
    await chooseFiles(stage.settings, 'input[aria-label="File to import"]', { name: file, content });
  };
  const item = (title: string) => panel.page.waitForSelector(`::-p-xpath(//li[.//span[text()="${title}"]])`);
  const remove = async (title: string) => {
    await panel.click(`Delete chat: ${title}`);
  };
  const status = (page: Page, text: string) =>
    page.waitForFunction(
      (wanted) => [...document.querySelectorAll('output')].some(({ textContent }) => textContent?.includes(wanted)),
      {},
      text,
    );

  test('is searched while typing, and Enter opens a result', async () => {
    await panel.click('Chats');
    await panel.page.locator('input[type="search"]').fill('marma');
    const mark = await panel.page.waitForSelector('.thread-results[data-query="marma"][aria-busy="false"] mark');
    expect(await mark?.evaluate((element) => element.textContent)).toBe('marmalade');
    await panel.shot(`${name}-search`);
    await panel.page.locator('input[type="search"]').fill('hello');
    await panel.page.waitForSelector('.thread-results[data-query="hello"][aria-busy="false"] li');
    await panel.page.keyboard.press('Enter');
    await panel.page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Hello there');
    expect(await panel.page.$('.chats')).toBeNull();
    await panel.page.waitForFunction(() => document.querySelector('article[aria-label="You"]'));
  });

  test('exports a chat as Markdown and as JSON', async () => {
    await panel.click('Chats');
    const chat = await item('Hello there');
    await (await chat?.$('button[aria-label^="More for chat"]'))?.click();
    await panel.click('Export as Markdown');
    expect(await takeTextDownload(panel.page)).toEqual({
      name: expect.stringMatching(/^hello-there-.*\.md$/),
      text: expect.stringContaining('## You\n\nHello there'),
    });
    await (await chat?.$('button[aria-label^="More for chat"]'))?.click();
    await panel.click('Export as JSON');
    const { text } = await takeTextDownload(panel.page);
    expect(JSON.parse(text).threads).toMatchObject([{ title: 'Hello there' }]);
    await panel.click('Chats');
  });

  test('lists pinned and renamed chats first, and hides archived ones', async () => {
    await panel.click('Chats');
    const titles = () => panel.page.$$eval('.thread-title', (all) => all.map((each) => each.textContent));
    const act = async (title: string, action: string) => {
      await (await (await item(title))?.$('button[aria-label^="More for chat"]'))?.click();
      await panel.click(action);
    };
    await act('Hello there', 'Rename');
    await panel.page.locator('input[aria-label="Title"]').fill('Greeting');
    await panel.page.keyboard.press('Enter');
    await item('Greeting');
    await act('Greeting', 'Pin');
    await panel.page.waitForSelector('section[aria-label="Pinned"]');
    expect((await titles())[0]).toBe('Greeting');
    await panel.shot(`${name}-history`);
    await act('What about marmalade?', 'Archive');
    await expect.poll(titles).toEqual(['Greeting']);
    await panel.click('Archived');
    await item('What about marmalade?');
    await act('What about marmalade?', 'Restore');
    await panel.click('Archived');
    await act('Greeting', 'Rename');
    await panel.page.locator('input[aria-label="Title"]').fill('Hello there');
    await panel.page.keyboard.press('Enter');
    await act('Hello there', 'Unpin');
    await panel.page.waitForFunction(() => document.querySelector('section[aria-label="Pinned"]') === null);
  });

  test('restores a deleted chat', async () => {
    await remove('What about marmalade?');
    await panel.page.waitForSelector('.undo-bar');
    await panel.page.waitForFunction(() => document.querySelectorAll('ul.thread-list li').length === 1);
    await panel.click('Undo');
    await item('What about marmalade?');
    await panel.click('Chats');
  });

  test('is restored from an export after it was deleted', async () => {
    await stage.settings.bringToFront();
    await openSettingsSection(stage.settings, 'data');
    await stage.settings.locator('::-p-xpath(//button[normalize-space()="Export all chats"])').click();
    await status(stage.settings, '2 chats exported.');
    const { text } = await takeTextDownload(stage.settings);
    await panel.page.bringToFront();
    await panel.click('Chats');
    await remove('What about marmalade?');
    await panel.page.waitForFunction(() => document.querySelectorAll('ul.thread-list li').length === 1);
    // Deleting the open chat closes the list.
    await remove('Hello there');
    await panel.page.waitForFunction(() => document.querySelector('ul.thread-list') === null);
    await panel.click('Chats');
    await importFile('chats.json', text);
    await status(stage.settings, '2 chats imported.');
    await importFile('chats.json', text);
    await status(stage.settings, '2 chats skipped: already here.');
    await panel.page.bringToFront();
    await item('What about marmalade?');
    await stage.shot(stage.settings, `${name}-your-data`);
  });

  test('imports a ChatGPT export, and says what could not be imported', async () => {
    const text = (id: string, parent: string | null, role: string, part: unknown) => ({
      id,
      parent,
      message: { author: { role }, content: { content_type: 'multimodal_text', parts: [part] } },
    });
    const mapping = {
      q: text('q', null, 'user', 'Why are there tides?'),
      old: text('old', 'q', 'assistant', 'The wind.'),
      now: { ...text('now', 'q', 'assistant', 'The moon.'), extra: true },
      photo: text('photo', 'now', 'user', { content_type: 'image_asset_pointer' }),
    };
    const exported = [{ id: 'c', title: 'Tides at GPT', current_node: 'now', create_time: 1_700_000_000, mapping }];
    await importFile('conversations.json', JSON.stringify(exported));
    await status(stage.settings, '1 chat imported. Not imported: images (1).');
    await panel.page.bringToFront();
    await (await item('Tides at GPT'))?.click();
    await panel.waitForText('The moon.');
    await waitForXPath(panel.page, '//*[@role="log"][contains(., "Why are there tides?")][contains(., "2 of 2")]');
    await panel.shot(`${name}-imported`);
    await panel.click('Chats');
  });
});

test.each(BROWSERS)('what is stored in %s is exempt from eviction without a prompt', async (name) => {
  const stage = await setStage(name);
  try {
    // Headless browsers cannot answer a prompt, so this resolves only if there is none.
    const isKept = await stage.settings.evaluate(() => navigator.storage.persist());
    if (name === 'firefox') expect(isKept).toBe(true);
    else expect(typeof isKept).toBe('boolean');
  } finally {
    await stage.close();
  }
});

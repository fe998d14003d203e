import { MODEL, type View } from './scene.ts';

/** What opens over the conversation. */
export const listViews: View[] = [
  {
    name: 'chats',
    async show({ panel }) {
      await panel.page.bringToFront();
      await panel.click('New chat');
      await panel.chooseModel(MODEL);
      await panel.click('Chats');
      await panel.page.waitForSelector('.thread-list li');
      return panel.page;
    },
  },
  {
    name: 'chat-menu',
    async show({ panel }) {
      await panel.page.locator('button[aria-label^="More for chat"]').click();
      await panel.page.waitForSelector('.thread-actions');
      return panel.page;
    },
  },
  {
    name: 'chat-search',
    async show({ panel }) {
      await panel.page.locator('input[type="search"]').fill('tides');
      await panel.page.waitForSelector('.thread-results[data-query="tides"][aria-busy="false"] mark');
      return panel.page;
    },
  },
  {
    name: 'chat-search-without-hits',
    async show({ panel }) {
      await panel.page.locator('input[type="search"]').fill('marmalade');
      await panel.page.waitForSelector('.thread-results[data-query="marmalade"][aria-busy="false"] p');
      return panel.page;
    },
  },
  {
    name: 'models',
    async show({ panel }) {
      await panel.page.keyboard.press('Escape');
      await panel.openModels('');
      return panel.page;
    },
  },
  {
    name: 'models-without-hits',
    async show({ panel }) {
      await panel.page.locator('input[role="combobox"]').fill('marmalade');
      await panel.page.waitForSelector('.model-none');
      return panel.page;
    },
  },
  {
    name: 'prompts',
    async show({ panel }) {
      await panel.page.keyboard.press('Escape');
      await panel.page.locator('textarea[aria-label="Message"]').fill('/');
      await panel.page.waitForSelector('.suggestion-menu [role="option"]');
      return panel.page;
    },
  },
  {
    name: 'command-palette',
    async show({ panel }) {
      await panel.page.keyboard.press('Backspace');
      await panel.page.waitForSelector('.suggestion-menu', { hidden: true });
      await panel.click('Command palette');
      await panel.page.waitForSelector('.command-palette [role="option"]');
      return panel.page;
    },
  },
  {
    name: 'chat-deleted',
    async show({ panel }) {
      await panel.page.keyboard.press('Escape');
      await panel.page.waitForSelector('.command-palette', { hidden: true });
      await panel.click('Chats');
      await panel.page.locator('.thread-list li:nth-child(3) button[aria-label^="Delete chat"]').click();
      await panel.page.waitForSelector('.undo-bar');
      await panel.page.keyboard.press('Escape');
      await panel.click('Chats');
      await panel.page.waitForSelector('.undo-bar');
      return panel.page;
    },
  },
];

import { MODEL, type Scene, type View } from './scene.ts';

/** Starts a new chat, with nothing open over the conversation. */
async function newChat({ panel }: Scene): Promise<void> {
  const { page } = panel;
  await page.bringToFront();
  while ((await page.$('.chats, .model-menu, .command-palette, .suggestion-menu, .project-dialog')) !== null) {
    await page.keyboard.press('Escape');
  }
  await page.locator('textarea[aria-label="Message"]').fill('');
  await panel.click('New chat');
  await panel.chooseModel(MODEL);
}

async function openChats(scene: Scene): Promise<void> {
  await newChat(scene);
  await scene.panel.click('Chats');
  await scene.panel.page.waitForSelector('.thread-list li');
}

/** Views that open over the conversation. */
export const listViews: View[] = [
  {
    name: 'chats',
    needs: 'answer',
    async show(scene) {
      await openChats(scene);
      return scene.panel.page;
    },
  },
  {
    name: 'chat-menu',
    after: 'chats',
    async show({ panel }) {
      await panel.page.locator('button[aria-label^="More for chat"]').click();
      await panel.page.waitForSelector('.thread-actions');
      return panel.page;
    },
  },
  {
    name: 'chat-search',
    needs: 'answer',
    async show(scene) {
      const { panel } = scene;
      await openChats(scene);
      await panel.page.locator('input[type="search"]').fill('tides');
      await panel.page.waitForSelector('.thread-results[data-query="tides"][aria-busy="false"] mark');
      return panel.page;
    },
  },
  {
    name: 'chat-search-without-hits',
    after: 'chat-search',
    async show({ panel }) {
      await panel.page.locator('input[type="search"]').fill('marmalade');
      await panel.page.waitForSelector('.thread-results[data-query="marmalade"][aria-busy="false"] p');
      return panel.page;
    },
  },
  {
    name: 'models',
    async show(scene) {
      const { panel } = scene;
      await newChat(scene);
      await panel.openModels('');
      return panel.page;
    },
  },
  {
    name: 'models-without-hits',
    after: 'models',
    async show({ panel }) {
      await panel.page.locator('input[role="combobox"]').fill('marmalade');
      await panel.page.waitForSelector('.model-none');
      return panel.page;
    },
  },
  {
    name: 'prompts',
    async show(scene) {
      const { panel } = scene;
      await newChat(scene);
      await panel.page.locator('textarea[aria-label="Message"]').fill('/');
      await panel.page.waitForSelector('.suggestion-menu [role="option"]');
      return panel.page;
    },
  },
  {
    name: 'mentions',
    async show(scene) {
      const { panel } = scene;
      await newChat(scene);
      await panel.page.locator('textarea[aria-label="Message"]').fill('@');
      await panel.page.waitForSelector('.suggestion-menu [role="option"]');
      return panel.page;
    },
  },
  {
    name: 'command-palette',
    async show(scene) {
      const { panel } = scene;
      await newChat(scene);
      await panel.click('Command palette');
      await panel.page.waitForSelector('.command-palette [role="option"]');
      return panel.page;
    },
  },
  {
    name: 'chat-deleted',
    needs: 'answer',
    async show(scene) {
      const { panel } = scene;
      await openChats(scene);
      await panel.page.locator('.thread-list li button[aria-label^="Delete chat"]').click();
      await panel.page.waitForSelector('.undo-bar');
      await panel.page.keyboard.press('Escape');
      await panel.click('Chats');
      await panel.page.waitForSelector('.undo-bar');
      return panel.page;
    },
  },
];

import '../testing/fake-browser.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';

type WindowChat = typeof import('./window-chat.ts');

/** Loads the module as the panel of a window does. */
async function openPanel(windowId: number): Promise<WindowChat> {
  vi.resetModules();
  Object.assign(browser, { windows: { getCurrent: async () => ({ id: windowId }) } });
  return import('./window-chat.ts');
}

beforeEach(() => Promise.all([browser.storage.local.clear(), browser.storage.session.clear()]));

test('the first panel opens with the last chat, or with a new one if there is none', async () => {
  expect(await (await openPanel(1)).findChatToOpen()).toBeNull();
  await browser.storage.local.set({ lastThread: 'of-yesterday' });
  expect(await (await openPanel(1)).findChatToOpen()).toBe('of-yesterday');
});

test('the panel of a second window does not open with the chat that another panel shows', async () => {
  await (await openPanel(1)).noteOpenChat('first');
  expect(await (await openPanel(2)).findChatToOpen()).toBeNull();
});

test('a panel that is opened again shows the chat of its window, regardless of what was opened in another one since', async () => {
  await (await openPanel(1)).noteOpenChat('first');
  await (await openPanel(2)).noteOpenChat('second');
  expect(await (await openPanel(1)).findChatToOpen()).toBe('first');
  expect(await (await openPanel(2)).findChatToOpen()).toBe('second');
});

test('a chat that its panel has left for another one is shown in the next window', async () => {
  const one = await openPanel(1);
  await one.noteOpenChat('left');
  await one.noteOpenChat('shown');
  await browser.storage.local.set({ lastThread: 'left' });
  const two = await openPanel(2);
  await vi.waitFor(async () => expect(await two.findChatToOpen()).toBe('left'));
});

import '../testing/fake-browser.ts';
import { expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { registerQuickActions } from './quick-actions.ts';
import { quickRequest } from './stored-state.ts';

const INTERFACES = ['contextMenus', 'commands', 'omnibox'] as const;

/** The browser APIs for questions from outside the panel, and the ones with which something was registered. */
function offer(missing: string | null): string[] {
  const registered: string[] = [];
  const event = (name: string) => ({ addListener: () => void registered.push(name) });
  Object.assign(browser, {
    contextMenus: { onClicked: event('contextMenus'), removeAll: vi.fn(), create: vi.fn() },
    commands: { onCommand: event('commands') },
    omnibox: { onInputEntered: event('omnibox') },
  });
  if (missing !== null) Object.assign(browser, { [missing]: undefined });
  return registered;
}

test.each([...INTERFACES, null])('questions come from everything that the browser has: without %s', (missing) => {
  const registered = offer(missing);
  registerQuickActions();
  expect(registered).toEqual(INTERFACES.filter((each) => each !== missing));
});

test.each([
  ['When is high water?', true],
  ['  ', false],
])('the address bar sends a question, and opens the panel without one: %j', async (text, isSent) => {
  let enter: (text: string) => void = () => undefined;
  const onInputEntered = {
    addListener(listener: typeof enter) {
      enter = listener;
    },
  };
  Object.assign(browser, { omnibox: { onInputEntered }, commands: undefined, contextMenus: undefined });
  Object.assign(browser, { sidePanel: { open: async () => undefined } });
  vi.spyOn(browser.tabs, 'query').mockResolvedValue([{ id: 7, windowId: 3 }] as never);
  registerQuickActions();
  enter(text);
  await vi.waitFor(async () => expect(await quickRequest.getValue()).toMatchObject({ tabId: 7, text, isSent }));
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluateInFirefox } from '../scripts/firefox-chrome.ts';
import { BROWSERS } from './support/browsers.ts';
import { callOnce, type ModelServer, startModelServer } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const MODELS = { bookmarks: 'search_bookmarks', history: 'search_history' } as const;
const QUESTIONS = { bookmarks: 'What did I bookmark about ferries?', history: 'Which page about ferries did I visit?' };

describe.each(BROWSERS)('bookmarks and history, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: Site;
  let panel: Panel;
  const result = () => String(server.chats.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content);
  const bookmark = () => `${site.origin}/harbour/ferries`;

  beforeAll(async () => {
    site = await serveSite({ '/visited': { body: '<title>Ferries of the north</title><p>Visited.</p>' } });
    const searching = (tool: string) => callOnce(tool, { query: 'ferries' }, 'There is one.');
    server = await startModelServer({
      bookmarks: searching(MODELS.bookmarks),
      history: searching(MODELS.history),
    });
    stage = await setStage(name, { ownBrowser: true });
    await stage.addEndpoint(`${server.url}/v1`);
    await addBookmark(stage, name === 'firefox', bookmark());
    const { page } = await stage.openPage(`${site.origin}/visited`);
    await page.close();
    panel = await stage.openPanel(null);
  });

  afterAll(async () => {
    await stage?.close();
    await server?.close();
    await site?.close();
  });

  test.each(['bookmarks', 'history'] as const)(
    '%s are searched if the question asks for them, once the browser allows it',
    async (from) => {
      await panel.page.bringToFront();
      await panel.click('New chat');
      await panel.chooseModel(from);
      await panel.ask(QUESTIONS[from]);
      // Headless Chromium cannot answer a permission dialog, so its test build has both permissions.
      if (name === 'firefox') {
        await panel.waitForCard(MODELS[from], 'approval-requested');
        await panel.shot(`own-${from}-permission-${name}`);
        expect(server.chats.at(-1)?.messages.some(({ role }) => role === 'tool')).toBe(false);
        await panel.allow();
      }
      expect(await panel.answer()).toContain('There is one.');
      expect(result()).toContain(from === 'bookmarks' ? bookmark() : `${site.origin}/visited`);
      expect(result()).toContain(from === 'bookmarks' ? 'Timetable' : 'Ferries of the north');
      await panel.page.locator(`[data-tool="${MODELS[from]}"] .tool-call-head`).click();
      await waitForXPath(panel.page, `//li[contains(@class, "own-hit")][contains(., "${site.origin}")]`);
      await panel.shot(`own-${from}-${name}`);
    },
  );

  test('a permission is not requested twice, and can be withdrawn in the settings', async () => {
    if (name === 'firefox') {
      await panel.click('New chat');
      await panel.ask(QUESTIONS.history);
      expect(await panel.answer()).toContain('There is one.');
    }
    await openSettingsSection(stage.settings, 'permissions');
    await waitForXPath(stage.settings, '//li[contains(., "Browsing history")]//button[text()="Remove permission"]');
    await stage.shot(stage.settings, `own-permissions-${name}`);
    if (name !== 'firefox') return;
    await stage.settings.locator('button[aria-label="Remove permission: Browsing history"]').click();
    await stage.settings.waitForFunction(
      () => document.querySelector('button[aria-label="Remove permission: Browsing history"]') === null,
    );
    await panel.page.bringToFront();
    await panel.click('New chat');
    await panel.ask(QUESTIONS.history);
    await panel.waitForCard(MODELS.history, 'approval-requested');
    await panel.click('Don’t allow');
    await panel.answer();
    expect(result()).not.toContain(site.origin);
  });
});

/**
 * Adds a bookmark like a user. In Firefox, this is done by the browser itself, since the extension has no permission
 * yet.
 */
async function addBookmark({ browser, settings }: Stage, isFirefox: boolean, url: string): Promise<void> {
  if (isFirefox) {
    const bookmark = { parentGuid: 'menu________', title: 'Timetable', url };
    await evaluateInFirefox(browser, `PlacesUtils.bookmarks.insert(${JSON.stringify(bookmark)}).then(() => 'ok')`);
    return;
  }
  await settings.evaluate(async (address) => {
    const { bookmarks } = globalThis.chrome as unknown as { bookmarks: { create(page: object): Promise<void> } };
    await bookmarks.create({ title: 'Timetable', url: address });
  }, url);
}

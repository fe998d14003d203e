import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluateInFirefox, FIREFOX_ID } from '../scripts/firefox-chrome.ts';
import { BROWSERS } from './support/browsers.ts';
import { Hold, type ModelServer, startModelServer, textChunks } from './support/model-server.ts';
import { type Stage, setStage } from './support/stage.ts';

const LONG = Array.from({ length: 40 }, (_, n) => `part${n}`).join(' ');
/** How many chunks arrive before the server holds the answer. */
const BEGUN = 7;

describe.each(BROWSERS)('disabling the extension in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  const hold = new Hold();
  const isCut = Promise.withResolvers<void>();
  beforeAll(async () => {
    server = await startModelServer({
      long: (_request, response) => {
        response.on('close', isCut.resolve);
        return hold.stream(response, textChunks(LONG), BEGUN);
      },
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('during an answer continues it when it is enabled again, and causes no error in the page', async () => {
    const { page, tabId } = await stage.openPage(stage.articleUrl);
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    const panel = await stage.openPanel(tabId);
    await panel.chooseModel('long');
    hold.start();
    await panel.ask('Talk.');
    await panel.waitForText('part5');
    await switchExtension(stage, false);
    await isCut.promise;
    expect(server.chats).toHaveLength(1);
    await switchExtension(stage, true);
    const later = await stage.openPanel(tabId);
    await later.waitForText('part5');
    hold.end();
    expect(await later.answer()).toContain(LONG);
    expect([2, 3]).toContain(server.chats.length);
    expect(errors).toEqual([]);
  });
});

async function switchExtension({ name, browser, extensionUrl }: Stage, isOn: boolean): Promise<void> {
  if (name === 'firefox') {
    await evaluateInFirefox(
      browser,
      `(async () => {
        const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
        const addon = await AddonManager.getAddonByID('${FIREFOX_ID}');
        await addon.${isOn ? 'enable' : 'disable'}();
      })()`,
    );
    return;
  }
  const page = await browser.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate(
    (id, enabled) =>
      (
        globalThis as unknown as { chrome: { management: { setEnabled(id: string, on: boolean): Promise<void> } } }
      ).chrome.management.setEnabled(id, enabled),
    new URL(extensionUrl('')).host,
    isOn,
  );
  await page.close();
}

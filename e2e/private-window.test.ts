import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExtensionPage } from '../scripts/launch.ts';
import { startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

// Firefox keeps Sidenote out of private windows (`incognito: not_allowed`); there is nothing to open there.
describe('a private window in chromium', () => {
  let stage: Stage;
  /** A page of ours in the usual window. */
  let outside: Page;
  let server: Awaited<ReturnType<typeof startModelServer>>;

  beforeAll(async () => {
    server = await startModelServer({
      reader: (_request, response) => streamChunks(response, textChunks('What is private stays private.')),
    });
    stage = await setStage('chromium', { ownBrowser: true });
    await stage.addEndpoint(server.url);
    await allowInPrivateWindows(stage);
    outside = await openExtensionPage(stage, 'options.html');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('has its own data, which is deleted when it closes', async () => {
    const before = await outside.evaluate(keptSettings);
    const first = await openPrivatePanel(stage, outside);
    // What was configured outside is not known inside: endpoints and keys stay where they were entered.
    expect(await rows(first.page, 'endpoints')).toBe(0);
    expect(await rows(outside, 'endpoints')).toBe(1);
    await first.ask('What is a secret?');
    await first.answer();
    expect(await rows(first.page, 'threads')).toBe(1);
    expect(await rows(outside, 'threads')).toBe(0);
    // What is written to disk is the same for both: nothing of the chat may be there.
    expect(await outside.evaluate(keptSettings)).toEqual(before);

    await first.page.close();
    const second = await openPrivatePanel(stage, outside);
    expect(await rows(second.page, 'threads')).toBe(0);
    expect(await rows(outside, 'threads')).toBe(0);
  });
});

/** The switch "Allow in Incognito" of the extension's details; the extension then starts anew. */
async function allowInPrivateWindows({ browser, extensionUrl }: Stage): Promise<void> {
  const page = await browser.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate(
    async (extensionId) => {
      const { developerPrivate } = globalThis.chrome as unknown as { developerPrivate: DeveloperPrivate };
      // Else an unpacked extension that starts anew is switched off.
      await developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
      await developerPrivate.updateExtensionConfiguration({ extensionId, incognitoAccess: true });
    },
    new URL(extensionUrl('')).host,
  );
  await page.close();
}

type ExtensionInfo = { state: string; incognitoAccess: { isActive: boolean } };
type DeveloperPrivate = {
  updateProfileConfiguration(update: object): Promise<void>;
  updateExtensionConfiguration(update: object): Promise<void>;
  getExtensionInfo(id: string): Promise<ExtensionInfo>;
};

async function openPrivatePanel({ browser, extensionUrl }: Stage, outside: Page): Promise<Panel> {
  const url = extensionUrl('sidepanel.html');
  const opened = browser.waitForTarget((target) => target.url() === url);
  await outside.evaluate(async (address) => {
    const { windows } = globalThis.chrome as unknown as { windows: { create(options: object): Promise<void> } };
    await windows.create({ incognito: true, url: address });
  }, url);
  const page = await (await opened).page();
  if (page === null) throw new Error('The private window has no page.');
  await page.waitForSelector('textarea[aria-label="Message"]');
  return new Panel(page);
}

async function keptSettings(): Promise<object> {
  const { storage } = globalThis.chrome as unknown as { storage: { local: { get(): Promise<object> } } };
  return storage.local.get();
}

function rows(page: Page, table: string): Promise<number> {
  return page.evaluate(async (store) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('sidenote');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const count = await new Promise<number>((resolve) => {
      const counting = db.transaction(store).objectStore(store).count();
      counting.onsuccess = () => resolve(counting.result);
    });
    db.close();
    return count;
  }, table);
}

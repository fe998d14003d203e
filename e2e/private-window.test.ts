import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExtensionPage } from '../scripts/launch.ts';
import { waitUntil } from '../scripts/wait-until.ts';
import { fillField } from './support/fill-field.ts';
import { chunk, EVENT_STREAM, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import { Panel } from './support/panel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

/** A word in the private window that must not appear anywhere outside. */
const SECRET = 'sealedorder';

/** A word among the sentences remembered outside that must not appear in the private window. */
const OUTSIDE = 'lighthouse';

/** Part of the address of a page that is open there. */
const PAGE = 'hiddenpage';

// Firefox does not run Sidenote in private windows (`incognito: not_allowed`), so there is nothing to open there.
describe('a private window in chromium', () => {
  let stage: Stage;
  /** An extension page in the normal window. */
  let outside: Page;
  let server: Awaited<ReturnType<typeof startModelServer>>;
  /** Whether the connection of the answer that does not end is closed. */
  let isAnswerClosed = false;

  beforeAll(async () => {
    server = await startModelServer({
      reader: (_request, response) => streamChunks(response, textChunks('What is private stays private.')),
      endless(_request, response) {
        response.writeHead(200, EVENT_STREAM).write(chunk({ content: `The ${SECRET} begins.` }));
        response.on('close', () => {
          isAnswerClosed = true;
        });
      },
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
    // The configuration from outside is not visible inside: endpoints and keys stay where they were entered.
    expect(await rows(first.page, 'endpoints')).toBe(0);
    expect(await rows(outside, 'endpoints')).toBe(1);
    await first.ask('What is a secret?');
    await first.answer();
    expect(await rows(first.page, 'threads')).toBe(1);
    expect(await rows(outside, 'threads')).toBe(0);
    // What is written to disk is shared by both, so it must not contain anything from the chat.
    expect(await outside.evaluate(keptSettings)).toEqual(before);

    await first.page.close();
    const second = await openPrivatePanel(stage, outside);
    expect(await rows(second.page, 'threads')).toBe(0);
    expect(await rows(outside, 'threads')).toBe(0);
    await second.page.close();
  });

  test('that is closed during an answer ends its request, and leaves nothing of it', async () => {
    const before = await outside.evaluate(keptSettings);
    const inside = await openPrivatePanel(stage, outside);
    await inside.page.evaluate(addEndpoint, server.url, 'endless');
    await inside.page.reload();
    await inside.chooseModel('endless');
    await inside.ask(`What does ${SECRET} mean?`);
    await inside.waitForText(`The ${SECRET} begins.`);
    await inside.page.close();
    await waitUntil(() => isAnswerClosed, 'The request goes on although its window is closed.');
    expect(await outside.evaluate(keptSettings)).toEqual(before);
    expect(JSON.stringify(await outside.evaluate(sharedMemory))).not.toContain(SECRET);
    const later = await openPrivatePanel(stage, outside);
    for (const page of [outside, later.page]) {
      for (const table of ['threads', 'events', 'drafts']) expect(await rows(page, table)).toBe(0);
    }
    await later.page.close();
  });

  describe('in which a question was asked, and another is being written', () => {
    let inside: Panel;
    beforeAll(async () => {
      inside = await openPrivatePanel(stage, outside);
      await inside.page.evaluate((url) => {
        const { tabs } = globalThis.chrome as unknown as { tabs: { create(options: object): Promise<void> } };
        return tabs.create({ url, active: false });
      }, `${stage.articleUrl}?${PAGE}`);
      await inside.page.evaluate(addEndpoint, server.url, 'reader');
      await inside.page.reload();
      await inside.chooseModel('reader');
      await inside.ask(`What does ${SECRET} mean?`);
      expect(await inside.answer()).toContain('What is private stays private.');
      await fillField(inside.page, 'textarea[aria-label="Message"]', `A draft about ${SECRET}`);
      await waitUntil(async () => (await rows(inside.page, 'drafts')) === 1, 'The draft is not stored.');
    });

    test.each([
      'threads',
      'events',
      'texts',
      'drafts',
      'memories',
      'receipts',
      'receiptTexts',
      'capabilities',
      'metrics',
      'signingKeys',
    ])('shares none of its %s', async (table) => {
      expect(JSON.stringify(await content(outside, table))).not.toContain(SECRET);
      if (table !== 'metrics') expect(await rows(outside, table)).toBe(0);
    });

    test('remembers nothing, proposes nothing, and does not use anything remembered outside', async () => {
      await keepSentence(outside, `I work on ${OUTSIDE}`);
      await inside.page.bringToFront();
      await fillField(inside.page, 'textarea[aria-label="Message"]', '');
      await inside.ask(`Remember that I keep the ${SECRET}.`);
      await inside.answer();
      expect(await inside.page.$('.memory-card')).toBeNull();
      expect(await inside.page.$('button[aria-label="Remember something from this answer"]')).toBeNull();
      expect(JSON.stringify(server.chats)).not.toContain(OUTSIDE);
      expect(await rows(inside.page, 'memories')).toBe(0);
      expect(await rows(outside, 'memories')).toBe(1);
      await fillField(inside.page, 'textarea[aria-label="Message"]', `A draft about ${SECRET}`);
      await waitUntil(async () => (await rows(inside.page, 'drafts')) === 1, 'The draft is not stored.');
    });

    test('is in no list of chats, drafts or search results of another window', async () => {
      const panel = await stage.openPanel(null, { inTab: true });
      await panel.click('Chats');
      await panel.page.waitForSelector('.chats');
      await fillField(panel.page, '.chats input[type="search"]', SECRET);
      await panel.page.waitForFunction(() => document.body.innerText.includes('No messages contain'));
      await panel.page.close();
    });

    test('sees no tabs of other windows, which do not see its own', async () => {
      const [there, here] = [await outside.evaluate(addresses), await inside.page.evaluate(addresses)];
      expect(here.some((url) => url.includes(PAGE))).toBe(true);
      expect(there.some((url) => url.includes(PAGE))).toBe(false);
      expect(here.some((url) => url.includes('options.html'))).toBe(false);
    });

    test('writes nothing to disk, and leaves nothing for windows that open after its last window was closed', async () => {
      const [chat] = (await content(inside.page, 'threads')) as { threadId: string }[];
      const kept = JSON.stringify(await outside.evaluate(keptSettings));
      for (const word of [SECRET, PAGE, server.url, chat?.threadId ?? '']) expect(kept).not.toContain(word);
      for (const page of await stage.browser.pages()) if (page.url().includes(PAGE)) await page.close();
      await inside.page.close();
      const later = await openPrivatePanel(stage, outside);
      expect(await rows(later.page, 'endpoints')).toBe(0);
      expect(await later.page.evaluate(() => document.body.innerText)).not.toContain(SECRET);
      const memory = JSON.stringify([await outside.evaluate(keptSettings), await outside.evaluate(sharedMemory)]);
      for (const word of [SECRET, PAGE]) expect(memory).not.toContain(word);
      await later.page.close();
    });
  });
});

/** Turns on "Allow in Incognito" in the extension's details, after which the extension restarts. */
async function allowInPrivateWindows({ browser, extensionUrl }: Stage): Promise<void> {
  const page = await browser.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate(
    async (extensionId) => {
      const { developerPrivate } = globalThis.chrome as unknown as { developerPrivate: DeveloperPrivate };
      // Otherwise, an unpacked extension that restarts is disabled.
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

/** Stores an endpoint in the database of the windows to which a page belongs. */
async function addEndpoint(baseUrl: string, model: string): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('sidenote');
    opening.onsuccess = () => resolve(opening.result);
  });
  await new Promise<void>((resolve) => {
    const adding = db.transaction('endpoints', 'readwrite');
    adding
      .objectStore('endpoints')
      .put({ endpointId: 'inside', name: 'inside', baseUrl, models: [model], createdAt: 1 });
    adding.oncomplete = () => resolve();
  });
  db.close();
}

/** Writes a sentence to remember in the settings, like a user. */
async function keepSentence(settings: Page, text: string): Promise<void> {
  await settings.bringToFront();
  await openSettingsSection(settings, 'memory');
  await settings.locator('::-p-xpath(//summary[normalize-space()="Add a sentence"])').click();
  await fillField(settings, '.memory-form textarea', text);
  await settings.locator('::-p-xpath(//*[contains(@class, "memory-form")]//button[normalize-space()="Keep"])').click();
  await settings.waitForSelector('.memory-list li');
}

/** All rows of a table. */
function content(page: Page, table: string): Promise<unknown[]> {
  return page.evaluate(async (store) => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('sidenote');
      opening.onsuccess = () => resolve(opening.result);
    });
    const all = await new Promise<unknown[]>((resolve) => {
      const getting = db.transaction(store).objectStore(store).getAll();
      getting.onsuccess = () => resolve(getting.result);
    });
    db.close();
    return all;
  }, table);
}

async function addresses(): Promise<string[]> {
  const { tabs } = globalThis.chrome as unknown as { tabs: { query(filter: object): Promise<{ url?: string }[]> } };
  return (await tabs.query({})).map(({ url = '' }) => url);
}

async function sharedMemory(): Promise<object> {
  const { storage } = globalThis.chrome as unknown as { storage: { session: { get(): Promise<object> } } };
  return storage.session.get();
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

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../lib/contracts/endpoint.ts';
import type { BrowserName } from '../scripts/browsers.ts';
import { BROWSERS } from './support/browsers.ts';
import { managedBrowser, managedObstacle } from './support/managed.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { EXTENSION_DIR, type Stage, setStage } from './support/stage.ts';

describe.each(BROWSERS)('an installation managed by policy in %s', (name: BrowserName) => {
  const obstacle = managedObstacle(name);
  if (obstacle !== null) {
    test(`skipped: no policy for one browser alone: ${obstacle}`, ({ skip }) => skip());
    return;
  }
  let stage: Stage;
  let ours: ModelServer;
  let other: ModelServer;
  let settings: Page;

  beforeAll(async () => {
    ours = await startModelServer({
      'company-model': (_request, response) => streamChunks(response, textChunks('From our server.')),
    });
    other = await startModelServer({
      'other-model': (_request, response) => streamChunks(response, textChunks('From elsewhere.')),
    });
    const policy = {
      endpoints: [{ name: 'Company', baseUrl: `${ours.url}/v1`, models: ['company-model'] }],
      settings: { patienceMinutes: 5, pageContextMode: 'never', warmStart: false, usesMemory: false },
      disabledFeatures: ['own-endpoints'],
    };
    stage = await setStage(name, managedBrowser(name, EXTENSION_DIR[name], policy));
    settings = stage.settings;
    await settings.bringToFront();
  });
  afterAll(async () => {
    await stage?.close();
    await Promise.all([ours?.close(), other?.close()]);
  });

  const shows = (page: Page, text: string) =>
    page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);

  test('has the endpoints of the policy, which cannot be deleted, and no place for others', async () => {
    await settings.waitForSelector('section[aria-label="Company"]');
    await shows(settings, 'Your organization has turned off adding endpoints.');
    const card = await settings.$eval('section[aria-label="Company"]', (section) => (section as HTMLElement).innerText);
    expect(card).toContain('Set by your organization');
    expect(card).not.toContain('Delete');
    await stage.shot(settings, `${name}-managed`);
  });

  test('shows the settings of the policy, which cannot be changed, and leaves the others free', async () => {
    const field = (label: string) =>
      settings.$eval(`::-p-xpath(//*[@id=//label[normalize-space()="${label}"]/@for])`, (element) => ({
        value: (element as HTMLSelectElement).value,
        isDisabled: element.matches(':disabled'),
      }));
    await settings.waitForSelector('fieldset.managed');
    expect(await field('Response timeout')).toEqual({ value: '5', isDisabled: true });
    expect(await settings.$$eval('fieldset.managed', (all) => all.length)).toBe(1);
    await openSettingsSection(settings, 'tasks');
    await settings.waitForSelector('fieldset.managed');
    expect(await settings.$$eval('fieldset.managed', (all) => all.length)).toBe(3);
    expect((await field('Name chats with')).isDisabled).toBe(false);
    await openSettingsSection(settings, 'endpoints');
  });

  test('answers with a model of the policy, and sends no page if the policy says so', async () => {
    // The test build for Chromium already has access.
    if (name === 'firefox') {
      const allow = await settings.waitForSelector('section[aria-label="Company"] .allow-host button');
      await allow?.click();
    }
    const { tabId } = await stage.openPage(stage.articleUrl);
    const panel = await stage.openPanel(tabId);
    await panel.chooseModel('company-model');
    await panel.ask('What does the page say of tides?');
    await panel.waitForText('From our server.');
    const sent = JSON.stringify(ours.requests);
    expect(sent).toContain('What does the page say of tides?');
    expect(sent).not.toMatch(/high water|harbour/i);
    await panel.page.close();
  });

  test('remembers, proposes and sends nothing if the policy turns memory off', async () => {
    const memory = { memoryId: 'm', text: 'I live in Bern', projectId: null, isOn: true, createdAt: 1 };
    await settings.evaluate(storeRow, 'memories', { ...memory, origin: { type: 'settings' } });
    await settings.bringToFront();
    await openSettingsSection(settings, 'memory');
    await settings.waitForSelector('fieldset.managed input[type="checkbox"]:not(:checked)');
    const panel = await stage.openPanel(null);
    await panel.chooseModel('company-model');
    await panel.ask('Remember that I sail.');
    await panel.answer();
    expect(await panel.page.$('.memory-card')).toBeNull();
    expect(await panel.page.$('button[aria-label="Remember something from this answer"]')).toBeNull();
    expect(JSON.stringify(ours.requests)).not.toContain('Bern');
    await panel.page.close();
  });

  test('sends nothing to an endpoint that was there before, or came with a file', async () => {
    const endpoint: Endpoint = {
      endpointId: 'own',
      name: 'Other',
      baseUrl: `${other.url}/v1`,
      models: ['other-model'],
      createdAt: 1,
    };
    await settings.evaluate(storeRow, 'endpoints', endpoint);
    const { tabId } = await stage.openPage(stage.articleUrl);
    const panel = await stage.openPanel(tabId);
    await panel.chooseModel('other-model');
    await panel.ask('Hello?');
    await panel.waitForText('Your organization doesn’t allow Other.');
    expect(other.requests).toEqual([]);
  });
});

/** Runs in an extension page: writes directly to the database, bypassing everything that could refuse it. */
async function storeRow(table: string, row: object): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    if (db.objectStoreNames.contains(table)) {
      await new Promise<void>((resolve, reject) => {
        const writing = db.transaction(table, 'readwrite');
        writing.objectStore(table).put(row);
        writing.oncomplete = () => resolve();
        writing.onerror = () => reject(writing.error);
      });
    }
    db.close();
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decryptFile } from '../lib/storage/backup/encrypted-file.ts';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { DOWNLOADS, type Stage, setStage } from './support/stage.ts';

const PASSPHRASE = 'low water at six';
const DAY_MS = 86_400_000;

/** Extension storage, in the page. */
type WithStorage = {
  chrome: {
    storage: {
      local: {
        get(key: string): Promise<Record<string, object>>;
        set(values: Record<string, object>): Promise<void>;
      };
    };
  };
};

describe.each(BROWSERS)('scheduled backups in %s', (name) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
    const panel = await stage.openPanel(null, { inTab: true });
    await panel.ask('Why are there tides?');
    await panel.answer();
    await panel.page.close();
  });
  afterAll(() => stage?.close());

  const filesIn = () => {
    try {
      return readdirSync(DOWNLOADS[name]).filter((file) => /^sidenote-scheduled-.*\.sidenote-backup$/.test(file));
    } catch {
      return [];
    }
  };

  test('are turned on with a passphrase, and the first is made immediately', async () => {
    const { settings } = stage;
    await openData(settings);
    await settings.locator(inSection('//label[normalize-space()="Daily"]')).click();
    await settings.setViewport({ width: 360, height: 1_100 });
    await shots(stage, `${name}-scheduled-backup-off`);
    await settings.locator(field('Passphrase for scheduled backups')).fill(PASSPHRASE);
    await settings.locator(field('Repeat passphrase')).fill(PASSPHRASE);
    await settings.locator(button('Turn on scheduled backups')).click();
    await shows(settings, 'Last backup: ');
    await shots(stage, `${name}-scheduled-backup`);
    await expect.poll(filesIn).toHaveLength(1);
    const [file = ''] = filesIn();
    const pieces: Uint8Array[] = [];
    const bytes = readFileSync(path.join(DOWNLOADS[name], file));
    for await (const piece of decryptFile(new Blob([bytes]), PASSPHRASE)) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toContain('Why are there tides?');
    expect(bytes.toString('latin1')).not.toContain('tides');
  });

  test('are made by the panel once they are due, and not before', async () => {
    let panel = await stage.openPanel(null, { inTab: true });
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    expect(filesIn()).toHaveLength(1);
    await panel.page.close();
    await stage.settings.evaluate(async (ago) => {
      const { local } = (globalThis as unknown as WithStorage).chrome.storage;
      const { backupReport } = await local.get('backupReport');
      await local.set({ backupReport: { ...backupReport, madeAt: Date.now() - ago } });
    }, 2 * DAY_MS);
    panel = await stage.openPanel(null, { inTab: true });
    await expect.poll(filesIn).toHaveLength(2);
    await panel.page.close();
  });

  test('that fail say why, and turning them off deletes the key', async () => {
    const { settings } = stage;
    await settings.bringToFront();
    await settings.evaluate(deleteBackupKey);
    await settings.locator(button('Back up now')).click();
    await shows(settings, 'The key for scheduled backups was deleted.');
    await shots(stage, `${name}-scheduled-backup-failed`);
    await settings.locator(button('Turn off scheduled backups')).click();
    await settings.waitForSelector(field('Passphrase for scheduled backups'));
  });

  testInChromium('in a chosen folder leave as many files as the user wants', async () => {
    const { settings } = stage;
    // The browser's dialog cannot be answered here. The folder is a real one, in the origin private file system.
    await settings.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('Backups', { create: true });
      await folder.getFileHandle('sidenote-scheduled-other-2020.sidenote-backup', { create: true });
      Object.assign(globalThis, { showDirectoryPicker: async () => folder });
    });
    const allNames = () =>
      settings.evaluate(async () => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Backups');
        const found: string[] = [];
        for await (const each of folder.keys()) found.push(each);
        return found.sort();
      });
    const names = async () => (await allNames()).filter((each) => !each.includes('-other-'));
    await settings.locator(inSection('//label[normalize-space()="A folder"]')).click();
    await settings.locator(field('Backups to keep')).fill('2');
    await settings.locator(field('Passphrase for scheduled backups')).fill(PASSPHRASE);
    await settings.locator(field('Repeat passphrase')).fill(PASSPHRASE);
    await settings.locator(button('Turn on scheduled backups')).click();
    await expect.poll(names).toHaveLength(1);
    const seen = new Set(await names());
    for (let n = 2; n <= 4; n++) {
      // File names include seconds.
      await new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000)));
      await settings.locator(button('Back up now')).click();
      await expect.poll(async () => (await names()).some((each) => !seen.has(each))).toBe(true);
      await expect.poll(names).toHaveLength(2);
      for (const each of await names()) seen.add(each);
    }
    expect(seen.size).toBe(4);
    expect(await names()).toEqual([...seen].sort().slice(2));
    // A file of another schedule is not deleted.
    expect(await allNames()).toHaveLength(3);
    await shots(stage, `${name}-scheduled-backup-folder`);
  });
});

const inSection = (xpath: string) => `::-p-xpath(//section[@aria-labelledby="backup-schedule"]${xpath})`;
const button = (label: string) => inSection(`//button[normalize-space()="${label}"]`);
const field = (label: string) => inSection(`//*[@id=//label[normalize-space()="${label}"]/@for]`);
const shows = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);

async function openData(page: Page): Promise<void> {
  await page.bringToFront();
  await openSettingsSection(page, 'backup-schedule');
}

async function shots(stage: Stage, file: string): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    await stage.settings.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), scheme);
    await stage.settings.$eval('#backup-schedule', (heading) => heading.scrollIntoView());
    await stage.shot(stage.settings, `${file}-${scheme}`);
  }
}

/** Runs in the page. */
async function deleteBackupKey(): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('sidenote');
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = db.transaction('apiKeys', 'readwrite');
  transaction.objectStore('apiKeys').delete('scheduled-backup');
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  db.close();
}

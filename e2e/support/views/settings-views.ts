import type { Page } from 'puppeteer-core';
import { openExtensionPage } from '../../../scripts/launch.ts';
import { chooseFiles } from '../choose-file.ts';
import { openSettingsSection, type SettingsHash } from '../settings-section.ts';
import { deleteDatabase } from '../stage.ts';
import { MODEL, type Scene, type View } from './scene.ts';

const button = (page: Page, name: string) => page.locator(`::-p-xpath(//button[normalize-space()="${name}"])`);
const field = (page: Page, label: string) =>
  page.locator(`::-p-xpath(//*[@id=//label[normalize-space()="${label}"]/@for])`);

/** A section of the settings in its initial state. */
export async function settingsPage({ stage }: Scene, section: SettingsHash): Promise<Page> {
  await stage.settings.bringToFront();
  await stage.settings.reload();
  await openSettingsSection(stage.settings, section);
  return stage.settings;
}

/** A chat in the format of another extension's export. */
const OTHER_CHATS = JSON.stringify([
  {
    id: 's1',
    title: 'Harbours of Brittany',
    createdAt: 1,
    updatedAt: 2,
    messages: [
      { role: 'user', content: 'Which harbour has the least tide?' },
      { role: 'assistant', content: 'None has a small one: Brittany has the largest tides of France.' },
    ],
  },
]);

const SETTINGS_FILE = JSON.stringify({
  format: 'sidenote-settings',
  version: 1,
  exportedAt: '2026-11-01T00:00:00.000Z',
  endpoints: [{ endpointId: 'a', name: 'At home', baseUrl: 'http://127.0.0.1:9/v1', models: ['small'], tools: [] }],
  preferences: { maxSteps: 7, patienceMinutes: null, monthlyLimit: null, taskModels: {} },
});

/** The settings and the diagnostics. */
export const settingsViews: View[] = [
  { name: 'settings-endpoints', show: (scene) => settingsPage(scene, 'endpoints') },
  {
    name: 'settings-connection-test',
    async show(scene) {
      const page = await settingsPage(scene, 'endpoints');
      const test = `//section[.//option[.="${MODEL}"]]//button[normalize-space()="Test connection"]`;
      await page.locator(`::-p-xpath(${test})`).click();
      await page.waitForSelector(`::-p-xpath(//ul[@aria-label="Connection test"][count(li) > 3])`);
      await page.waitForSelector(`::-p-xpath(${test}[not(@disabled)])`);
      return page;
    },
  },
  {
    name: 'settings-model',
    async show(scene) {
      const page = await settingsPage(scene, 'endpoints');
      await page.locator('::-p-xpath(//summary[normalize-space()="Model settings"])').click();
      return page;
    },
  },
  {
    name: 'settings-doubtful-address',
    async show(scene) {
      const page = await settingsPage(scene, 'endpoints');
      await field(page, 'Base URL').fill('https://api.оpenai.com/v1');
      await page.waitForSelector('.address-notes');
      await button(page, 'Add endpoint').click();
      return page;
    },
  },
  {
    name: 'settings-usage',
    needs: 'answer',
    async show(scene) {
      const page = await settingsPage(scene, 'usage');
      await page.waitForSelector('table');
      return page;
    },
  },
  { name: 'settings-answers', show: (scene) => settingsPage(scene, 'instructions') },
  { name: 'settings-web', show: (scene) => settingsPage(scene, 'web') },
  { name: 'settings-privacy', show: (scene) => settingsPage(scene, 'permissions') },
  { name: 'settings-appearance', show: (scene) => settingsPage(scene, 'appearance') },
  { name: 'settings-shortcuts', show: (scene) => settingsPage(scene, 'shortcuts') },
  { name: 'settings-data', show: (scene) => settingsPage(scene, 'data') },
  {
    name: 'settings-import-report',
    async show(scene) {
      const page = await settingsPage(scene, 'data');
      await chooseFiles(page, 'input[aria-label="File to import"]', { name: 'sessions.json', content: OTHER_CHATS });
      await page.waitForFunction(() => document.body.innerText.includes('1 chat imported'));
      return page;
    },
  },
  {
    name: 'settings-import-plan',
    async show(scene) {
      const page = await settingsPage(scene, 'data');
      await chooseFiles(page, 'input[aria-label="Settings to import"]', {
        name: 'settings.json',
        content: SETTINGS_FILE,
      });
      await page.waitForSelector('.plan');
      return page;
    },
  },
  {
    name: 'settings-backup',
    async show(scene) {
      const page = await settingsPage(scene, 'data');
      await chooseFiles(page, 'input[aria-label="Backup file"]', {
        name: 'mine.sidenote-backup',
        content: 'sidenote-backup\n',
      });
      await field(page, 'Passphrase for mine.sidenote-backup').fill('low water at six');
      await button(page, 'Restore backup').click();
      await page.waitForSelector('[role="alert"]');
      return page;
    },
  },
  {
    name: 'installed',
    async show({ stage }) {
      const page = await openExtensionPage(stage, 'installed.html');
      await page.waitForSelector('.toolbar-picture');
      return page;
    },
  },
  {
    name: 'diagnostics',
    needs: 'answer',
    async show({ stage }) {
      const page = await openExtensionPage(stage, 'diagnostics.html');
      await page.waitForSelector('.limit-card');
      return page;
    },
  },
];

/** The chat in a separate tab. */
export const fullPageViews: View[] = [
  {
    name: 'full-page',
    async show(scene) {
      await scene.ask('Summarize this page');
      await scene.panel.answer();
      const page = await openExtensionPage(scene.stage, 'sidepanel.html?view=page');
      await page.setViewport({ width: 1_280, height: 800 });
      await page.waitForSelector('nav.chats.beside .thread-open');
      await page.waitForSelector('[role="log"] article[aria-label="Assistant"]');
      return page;
    },
  },
];

/** Problems with keys or storage. The last one leaves nothing to show. */
export const failureViews: View[] = [
  {
    name: 'keys-locked',
    async show(scene) {
      const { panel } = scene;
      const page = await settingsPage(scene, 'endpoints');
      await button(page, 'Edit').click();
      await field(page, 'API key').fill('sk-sample-0123456789');
      await button(page, 'Save').click();
      await page.waitForFunction(() => document.body.innerText.includes('Key ends in 6789'));
      await openSettingsSection(page, 'keys');
      await field(page, 'New passphrase').fill('correct horse battery');
      await field(page, 'Repeat passphrase').fill('correct horse battery');
      await button(page, 'Set passphrase').click();
      await page.waitForFunction(() => document.body.innerText.includes('Your keys are unlocked'));
      // Simulates closing the browser.
      await page.evaluate(() =>
        (globalThis as unknown as { chrome: { storage: Sessions } }).chrome.storage.session.clear(),
      );
      await panel.page.bringToFront();
      await panel.click('New chat');
      await panel.page.reload();
      await panel.waitForModel(MODEL);
      await panel.page.waitForSelector('.unlock');
      return panel.page;
    },
  },
  {
    name: 'store-emptied',
    async show({ stage, panel }) {
      // The panel reloads when its database is gone, and may show the section even before that.
      await panel.page.evaluate(() => {
        document.documentElement.dataset.before = '';
      });
      await deleteDatabase(stage.settings);
      await panel.page.bringToFront();
      await panel.page.waitForSelector('html:not([data-before]) section[aria-label="Storage"]');
      return panel.page;
    },
  },
];

type Sessions = { session: { clear(): Promise<void> } };

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { type BrowserName, findBrowser } from '../scripts/browsers.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import { keepDownloads, takeDownload } from './support/downloads.ts';
import type { Panel } from './support/panel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

const PASSPHRASE = 'low water at six';
const KEY = 'sk-canary-backup-4711';

/** The browser in which the file is restored: the other one, if it is installed. */
function restoringBrowser(name: BrowserName): BrowserName {
  const other = name === 'chromium' ? 'firefox' : 'chromium';
  return findBrowser(other) === null ? name : other;
}

describe.each(BROWSERS_OF_FULL_RUN)('a backup in %s', (name) => {
  const other = restoringBrowser(name);
  let stage: Stage;
  let server: RawServer;
  let panel: Panel;
  let backup: Uint8Array;
  beforeAll(async () => {
    server = await startRawServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.path.endsWith('/models') ? { data: [{ id: 'tidal' }] } : {}));
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(null);
    await panel.ask('Why are there tides?');
    await panel.answer();
    await panel.page.close();
    await stage.settings.bringToFront();
    await button(stage.settings, 'Edit').click();
    await locateField(stage.settings, 'API key').fill(KEY);
    await button(stage.settings, 'Save').click();
    await shows(stage.settings, 'Key ends in 4711');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('is created with a passphrase that was typed twice, and reveals nothing', async () => {
    const { settings } = stage;
    await openData(settings);
    await settings.evaluate(keepDownloads);
    await locateField(settings, 'Passphrase for the backup').fill(PASSPHRASE);
    await locateField(settings, 'Repeat passphrase').fill(PASSPHRASE);
    await button(settings, 'Create backup').click();
    await shows(settings, 'Backup created. 1 chat exported.');
    ({ bytes: backup } = await takeDownload(settings));
    const text = Buffer.from(backup).toString('latin1');
    expect(text).toMatch(/^sidenote-backup\n/);
    for (const secret of [KEY, 'tides', '127.0.0.1']) expect(text).not.toContain(secret);
    await settings.setViewport({ width: 360, height: 900 });
    for (const scheme of ['light', 'dark']) {
      await settings.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), scheme);
      await settings.$eval('#backup', (heading) => heading.scrollIntoView());
      await stage.shot(settings, `${name}-backup-${scheme}`);
    }
  });

  test(`is restored in ${other} with its key, and not with another passphrase`, async () => {
    await stage.close();
    stage = await setStage(other, { pageContext: 'on-demand', ownBrowser: true });
    const { settings } = stage;
    await openData(settings);
    await chooseFiles(settings, 'input[aria-label="Backup file"]', { name: 'mine.sidenote-backup', content: backup });
    await locateField(settings, 'Passphrase for mine.sidenote-backup').fill(`${PASSPHRASE}!`);
    await button(settings, 'Restore backup').click();
    await shows(settings, 'This passphrase doesn’t open the backup.');
    await locateField(settings, 'Passphrase for mine.sidenote-backup').fill(PASSPHRASE);
    const isBarSeen = settings.evaluate(
      (bar) =>
        new Promise<boolean>((resolve) => {
          const look = () => document.querySelector(bar) !== null && resolve(true);
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }),
      'progress[aria-label="Restoring backup…"]',
    );
    await button(settings, 'Restore backup').click();
    expect(await isBarSeen).toBe(true);
    await shows(settings, 'Backup restored.');
    await shows(settings, '1 chat imported.');
    await stage.shot(settings, `${other}-backup-restored`);
    await openSettingsSection(settings, 'endpoints');
    await shows(settings, 'Key ends in 4711');
    panel = await stage.openPanel(null);
    await panel.click('Chats');
    await shows(panel.page, 'Why are there tides?');
    await panel.page.close();
    // In Firefox, access to the server must first be allowed. The test build for Chromium already has it.
    if (other === 'firefox') return;
    await settings.bringToFront();
    await button(settings, 'Test connection').click();
    await expect.poll(() => server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });
});

const button = (page: Page, label: string) => page.locator(`::-p-xpath(//button[normalize-space()="${label}"])`);
const locateField = (page: Page, label: string) =>
  page.locator(`::-p-xpath(//*[@id=//label[normalize-space()="${label}"]/@for])`);
const shows = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);

async function openData(page: Page): Promise<void> {
  await page.bringToFront();
  await openSettingsSection(page, 'backup');
}

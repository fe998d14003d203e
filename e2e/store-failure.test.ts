import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BrowserName } from '../scripts/browsers.ts';
import { BROWSERS, testInChromium, testInFirefox } from './support/browsers.ts';
import { deleteDatabase, type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

describe.each(BROWSERS)('a failure of the database in %s', (name) => {
  let profile: string;
  let stage: Stage | null = null;
  beforeEach(() => {
    profile = mkdtempSync(path.join(tmpdir(), 'sidenote-store-'));
  });
  afterEach(async () => {
    await stage?.close();
    stage = null;
    rmSync(profile, { recursive: true, force: true });
  });

  testInChromium(
    'a database that does not open is done without: chats work, are not kept, and nothing is deleted',
    async () => {
      stage = await setStage(name, { profile, pageContext: 'on-demand' });
      const first = await stage.openPanel(null);
      await first.ask('Hello there');
      await first.answer();
      await stage.close();
      const repair = breakDatabase(name, profile);

      stage = await setStage(name, { profile, pageContext: 'on-demand' });
      const panel = await stage.openPanel(null);
      await waitForXPath(panel.page, '//section[@aria-label="Storage"][contains(., "export what you need")]');
      await panel.ask('Hello again');
      expect(await panel.answer()).not.toBe('');
      await panel.shot(`${name}-temporary`);
      await panel.click('Chats');
      await panel.page.waitForFunction(() => document.querySelectorAll('ul.thread-list li').length === 1);
      await stage.close();
      repair();

      stage = await setStage(name, { profile, pageContext: 'on-demand' });
      const later = await stage.openPanel(null);
      await later.click('Chats');
      await waitForXPath(later.page, '//li[.//span[text()="Hello there"]]');
      expect(await later.page.$('section[aria-label="Storage"]')).toBeNull();
      expect(await later.page.$('::-p-xpath(//li[.//span[text()="Hello again"]])')).toBeNull();
    },
  );

  testInFirefox('a file that the browser finds damaged it replaces, and the user is told', async () => {
    stage = await setStage(name, { profile, pageContext: 'on-demand' });
    const first = await stage.openPanel(null);
    await first.ask('Hello there');
    await first.answer();
    await stage.close();
    breakDatabase(name, profile);

    stage = await setStage(name, { profile, pageContext: 'on-demand' });
    const panel = await stage.openPanel(null);
    await waitForXPath(panel.page, '//section[@aria-label="Storage"][contains(., "file was damaged")]');
    await panel.ask('Hello again');
    expect(await panel.answer()).not.toBe('');
  });

  test('a database that was deleted from outside is created again, and the user is notified', async () => {
    stage = await setStage(name, { profile, pageContext: 'on-demand' });
    // The driver loses a sidebar that reloads.
    const panel = await stage.openPanel(null, { inTab: true });
    await panel.ask('Hello there');
    await panel.answer();
    await panel.page.evaluate(() => document.body.classList.add('of-before'));
    await deleteDatabase(stage.settings);
    // The panel reloads.
    await panel.page.waitForFunction(() =>
      document
        .querySelector('body:not(.of-before) section[aria-label="Storage"]')
        ?.textContent.includes('removed outside'),
    );
    await panel.shot(`${name}-emptied`);
    await panel.click('OK');
    await panel.page.waitForFunction(() => document.querySelector('section[aria-label="Storage"]') === null);
    await panel.click('New chat');
    await panel.ask('Hello again');
    expect(await panel.answer()).not.toBe('');
    await panel.click('Chats');
    await panel.page.waitForFunction(() => document.querySelectorAll('ul.thread-list li').length === 1);
  });
});

/** Replaces the extension's database with something that is not a database. Returns a function that undoes this. */
function breakDatabase(name: BrowserName, profile: string): () => void {
  const place =
    name === 'chromium'
      ? findEntry(profile, /IndexedDB\/chrome-extension_[^/]*\.indexeddb\.leveldb$/)
      : // Firefox takes the letters of a name from both ends in turn. Beside it lie the copy of the settings and, under an
        // origin of its own, what Firefox keeps for storage.local.
        findEntry(profile, /storage\/default\/moz-extension[^/^]*\/idb\/\d+seitdoen\.sqlite$/);
  const aside = path.join(profile, 'aside');
  renameSync(place, aside);
  writeFileSync(place, 'no database. '.repeat(1_000));
  return () => {
    rmSync(place, { recursive: true, force: true });
    renameSync(aside, place);
  };
}

function findEntry(folder: string, wanted: RegExp): string {
  const entry = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((each) => wanted.test(each));
  if (entry === undefined) throw new Error(`Nothing like ${wanted} in ${folder}.`);
  return path.join(folder, entry);
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExtensionPage } from '../scripts/launch.ts';
import { LONG_WAIT_LIMIT_MS } from '../scripts/limits.ts';
import { BROWSERS } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import { expectFast } from './support/expect-fast.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

/** Enough for the import to take longer than the panel and a screenshot need, even on a busy machine. */
const CHATS = 2_500;
const MESSAGES = 8;

/** Chats in the format that ollama-client exports. */
function sessions(): string {
  const messages = (n: number) =>
    Array.from({ length: MESSAGES }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Message ${index} of the chat about harbor${n}: ${'high water and low water. '.repeat(8)}`,
    }));
  const chat = (n: number) => ({
    id: `s${n}`,
    title: `Harbor ${n}`,
    createdAt: n,
    updatedAt: n,
    messages: messages(n),
  });
  return JSON.stringify(Array.from({ length: CHATS }, (_, n) => chat(n + 1)));
}

describe.each(BROWSERS)('an import of many chats in %s', (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sidenote-import-'));
  const file = path.join(folder, 'sessions.json');
  let stage: Stage;
  beforeAll(async () => {
    writeFileSync(file, sessions());
    stage = await setStage(name, { profile: path.join(folder, 'profile') });
  });
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('leaves the panel usable, and what was written stays when the page is closed', async () => {
    const panel = await stage.openPanel(null);
    const { settings } = stage;
    await startImport(settings, file);
    // By then, the second batch is being written.
    await progressAbove(settings, 0.15);
    await stage.shot(settings, `${name}-importing`);
    await panel.page.bringToFront();
    await panel.click('Chats');
    await panel.page.waitForSelector('.thread-list li');
    expectFast(`${name}: a frame during an import`, [await longestFrame(panel.page)], 1_000);
    await settings.goto('about:blank');
    const { threads } = await stored(panel.page);
    expect(threads).toBeGreaterThan(0);
    expect(threads).toBeLessThan(CHATS);
  });

  test('contains only whole chats after the browser was killed, and continues where it stopped', async () => {
    const settings = await openExtensionPage(stage, 'options.html');
    await startImport(settings, file);
    await progressAbove(settings, 0.5);
    const gone = new Promise((resolve) => stage.browser.once('disconnected', resolve));
    stage.browser.process()?.kill('SIGKILL');
    await gone;
    await stage.close().catch(() => undefined);
    stage = await setStage(name, { profile: path.join(folder, 'profile') });
    const before = await stored(stage.settings);
    expect(before.threads).toBeGreaterThan(CHATS / 4);
    expect(before.threads).toBeLessThan(CHATS);
    expect(before).toEqual(whole(before.threads));
    await startImport(stage.settings, file);
    const added = (CHATS - before.threads).toLocaleString('en');
    const skipped = before.threads.toLocaleString('en');
    await shows(stage.settings, `${added} chats imported. ${skipped} chats skipped: already here.`);
    expect(await stored(stage.settings)).toEqual(whole(CHATS));
  });

  test('is found by search', async () => {
    const panel = await stage.openPanel(null);
    await panel.click('Chats');
    await panel.page.locator('input[type="search"]').fill('harbor789');
    await panel.page.waitForFunction(() => document.querySelectorAll('.thread-results li').length === 1);
    await stage.shot(panel.page, `${name}-import-found`);
  });

  test('accepts a ZIP file as downloaded, and says what to do with a damaged one', async () => {
    const text = (value: string) => new TextEncoder().encode(value);
    const message = { uuid: 'm', sender: 'human', text: 'When is low water?' };
    const chats = JSON.stringify([{ uuid: 'c', name: 'Low water', chat_messages: [message] }]);
    const archive = zipSync({ 'data/conversations.json': text(chats), 'data/users.json': text('[{"uuid":"u"}]') });
    const zip = path.join(folder, 'data.zip');
    writeFileSync(zip, archive);
    await startImport(stage.settings, zip);
    await shows(stage.settings, '1 chat imported.');
    await stage.shot(stage.settings, `${name}-import-zip`);
    writeFileSync(zip, archive.slice(0, -30));
    await startImport(stage.settings, zip);
    await shows(stage.settings, 'This ZIP file is incomplete or damaged. Download it again.');
  });
});

async function startImport(settings: Page, file: string): Promise<void> {
  await settings.bringToFront();
  await openSettingsSection(settings, 'data');
  await chooseFiles(settings, 'input[aria-label="File to import"]', file);
}

async function progressAbove(settings: Page, share: number): Promise<void> {
  await settings.waitForFunction(
    (least) => (document.querySelector('progress')?.value ?? 0) > least,
    { polling: 20, timeout: LONG_WAIT_LIMIT_MS },
    share,
  );
}

/** The longest time between two frames within half a second, in milliseconds. */
const longestFrame = (page: Page) =>
  page.evaluate(async () => {
    const end = performance.now() + 500;
    let longest = 0;
    for (let last = performance.now(); last < end; ) {
      await new Promise(requestAnimationFrame);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    return longest;
  });

/** The contents of the database: chats, their rows according to the lists, rows, and indexed messages. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await settled(indexedDB.open('sidenote'));
    const transaction = db.transaction(['threads', 'events', 'texts']);
    const threads = await settled(transaction.objectStore('threads').getAll());
    const events = await settled(transaction.objectStore('events').count());
    const texts = await settled(transaction.objectStore('texts').count());
    db.close();
    const expected = threads.reduce((sum: number, { lastSeq }: { lastSeq: number }) => sum + lastSeq, 0);
    return { threads: threads.length, expected, events, texts };
  });

/** Six rows for a question and its answer, and one that marks the chat as imported. */
const whole = (threads: number) => {
  const rows = threads * (MESSAGES * 3 + 1);
  return { threads, expected: rows, events: rows, texts: threads * MESSAGES };
};

const shows = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: LONG_WAIT_LIMIT_MS }, text);

// node scripts/big-history.ts [chromium|firefox] [threads] [profile]: a history of 10,000 chats with 200,000 messages in the real
// extension, brought in through its own import, and how long the list, opening, and searching as one types take with it. A
// folder named as `profile` keeps the history: with one that is there already, nothing is brought in.
// Needs the builds of the end-to-end tests: see scripts/e2e.ts.
import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { ElementHandle, Page } from 'puppeteer-core';
import { FOOTER_LINE, headerLine } from '../lib/store/export-format.ts';
import { heapOf } from './big-history/heap.ts';
import { openThread, search, showList } from './big-history/panel.ts';
import { bigThread, wordAt } from './big-history/threads.ts';
import type { BrowserName } from './browsers.ts';
import { type Launched, launch, openExtensionPage } from './launch.ts';

const EXTENSION_DIR: Record<BrowserName, string> = {
  chromium: '.output/chrome-mv3-e2e',
  firefox: '.output/firefox-mv3',
};

/** Messages of an ordinary chat, and of the one long chat. */
const MESSAGES = 20;
const LONG = 2_000;

async function writeFile(file: string, threads: number): Promise<number> {
  const stream = createWriteStream(file);
  stream.write(headerLine(new Date().toISOString()));
  let messages = 0;
  for (let n = 0; n < threads; n++) {
    const count = n === threads - 1 ? LONG : MESSAGES;
    messages += count;
    const isRoom = stream.write(`${n === 0 ? '\n' : ',\n'}${JSON.stringify(bigThread(n, count))}`);
    if (!isRoom) await new Promise((resolve) => stream.once('drain', () => resolve(undefined)));
  }
  stream.end(`\n${FOOTER_LINE}\n`);
  await finished(stream);
  return messages;
}

async function importFile(page: Page, file: string): Promise<string> {
  const field = (await page.$('input[type="file"]')) as ElementHandle<HTMLInputElement> | null;
  await field?.uploadFile(file);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const status = await page.$eval('output', (output) => output.textContent ?? '');
    if (status !== '' && !status.endsWith('…')) return status;
  }
}

function report(name: string, times: number[]): void {
  const sorted = times.toSorted((first, second) => first - second);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
  console.log(`${name.padEnd(34)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   max ${at(1)} ms   (${sorted.length} times)`);
}

/** Brings the history in, and says how long that took. */
async function bringIn(launched: Launched, threads: number): Promise<void> {
  const file = path.join(tmpdir(), `sidenote-big-history-${process.pid}.json`);
  const messages = await writeFile(file, threads);
  const megabytes = (statSync(file).size / 1e6).toFixed(0);
  console.log(`${threads.toLocaleString()} chats, ${messages.toLocaleString()} messages, ${megabytes} MB`);
  const settings = await openExtensionPage(launched, 'options.html#data');
  const isKept = await settings.evaluate(() => navigator.storage.persist());
  console.log(`storage is kept: ${isKept}`);
  const empty = await openExtensionPage(launched, 'sidepanel.html');
  console.log(`heap of the panel, no chats: ${await heapOf(launched, empty)}`);
  await empty.close();
  const start = performance.now();
  console.log(await importFile(settings, file));
  console.log(`import: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  await settings.close();
  rmSync(file);
}

async function measure(launched: Launched): Promise<void> {
  const panel = await openExtensionPage(launched, 'sidepanel.html');
  await panel.setViewport({ width: 360, height: 720 });
  const lists: number[] = [];
  for (let n = 0; n < 20; n++) lists.push(await showList(panel));
  report('list of chats', lists);
  const long: number[] = [];
  const ordinary: number[] = [];
  for (let n = 1; n <= 20; n++) {
    ordinary.push(await openThread(panel, n * 2));
    long.push(await openThread(panel, 0));
  }
  report('opening a chat of 20 messages', ordinary);
  report('opening a chat of 2,000 messages', long);
  // From common to rare, one word and several; each keystroke is a search of its own.
  for (const query of [
    wordAt(3),
    wordAt(300),
    wordAt(9_000),
    `${wordAt(40)} ${wordAt(900)}`,
    `${wordAt(2)} ${wordAt(5)}`,
  ]) {
    report(`searching “${query}”`, await search(panel, query));
  }
  const again: number[] = [];
  for (let n = 0; n < 5; n++) {
    for (const query of [wordAt(20 + n), wordAt(2_000 + n), `${wordAt(60 + n)} ${wordAt(7_000 + n)}`]) {
      again.push(...(await search(panel, query)));
    }
  }
  report('searching, all keystrokes', again);
  console.log(`heap of the panel, afterwards: ${await heapOf(launched, panel)}`);
}

const name = (process.argv[2] ?? 'chromium') as BrowserName;
const threads = Number(process.argv[3] ?? 9_901);
const profile = process.argv[4];
const isThere = profile !== undefined && existsSync(profile);
console.log(`${name}${isThere ? `, with the history in ${profile}` : ''}`);
const kept = profile === undefined ? {} : { profile: path.resolve(profile) };
const launched = await launch(name, { extensionDir: EXTENSION_DIR[name], headless: true, ...kept });
try {
  if (!isThere) await bringIn(launched, threads);
  await measure(launched);
} finally {
  await launched.browser.close();
}

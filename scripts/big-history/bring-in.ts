import { createWriteStream, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { Page } from 'puppeteer-core';
import { chooseFiles } from '../../e2e/support/choose-file.ts';
import { FOOTER_LINE, headerLine } from '../../lib/storage/export-format.ts';
import { type Launched, openExtensionPage } from '../launch.ts';
import { bigThread } from './threads.ts';

/** Number of messages in an ordinary chat, and in the one long chat, which is the newest. */
const MESSAGES = 20;
const LONG = 2_000;

/**
 * Imports this many chats, with `messagesOfEach` messages each, through the extension's own import. Prints the time.
 */
export async function bringIn(launched: Launched, threads: number, messagesOfEach = MESSAGES): Promise<void> {
  const file = path.join(tmpdir(), `sidenote-big-history-${process.pid}.json`);
  const messages = await writeFile(file, threads, messagesOfEach);
  const megabytes = (statSync(file).size / 1e6).toFixed(0);
  console.log(`${threads.toLocaleString()} chats, ${messages.toLocaleString()} messages, ${megabytes} MB`);
  const settings = await openExtensionPage(launched, 'options.html#data');
  console.log(`storage is kept: ${await settings.evaluate(() => navigator.storage.persist())}`);
  const start = performance.now();
  console.log(await importFile(settings, file));
  console.log(`import: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  await settings.close();
  rmSync(file);
}

async function writeFile(file: string, threads: number, messagesOfEach: number): Promise<number> {
  const stream = createWriteStream(file);
  stream.write(headerLine(new Date().toISOString()));
  let messages = 0;
  for (let n = 0; n < threads; n++) {
    const count = n === threads - 1 ? LONG : messagesOfEach;
    messages += count;
    const isRoom = stream.write(`${n === 0 ? '\n' : ',\n'}${JSON.stringify(bigThread(n, count))}`);
    if (!isRoom) await new Promise((resolve) => stream.once('drain', () => resolve(undefined)));
  }
  stream.end(`\n${FOOTER_LINE}\n`);
  await finished(stream);
  return messages;
}

async function importFile(page: Page, file: string): Promise<string> {
  await chooseFiles(page, 'input[aria-label="File to import"]', file);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const status = await page.$eval('output', (output) => output.textContent ?? '');
    if (status !== '' && !status.endsWith('…')) return status;
  }
}

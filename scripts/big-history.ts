// npm run big-history -- [chromium|firefox] [threads] [profile]: imports a history of 10,000 chats with 200,000
// messages into the real extension, and measures the list, opening a chat, and searching while typing. A folder named
// as `profile` keeps the history: if it already has one, nothing is imported.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { EXTENSION_DIR } from '../e2e/support/stage.ts';
import { bringIn } from './big-history/bring-in.ts';
import { measureHeap } from './big-history/heap.ts';
import { openThread, search, showList } from './big-history/panel.ts';
import { report } from './big-history/report.ts';
import { wordAt } from './big-history/threads.ts';
import type { BrowserName } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';
import { type Launched, launch, openExtensionPage } from './launch.ts';

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
  // From common to rare, with one word and several. Each keystroke is a search.
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
  console.log(`heap of the panel, afterwards: ${await measureHeap(launched, panel)}`);
}

const name = (process.argv[2] ?? 'chromium') as BrowserName;
const threads = Number(process.argv[3] ?? 9_901);
const profile = process.argv[4];
const isThere = profile !== undefined && existsSync(profile);
console.log(`${name}${isThere ? `, with the history in ${profile}` : ''}`);
const kept = profile === undefined ? {} : { profile: path.resolve(profile) };
await buildForTests();
const launched = await launch(name, { extensionDir: EXTENSION_DIR[name], headless: true, ...kept });
try {
  if (!isThere) {
    const empty = await openExtensionPage(launched, 'sidepanel.html');
    console.log(`heap of the panel, no chats: ${await measureHeap(launched, empty)}`);
    await empty.close();
    await bringIn(launched, threads);
  }
  await measure(launched);
} finally {
  await launched.browser.close();
}

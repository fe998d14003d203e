// npm run soak -- [--runs N]: does many runs in one worker and one panel, in Chromium, and checks that the heap returns
// to its size and that all locks are released.
import { parseArgs } from 'node:util';
import type { CDPSession } from 'puppeteer-core';
import { callChunks, hasToolResult, startModelServer, streamChunks, textChunks } from '../e2e/support/model-server.ts';
import { setStage } from '../e2e/support/stage.ts';
import { requireBrowser } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';
import { isOurWorker } from './launch.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '500' } } });
const runs = Number(values.runs);
/** Runs before the first measurement, to fill caches and compile code. */
const WARM_UP = 100;
/** Number of questions per chat. */
const PER_CHAT = 10;

requireBrowser('chromium');
await buildForTests();
const server = await startModelServer({
  reader: (request, response) =>
    streamChunks(
      response,
      hasToolResult(request)
        ? textChunks('The moon does it, says the page, and it goes on to say more of it.')
        : callChunks([{ id: 'call_1', name: 'read_page', arguments: '{}' }]),
    ),
});
const stage = await setStage('chromium');
const { tabId } = await stage.openPage(stage.articleUrl);
await stage.addEndpoint(server.url);
const panel = await stage.openPanel(tabId);
await panel.chooseModel('reader');
const worker = await stage.browser.waitForTarget(isOurWorker);
const [inWorker, inPanel] = [await worker.createCDPSession(), await panel.page.createCDPSession()];

async function talk(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    if (n % PER_CHAT === 0) await newChat();
    await ask('What makes the tides?');
    await panel.answer();
  }
  await newChat();
}

/*
 * Does not use locators: the driver keeps a handle to everything that it clicked or filled in, and each handle keeps
 * the whole panel of that time in memory (a heap snapshot shows them under "DevTools console").
 */
async function newChat(): Promise<void> {
  await panel.page.evaluate(() => document.querySelector<HTMLElement>('button[aria-label="New chat"]')?.click());
  await panel.page.waitForFunction(
    () => document.querySelector('[role="log"] article') === null && document.querySelector('textarea') !== null,
  );
}

async function ask(text: string): Promise<void> {
  const before = await panel.page.evaluate(() => {
    document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus();
    return document.querySelectorAll('[role="log"] article').length;
  });
  await panel.page.keyboard.type(text);
  await panel.page.keyboard.press('Enter');
  await panel.page.waitForFunction(
    (count) => document.querySelectorAll('[role="log"] article').length > count,
    {},
    before,
  );
}

async function heapKb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable');
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.send('HeapProfiler.disable');
  return Math.round(usedSize / 1024);
}

async function locks(): Promise<number> {
  return panel.page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return held.length + pending.length;
  });
}

async function look(): Promise<{ worker: number; panel: number; listeners: number; nodes: number; locks: number }> {
  const [ofWorker, ofPanel] = [await heapKb(inWorker), await heapKb(inPanel)];
  const counters = await inPanel.send('Memory.getDOMCounters');
  const { jsEventListeners: listeners, nodes } = counters;
  return { worker: ofWorker, panel: ofPanel, listeners, nodes, locks: await locks() };
}

await talk(WARM_UP);
const before = await look();
await talk(runs);
const after = await look();
await stage.close();
await server.close();
console.log(`before: ${JSON.stringify(before)}\nafter:  ${JSON.stringify(after)}`);
const growth = (key: keyof typeof before) => `${(((after[key] - before[key]) / before[key]) * 100).toFixed(1)} %`;
console.log(
  `runs ${runs}, worker heap ${growth('worker')}, panel heap ${growth('panel')}, listeners ${after.listeners - before.listeners}, locks ${after.locks}`,
);
process.exitCode =
  after.worker <= before.worker * 1.1 && after.panel <= before.panel * 1.1 && after.locks === before.locks ? 0 : 1;

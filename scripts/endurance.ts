// npm run endurance -- [--browser chromium|firefox] [--first-token S] [--gap S] [--gaps N]: checks whether runs survive
// when browsers stop idle workers. Starts two runs at once: one whose first word takes long, and one with long
// silences. The panel is closed, and no debugger is attached, since that would keep the worker alive. Everything is
// observed at the server. At the end, the worker must be stopped.
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { readRows } from '../e2e/support/log-rows.ts';
import { chunk, EVENT_STREAM, pause, sse, startModelServer } from '../e2e/support/model-server.ts';
import { setStage } from '../e2e/support/stage.ts';
import { type BrowserName, requireBrowser } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';
import { isFirefoxBackgroundRunning } from './firefox-chrome.ts';
import { isOurWorker } from './launch.ts';
import { UNREPORTED_NAVIGATION_MS } from './limits.ts';

const { values } = parseArgs({
  options: {
    browser: { type: 'string', default: 'chromium' },
    'first-token': { type: 'string', default: '300' },
    gap: { type: 'string', default: '240' },
    gaps: { type: 'string', default: '5' },
  },
});
const name: BrowserName = values.browser === 'firefox' ? 'firefox' : 'chromium';
const firstTokenMs = Number(values['first-token']) * 1000;
const gapMs = Number(values.gap) * 1000;
const gaps = Number(values.gaps);

/** Browsers stop an idle worker after 30 s. In milliseconds. */
const IDLE_MS = 45_000;

requireBrowser(name);
await buildForTests();
const cut: string[] = [];
const server = await startModelServer({
  slow: async (_request, response) => {
    response.writeHead(200, EVENT_STREAM).flushHeaders();
    await pause(firstTokenMs);
    if (response.destroyed) cut.push('slow');
    response.end(chunk({ content: 'At last.' }) + chunk({}, 'stop') + sse('[DONE]'));
  },
  silent: async (_request, response) => {
    response.writeHead(200, EVENT_STREAM);
    for (let n = 0; n < gaps; n++) {
      response.write(chunk({ content: `word${n} ` }));
      await pause(gapMs);
      if (response.destroyed) cut.push(`silent after gap ${n}`);
    }
    response.end(chunk({ content: 'And done.' }) + chunk({}, 'stop') + sse('[DONE]'));
  },
});
const stage = await setStage(name, { detachable: true });
await stage.addEndpoint(server.url);
const panel = await stage.openPanel(null);
for (const model of ['slow', 'silent']) {
  await panel.click('New chat');
  await panel.chooseModel(model);
  await panel.ask(`Talk, ${model} one.`);
}
await panel.page.close();
await stage.settings.goto('about:blank');

const lasts = Math.max(firstTokenMs, gapMs * gaps);
console.log(`${name}: nobody is attached for ${Math.round(lasts / 1000)} s …`);
let { browser } = stage;
const address = browser.wsEndpoint();
if (name === 'chromium') await browser.disconnect();
await pause(lasts + 5_000 + IDLE_MS);
if (name === 'chromium') browser = await puppeteer.connect({ browserWSEndpoint: address, defaultViewport: null });
const isRunning =
  name === 'chromium' ? browser.targets().some(isOurWorker) : await isFirefoxBackgroundRunning(stage.browser);

const page = await browser.newPage();
await page.goto(stage.extensionUrl('options.html'), { timeout: UNREPORTED_NAVIGATION_MS }).catch(() => undefined);
const outcomes = (await readRows(page)).flatMap(({ event }) => (event.type === 'run-end' ? [event.outcome?.type] : []));
await browser.close();
await server.close();
console.log(
  `${name}: requests ${server.chats.length}, cut ${cut.length === 0 ? 'none' : cut.join(', ')}, outcomes ${outcomes.join(', ')}, worker ${isRunning ? 'STILL RUNNING' : 'gone'} ${IDLE_MS / 1000} s after the last run`,
);
const areComplete = outcomes.length === 2 && outcomes.every((type) => type === 'complete');
process.exitCode = server.chats.length === 2 && cut.length === 0 && areComplete && !isRunning ? 0 : 1;

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { median } from '../scripts/median.ts';
import { BROWSERS } from './support/browsers.ts';
import { expectFast } from './support/expect-fast.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage, storeSetting } from './support/stage.ts';
import { startThreadClock } from './support/thread-time.ts';

const GAUGES = Array.from({ length: 200 }, (_, index) => ({ name: index + 1, litres: 1037 + 13 * index }));
const WORDS =
  'The keeper writes down the water of every hour in the book, as it has been done since the pier was built. ';
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The gauges</title><main><h1>The gauges</h1>
${GAUGES.map(({ name, litres }) => `<p>Gauge ${name} holds ${litres} litres.</p><p>${WORDS.repeat(20)}</p>`).join('\n')}</main></html>`;
const ANSWER = GAUGES.map(({ name, litres }) => `- Gauge ${name} holds ${litres} litres.`).join('\n');

/** How many times the pointer moves, and how many times this is measured with and without highlighting. */
const MOVES = 120;
const ROUNDS = 5;

describe.each(BROWSERS)('the light between page and panel in %s', (name) => {
  let stage: Stage;
  let site: Site;
  let server: ModelServer;
  let page: Page;
  let panel: Panel;

  beforeAll(async () => {
    site = await serveSite({ '/': { body: PAGE } });
    server = await startModelServer({ teller: (_request, response) => streamChunks(response, textChunks(ANSWER)) });
    stage = await setStage(name, { testTools: true });
    await stage.addEndpoint(`${server.url}/v1`);
    const opened = await stage.openPage(`${site.origin}/`);
    page = opened.page;
    panel = name === 'chromium' ? await stage.openSidePanel(page) : await stage.openPanel(opened.tabId);
    await panel.chooseModel('teller');
  });
  afterAll(async () => {
    await stage?.close();
    for (const each of [server, site]) await each?.close();
  });

  /** Milliseconds of the page's main thread per frame, while the pointer moves over the page and it scrolls. */
  async function timePerFrame(threadTime: () => Promise<number>): Promise<number> {
    await page.evaluate(() => {
      const state = globalThis as { frameCount?: number };
      state.frameCount = 0;
      scrollTo(0, 0);
      const count = () => {
        state.frameCount = (state.frameCount ?? 0) + 1;
        requestAnimationFrame(count);
      };
      if (!('isCounting' in globalThis)) requestAnimationFrame(count);
      Object.assign(globalThis, { isCounting: true });
    });
    const before = await threadTime();
    for (let move = 0; move < MOVES; move += 1) {
      await page.mouse.move(60 + (move % 40) * 8, 40 + ((move * 37) % 400));
      if (move % 4 === 0) await page.evaluate(() => scrollBy({ top: 60, behavior: 'instant' }));
    }
    const time = (await threadTime()) - before;
    return time / (await page.evaluate(() => (globalThis as { frameCount?: number }).frameCount ?? 1));
  }

  test('costs the page little time for each frame', async () => {
    await panel.ask('What do the gauges hold?');
    await panel.answer();
    await panel.page.waitForSelector('.fact-list');
    const threadTime = await startThreadClock(name, stage.browser, page);
    const times: { with: number[]; without: number[] } = { with: [], without: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const isOn of [false, true]) {
        await storeSetting(stage.settings, 'lightsUpFacts', isOn);
        await page.bringToFront();
        // By then, the script has been injected and has read the page.
        await new Promise((resolve) => setTimeout(resolve, 1500));
        times[isOn ? 'with' : 'without'].push(await timePerFrame(threadTime));
      }
    }
    const cost = median(times.with) - median(times.without);
    console.log(
      `${name}: ${median(times.without).toFixed(2)} ms of the main thread a frame without the light, ${median(times.with).toFixed(2)} ms with it`,
    );
    expectFast('the light, a frame', [Math.max(0, cost)], 2);
    expect(await panel.page.$$eval('.markdown .fact', (all) => all.length)).toBeGreaterThan(199);
  });
});

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectFast } from './support/expect-fast.ts';
import { writeLong } from './support/long-answer.ts';
import { type ModelServer, pause, startModelServer } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { IS_FULL } from './support/scale.ts';
import { type Stage, setStage } from './support/stage.ts';

/** Size of the answer in bytes, and pieces per second. */
const SIZE = IS_FULL ? 200_000 : 60_000;
const RATE = 1000;
/** On idle cores, no task took over 50 ms. Rendering the whole answer in one task takes seconds. */
const MOST_TASK_MS = 1_000;

describe('a long answer in chromium', () => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  beforeAll(async () => {
    server = await startModelServer({
      writer: (_request, response) => writeLong(response, SIZE, RATE),
    });
    stage = await setStage('chromium');
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(null);
    await panel.chooseModel('writer');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('is rendered without a long task', async () => {
    await panel.page.bringToFront();
    await watchTasks(panel.page);
    await panel.ask('Write.');
    const spent: [size: number, ms: number][] = [];
    for (let isBusy = true; isBusy; ) {
      await pause(250);
      const size = await shownSize(panel.page);
      spent.push([size, ((await panel.page.metrics()).TaskDuration ?? 0) * 1000]);
      isBusy = (await panel.page.$('article[aria-label="Assistant"][aria-busy="false"]')) === null;
    }
    const tasks = await longTasks(panel.page);
    const size = await shownSize(panel.page);
    // Its markup is not visible.
    expect(size).toBeGreaterThan(SIZE / 2);
    const early = costBetween(spent, 0.05 * size, 0.25 * size);
    const late = costBetween(spent, 0.75 * size, 0.95 * size);
    console.log(
      `${SIZE / 1000} KB at ${RATE} chunks/s: tasks over 50 ms ${tasks.length} (longest ${Math.max(0, ...tasks)} ms); ` +
        `main thread per KB early ${early.toFixed(2)} ms, late ${late.toFixed(2)} ms, ${(late / early).toFixed(2)} times`,
    );
    // The short answer of the smoke run ends before there are enough samples to compare.
    if (IS_FULL) expect(late / early).toBeLessThan(2);
    expectFast('the longest task', tasks, MOST_TASK_MS);
  });

  test('is opened again without a long task', async () => {
    await panel.page.evaluateOnNewDocument(() => {
      Object.assign(globalThis, { tasks: [] });
      new PerformanceObserver((list) =>
        (globalThis as unknown as { tasks: number[] }).tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({ type: 'longtask', buffered: true });
    });
    const size = await shownSize(panel.page);
    await panel.page.reload();
    await panel.page.waitForFunction(
      (whole) => document.querySelector('[role="log"]')?.textContent?.length === whole,
      {},
      size,
    );
    await pause(1000);
    const tasks = await longTasks(panel.page);
    console.log(`${SIZE / 1000} KB restored: tasks over 50 ms ${JSON.stringify(tasks)}`);
    expectFast('the longest task', tasks, MOST_TASK_MS);
  });
});

function watchTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.assign(globalThis, { tasks: [] });
    new PerformanceObserver((list) =>
      (globalThis as unknown as { tasks: number[] }).tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
  });
}

function shownSize(page: Page): Promise<number> {
  return page.$eval('[role="log"]', (log) => log.textContent?.length ?? 0);
}

function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
}

/** Milliseconds of the main thread per thousand characters, between two sizes of the answer. */
function costBetween(spent: readonly [size: number, ms: number][], from: number, until: number): number {
  const first = spent.find(([size]) => size >= from);
  const last = spent.findLast(([size]) => size <= until);
  if (!first || !last || last[0] <= first[0]) return Number.NaN;
  return (last[1] - first[1]) / ((last[0] - first[0]) / 1000);
}

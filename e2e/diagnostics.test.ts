import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExtensionPage } from '../scripts/launch.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { DOWNLOADS, type Stage, setStage } from './support/stage.ts';

const QUESTION = 'Why are there two high tides a day?';

describe.each(BROWSERS_OF_FULL_RUN)('diagnostics in %s', (name) => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    rmSync(DOWNLOADS[name], { recursive: true, force: true });
    mkdirSync(DOWNLOADS[name], { recursive: true });
    stage = await setStage(name, { pageContext: 'on-demand' });
  });
  afterAll(() => stage?.close());

  const shows = (text: string) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);
  const click = (label: string) =>
    page.locator(`::-p-xpath(//button[normalize-space()="${label}"] | //label[normalize-space()="${label}"])`).click();

  test('are linked from the settings, and say that nothing has been measured yet', async () => {
    const link = await stage.settings.waitForSelector('::-p-xpath(//a[normalize-space()="Diagnostics"])');
    const href = await link?.evaluate((element) => (element as HTMLAnchorElement).getAttribute('href'));
    page = await openExtensionPage(stage, (href ?? '').slice(1));
    await shows('Nothing leaves this computer.');
    await shows('Nothing measured in the last day');
  });

  test('show the measurements of an answer once it has ended', async () => {
    const { page: article, tabId } = await stage.openPage(stage.articleUrl);
    const panel = await stage.openPanel(tabId);
    await panel.ask(QUESTION);
    // Headless Chromium has access to this site. In Firefox, the tab is shared.
    if (name === 'firefox') {
      await panel.waitForCard('read_page', 'approval-requested');
      await stage.clickToolbarButton(article);
      await panel.page.bringToFront();
    }
    expect(await panel.answer()).toMatch(/two high waters/);
    await page.bringToFront();
    await page.waitForSelector('.limit-card');
    await shows('streaming_tool_detection_rate');
    await shows('practice (Sidenote)');
    // The worker and the panel write their measurements within a second or two.
    const states = () =>
      page.$$eval('.limit-card', (cards) =>
        cards.map((card) => [
          card.querySelector('h3')?.textContent,
          card.querySelector<HTMLElement>('[data-state]')?.dataset.state,
        ]),
      );
    await expect.poll(states).toContainEqual(['Detection rate', 'within']);
    await expect.poll(states).not.toContainEqual(['Slow frames', 'unmeasured']);
    await shows('Native tool calls (');
    await shows('Complete (1)');
    await stage.shot(page, `${name}-diagnostics`);
  });

  test('can be limited to an hour, a day or a week, and to one model', async () => {
    await click('Hour');
    expect(await page.$$eval('.limit-card:first-of-type tbody tr', (rows) => rows.length)).toBe(12);
    await click('Week');
    expect(await page.$$eval('.limit-card:first-of-type tbody tr', (rows) => rows.length)).toBe(28);
    const options = await page.$$eval('select[aria-label="Model"] option', (all) =>
      all.map((each) => each.textContent),
    );
    expect(options).toEqual(['All models', 'practice (Sidenote)']);
  });

  test('are exported as JSON without text of the conversation', async () => {
    await click('Export as JSON');
    const files = () => readdirSync(DOWNLOADS[name]).filter((file) => file.endsWith('.json'));
    await expect.poll(files).toHaveLength(1);
    const read = () => readFileSync(path.join(DOWNLOADS[name], files()[0] ?? ''), 'utf8');
    await expect.poll(() => read().endsWith('}')).toBe(true);
    const saved = JSON.parse(read());
    expect(saved).toMatchObject({ type: 'sidenote-measurements', version: 1 });
    expect(saved.samples).toContainEqual(
      expect.objectContaining({ type: 'jank', model: { endpointId: 'practice', modelId: 'practice' } }),
    );
    // It contains no sentences, only numbers, names and dates.
    expect(stringsIn(saved).filter((text) => /\s/.test(text))).toEqual([]);
    expect(read()).not.toMatch(/tide|127\.0\.0\.1/i);
  });

  test('are deleted by the second click on the button, which stays under the pointer', async () => {
    await click('Clear measurements');
    // Longer than the button waits after the pointer has left it.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await stage.shot(page, `${name}-diagnostics-clear`);
    await click('Clear measurements?');
    await shows('Nothing measured in the last week');
  });
});

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

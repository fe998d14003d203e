import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { openExtensionPage } from '../scripts/launch.ts';
import { seriousFindings } from './support/axe.ts';
import { BROWSERS } from './support/browsers.ts';
import { keepDownloads, takeDownload } from './support/downloads.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The lift at Tern Rock</title>
<style>.away { position: absolute; left: -9999px } .gone { display: none } .clear { opacity: 0 }</style>
<main><h1>The lift at Tern Rock</h1>
<p>The lift carries 412 people an hour and rises 38 metres. It opened in 1911 and cost £23.7 million to renew.</p>
<table><tr><th>Island</th><th>Distance (km)</th></tr><tr><td>Skarra</td><td>6.2</td></tr><tr><td>Morven</td><td>16.1</td></tr></table>
<p class="gone">The lift closed for 77 days.</p><p class="away">It weighs 88 tonnes.</p><p class="clear">It has 99 seats.</p>
</main>`;

const ANSWER = `The lift carries **412 people** an hour and rises 38 metres. It opened in 1921.

| Island | Distance |
| --- | --- |
| Skarra | 16.1 km |`;
const HIDDEN = 'The lift closed for 77 days, weighs 88 tonnes and has 99 seats.';

describe.each(BROWSERS)('facts of answers in %s', (name) => {
  let stage: Stage;
  let site: RawServer;
  let server: ModelServer;
  let panel: Panel;

  beforeAll(async () => {
    site = await startRawServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    });
    server = await startModelServer({
      teller: (request, response) => {
        const question = JSON.stringify(request.messages.at(-1));
        return streamChunks(response, textChunks(question.includes('hidden') ? HIDDEN : ANSWER));
      },
    });
    stage = await setStage(name, { testTools: true });
    await stage.addEndpoint(`${server.url}/v1`);
    const { tabId } = await stage.openPage(site.url);
    panel = await stage.openPanel(tabId);
    await panel.chooseModel('teller');
  });
  afterAll(async () => {
    await stage?.close();
    await Promise.all([server?.close(), site?.close()]);
  });

  const marks = () =>
    panel.page.$$eval('article[aria-label="Assistant"]:last-of-type .fact', (all) =>
      all.map((mark) => [mark.textContent, (mark as HTMLElement).dataset.state]),
    );
  const line = () => panel.page.$$eval('.fact-list summary', (all) => all.map(({ textContent }) => textContent));

  test('are marked once the answer has ended, and counted below it', async () => {
    await panel.click('New chat');
    await panel.ask('How high is the lift?');
    await panel.answer();
    await panel.page.waitForSelector('.fact-list');
    expect(await line()).toEqual([expect.stringMatching(/^\d of \d facts found on the page; 2 not found$/)]);
    expect(await marks()).toEqual(
      expect.arrayContaining([
        ['412', 'found'],
        ['38 metres', 'found'],
        ['1921', 'not-found'],
        ['16.1 km', 'elsewhere'],
      ]),
    );
    expect(await seriousFindings(panel.page)).toEqual([]);
    await panel.shot(`${name}-facts`);
  });

  test('say where they are when they have the focus, and are connected by arrow keys', async () => {
    const { page } = panel;
    await page.$eval('.fact[tabindex="0"]', (mark) => (mark as HTMLElement).focus());
    await page.waitForFunction(() => document.querySelector('.fact-tip')?.textContent === 'Not in what was read');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('.fact-tip')?.textContent?.includes('rises 38 metres'));
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('.fact-tip') === null);
  });

  test('are listed below the answer, with the passage they are in', async () => {
    await panel.page.$eval('.fact-list summary', (summary) => (summary as HTMLElement).click());
    const items = await panel.page.$$eval('.fact-list li', (all) => all.map(({ textContent }) => textContent));
    expect(items.join('\n')).toMatch(/1921.*Not in what was read/);
    expect(items.join('\n')).toMatch(/16\.1 km.*Belongs to something else.*Morven · 16\.1/);
  });

  test('are not confirmed by text that a page does not show', async () => {
    await panel.click('New chat');
    await panel.ask('What is hidden?');
    await panel.answer();
    await panel.page.waitForSelector('.fact-list');
    expect((await marks()).map(([, state]) => state)).toEqual(['not-found', 'not-found', 'not-found']);
  });

  test('go along into an exported chat', async () => {
    await panel.page.evaluate(keepDownloads);
    await panel.click('Chats');
    await panel.page.locator('button[aria-label^="More for chat"]').click();
    await panel.click('Export as Markdown');
    const { bytes } = await takeDownload(panel.page);
    expect(new TextDecoder().decode(bytes)).toMatch(
      /\*\*0 of 3 facts found on the page; 3 not found\*\*\n\n- 77 days: Not in/,
    );
    await panel.page.keyboard.press('Escape');
  });

  test('are marked on the page to print', async () => {
    const threadId = await panel.page.evaluate(async () => {
      const { storage } = (
        globalThis as unknown as {
          chrome: { storage: { local: { get(key: string): Promise<Record<string, string>> } } };
        }
      ).chrome;
      return (await storage.local.get('lastThread')).lastThread;
    });
    const page = await openExtensionPage(stage, `print.html#${threadId}`);
    await page.waitForSelector('.print-view .fact[data-state="not-found"]');
    expect(await page.$eval('.fact-list', (list) => (list as HTMLDetailsElement).open)).toBe(true);
    await page.close();
  });

  test('are not marked while the setting is off', async () => {
    await openSettingsSection(stage.settings, 'pages');
    const box = await stage.settings.waitForSelector(
      '::-p-xpath(//label[contains(., "Check facts in answers")]/input[@type="checkbox"])',
    );
    await box?.evaluate((input) => (input as unknown as HTMLElement).click());
    await expect.poll(marks).toEqual([]);
    await expect.poll(line).toEqual([]);
    await box?.evaluate((input) => (input as unknown as HTMLElement).click());
    await expect.poll(line).toEqual(['0 of 3 facts found on the page; 3 not found']);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyReceipt } from '../lib/security/receipt/verify-receipt.ts';
import { BROWSERS } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import { keepDownloads, takeTextDownload } from './support/downloads.ts';
import {
  callChunks,
  hasToolResult,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

const ANSWER = 'The tide rises twice a day.';

describe.each(BROWSERS)('the receipt of an answer in %s', (name) => {
  let stage: Stage;
  let panel: Panel;
  let server: ModelServer;
  let receipt: string;
  beforeAll(async () => {
    server = await startModelServer({
      tides: (request, response) =>
        streamChunks(
          response,
          hasToolResult(request)
            ? textChunks(ANSWER)
            : callChunks([{ id: 'call_1', name: 'read_page', arguments: '{}' }]),
        ),
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
    const { tabId } = await stage.openPage(stage.articleUrl);
    panel = await stage.openPanel(tabId);
    await panel.page.evaluate(keepDownloads);
    await panel.chooseModel('tides');
    await panel.ask('What does the page say of "tides" – 潮?');
    await panel.answer();
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('says that nothing left the computer, and expands to the exact text of each request', async () => {
    await panel.page.locator('::-p-xpath(//summary[.="What this answer sent"])').click();
    await panel.page.waitForSelector('.sent-requests li:nth-child(2)');
    expect(await panel.page.$eval('.receipt > p', (line) => line.textContent)).toMatch(/^Nothing left this computer\./);
    await panel.shot(`${name}-receipt`);
    await panel.page.locator('.sent-requests li:nth-child(2) summary').click();
    await panel.page.waitForSelector('.sent-requests pre');
    const text = await panel.page.$eval('.sent-requests pre', (element) => element.textContent ?? '');
    const last = server.requests.findLast(({ body }) => body.includes('"role":"tool"'));
    expect(text).toBe(last?.body);
    await panel.shot(`${name}-receipt-text`);
  });

  test('is saved as a file that matches what the server received, and contains no key', async () => {
    await panel.click('Save receipt');
    const file = await takeTextDownload(panel.page);
    expect(file.name).toMatch(/^sidenote-receipt-.*\.jsonl$/);
    receipt = file.text;
    const check = await verifyReceipt(receipt);
    expect(check.problems).toEqual([]);
    const recorded = check.requests.flatMap(({ entry, details }) =>
      entry.run !== '' && details !== null && 'text' in details.body ? [details.body.text] : [],
    );
    const chats = server.chats.map((chat) => JSON.stringify(chat));
    expect(recorded).toEqual(chats);
    expect(check.requests.at(-1)?.entry.passages.length).toBeGreaterThan(0);
    expect(check.requests.at(-1)?.details?.pages).toContain('tool:read_page');
  });

  test('is checked in the settings, even after it was changed', async () => {
    const { settings } = stage;
    await openSettingsSection(settings, 'check-receipt');
    const checked = async (text: string) => {
      await chooseFiles(settings, 'input[aria-label="Receipt file"]', { name: 'receipt.jsonl', content: text });
      return settings.waitForFunction(
        () => document.querySelector('section[aria-labelledby="check-receipt"] output')?.textContent || null,
      );
    };
    expect(await (await checked(receipt)).jsonValue()).toBe('Valid. This browser signed it.');
    await stage.shot(settings, `${name}-receipt-check`);
    await checked(receipt.replace('"bytes":', '"bytes":1'));
    await settings.waitForFunction(() =>
      document.querySelector('section[aria-labelledby="check-receipt"] output')?.textContent?.startsWith('Not valid.'),
    );
  });
});

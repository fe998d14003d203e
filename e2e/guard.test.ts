import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { type ServedPage, servePage } from '../scripts/serve-article.ts';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';
import { callOnce, type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import { PIXEL } from './support/pixel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

const CARD = '4111 1111 1111 1111';
const LINK = 'https://evil.test/?d=all+that+was+on+the+page+and+more';

describe.each(BROWSERS)('security messages and approvals, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let shop: ServedPage;
  let sink: ServedPage;
  let pictures: RawServer;
  beforeAll(async () => {
    shop = await servePage(`<!doctype html><title>Shop</title><main><h1>Shop</h1><p>Paid with ${CARD}.</p></main>`);
    sink = await servePage('');
    server = await startModelServer({
      reader: callOnce('read_page', {}, `It is paid. [More](${LINK})`),
      painter: (_request, response) => streamChunks(response, textChunks(`![Tide](${pictures.url}/tide.png)`)),
      actor: callOnce('note_down', { url: `${sink.url}?q=1` }, 'Noted.'),
    });
    pictures = await startRawServer((_request, response) => void response.end(PIXEL));
    stage = await setStage(name, { testTools: true, pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
  });
  afterAll(async () => {
    await stage?.close();
    for (const each of [server, shop, sink, pictures]) await each?.close();
  });

  testOfFullRun('a card number is masked for the model, with a note, until the user reveals it', async () => {
    const { page, tabId } = await stage.openPage(shop.url);
    if (name === 'firefox') await stage.clickToolbarButton(page);
    const panel = await stage.openPanel(tabId);
    await panel.chooseModel('reader');
    await panel.ask('Is it paid?');
    expect(await panel.answer()).toContain('Not sent to the model: card number.');
    expect(JSON.stringify(server.chats.at(-1))).toContain('[masked: card number]');
    expect(JSON.stringify(server.chats)).not.toContain(CARD);
    await panel.shot(`${name}-masked`);

    await panel.page.locator('button[aria-label="Show to the model"]').click();
    await panel.page.locator('button[aria-label="Show to the model?"]').click();
    await panel.waitForText('You let the model see: card number.');
    await panel.ask('With which card?');
    await panel.answer();
    expect(JSON.stringify(server.chats.at(-1))).toContain(CARD);

    // It does not become a link before its whole address has been read.
    expect(await panel.page.$(`a[data-address="${LINK}"]`)).toBeNull();
    await panel.page.locator('::-p-xpath((//button[normalize-space()="More"])[last()])').click();
    await panel.page.waitForSelector(`a[data-address="${LINK}"]`);
    expect(await panel.text()).toContain('evil.test');
    await panel.shot(`${name}-whole-address`);
    await panel.page.close();
  });

  test('a picture is shown as its name until it is clicked, and then loaded by the worker', async () => {
    const panel = await stage.openPanel(null);
    await panel.click('New chat');
    await panel.chooseModel('painter');
    await panel.ask('Draw it.');
    expect(await panel.answer()).toContain(`Image: Tide (${new URL(pictures.url).host}, not loaded)`);
    expect(pictures.requests).toEqual([]);
    const fromPanel: string[] = [];
    panel.page.on('request', (request) => fromPanel.push(request.url()));
    await panel.page.locator('button.image-chip').click();
    // It leads to this computer, so its address is shown first.
    await panel.waitForText('into your own network');
    expect(pictures.requests).toEqual([]);
    await panel.click('Load image');
    const picture = await panel.page.waitForSelector('img[alt="Tide"]');
    await panel.page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, {}, picture);
    expect(pictures.requests).toHaveLength(1);
    expect(pictures.requests[0]?.headers).not.toHaveProperty('referer');
    expect(fromPanel.filter((url) => url.startsWith('http'))).toEqual([]);
    await panel.shot(`${name}-picture`);
    await panel.page.close();
  });

  testOfFullRun(
    'an approval request shows the exact arguments and the host, and cannot be approved at once',
    async () => {
      const { tabId } = await stage.openPage(shop.url);
      const panel = await stage.openPanel(tabId);
      await panel.click('New chat');
      await panel.chooseModel('actor');
      const isDisabledAtFirst = panel.page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            new MutationObserver((_, observer) => {
              const allow = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Allow');
              if (allow === undefined) return;
              observer.disconnect();
              resolve(allow.disabled);
            }).observe(document.body, { childList: true, subtree: true });
          }),
      );
      await panel.ask('Note it down.');
      await panel.waitForCard('note_down', 'approval-requested');
      expect(await isDisabledAtFirst).toBe(true);
      expect(await panel.text()).toContain(`Run Note down with “url”: “${sink.url}?q=1”?`);
      const exact = JSON.stringify({ url: `${sink.url}?q=1` });
      expect(await panel.text()).not.toContain(exact);
      await panel.page.waitForSelector('.permission-buttons .primary:not(:disabled)');
      await panel.shot(`${name}-confirm`);
      await panel.page.locator('.permission-exact summary').click();
      await panel.waitForText(exact);
      await panel.allow();
      expect(await panel.answer()).toContain('Noted.');
      await panel.page.close();
    },
  );

  test('a request is denied if the tab navigates', async () => {
    const { page, tabId } = await stage.openPage(shop.url);
    const panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel('actor');
    await panel.ask('Note it down.');
    await panel.waitForCard('note_down', 'approval-requested');
    await page.goto(stage.articleUrl.replace('127.0.0.1', 'localhost'));
    await panel.waitForCard('note_down', 'output-error');
    await panel.page.close();
  });

  test('the settings list allowed sites', async () => {
    await openSettingsSection(stage.settings, 'permissions');
    await stage.settings.waitForSelector('ul[aria-label="Allowed sites"] li');
    await stage.shot(stage.settings, `${name}-permissions`);
    expect(await stage.settings.$eval('ul[aria-label="Allowed sites"]', (list) => list.textContent)).toContain(
      'http://127.0.0.1/*',
    );
  });
});

import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import { chunk, EVENT_STREAM, type ModelServer, sse, startModelServer } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

// Answers that stay open across commands would be interrupted more often than a run survives.
describe.skipIf(process.env.KILL_BEFORE_COMMANDS).each(BROWSERS)('two windows in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let one: Panel;
  let two: Panel;
  const open: ServerResponse[] = [];

  beforeAll(async () => {
    server = await startModelServer({
      slow: (_request, response) => {
        open.push(response);
        response.writeHead(200, EVENT_STREAM).write(chunk({ content: 'Let me think. ' }));
      },
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
    one = await stage.openPanel(null);
    await one.chooseModel('slow');
    await one.ask('What is it?');
    const { tabId } = await stage.openPage(stage.articleUrl, { inWindow: true });
    two = await stage.openPanel(tabId);
  });
  afterAll(async () => {
    for (const response of open) response.end();
    await stage?.close();
    await server?.close();
  });

  /** The driver loses the page of Firefox's sidebar when it is reloaded, so the sidebar is closed and opened. */
  async function openAgain(panel: Panel): Promise<Panel> {
    if (name === 'firefox') return stage.openPanel(panel.tabId);
    await panel.page.reload();
    return panel;
  }

  test('begin with a chat each, and can open that of the other', async () => {
    await waitForXPath(two.page, '//header//*[normalize-space()="New chat"]');
    await two.click('Chats');
    await two.page.locator('::-p-xpath(//button[contains(., "What is it?")])').click();
    await two.waitForText('Let me think.');
  });

  test('show the same streaming answer', async () => {
    await two.waitForText('Let me think.');
    open[0]?.write(chunk({ content: 'It is a tide.' }));
    for (const panel of [one, two]) {
      await panel.page.bringToFront();
      await panel.waitForText('It is a tide.');
    }
    expect(server.chats).toHaveLength(1);
  });

  test('have a field each, which keeps its text when its panel is opened again', async () => {
    const field = '.composer textarea';
    const text = (panel: Panel) => panel.page.$eval(field, (each) => (each as HTMLTextAreaElement).value);
    await one.page.bringToFront();
    await fillField(one.page, field, 'Typed in the first window');
    await two.page.bringToFront();
    await fillField(two.page, field, 'Typed in the second window');
    await one.page.bringToFront();
    await fillField(one.page, field, 'Typed again in the first window');
    expect(await text(two)).toBe('Typed in the second window');
    two = await openAgain(two);
    await expect.poll(() => text(two)).toBe('Typed in the second window');
    one = await openAgain(one);
    await expect.poll(() => text(one)).toBe('Typed again in the first window');
    for (const panel of [one, two]) {
      await panel.page.bringToFront();
      await fillField(panel.page, field, '');
    }
  });

  test('can both stop it and ask the next question', async () => {
    await two.stop();
    await one.page.bringToFront();
    await one.page.waitForFunction(() => document.querySelector('button[aria-label="Send"]') !== null);
    await one.ask('And now?');
    await one.waitForText('Let me think.');
    await two.page.bringToFront();
    await two.waitForText('Let me think.');
    expect(server.chats).toHaveLength(2);
    // A command that the second window sends without its button is refused by the worker.
    const reply = await two.page.evaluate(async () => {
      const { threadId, model } = await new Promise<{ threadId: string; model: object }>((resolve) => {
        const { storage } = globalThis.chrome as unknown as { storage: { local: { get(): Promise<Kept> } } };
        void storage.local.get().then((kept) => resolve({ threadId: kept.lastThread, model: kept.selectedModel }));
      });
      const { runtime } = globalThis.chrome as unknown as {
        runtime: { sendMessage(message: object): Promise<object> };
      };
      return runtime.sendMessage({ type: 'send', threadId, messageId: 'late', content: 'Me too', model, tabId: null });
    });
    expect(reply).toMatchObject({ type: 'refused' });
    open[1]?.end(chunk({ content: 'Then as now.' }) + chunk({}, 'stop') + sse('[DONE]'));
    for (const panel of [one, two]) {
      await panel.page.bringToFront();
      expect(await panel.answer()).toContain('Then as now.');
      expect(await panel.page.$$eval('article[aria-label="You"]', (all) => all.length)).toBe(2);
    }
    expect(server.chats).toHaveLength(2);
  });
});

type Kept = { lastThread: string; selectedModel: object };

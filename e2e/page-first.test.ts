import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';
import { shootFailure } from './support/failure-shot.ts';
import {
  callChunks,
  Hold,
  hasToolResult,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { buildPdf } from './support/pdf.ts';
import { type Stage, setStage } from './support/stage.ts';

/** The article under a host name to which no build has access. */
const notShared = (url: string) => url.replace('127.0.0.1', 'localhost');
const SENTENCE = 'spring tide';

describe.each(BROWSERS)('a question about a page, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  const hold = new Hold();
  beforeAll(async () => {
    server = await startModelServer({
      plain: (_request, response) => streamChunks(response, textChunks('The moon does it.')),
      held: async (_request, response) => {
        await hold.wait(response);
        await streamChunks(response, textChunks('The moon does it.'));
      },
      caller: (request, response) =>
        streamChunks(
          response,
          hasToolResult(request) || request.messages.at(-1)?.content?.includes('<tool_result')
            ? textChunks('From the page.')
            : callChunks([{ id: 'call_1', name: 'read_page', arguments: '{}' }]),
        ),
      announcing: (request, response) =>
        streamChunks(
          response,
          textChunks(request.messages.length > 2 ? 'The moon does it.' : 'I will read the page first.'),
        ),
    });
    stage = await setStage(name);
    const { tabId } = await stage.openPage(stage.articleUrl);
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(tabId);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });
  afterEach((context) => shootFailure(context, name, panel));

  async function fresh(modelId: string, on = panel): Promise<void> {
    await on.click('New chat');
    await on.chooseModel(modelId);
    server.chats.length = 0;
  }
  const lastTurn = () => String(server.chats.at(-1)?.messages.at(-1)?.content);

  test('is sent in one request, with the page before the question', async () => {
    await fresh('plain');
    await panel.ask('What causes tides?');
    expect(await panel.answer()).toContain('The moon does it.');
    expect(await panel.cards()).toEqual(['page_context available']);
    expect(server.chats).toHaveLength(1);
    const offered = server.chats[0]?.tools?.map((tool) => tool.function.name) ?? [];
    expect(offered.filter((tool) => tool.includes('page') || tool.includes('tab'))).toEqual([]);
    expect(lastTurn()).toContain(SENTENCE);
    expect(lastTurn()).toMatch(/^The page the user is looking at:\n\[data [a-z]{12}\]\nTitle: /);
    expect(lastTurn().endsWith('\n\nQuestion: What causes tides?')).toBe(true);
    await panel.shot(`${name}-page-first`);
  });

  testOfFullRun('is followed by a request that extends the first one and does not repeat the page', async () => {
    await fresh('plain');
    await panel.ask('What causes tides?');
    await panel.answer();
    await panel.ask('And the sun?');
    await panel.answer();
    expect(server.chats).toHaveLength(2);
    expect(lastTurn()).not.toContain(SENTENCE);
    const [first, second] = server.chats.map(({ messages }) => messages.map((message) => JSON.stringify(message)));
    expect(second?.slice(0, first?.length)).toEqual(first);
  });

  testOfFullRun('is answered from the context if the model calls a tool for the same page', async () => {
    await fresh('caller');
    await panel.ask('What causes tides?');
    expect(await panel.answer()).toContain('From the page.');
    expect(server.chats).toHaveLength(2);
    expect(server.chats[1]?.tools).toBeUndefined();
  });

  testOfFullRun('continues automatically if the model only announces what it will do', async () => {
    await fresh('announcing');
    await panel.ask('What causes tides?');
    expect(await panel.answer()).toContain('The moon does it.');
    expect(server.chats).toHaveLength(2);
  });

  testOfFullRun('is answered by the practice model from the page', async () => {
    await fresh('Practice model (not an AI)');
    await panel.ask('Why are there two high tides a day?');
    expect(await panel.answer()).toMatch(/two high waters/);
    expect(await panel.cards()).toEqual(['page_context available']);
    await panel.shot(`${name}-page-first-practice`);
  });

  test('is answered although the worker is stopped while the page is read', async () => {
    await fresh('held');
    hold.start();
    await panel.ask('What causes tides?');
    await stage.killWorker();
    hold.end();
    expect(await panel.answer()).toContain('The moon does it.');
    expect(await panel.cards()).toEqual(['page_context available']);
    expect(lastTurn()).toContain(SENTENCE);
  });

  test('waits for access to the page, and continues without it', async () => {
    const { tabId } = await stage.openPage(notShared(stage.articleUrl));
    const other = await stage.openPanel(tabId);
    await fresh('plain', other);
    await other.ask('What causes tides?');
    await other.waitForCard('page_context', 'approval-requested');
    expect(server.chats).toHaveLength(0);
    await other.shot(`${name}-page-first-not-shared`);
    await other.click('Answer without the page');
    expect(await other.answer()).toContain('The moon does it.');
    expect(await other.cards()).toEqual(['page_context skipped']);
    expect(lastTurn()).not.toContain(SENTENCE);
    expect(server.chats[0]?.tools?.map((tool) => tool.function.name) ?? []).not.toContain('read_page');
    await other.page.close();
  });

  test('waits for access to the page, and continues after a click on the toolbar button', async () => {
    const { page, tabId } = await stage.openPage(notShared(stage.articleUrl));
    const other = await stage.openPanel(tabId);
    await fresh('plain', other);
    await other.ask('What causes tides?');
    await other.waitForCard('page_context', 'approval-requested');
    await stage.clickToolbarButton(page);
    await other.page.bringToFront();
    expect(await other.answer()).toContain('The moon does it.');
    expect(await other.cards()).toEqual(['page_context available']);
    expect(lastTurn()).toContain(SENTENCE);
    await other.page.close();
  });

  test('is answered although the tab was closed, which the request mentions', async () => {
    const { page, tabId } = await stage.openPage(stage.articleUrl);
    // A sidebar continues with the next tab.
    const other = await stage.openPanel(tabId, { inTab: true });
    await fresh('plain', other);
    await page.close();
    await other.page.bringToFront();
    await other.ask('What causes tides?');
    expect(await other.answer()).toContain('The moon does it.');
    expect(lastTurn()).not.toContain(SENTENCE);
    await other.page.close();
  });

  test('includes the text of a PDF', async () => {
    const files = await startRawServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(buildPdf([['The tides come twice a day.']], 'Tides'));
    });
    const { page, tabId } = await stage.openPage(`${files.url}/tides.pdf`);
    const other = await stage.openPanel(tabId);
    await fresh('plain', other);
    await other.ask('How often do tides come?');
    expect(await other.answer()).toContain('The moon does it.');
    expect(lastTurn()).toContain('The PDF the user is looking at:');
    expect(lastTurn()).toContain('The tides come twice a day.');
    await other.page.close();
    await page.close();
    await files.close();
  });
});

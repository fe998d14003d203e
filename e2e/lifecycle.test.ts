import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import {
  callChunks,
  EVENT_STREAM,
  Hold,
  hasToolResult,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { renewAfterFailure } from './support/renew-after-failure.ts';
import { type Stage, setStage } from './support/stage.ts';

const LONG = Array.from({ length: 40 }, (_, n) => `part${n}`).join(' ');
/** How many chunks arrive before the server holds the answer. */
const BEGUN = 12;

describe.each(BROWSERS)('a worker killed in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  const hold = new Hold();

  beforeAll(async () => {
    server = await startModelServer({
      long: (_request, response) => hold.stream(response, textChunks(LONG), BEGUN),
      // Longer than the killing takes: a kill that finds no background interrupts nothing.
      endless: (_request, response) => streamChunks(response, textChunks(`${LONG} `.repeat(20)), 60),
      caller: async (request, response) => {
        if (hasToolResult(request)) return streamChunks(response, textChunks('Read, and read again.'));
        const pieces = callChunks([{ id: 'call_1', name: 'read_page', arguments: '{}' }]);
        // The first time, the call stays unfinished until the worker that waits for it is gone.
        if (server.chats.filter(({ model }) => model === 'caller').length === 1) {
          response.writeHead(200, EVENT_STREAM).write(pieces[0]);
          return;
        }
        return streamChunks(response, pieces);
      },
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    const { tabId } = await stage.openPage(stage.articleUrl);
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(tabId);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });
  renewAfterFailure(async () => {
    hold.end();
    panel = await stage.renewPanel(panel);
  });

  test('during an answer: the text stays visible, and the answer is completed automatically', async () => {
    await panel.click('New chat');
    await panel.chooseModel('long');
    hold.start();
    await panel.ask('Talk.');
    await panel.waitForText('part10');
    await stage.killWorker();
    expect(await panel.text()).toContain('part10');
    hold.end();
    expect(await panel.answer()).toContain(LONG);
    expect(server.chats).toHaveLength(2);
    expect((await panel.text()).match(/part3\b/g)).toHaveLength(1);
  });

  test('during a call: no incomplete call is run, and the question is answered', async () => {
    await panel.click('New chat');
    await panel.chooseModel('caller');
    await panel.ask('Read.');
    await panel.page.waitForSelector('[role="group"][data-state="input-streaming"]');
    await stage.killWorker();
    expect(await panel.answer()).toContain('Read, and read again.');
    expect(await panel.cards()).toEqual(['read_page output-available']);
  });

  test('during every request: the run ends after three requests, keeps its text and offers Continue', async () => {
    await panel.click('New chat');
    await panel.chooseModel('endless');
    const before = server.chats.length;
    await panel.ask('Talk.');
    await panel.waitForText('part3');
    const hasEnded = () => panel.page.$('[role="log"] article[aria-label="Assistant"][aria-busy="false"]');
    for (let kills = 1; kills <= 10 && !(await hasEnded()); kills++) {
      await stage.killWorker();
      const askedAgain = () => server.chats.length - before > kills;
      await vi.waitUntil(async () => askedAgain() || (await hasEnded()), { interval: 100 });
    }
    const answer = await panel.answer();
    expect(answer).toContain('part0');
    expect(answer).toContain('Continue');
    expect(server.chats.length - before).toBe(3);
  });

  test('with the panel closed: the next panel shows the resumed run', async () => {
    await panel.click('New chat');
    await panel.chooseModel('long');
    hold.start();
    await panel.ask('Talk.');
    await panel.waitForText('part5');
    await panel.page.close();
    await stage.killWorker();
    panel = await stage.openPanel(panel.tabId);
    hold.end();
    expect(await panel.answer()).toContain(LONG);
  });
});

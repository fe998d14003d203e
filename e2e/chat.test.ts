import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';
import { expectFast } from './support/expect-fast.ts';
import { shootFailure } from './support/failure-shot.ts';
import {
  callChunks,
  chunk,
  EVENT_STREAM,
  Hold,
  hasToolResult,
  type ModelServer,
  pause,
  sse,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { buildPdf } from './support/pdf.ts';
import { type Stage, setStage } from './support/stage.ts';

const READ_PAGE = { id: 'call_1', name: 'read_page', arguments: '{}' };
const FIND = { id: 'call_2', name: 'find_in_page', arguments: '{"query":"spring tide"}' };

describe.each(BROWSERS)('%s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  let tabId: number;
  /** When the browser closed the socket of the model that never stops. */
  const closedAt = Promise.withResolvers<number>();
  const tabClosed = Promise.withResolvers<void>();
  const hold = new Hold();

  beforeAll(async () => {
    server = await startModelServer({
      native: async (request, response) => {
        const pieces = hasToolResult(request)
          ? textChunks('The moon does it, says the page.')
          : callChunks([READ_PAGE]);
        await streamChunks(response, pieces, 10);
      },
      tagged: async (request, response) => {
        const text = hasToolResult(request) ? 'Read by tags.' : 'Let me look.\n<tool name="read_page">{}</tool>';
        const pieces = (text.match(/.{1,5}/gs) ?? []).map((content) => chunk({ content }));
        await streamChunks(response, [...pieces, chunk({}, 'stop'), sse('[DONE]')], 10);
      },
      'no-tools': async (request, response) => {
        if (request.tools) {
          response.writeHead(400, { 'content-type': 'application/json' });
          response.end(
            JSON.stringify({ error: { message: 'registry.ollama.ai/library/no-tools does not support tools' } }),
          );
          return;
        }
        const text = hasToolResult(request) ? 'Answered without native tools.' : '<tool name="read_page">{}</tool>';
        await streamChunks(response, textChunks(text), 10);
      },
      parallel: async (request, response) => {
        const pieces = hasToolResult(request) ? textChunks('Both came back.') : callChunks([READ_PAGE, FIND]);
        await streamChunks(response, pieces, 20);
      },
      endless: async (_request, response) => {
        response.on('close', () => closedAt.resolve(Date.now()));
        response.writeHead(200, EVENT_STREAM);
        for (let n = 1; !response.destroyed; n++) {
          response.write(chunk({ content: `word${n} ` }));
          await pause(20);
        }
      },
      late: async (request, response) => {
        await tabClosed.promise;
        await streamChunks(response, hasToolResult(request) ? textChunks('It is gone.') : callChunks([READ_PAGE]));
      },
      held: (_request, response) =>
        hold.stream(response, textChunks('one two three four five six seven eight nine ten'), 3),
      cut: (_request, response) => streamChunks(response, [chunk({ content: 'The tide is ' })]),
      'bad-key': (_request, response) => {
        response.writeHead(401).end('{"error":{"message":"Incorrect API key"}}');
      },
      'origin-checker': (_request, response) => {
        response.writeHead(403).end();
      },
      html: (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Router login</title>');
      },
      json: (_request, response) => {
        response.end(
          JSON.stringify({ choices: [{ message: { content: 'All in one piece.' }, finish_reason: 'stop' }] }),
        );
      },
      empty: (_request, response) => streamChunks(response, [chunk({}, 'stop'), sse('[DONE]')]),
      'unknown-tool': async (request, response) => {
        const call = { id: 'call_9', name: 'read_minds', arguments: '{}' };
        await streamChunks(response, hasToolResult(request) ? textChunks('I cannot do that.') : callChunks([call]));
      },
      'bad-arguments': async (request, response) => {
        const call = { id: 'call_9', name: 'find_in_page', arguments: '{"words":"tide"}' };
        await streamChunks(response, hasToolResult(request) ? textChunks('I asked wrongly.') : callChunks([call]));
      },
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    ({ tabId } = await stage.openPage(stage.articleUrl));
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(tabId);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });
  afterEach((context) => shootFailure(context, name, panel));

  async function fresh(modelId: string): Promise<void> {
    await panel.click('New chat');
    await panel.chooseModel(modelId);
    server.chats.length = 0;
  }

  test('the practice model reads the page and quotes it', async () => {
    await fresh('Practice model (not an AI)');
    await panel.shot(`${name}-welcome`);
    await panel.ask('Why are there two high tides a day?');
    const answer = await panel.answer();
    expect(await panel.cards()).toEqual(['read_page output-available']);
    expect(answer).toContain('not an AI');
    expect(answer).toMatch(/tide/i);
    await panel.shot(`${name}-answer`);
  });

  test('a model with native tools calls a tool, gets its result, and answers', async () => {
    await fresh('native');
    await panel.ask('What causes tides?');
    expect(await panel.answer()).toContain('The moon does it, says the page.');
    expect(await panel.cards()).toEqual(['read_page output-available']);
    expect(server.chats).toHaveLength(2);
    expect(server.chats[0]?.tools?.map((tool) => tool.function.name)).toContain('read_page');
    const result = server.chats[1]?.messages.find((message) => message.role === 'tool')?.content;
    expect(result).toContain('spring tide');
  });

  test('a model in tag mode gets tools in the prompt, and its tags become calls', async () => {
    await stage.choose('Model', 'tagged');
    await stage.choose('Tools', 'Tags in the prompt');
    // Not `waitForSelector`, which only reacts to changed elements: here, only a text changes.
    await stage.settings.waitForFunction(() => document.body.innerText.includes('set by you'));
    await panel.page.bringToFront();

    await fresh('tagged');
    await panel.ask('What causes tides?');
    expect(await panel.answer()).toContain('Read by tags.');
    expect(await panel.cards()).toEqual(['read_page output-available']);
    expect(server.chats[0]?.tools).toBeUndefined();
    expect(server.chats[0]?.messages[0]?.content).toMatch(/<tool name="\w+">\{/);
  });

  test('a refusal of tools is retried within the same answer, and remembered', async () => {
    await fresh('no-tools');
    await panel.ask('What causes tides?');
    expect(await panel.answer()).toContain('Answered without native tools.');
    expect(await panel.cards()).toEqual(['read_page output-available']);
    expect(server.chats.map((chat) => chat.tools !== undefined)).toEqual([true, false, false]);

    server.chats.length = 0;
    await panel.ask('And the sun?');
    await panel.answer();
    expect(server.chats.map((chat) => chat.tools !== undefined)).toEqual([false, false]);
    await panel.shot(`${name}-fallback`);
  });

  test('two parallel calls both return their results', async () => {
    await fresh('parallel');
    await panel.ask('Look twice.');
    expect(await panel.answer()).toContain('Both came back.');
    expect(await panel.cards()).toEqual(['read_page output-available', 'find_in_page output-available']);
    const results = server.chats[1]?.messages.filter((message) => message.role === 'tool');
    expect(results).toHaveLength(2);
    await panel.shot(`${name}-parallel`);
  });

  test('Stop ends the stream at once and keeps the text', async () => {
    await fresh('endless');
    await panel.ask('Talk.');
    await panel.waitForText('word10');
    await panel.shot(`${name}-streaming`);
    const pressedAt = panel.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          addEventListener('click', () => resolve(Date.now()), { capture: true, once: true });
        }),
    );
    const answer = await panel.stop();
    expectFast(`${name}: from Stop to the closed stream`, [(await closedAt.promise) - (await pressedAt)], 1000);
    expect(answer).toContain('word10');
    expect(answer).toContain('Stopped.');
    await pause(300);
    expect(await panel.text()).toBe(answer);
  });

  test('a reopened panel shows the answer in progress', async () => {
    await fresh('held');
    hold.start();
    await panel.ask('Count.');
    await panel.waitForText('two');
    await panel.page.close();
    panel = await stage.openPanel(tabId);
    await panel.waitForText('two');
    hold.end();
    expect(await panel.answer()).toContain('one two three four five six seven eight nine ten');
    expect(server.chats).toHaveLength(1);
  });

  describe('shows the error and what to do', () => {
    async function seeError(modelId: string, said: string): Promise<void> {
      await fresh(modelId);
      await panel.ask('What causes tides?');
      expect(await panel.answer()).toContain(said);
      await panel.shot(`${name}-error-${modelId}`);
      server.chats.length = 0;
      await panel.click('Retry');
      await expect.poll(() => server.chats.length).toBe(1);
      expect(await panel.answer()).toContain(said);
    }

    // How the network and the browser itself handle a request.
    test.each([
      ['cut', 'was cut off'],
      ['origin-checker', 'OLLAMA_ORIGINS'],
    ])('%s', seeError);

    testOfFullRun.each([
      ['bad-key', 'needs an API key'],
      ['html', 'didn’t respond like a model server'],
      ['empty', 'empty answer'],
    ])('%s', seeError);

    testOfFullRun.each([
      ['json', 'All in one piece.'],
      ['unknown-tool', 'I cannot do that.'],
      ['bad-arguments', 'I asked wrongly.'],
    ])('%s is answered nevertheless', async (modelId, said) => {
      await fresh(modelId);
      await panel.ask('What causes tides?');
      expect(await panel.answer()).toContain(said);
    });
  });

  test('a tab that was closed is reported to the model as an error, and the chat continues', async () => {
    const { page, tabId: doomed } = await stage.openPage(stage.articleUrl);
    const other = await stage.openPanel(doomed);
    await other.click('New chat');
    await other.chooseModel('late');
    await other.ask('What causes tides?');
    await page.close();
    tabClosed.resolve();
    expect(await other.answer()).toContain('It is gone.');
    expect(await other.cards()).toEqual(['read_page output-error']);
    expect(await other.text()).toContain('was closed');
    await other.page.close();
  });

  test('reads a PDF like a page', async () => {
    const files = await startRawServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(buildPdf([['The tides come twice a day.']], 'Tides'));
    });
    const { page, tabId: pdfTab } = await stage.openPage(`${files.url}/tides.pdf`);
    const other = await stage.openPanel(pdfTab);
    await other.click('New chat');
    await other.chooseModel('native');
    await other.ask('What does it say?');
    await other.answer();
    expect(await other.cards()).toEqual(['read_page output-available']);
    expect(JSON.stringify(server.chats.at(-1)?.messages)).toContain('The tides come twice a day.');
    await other.page.close();
    await page.close();
    await files.close();
  });

  test('lists and opens earlier chats', async () => {
    panel = await stage.openPanel(tabId);
    await panel.click('Chats');
    await panel.page.locator('::-p-xpath(//nav//button[contains(., "What causes tides?")])').click();
    expect(await panel.answer()).not.toBe('');
  });
});

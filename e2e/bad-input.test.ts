import type { ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { estimateTokens } from '../lib/text/token-estimate.ts';
import { BROWSERS, BROWSERS_OF_FULL_RUN, testOfFullRun } from './support/browsers.ts';
import { shootFailure } from './support/failure-shot.ts';
import {
  type ChatRequest,
  Hold,
  type ModelServer,
  sse,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const ANSWER = 'The lock closes at 21:40.';
const SENTENCE = 'The lock of the harbor closes at 21:40 in winter.';
const rule = (n: number) =>
  `<p>Rule ${n} of the harbor is about ropes, knots and boats, and everybody who lives there has to know it.</p>`;
const rules = (count: number) => Array.from({ length: count }, (_, n) => rule(n)).join('\n');
const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>Harbor</title><main>${body}</main>`;

/** A cookie dialog over a page that shows nothing else until the dialog is answered. */
const WALL = `<!doctype html><meta charset="utf-8"><title>Harbor</title><body style="overflow: hidden">
  <div role="dialog" aria-modal="true" class="consent" style="position: fixed; inset: 0; background: white">
  <p>We and our 1,400 partners store cookies on your device.</p><button>Accept all</button><button>Reject all</button></div>`;

const PAGES: Record<string, string> = {
  '/empty': '<!doctype html><title>Harbor</title><body></body>',
  '/wall': WALL,
  // 5 MB, with the sentence near the end.
  '/huge': page(`<h1>Rules</h1>${rules(45_000)}<h2>Winter</h2><p>${SENTENCE}</p>`),
  '/long': page(`<h1>Rules</h1>${rules(700)}<p>${SENTENCE}</p>`),
  '/changing': page(`<h1>Harbor</h1><p id="rule">${SENTENCE}</p>${rules(3)}`),
};

const estimateRequestTokens = (request: ChatRequest | undefined) => estimateTokens(JSON.stringify(request ?? ''));

/** Answers, or refuses conversations that exceed the window, with vLLM's error text. */
function answerWithin(window: number, request: ChatRequest, response: ServerResponse): void | Promise<void> {
  const tokens = estimateRequestTokens(request);
  if (tokens <= window) return streamChunks(response, textChunks(ANSWER));
  const message = `This model's maximum context length is ${window} tokens. However, you requested ${tokens} tokens in the messages. Please reduce the length of the messages.`;
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'error', message, type: 'BadRequestError', code: 400 }));
}

const BEGINNING = page(`<h1>Harbor</h1><p>${SENTENCE}</p>${rules(3)}`).replace('</main>', '');

describe.each(BROWSERS)('in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: RawServer;
  const opened: Page[] = [];
  let last: Panel | undefined;
  const unfinished: ServerResponse[] = [];
  const hold = new Hold();

  beforeAll(async () => {
    server = await startModelServer(
      {
        plain: (_request, response) => streamChunks(response, textChunks(ANSWER)),
        held: async (_request, response) => {
          await hold.wait(response);
          await streamChunks(response, textChunks(ANSWER));
        },
        // Both refuse conversations that exceed the window that they list, as servers do.
        small: (request, response) => answerWithin(1_024, request, response),
        tiny: (request, response) => answerWithin(256, request, response),
        // Ollama reads only the end of a conversation that is too long, which is visible only in the usage.
        cutting: (request, response) =>
          streamChunks(response, [
            ...textChunks(ANSWER).slice(0, -1),
            sse({
              choices: [],
              usage: { prompt_tokens: Math.min(2_048, estimateRequestTokens(request)), completion_tokens: 8 },
            }),
            sse('[DONE]'),
          ]),
      },
      { small: { context_length: 1_024 }, tiny: { context_length: 256 } },
    );
    site = await startRawServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      if (request.path !== '/loading') return void response.end(PAGES[request.path] ?? '');
      response.write(BEGINNING);
      unfinished.push(response);
    });
    stage = await setStage(name);
    await stage.addEndpoint(server.url);
  });
  afterAll(async () => {
    for (const response of unfinished) response.end();
    await stage?.close();
    await server?.close();
    await site?.close();
  });
  afterEach(async (context) => {
    await shootFailure(context, name, last);
    for (const each of opened.splice(0)) await each.close();
  });

  /** The panel beside a page of the site, with a new chat with this model. */
  async function beside(path: string, modelId: string): Promise<{ panel: Panel; page: Page }> {
    const { page, tabId } = await stage.openPage(`${site.url}${path}`);
    const panel = await stage.openPanel(tabId);
    last = panel;
    opened.push(page, panel.page);
    await panel.click('New chat');
    await panel.chooseModel(modelId);
    server.chats.length = 0;
    return { panel, page };
  }
  const lastTurn = () => String(server.chats.at(-1)?.messages.at(-1)?.content);

  async function goesOn(panel: Panel): Promise<void> {
    await panel.ask('And in summer?');
    expect(await panel.answer()).toContain(ANSWER);
    expect(lastTurn()).toContain('And in summer?');
  }

  testOfFullRun('an empty page is answered without it, which the request says', async () => {
    const { panel } = await beside('/empty', 'plain');
    await panel.ask('When does the lock close?');
    expect(await panel.answer()).toContain(ANSWER);
    expect(await panel.cards()).toEqual(['page_context error']);
    expect(lastTurn()).toContain('could not be read: it shows no text.');
    await panel.shot(`${name}-bad-input-empty`);
    await goesOn(panel);
  });

  testOfFullRun(
    'a page behind a dialog about cookies is answered, and the request says why there is no text',
    async () => {
      const { panel, page } = await beside('/wall', 'plain');
      await panel.ask('When does the lock close?');
      expect(await panel.answer()).toContain(ANSWER);
      expect(lastTurn()).toMatch(/it shows no text|hidden behind a dialog/);
      // Once the dialog has been answered, the page itself is sent.
      await page.evaluate((html) => {
        document.body.innerHTML = html;
      }, `<main><p>${SENTENCE}</p></main>`);
      await goesOn(panel);
      expect(lastTurn()).toContain(SENTENCE);
    },
  );

  test('a page that never ends loading is read as far as it came', async () => {
    const { panel, page } = await beside('/empty', 'plain');
    page.goto(`${site.url}/loading`).catch(() => undefined);
    await page.waitForSelector('p');
    await panel.page.bringToFront();
    await panel.ask('When does the lock close?');
    expect(await panel.answer()).toContain(ANSWER);
    expect(await panel.cards()).toEqual(['page_context available']);
    expect(lastTurn()).toContain(SENTENCE);
    expect(lastTurn()).toContain('still loading');
    // Once the page has loaded, the next question does not wait for it.
    for (const response of unfinished.splice(0)) response.end();
    await goesOn(panel);
  });

  test('a page of 5 MB is answered from the part that fits the question', async () => {
    const { panel } = await beside('/huge', 'plain');
    await panel.ask('When does the lock of the harbor close in winter?');
    expect(await panel.answer()).toContain(ANSWER);
    expect(lastTurn()).toContain(SENTENCE);
    expect(estimateTokens(lastTurn())).toBeLessThan(10_000);
    await goesOn(panel);
  });

  test('a page that changes while it is asked about is sent again with the next question', async () => {
    const { panel, page } = await beside('/changing', 'held');
    hold.start();
    await panel.ask('When does the lock close?');
    await panel.waitForCard('page_context', 'available');
    await page.evaluate(() => {
      const changed = document.querySelector('#rule');
      if (changed) changed.textContent = 'The lock of the harbor stays open this week.';
    });
    hold.end();
    expect(await panel.answer()).toContain(ANSWER);
    expect(lastTurn()).toContain(SENTENCE);
    await goesOn(panel);
    expect(lastTurn()).toContain('which has changed since it was sent before');
    expect(lastTurn()).toContain('stays open this week');
  });

  test.each(BROWSERS_OF_FULL_RUN)('a window smaller than the prompt with tools gets a request that fits', async () => {
    const { panel } = await beside('/long', 'small');
    await panel.ask('When does the lock of the harbor close in winter?');
    expect(await panel.answer()).toContain(ANSWER);
    expect(lastTurn()).toContain(SENTENCE);
    const request = server.chats.at(-1);
    expect(estimateRequestTokens(request)).toBeLessThanOrEqual(1_024);
    // The tools that read pages are too large for this window.
    expect(JSON.stringify(request?.tools ?? [])).not.toContain('read_page');
    await goesOn(panel);
  });

  test.each(BROWSERS_OF_FULL_RUN)('a window too small for any request says so, and another model goes on', async () => {
    const { panel } = await beside('/long', 'tiny');
    await panel.ask(`When does the lock close? ${'I have read all the rules and did not find it. '.repeat(40)}`);
    expect(await panel.answer()).toContain('The conversation is too long for tiny.');
    expect(await panel.text()).toContain('relevant parts');
    expect(await panel.text()).not.toContain('to make room');
    await panel.shot(`${name}-bad-input-tiny`);
    await panel.chooseModel('plain');
    await goesOn(panel);
  });

  test.each(BROWSERS_OF_FULL_RUN)(
    'a server that cuts the prompt silently is noticed, and the next request fits',
    async () => {
      const { panel } = await beside('/long', 'cutting');
      await panel.ask('When does the lock of the harbor close in winter?');
      expect(await panel.answer()).toContain(ANSWER);
      await panel.waitForText('The server read only the last 2,048 tokens');
      await panel.shot(`${name}-bad-input-cut`);
      await goesOn(panel);
      expect(estimateRequestTokens(server.chats.at(-1))).toBeLessThan(2_048);
    },
  );
});

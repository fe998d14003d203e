import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import {
  callChunks,
  chunk,
  hasToolResult,
  type ModelServer,
  sse,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { renewAfterFailure } from './support/renew-after-failure.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const READ_PAGE = { id: 'call_1', name: 'read_page', arguments: '{}' };
const words = (text: string) => text.split(/(?<= )/).map((content) => chunk({ content }));

describe.each(BROWSERS_OF_FULL_RUN)('the engine with unusual servers, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  let busy = 0;
  const limitedAt: number[] = [];

  beforeAll(async () => {
    server = await startModelServer({
      'talks-first': async (request, response) => {
        const asking = [...words('Let me look at the page first. '), ...callChunks([READ_PAGE])];
        await streamChunks(response, hasToolResult(request) ? textChunks('The moon does it.') : asking, 10);
      },
      leaks: async (request, response) => {
        const leaked = '<tool_call>\n{"name": "read_page", "arguments": {}}\n</tool_call>';
        const pieces = (leaked.match(/.{1,4}/gs) ?? []).map((content) => chunk({ content }));
        const asking = [...pieces, chunk({}, 'stop'), sse('[DONE]')];
        await streamChunks(response, hasToolResult(request) ? textChunks('Read all the same.') : asking, 10);
      },
      cut: (request, response) => {
        const isContinued = request.messages.some(
          ({ role, content }) => role === 'assistant' && content?.includes('half of'),
        );
        return streamChunks(response, isContinued ? textChunks('the other half.') : words('This is half of '), 10);
      },
      busy: async (_request, response) => {
        if (busy++ === 0) response.writeHead(429, { 'retry-after': '2' }).end('{"error":{"message":"slow down"}}');
        else await streamChunks(response, textChunks('Now there is time.'));
      },
      limited: async (_request, response) => {
        limitedAt.push(Date.now());
        if (limitedAt.length === 1)
          response.writeHead(429, { 'retry-after': '50' }).end('{"error":{"message":"slow down"}}');
        else await streamChunks(response, textChunks('The limit is over.'));
      },
      picky: async (request, response) => {
        const { stream_options } = request as { stream_options?: unknown };
        if (stream_options !== undefined) {
          const message = 'Unrecognized request argument supplied: stream_options';
          response.writeHead(400).end(JSON.stringify({ error: { message } }));
        } else await streamChunks(response, textChunks('That is better.'));
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
    panel = await stage.renewPanel(panel);
  });

  async function ask(modelId: string): Promise<string> {
    await panel.click('New chat');
    await panel.chooseModel(modelId);
    server.chats.length = 0;
    await panel.ask('What causes tides?');
    return panel.answer();
  }

  test('text before a call is collapsed to a line, and only the final text is the answer', async () => {
    expect(await ask('talks-first')).toContain('The moon does it.');
    expect(await panel.cards()).toEqual(['read_page output-available']);
    const preamble = await panel.page.$eval('[role="log"] details.preamble', (element) => ({
      open: (element as HTMLDetailsElement).open,
      text: element.querySelector('summary')?.textContent,
    }));
    expect(preamble).toMatchObject({ open: false, text: expect.stringContaining('Let me look at the page first.') });
    await panel.shot(`${name}-preamble`);
  });

  test('a call that a server sends as text is run and not shown as text', async () => {
    const answer = await ask('leaks');
    expect(answer).toContain('Read all the same.');
    expect(answer).not.toContain('tool_call');
    expect(await panel.cards()).toEqual(['read_page output-available']);
  });

  test('Continue completes an answer that was cut off', async () => {
    expect(await ask('cut')).toContain('This is half of');
    await panel.click('Continue');
    await panel.waitForText('the other half.');
    expect(server.chats.at(-1)?.messages.some(({ content }) => content?.includes('This is half of'))).toBe(true);
    expect((await panel.page.$$('[role="log"] article[aria-label="You"]')).length).toBe(1);
  });

  test('a busy server is retried after a wait that is shown', async () => {
    await panel.click('New chat');
    await panel.chooseModel('busy');
    await panel.ask('What causes tides?');
    await waitForXPath(panel.page, '//*[@role="status"][contains(., "Trying again in 2 s")]');
    expect(await panel.answer()).toContain('Now there is time.');
  });

  test('the wait before the next try ends with “Try now”', async () => {
    await panel.click('New chat');
    await panel.chooseModel('limited');
    await panel.ask('What causes tides?');
    await panel.click('Try now');
    expect(await panel.answer()).toContain('The limit is over.');
    expect(limitedAt).toHaveLength(2);
    // Before the server's time had elapsed.
    expect((limitedAt[1] ?? 0) - (limitedAt[0] ?? 0)).toBeLessThan(50_000);
  });

  test('a parameter that a server refuses is omitted, in the same answer and in later requests', async () => {
    expect(await ask('picky')).toContain('That is better.');
    expect(server.chats).toHaveLength(2);
    expect(await ask('picky')).toContain('That is better.');
    expect(server.chats).toHaveLength(1);
  });
});

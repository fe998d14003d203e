import { afterEach, expect, test } from 'vitest';
import type { ModelInterface } from '../../contracts/endpoint.ts';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { EVENT_STREAM, type RawServer, sse, startRawServer } from '../../testing/model-api/raw-server.ts';
import { REQUEST } from '../../testing/model-api/request-from-server.ts';
import { createModelClient } from './model-client.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const TIMEOUT = { headers: 10_000, firstContent: 1_500, idle: 1_500, total: 20_000 };

/** How a reply ends that sends `silence` every 100 ms for longer than the client waits, and then `words`. */
async function ask(modelInterface: ModelInterface, silence: string, words: string): Promise<ModelEvent | undefined> {
  const server = await startRawServer(async (_request, response) => {
    response.writeHead(200, EVENT_STREAM);
    for (let at = 0; at < 20 && !response.destroyed; at++) {
      response.write(silence);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    response.end(words);
  });
  servers.push(server);
  const access = { baseUrl: `${server.url}/v1`, hostKind: 'public' as const, apiKey: null, fetch };
  const client = createModelClient({ ...access, interface: modelInterface, timeouts: TIMEOUT });
  const events: ModelEvent[] = [];
  for await (const event of client.stream(REQUEST, new AbortController().signal)) events.push(event);
  return events.at(-1);
}

test('pings of the Messages interface restart the idle timeout (quirk: silent-thinking)', async () => {
  const words =
    sse({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Nine.' } }) +
    sse({ type: 'message_delta', delta: { stop_reason: 'end_turn' } });
  expect(await ask('anthropic-messages', sse({ type: 'ping' }), words)).toMatchObject({ type: 'step-end' });
});

test('heartbeats of a chat server do not, since they do not depend on the model', async () => {
  const words = sse({ choices: [{ delta: { content: 'Nine.' }, finish_reason: 'stop' }] });
  const empty = sse({ choices: [{ delta: { content: '' }, finish_reason: null }] });
  expect(await ask('chat-completions', empty, words)).toMatchObject({ type: 'retry', failure: { code: 'timeout' } });
});
